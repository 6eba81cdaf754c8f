"""The page of the copies: make one, choose a second folder, restore."""

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
from trainer.words import say

#: bytes; a day of workshops is a few megabytes
LARGEST = 500 * 1024 * 1024


def _laptop_only() -> None:
    """On a server the database belongs to everybody: no single trainer copies or restores it."""
    if not settings.LAPTOP or not copies.are_possible():
        raise Http404


@login_required
@require_http_methods(["GET", "POST"])
def copies_page(request: HttpRequest) -> HttpResponseBase:
    """List the copies; POST makes one now or chooses the second folder."""
    _laptop_only()
    if request.method == "POST":
        try:
            if "folder" in request.POST:
                copies.choose_folder(request.POST["folder"])
                messages.success(request, _("The folder is remembered."))
            else:
                copies.copy_now("hand")
                messages.success(request, _("A copy is made."))
        except (OSError, sqlite3.Error) as error:
            messages.error(request, _("No copy: %(error)s") % {"error": error})
        return redirect("trainer:copies")
    second = copies.second_folder()
    context = {"copies": copies.copies(), "folder": second or "", "home": copies.home()}
    return render(request, "trainer/copies.html", context)


@login_required
@require_safe
def copy_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """Download a copy."""
    _laptop_only()
    return FileResponse(_path(name).open("rb"), as_attachment=True, filename=name)


@login_required
@require_POST
def copy_restore(request: HttpRequest) -> HttpResponseBase:
    """Restore a listed copy, or an uploaded one. What was there before is copied first."""
    _laptop_only()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "upload.sqlite3"
        upload = request.FILES.get("file")
        if upload is not None:
            if upload.size > LARGEST:
                messages.error(request, _("Not restored: the file is too large."))
                return redirect("trainer:copies")
            with path.open("wb") as target:
                for chunk in upload.chunks():
                    target.write(chunk)
        else:
            path = _path(request.POST.get("name", ""))
        try:
            copies.restore(path)
        except copies.NotACopy as refused:
            messages.error(request, _("Not restored. %(reason)s") % {"reason": say(refused.words)})
            return redirect("trainer:copies")
    return redirect("trainer:signin")


def _path(name: str) -> Path:
    if not copies.NAME.match(name):
        raise Http404
    path = copies.home() / name
    if not path.is_file():
        raise Http404
    return path
