"""Addresses of the reports."""

from django.urls import path

from reports.views import edits, files, page

app_name = "reports"

urlpatterns = [
    path("<str:key>/", page.session, name="session"),
    path("<str:key>/whole/", page.whole, name="whole"),
    path("<str:key>/question/<int:number>/", page.question, name="question"),
    path("<str:key>/chart/<str:path>/<str:theme>.svg", page.chart, name="chart"),
    path("<str:key>/answer/<str:question>/", edits.answer, name="answer"),
    path("<str:key>/plan/", edits.plan, name="plan"),
    path("<str:key>/dispute/<int:number>/", edits.dispute, name="dispute"),
    path("<str:key>/files/", files.progress, name="progress"),
    path("<str:key>/files/build/", files.build, name="build"),
    path("<str:key>/files/<str:job>/here/", files.build_here, name="build_here"),
    path("<str:key>/files/<str:job>/cancel/", files.cancel, name="cancel"),
    path("<str:key>/files/<str:job>/<str:name>", files.download, name="download"),
]
