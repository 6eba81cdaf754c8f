"""What every answer gets: headers for the browser, no caching of personal pages, a session that lasts while in use."""

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.core.exceptions import BadRequest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect

from trainer.access import SignedOut
from trainer.addresses import addresses_now
from trainer.browser_sessions import RENEWED
from trainer.views.again import signed_out
from trainer.views.errors import too_large

GetResponse = Callable[[HttpRequest], HttpResponse]
RENEW_AFTER = 24 * 3600  # seconds; renewing at each request would make every poll a write
#: bytes of any request: a session's file (trainer.transfer.MOST) and what a form has around it
MOST_BODY = 11 * 1024 * 1024
#: bytes of a copy of the database that is restored from the page; larger ones by `manage.py restore`
MOST_COPY = 100 * 1024 * 1024
#: what every browser knows by these names; an unknown one is an error in its console
DEVICES = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone",
           "midi", "payment", "usb")  # fmt: skip
BROWSER_RIGHTS = ", ".join(f"{name}=()" for name in DEVICES)


def own_addresses(get_response: GetResponse) -> GetResponse:
    """A laptop whose network has changed since the start answers under its new address too."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.LAPTOP:
            host = split_domain_port(request.META.get("HTTP_HOST", ""))[0]
            if host not in settings.ALLOWED_HOSTS and host in addresses_now():
                settings.ALLOWED_HOSTS.append(host)
        return get_response(request)

    return middleware


def browser_rights(get_response: GetResponse) -> GetResponse:
    """No page of ours uses camera, place or other devices, and no foreign page may show what is ours."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Permissions-Policy"] = BROWSER_RIGHTS
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return response

    return middleware


def no_nulls(get_response: GetResponse) -> GetResponse:
    """A null character comes from no keyboard, and PostgreSQL stores and compares none: 400, whatever it stands in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        _need_no_null([request.path_info, *request.COOKIES.values()], request.GET)
        return get_response(request)

    def process_view(request: HttpRequest, *view: Any) -> None:
        _need_no_null([], request.POST)

    middleware.process_view = process_view  # type: ignore[attr-defined]
    return middleware


def _need_no_null(texts: list[str], sent: QueryDict) -> None:
    values = (one for name, listed in sent.lists() for one in (name, *listed))
    if any("\0" in text for text in (*texts, *values)):
        raise BadRequest("null character")


def limited_bodies(get_response: GetResponse) -> GetResponse:
    """A body that no form of ours sends is refused before it is read: a stranger must not fill the disk."""

    def middleware(request: HttpRequest) -> HttpResponse:
        size = request.META.get("CONTENT_LENGTH") or "0"
        if size.isdecimal() and int(size) > MOST_BODY and int(size) > _most(request):
            return too_large(request, _most(request))
        return get_response(request)

    return middleware


def _most(request: HttpRequest) -> int:
    is_copy = settings.LAPTOP and request.path == reverse("trainer:copy_restore") and request.user.is_authenticated
    return MOST_COPY if is_copy else MOST_BODY


def htmx_answers(get_response: GetResponse) -> GetResponse:
    """Page and fragment live at one URL (Vary), and a redirect leads the whole page, not a fragment of it.

    A browser follows a redirect by itself, so without this htmx would swap the sign-in page into a panel
    when the session has ended.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.htmx and response.status_code in (301, 302, 303):
            redirect = HttpResponseClientRedirect(response["Location"])
            redirect.cookies = response.cookies
            response = redirect
        patch_vary_headers(response, ["HX-Request"])
        return response

    return middleware


def ended_sign_ins(get_response: GetResponse) -> GetResponse:
    """Who is not signed in (any more) is shown the way in, and what he sent is kept for sending again."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        return signed_out(request) if isinstance(error, SignedOut) else None

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware


def personal_pages(get_response: GetResponse) -> GetResponse:
    """Pages of who has signed in, or came by a referee's link, are kept by no cache: the laptop may be shared.

    Their browser session is renewed once a day, so nobody is thrown out in the middle of one.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # A view that never looked at the session shows nothing personal; looking here would cost it a query.
        if request.session.accessed and request.session.keys():
            response.headers.setdefault("Cache-Control", "no-store")
            if abs(int(time.time()) - request.session.get(RENEWED, 0)) > RENEW_AFTER:
                _renew(request.session)
        return response

    return middleware


def _renew(session: SessionBase) -> None:
    """Let the browser session last from today. Where that cannot be written (a full disk), the page is shown anyway."""
    modified = session.modified
    session[RENEWED] = int(time.time())
    try:
        session.save()
    except (OperationalError, UpdateError):
        session.modified = modified
