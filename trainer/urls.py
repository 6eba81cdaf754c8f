"""The root URL list: the pages of trainer under its name, the reports, the language switch, the health check."""

from django.contrib.auth.views import LogoutView
from django.urls import include, path

from trainer.views import errors, kits, life, log, referee, referees, setup, signin, wall, workshops

pages = [
    path("", workshops.workshops, name="workshops"),
    path("w/new/", workshops.workshop_new, name="workshop_new"),
    path("w/<str:key>/", workshops.workshop, name="workshop"),
    path("w/<str:key>/edit/", workshops.workshop_edit, name="workshop_edit"),
    path("w/<str:key>/delete/", workshops.workshop_delete, name="workshop_delete"),
    path("w/<str:key>/table/", setup.session_new, name="session_new"),
    path("w/<str:key>/import/", life.import_file, name="session_import"),
    path("s/<str:key>/setup/", setup.setup, name="setup"),
    path("s/<str:key>/setup/kit/", setup.setup_kit, name="setup_kit"),
    path("s/<str:key>/setup/options/", setup.setup_options, name="setup_options"),
    path("s/<str:key>/setup/begin/", setup.setup_begin, name="setup_begin"),
    path("s/<str:key>/setup/referees/", referees.setup_referees, name="setup_referees"),
    path("s/<str:key>/setup/referees/<int:number>/end/", referees.referee_end, name="referee_end"),
    path("s/<str:key>/setup/table/", setup.setup_table, name="setup_table"),
    path("s/<str:key>/kit/", kits.session_kit, name="session_kit"),
    path("s/<str:key>/kit/keep/", kits.session_kit_keep, name="session_kit_keep"),
    path("s/<str:key>/start/", life.start, name="start"),
    path("s/<str:key>/pause/", life.pause, name="pause"),
    path("s/<str:key>/resume/", life.resume, name="resume"),
    path("s/<str:key>/reopen/", life.reopen, name="reopen"),
    path("s/<str:key>/copy/", life.copy, name="copy"),
    path("s/<str:key>/delete/", life.delete, name="session_delete"),
    path("s/<str:key>/export/", life.export, name="export"),
    path("kits/", kits.kit_list, name="kits"),
    path("kits/sample/<str:slug>/", kits.kit_sample, name="kit_sample"),
    path("kits/sample/<str:slug>/file/", kits.sample_file, name="sample_file"),
    path("kits/<int:number>/", kits.kit, name="kit"),
    path("kits/<int:number>/value/", kits.kit_value, name="kit_value"),
    path("kits/<int:number>/change/", kits.kit_change, name="kit_change"),
    path("kits/<int:number>/title/", kits.kit_title, name="kit_title"),
    path("kits/<int:number>/file/", kits.kit_file, name="kit_file"),
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
    path("v/<str:view_key>/", wall.wall, name="wall"),
    path("v/<str:view_key>/phone/", wall.phone, name="phone"),
    path("v/<str:view_key>/phone/<str:code>/", wall.phone, name="phone_team"),
]

urlpatterns = [
    path("healthz", errors.healthz, name="healthz"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("reports/", include("reports.urls")),
    path("", include((pages, "trainer"))),
]
