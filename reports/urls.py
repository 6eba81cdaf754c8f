"""Addresses of the reports."""

from django.urls import path

from reports.views import answers, files, page, plan

app_name = "reports"

urlpatterns = [
    path("<str:key>/", page.session, name="session"),
    path("<str:key>/whole/", page.whole, name="whole"),
    path("<str:key>/question/<int:number>/", page.question, name="question"),
    path("<str:key>/question/<int:number>/move/<int:n>/", page.moment, name="moment"),
    path("<str:key>/chart/<str:path>/<str:look>.svg", page.chart, name="chart"),
    path("<str:key>/answer/<str:question>/", answers.answer, name="answer"),
    path("<str:key>/plan/", plan.plan, name="plan"),
    path("<str:key>/plan/order/", plan.order, name="order"),
    path("<str:key>/plan/findings/", plan.findings, name="findings"),
    path("<str:key>/plan/question/<str:question>/", plan.question, name="plan_question"),
    path("<str:key>/plan/dispute/<int:number>/", plan.dispute, name="dispute"),
    path("<str:key>/files/", files.progress, name="progress"),
    path("<str:key>/files/build/", files.build, name="build"),
    path("<str:key>/files/<str:job>/here/", files.build_here, name="build_here"),
    path("<str:key>/files/<str:job>/cancel/", files.cancel, name="cancel"),
    path("<str:key>/files/<str:job>/<str:name>", files.download, name="download"),
]
