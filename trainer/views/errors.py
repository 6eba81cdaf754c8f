"""Answers to what cannot be served, and the health check."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from before another sign-in: htmx loads the page anew, everyone else is told to."""
    if request.htmx:
        return HttpResponseClientRefresh()
    return render(request, "403_csrf.html", status=403)


def too_many(request: HttpRequest) -> HttpResponse:
    """429: tried too often."""
    return render(request, "429.html", status=429)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 "ok" while the process answers and its database does; else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database", status=503, content_type="text/plain")
    return HttpResponse("ok", content_type="text/plain")
