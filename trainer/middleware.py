"""What every answer gets: htmx headers, no caching of signed-in pages, a session that lasts while it is used."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect

GetResponse = Callable[[HttpRequest], HttpResponse]
RENEW_AFTER = 24 * 3600  # seconds; renewing at each request would make every poll a write
RENEWED = "renewed"


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


def personal_pages(get_response: GetResponse) -> GetResponse:
    """Pages of who has signed in, or came by a referee's link, are kept by no cache: the laptop may be shared.

    Their browser session is renewed once a day, so nobody is thrown out in the middle of one.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # A view that never looked at the session shows nothing personal; looking here would cost it a query.
        if request.session.accessed and request.session.keys():
            response.headers.setdefault("Cache-Control", "no-store")
            now = int(time.time())
            if now - request.session.get(RENEWED, 0) > RENEW_AFTER:
                request.session[RENEWED] = now
        return response

    return middleware
