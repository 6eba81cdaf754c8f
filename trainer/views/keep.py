"""The page of the copies: make one, choose a second folder, restore. Only for the one whose laptop it is."""

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trainer import copies
from trainer.access import user_of
from trainer.views.errors import trouble
from trainer.words import say


def _laptop_only(request: HttpRequest) -> None:
    """A copy holds the data of all trainers: none on a server, on a laptop only its own one."""
    if not settings.LAPTOP or not copies.are_possible() or not user_of(request).keeps_copies:
        raise Http404


@login_required
@require_http_methods(["GET", "POST"])
def copies_page(request: HttpRequest) -> HttpResponseBase:
    """List the copies; POST makes one now or chooses the second folder."""
    _laptop_only(request)
    if request.method == "POST":
        try:
            if "folder" in request.POST:
                copies.choose_folder(request.POST["folder"])
                messages.success(request, _("The folder is remembered."))
            else:
                copies.copy_now("hand")
                messages.success(request, _("A copy is made."))
        except (OSError, sqlite3.Error) as error:
            cause = _("the disk is full") if trouble(error) == "full" else error
            messages.error(request, _("No copy: %(error)s") % {"error": cause})
        return redirect("trainer:copies")
    second = copies.second_folder()
    context = {
        "copies": copies.copies(), "folder": second or "", "home": copies.home(), "late": copies.late(),
        "not_on_second": copies.missing_on_second(),
    }  # fmt: skip
    return render(request, "trainer/copies.html", context)


@login_required
@require_safe
def copy_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """Download a copy."""
    _laptop_only(request)
    return FileResponse(_path(name).open("rb"), as_attachment=True, filename=name)


@login_required
@require_POST
def copy_restore(request: HttpRequest) -> HttpResponseBase:
    """Restore a listed copy, or an uploaded one. What was there before is copied first."""
    _laptop_only(request)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "upload.sqlite3"
        upload = request.FILES.get("file")
        if upload is not None:
            with path.open("wb") as target:
                for chunk in upload.chunks():
                    target.write(chunk)
        else:
            path = _path(request.POST.get("name", ""))
        try:
            copies.restore(path)
        except copies.NotACopy as refused:
            messages.error(request, _("Not restored. %(reason)s") % {"reason": say(refused.words)})
        else:
            messages.success(request, _("Restored. What was there before is the newest copy."))
    return redirect("trainer:copies")


def _path(name: str) -> Path:
    if not copies.NAME.match(name):
        raise Http404
    path = copies.home() / name
    if not path.is_file():
        raise Http404
    return path
