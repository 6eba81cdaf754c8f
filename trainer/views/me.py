"""The signed-in trainer's own page: where he is signed in, and the way out everywhere."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from trainer.access import user_of
from trainer.browser_sessions import end_all_sign_ins, end_sign_in, open_sign_ins
from trainer.recording import writing


@require_safe
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """Open sign-ins; the ways to the password and, on a laptop, to the copies."""
    keeps = settings.LAPTOP and user_of(request).keeps_copies
    return render(request, "registration/me.html", {"sign_ins": open_sign_ins(request), "keeps_copies": keeps})


@require_POST
@login_required
def signins_end(request: HttpRequest) -> HttpResponse:
    """End one sign-in (`mark`), or without it all of them, this one too."""
    mark = request.POST.get("mark", "")
    with writing():
        if not mark:
            end_all_sign_ins(user_of(request))
        elif not end_sign_in(request, mark):
            raise Http404
    if not mark:
        logout(request)
        messages.success(request, _("Signed out everywhere."))
        return redirect("trainer:signin")
    messages.success(request, _("That sign-in is ended."))
    return redirect("trainer:me")
