"""What every page knows: the theme, htmx's settings, the token of its forms."""

import json

from django.http import HttpRequest

THEMES = ("light", "dark")
THEME_COOKIE = "theme"

# htmx 2. Only 2xx, 409 (stale) and 422 (refused) are swapped in; app.js tells about all other errors.
HTMX_CONFIG = json.dumps(
    {
        "allowEval": False,
        "allowScriptTags": False,
        "includeIndicatorStyles": False,
        "historyCacheSize": 0,
        "refreshOnHistoryMiss": True,
        "historyRestoreAsHxRequest": False,
        "selfRequestsOnly": True,
        "timeout": 15000,
        "responseHandling": [
            {"code": "204", "swap": False},
            {"code": "[23]..", "swap": True},
            {"code": "409|422", "swap": True},
            {"code": "[45]..", "swap": False, "error": True},
        ],
    }
)


def theme_of(request: HttpRequest) -> str:
    """Return light or dark, from the cookie that app.js writes."""
    theme = request.COOKIES.get(THEME_COOKIE)
    return theme if theme in THEMES else THEMES[0]


def page(request: HttpRequest) -> dict[str, str]:
    """`theme` and `htmx_config` (JSON)."""
    return {"theme": theme_of(request), "htmx_config": HTMX_CONFIG}


def form_token(request: HttpRequest) -> dict[str, str]:
    """`csrf_token` of an answer to a form: it goes on with the one that came and was found good.

    Any other page gets Django's. That is drawn by 32 system calls, at each of which another thread of the process may
    step in: under load a twentieth of an answer.
    """
    sent = request.POST.get("csrfmiddlewaretoken", "") if request.method == "POST" else ""
    found_good = getattr(request, "csrf_processing_done", False)
    anew = request.META.get("CSRF_COOKIE_NEEDS_UPDATE", False)  # a sign-in has just changed the secret behind it
    return {"csrf_token": sent} if sent and found_good and not anew else {}
