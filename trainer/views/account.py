"""The account of a team: all that came and went, with the entries that did it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.replay import play_on
from games.engine.table import Step
from trainer.access import started_seat
from trainer.correcting import Log
from trainer.screen import table_context
from trainer.views.log import posting_row


@require_safe
def account(request: HttpRequest, key: str, code: str) -> HttpResponseBase:
    """Everything that came to a team and went from it, newest first: «откуда эти 16 000?»."""
    seat = started_seat(request, key)
    context = table_context(seat)
    item = next((one for one in context["rows"] if one["team"].id == code), None)
    if item is None:
        raise Http404
    log = Log(seat.session)
    found: list[dict[str, Any]] = []

    def see(step: Step, t: Any) -> None:
        mine = [posting for posting in step.postings if code in (posting.from_, posting.to)]
        if not mine:
            return
        rows = [{**posting_row(log, t, one), "plus": one.to == code} for one in mine]
        cells = next(row.cells for row in log.game.board(t).rows if row.team == code)
        left = cells[0].value if cells else None
        found.append({"n": step.n, "words": log.game.tell(t, step), "postings": rows, "left": left})

    play_on(log.game, log.after(0), log.stand.entries, see)
    return render(request, "table/account.html", context | {"item": item, "found": found[::-1]})
