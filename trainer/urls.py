"""The root URL list: the pages of trainer under its name, the reports, the language switch, the health check."""

from django.contrib.auth.views import LogoutView
from django.urls import include, path

from trainer.views import errors, home, log, referee, signin

pages = [
    path("", home.workshops, name="workshops"),
    path("signin/", signin.SignIn.as_view(), name="signin"),
    path("in/<str:token>/", signin.link, name="link"),
    path("signout/", LogoutView.as_view(), name="signout"),
    path("password/", signin.password, name="password"),
    path("s/<str:key>/", referee.referee, name="referee"),
    path("s/<str:key>/live/", referee.live, name="live"),
    path("s/<str:key>/record/", referee.record_move, name="record"),
    path("s/<str:key>/help/", referee.help_page, name="help"),
    path("s/<str:key>/log/", log.log, name="log"),
    path("s/<str:key>/log/<int:n>/", log.entry, name="entry"),
    path("s/<str:key>/log/<int:n>/table/", log.table_at, name="table_at"),
    path("s/<str:key>/log/<int:n>/mark/", log.mark, name="mark"),
    path("s/<str:key>/fix/", log.fix, name="fix"),
    path("r/<str:token>/", referee.referee_link, name="referee_link"),
]

urlpatterns = [
    path("healthz", errors.healthz, name="healthz"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("reports/", include("reports.urls")),
    path("", include((pages, "trainer"))),
]
