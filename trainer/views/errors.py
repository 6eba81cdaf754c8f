"""Answers to what cannot be served, in words, and the health check.

A page gets a page; htmx, which swaps no error in, gets the words alone, and app.js shows them above the page.
"""

import errno
import sqlite3
import sys

from django.db import DatabaseError, Error, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from trainer.context_processors import theme_of

#: SQLSTATE of PostgreSQL and words of SQLite -> which trouble it is
FULL = ("53100", "disk is full")
BUSY = ("55P03", "57014", "is locked")
DAMAGED = ("XX001", "XX002", "malformed", "not a database")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from before another sign-in: htmx loads the page anew, everyone else is told to.

    What was typed at a table is kept for sending again, if it came from a page of ours.
    """
    from trainer.views.again import signed_out  # imports this module

    ours = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    if request.method == "POST" and "op" in request.POST and ours:
        return signed_out(request)
    if request.htmx:
        return HttpResponseClientRefresh()
    return render(request, "403_csrf.html", status=403)


def too_many(request: HttpRequest, minutes: int) -> HttpResponse:
    """429: tried too often; the count begins anew after so many minutes."""
    return in_words(request, 429, _("Too many tries"), _("Try again in %(minutes)s minutes.") % {"minutes": minutes})


def too_large(request: HttpRequest, most: int) -> HttpResponse:
    """413: more than `most` bytes were sent; they are not read."""
    text = _("At most %(most)s MB are read. Nothing has changed.") % {"most": most // 2**20}
    return in_words(request, 413, _("The file is too large"), text)


def failed(request: HttpRequest) -> HttpResponse:
    """503 with the cause in words where the disk or the database is it, else 500."""
    match trouble(sys.exc_info()[1]):
        case "full":
            heading = _("The disk is full")
            text = _("Nothing is recorded now; what was recorded before is kept. Free some space and try again.")
        case "busy":
            heading = _("The database is busy")
            text = _(
                "Another program or another entry holds it. This entry is not recorded. Try again in some seconds."
            )
        case "damaged":
            heading = _("The database is damaged")
            text = _("Nothing is recorded now. Restore the last copy: manage.py restore FILE.")
        case "database":
            heading = _("The database does not answer")
            text = _("This entry is not recorded; what was recorded before is kept. Try again in a minute.")
        case _other:
            return HttpResponse(render_to_string("500.html"), status=500)
    return in_words(request, 503, heading, text)


def trouble(error: BaseException | None) -> str:
    """Return which trouble is behind an error: full, busy, damaged, database, or nothing that we know."""
    found = ""
    while error is not None:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return "full"
        if isinstance(error, DatabaseError | sqlite3.Error):
            found = "database" if isinstance(error, OperationalError | InterfaceError) else found
            said = (getattr(error.__cause__, "sqlstate", None) or "", str(error))
            for name, signs in (("full", FULL), ("busy", BUSY), ("damaged", DAMAGED)):
                if any(sign == said[0] or sign in said[1] for sign in signs):
                    return name
        error = error.__cause__ or error.__context__
    return found


def in_words(request: HttpRequest, status: int, heading: str, text: str) -> HttpResponse:
    """Say what is wrong; needs no database and no session."""
    if getattr(request, "htmx", False):
        words = f"{heading}. {text}"
        return HttpResponse(words, status=status, content_type="text/plain; charset=utf-8")
    page = render_to_string(
        "trouble.html", {"status": status, "heading": heading, "text": text, "theme": theme_of(request)}
    )
    return HttpResponse(page, status=status)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 "ok" while the process answers and its database does; else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return HttpResponse("database", status=503, content_type="text/plain")
    return HttpResponse("ok", content_type="text/plain")
