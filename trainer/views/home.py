"""The first page after sign-in."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


@login_required
def workshops(request: HttpRequest) -> HttpResponse:
    """The workshops of the signed-in trainer."""
    return render(request, "trainer/workshops.html")
