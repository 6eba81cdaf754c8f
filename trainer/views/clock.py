"""The round timer and the pause, from the menu of the table. The end is a moment of the server, never counted down."""

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.engine.paths import natural
from trainer.access import seat_for
from trainer.models import Session
from trainer.recording import writing
from trainer.sessions import session_pause

MOST_MINUTES = 600


@require_POST
def clock(request: HttpRequest, key: str) -> HttpResponseBase:
    """Start, stop, continue or remove the timer of a table."""
    session = seat_for(request, key).session
    do, minutes = request.POST.get("do", ""), natural(request.POST.get("minutes", "")) or 0
    with writing():
        locked = Session.objects.select_for_update().get(pk=session.pk)
        now = timezone.now()
        left = locked.clock_left
        if locked.clock_ends_at is not None:
            left = max(0, round((locked.clock_ends_at - now).total_seconds()))
        match do:
            case "start" if 0 < minutes <= MOST_MINUTES:
                locked.clock_ends_at, locked.clock_left = now + timedelta(minutes=minutes), None
            case "stop" if locked.clock_ends_at is not None:
                locked.clock_ends_at, locked.clock_left = None, left
            case "go" if locked.clock_left is not None:
                locked.clock_ends_at, locked.clock_left = now + timedelta(seconds=locked.clock_left), None
            case "off":
                locked.clock_ends_at = locked.clock_left = None
            case "start" | "stop" | "go":
                pass
            case _:
                raise Http404
        locked.save(update_fields=["clock_ends_at", "clock_left"])
    return redirect("trainer:referee", key)


@require_POST
def pause_here(request: HttpRequest, key: str) -> HttpResponseBase:
    """Pause the table and stay at it; only the trainer pauses."""
    seat = seat_for(request, key)
    if seat.role != "trainer":
        raise Http404
    session_pause(seat.session)
    return redirect("trainer:referee", key)
