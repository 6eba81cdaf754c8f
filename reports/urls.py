"""Addresses of the reports."""

from django.urls import path

from reports.views import files, page

app_name = "reports"

urlpatterns = [
    path("<str:key>/", page.session, name="session"),
    path("<str:key>/files/", files.progress, name="progress"),
    path("<str:key>/files/build/", files.build, name="build"),
    path("<str:key>/files/<str:job>/here/", files.build_here, name="build_here"),
    path("<str:key>/files/<str:job>/cancel/", files.cancel, name="cancel"),
    path("<str:key>/files/<str:job>/<str:name>", files.download, name="download"),
]
