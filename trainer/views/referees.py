"""Referees of one table: links given out by the trainer, seen and ended by him."""

from base64 import urlsafe_b64encode

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from trainer.access import access_issue, session_for, user_of
from trainer.addresses import address_of, is_local
from trainer.forms.workshops import RefereeForm
from trainer.models import Session
from trainer.once import new_op, once
from trainer.recording import writing
from trainer.views.setup import page


@require_http_methods(["GET", "POST"])
@login_required
def setup_referees(request: HttpRequest, key: str) -> HttpResponseBase:
    """The links to this table; a new one is shown once, as an address and as a QR code."""
    session = session_for(request, key)
    if request.method != "POST":
        return _page(request, session)
    form = RefereeForm(request.POST)
    if not form.is_valid():
        return _page(request, session, 422, form=form)
    user = user_of(request)
    token = urlsafe_b64encode(once(user, request.POST.get("op", ""), 18)).decode()
    with writing():
        access_issue(session, form.cleaned_data["name"], user, token)
    address = address_of(request, reverse("trainer:referee_link", args=[token]))
    qr = segno.make(address, micro=False).svg_data_uri(scale=6, border=3, light="#fff")
    issued = {"name": form.cleaned_data["name"], "address": address, "qr": qr, "local": is_local(address)}
    # The form on this page is for the next referee: with the op of this one it would give out the same link.
    return _page(request, session, issued=issued, op=new_op())


@require_POST
@login_required
def referee_end(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """End one link: its bearer's next request is refused."""
    access = get_object_or_404(session_for(request, key).accesses, pk=number)
    if access.ended_at is None:
        access.ended_at = timezone.now()
        with writing():
            access.save(update_fields=["ended_at"])
        messages.success(request, _("The link is ended."))
    return redirect("trainer:setup_referees", key)


def _page(request: HttpRequest, session: Session, status: int = 200, **more: object) -> HttpResponse:
    accesses = session.accesses.order_by("-pk")
    return page(request, session, "referees", status, accesses=accesses, **more)
