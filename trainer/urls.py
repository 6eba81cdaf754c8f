"""The root URL list: the pages of trainer under its name, the reports, the language switch, the health check."""

from django.contrib.auth.views import LogoutView
from django.urls import include, path

from trainer.views import errors, home, signin

pages = [
    path("", home.workshops, name="workshops"),
    path("signin/", signin.SignIn.as_view(), name="signin"),
    path("in/<str:token>/", signin.link, name="link"),
    path("signout/", LogoutView.as_view(), name="signout"),
    path("password/", signin.password, name="password"),
]

urlpatterns = [
    path("healthz", errors.healthz, name="healthz"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("reports/", include("reports.urls")),
    path("", include((pages, "trainer"))),
]
