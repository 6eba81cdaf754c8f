"""What the referee's screen shows: one context for the page, its fragments and its answers."""

import uuid
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from games.engine import fields as f
from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.kit import has_samples
from games.engine.offers import offers, tried
from games.engine.refusal import Refusal
from trainer.access import Seat
from trainer.forms.moves import MoveForm, key_of
from trainer.loglines import LogLine, log_lines, undo_line
from trainer.models import LogRow, Session
from trainer.positions import game_of, table_of
from trainer.words import say

#: Offers made from the log pane or the table's menu instead of the row of buttons.
LOG_ACTIONS = ("undo", "redo")


@dataclass
class Button:
    """An offer as a button: posts at once when nothing is asked, else opens its form."""

    offer: f.Offer
    why: str = ""
    number: int = 0

    @property
    def asks(self) -> bool:
        """Whether a form has to be opened first."""
        return bool(self.offer.fields) or len(self.offer.actors) > 1 or bool(self.why)


@dataclass
class Group:
    """Buttons that belong together: `key` is the msgid of the label, `aside` what is seldom needed."""

    key: str
    label: str
    buttons: list[Button] = field(default_factory=list)

    @property
    def aside(self) -> bool:
        """Whether the group is folded away."""
        return self.key == f.ASIDE


@dataclass
class Open:
    """The form of one offer, opened in the desk."""

    offer: f.Offer
    form: MoveForm
    actor: str
    refusal: Words | None = None
    code: str = ""
    clause: str = ""
    rule: str = ""


@dataclass
class Clash:
    """A request that was not recorded since the table went on, or since its form was recorded before."""

    rows: list[LogLine]
    mine: str
    post: list[tuple[str, str]]
    again: bool


def row_context(t: Any, game: Game[Any]) -> list[dict[str, Any]]:
    """Return the teams' rows with team, seat and cells."""
    board = game.board(t)
    by_id = {team.id: (seat, team) for seat, team in enumerate(t.teams, 1)}
    now = game.now(t).team
    return [
        {"row": row, "seat": by_id[row.team][0], "team": by_id[row.team][1], "now": row.team == now}
        for row in board.rows
    ]


def table_context(seat: Seat, t: Any | None = None) -> dict[str, Any]:
    """Return all that the screen of a running table shows, without the desk."""
    session = seat.session
    game = game_of(session)
    t = t if t is not None else table_of(session)
    now = game.now(t)
    lines = log_lines(session, 40)
    undo = undo_line(lines)
    teams = {team.id: (number, team) for number, team in enumerate(t.teams, 1)}
    finished = game.finished(t)
    return {
        "seat": seat, "session": session, "game": game, "meta": game.meta, "t": t, "now": now,
        "now_team": teams.get(now.team), "board": game.board(t), "rows": row_context(t, game), "lines": lines,
        "undo": undo, "can_redo": _can_redo(session, lines), "sample": has_samples(t.kit), "finished": finished,
        "standings": [(place, *teams[place.team]) for place in sorted(game.standings(t), key=lambda p: p.rank)]
        if finished else [],
        "team_list": list(enumerate(t.teams, 1)), "panel": game.panel(t), "panel_template": f"games/{session.game}/panel.html",
        "teams_template": [f"games/{session.game}/teams.html", "table/_teams_inner.html"],
        "desk_template": [f"games/{session.game}/desk.html", "table/_groups.html"],
        "op": uuid.uuid4(), "rev": session.rev, "opened_at": timezone.now().isoformat(),
    }  # fmt: skip


def _can_redo(session: Session, lines: list[LogLine]) -> bool:
    """Whether the newest row is an undo, so that it can be brought back (a move ends that)."""
    return bool(lines) and lines[0].kind == "undo"


def desk_context(
    context: dict[str, Any], opened: Open | None = None, clash: Clash | None = None, way: str = ""
) -> dict[str, Any]:
    """Add the desk: the buttons of what may be recorded, or one opened form, or a clash.

    `way` is how this referee likes to record where a game's panel knows several ways.
    """
    context["opened"] = opened
    context["clash"] = clash
    context["groups"] = [] if opened or clash or not _records(context) else groups(context["game"], context["t"])
    context["expected"] = _expected(context["game"], context["groups"]) if "refusal" not in context else None
    context["picks"] = _picks(opened or context["expected"])
    ways = getattr(context["panel"], "ways", [])
    context["ways"] = [group for group in context["groups"] if group.key in ways]
    context["way"] = way if way in ways else getattr(context["panel"], "way", "")
    return context


def _expected(game: Game[Any], found: list[Group]) -> Open | None:
    """Open the form of the one expected action if it asks something: a tap less. Its button is taken away."""
    main = [(group, button) for group in found for button in group.buttons if button.offer.main and not button.why]
    if len(main) != 1 or not main[0][1].offer.fields:
        return None
    group, button = main[0]
    group.buttons.remove(button)
    return open_form(game, button.offer)


def _picks(opened: Open | None) -> list[str]:
    """Return the sectors an open form lets choose: a panel with a map marks them."""
    if opened is None:
        return []
    return [
        option.value
        for field in opened.offer.fields
        if field.name == "sector" and isinstance(field, (f.Choice, f.Card))
        for option in field.options
        if option.refusal is None
    ]


def _records(context: dict[str, Any]) -> bool:
    return context["session"].status == Session.Status.RUNNING


def groups(game: Game[Any], t: Any) -> list[Group]:
    """Return the offers as groups of buttons; numbered for the keyboard."""
    found: dict[str, Group] = {}
    number = 0
    for offer in offers(game, t):
        key = offer.group if isinstance(offer.group, str) else offer.group.id
        group = found.setdefault(key, Group(key, say(Words(key)) if key else ""))
        number += 1
        why = say(game.words(offer.refusal)) if offer.refusal else ""
        group.buttons.append(Button(offer, why, number))
    return list(found.values())


def find_offer(game: Game[Any], t: Any, move: str, fixed: str) -> f.Offer | None:
    """Return the candidate with this move and these fixed parameters (JSON as sent), tried."""
    for offer in game.candidates(t):
        if offer.move == move and key_of(offer.fixed) == (fixed or "{}"):
            return tried(game, t, offer)
    return None


def open_form(game: Game[Any], offer: f.Offer, actor: str = "", data: Any = None, refusal: Refusal | f.Refused | None = None) -> Open:
    """Return the opened form of an offer, with the refusal it met (or would meet)."""
    form = MoveForm(offer, data)
    found = refusal or offer.refusal
    if found is None:
        return Open(offer, form, actor or offer.actors[0])
    rule = game.rule(found.code)
    return Open(offer, form, actor or offer.actors[0], game.words(found), found.code, rule.clause, rule.rule)


def clash_of(session: Session, rows: list[LogRow], mine: str, post: list[tuple[str, str]], again: bool) -> Clash:
    """Return a clash: what stands in the log, beside what was not recorded."""
    seqs = {row.seq for row in rows}
    lines = [line for line in log_lines(session, 40) if line.n in seqs]
    return Clash(lines, mine, post, again)
