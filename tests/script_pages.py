"""A page with one htmx panel, to test app.js on: URL list of tests/test_script.py."""

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

PAGE = """{% extends "base.html" %}{% block title %}Test{% endblock %}{% block main %}
<main><input id="beside" aria-label="Beside">{{ panel }}
<button data-dialog="sheet">Open sheet</button>
<dialog id="sheet" aria-label="Sheet"><button data-close>Close sheet</button></dialog></main>{% endblock %}"""
PANEL = """<section id="panel"{% if told %} data-announce="{{ told }}"{% endif %}><h2>Panel</h2>
<form method="post" action="/panel/" hx-post="/panel/" hx-target="#panel" hx-swap="outerHTML">{% csrf_token %}
<input id="sum" name="sum" aria-label="Sum" value="{{ sum }}"{% if wrong %} aria-invalid="true"{% endif %}>
<button id="bid" name="do" value="bid">Bid</button><button id="pass" name="do" value="pass">Pass</button>
{% if not last %}<button id="last" name="do" value="last">Last</button>{% endif %}
<button id="fail" name="do" value="fail">Fail</button></form></section>"""


def render(text: str, request: HttpRequest, **context: object) -> str:
    return engines["django"].from_string(text).render(context, request)


def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse(render(PAGE, request, panel=render(PANEL, request)))


def panel(request: HttpRequest) -> HttpResponse:
    """`bid` refuses, `pass` records, `last` records and takes its own button away, `fail` breaks."""
    do = request.POST["do"]
    if do == "fail":
        return HttpResponse("broken", status=500)
    wrong = do == "bid"
    text = render(PANEL, request, wrong=wrong, sum=request.POST["sum"], told=f"done: {do}", last=do == "last")
    return HttpResponse(text, status=422 if wrong else 200)


urlpatterns = [path("page/", page), path("panel/", panel), path("", include("trainer.urls"))]
