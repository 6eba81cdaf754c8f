"""Tables as the workshop page and the list of workshops show them: status, figures, last move, what is missing."""

from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from games import registry
from games.engine.i18n import Words
from games.engine.kit import has_samples
from games.engine.meta import Meta
from trainer.loglines import LogLine, line_of
from trainer.models import LogRow, Mark, RefereeAccess, Session, SessionTeam, Workshop
from trainer.positions import game_of, table_of
from trainer.preparation import Missing, missing_of
from trainer.words import say

#: So many columns of figures fit on a card.
COLUMNS = 2


@dataclass
class Card:
    """One table. `state` is what now in words; `rows` are (seat, team, figures) in seat order."""

    session: Session
    meta: Meta
    state: list[str] = field(default_factory=list)
    columns: list[Words | str] = field(default_factory=list)
    rows: list[tuple[int, SessionTeam, list[int | None]]] = field(default_factory=list)
    last: LogLine | None = None
    missing: Missing | None = None
    sample: bool = False
    fixes: int = 0
    disputes: int = 0

    @property
    def referees(self) -> list[str]:
        """Names of the referees who may record here now."""
        return [access.name for access in self.session.accesses.all()]


def cards_of(workshop: Workshop) -> list[Card]:
    """Return the tables of a workshop with all that their cards show (six queries, however many tables)."""
    sessions = list(with_teams(workshop.sessions.all()).prefetch_related(
        Prefetch("accesses", RefereeAccess.objects.filter(ended_at=None).order_by("pk"))
    ).annotate(fixes=Count("rows", filter=Q(rows__kind="fix"))))  # fmt: skip
    disputes = dict(
        Mark.objects.filter(session__in=sessions, kind=Mark.Kind.DISPUTE, ruling="")
        .values_list("session")
        .annotate(Count("pk"))
    )
    newest = {row.session_id: row for row in LogRow.objects.filter(session__in=sessions, seq=F("session__rev"))}
    found = []
    for session in sessions:
        card = _card(session)
        card.fixes, card.disputes = session.fixes, disputes.get(session.pk, 0)
        if session.pk in newest:
            card.last = line_of(newest[session.pk])
        found.append(card)
    return found


def with_teams(sessions: QuerySet[Session]) -> QuerySet[Session]:
    """Return the sessions with their teams fetched at once."""
    return sessions.prefetch_related(Prefetch("teams", SessionTeam.objects.order_by("seat")))


def state_of(session: Session) -> list[str]:
    """Return what happens at a running table, in words: the round and phase, and whose word it is."""
    try:
        now = game_of(session).now(table_of(session))
    except (msgspec.ValidationError, KeyError):
        return [_("stored by another version of the rules")]
    place = say(now.place)
    return [part for part in (place[:1].lower() + place[1:], say(now.headline)) if part]


def _card(session: Session) -> Card:
    card = Card(session, registry.meta(session.game))
    teams = {team.code: (seat, team) for seat, team in enumerate(session.teams.all(), 1)}
    try:
        if not session.is_started:
            card.missing = missing_of(session)
            card.sample = has_samples(_kit(session))
            card.rows = [(seat, team, []) for seat, team in teams.values()]
            return card
        rules, t = game_of(session), table_of(session)
    except (msgspec.ValidationError, KeyError):
        card.state = [_("stored by another version of the rules")]
        return card
    card.sample = has_samples(t.kit)
    if session.status == Session.Status.FINISHED:
        card.columns = [_("final score")]
        points = {place.team: place.total for place in rules.standings(t)}
        card.rows = [(seat, team, [points[code]]) for code, (seat, team) in teams.items()]
        return card
    card.state = state_of(session)
    # The list of tables is shown to whoever looks at it: nothing that is secret at a table.
    board = rules.board(t, "screen").known()
    card.columns = [label for label, _forecast in board.columns[:COLUMNS]]
    card.rows = [(*teams[row.team], [cell.value for cell in row.cells[:COLUMNS]]) for row in board.rows]
    return card


def _kit(session: Session) -> Any:
    return msgspec.json.decode(session.kit, type=game_of(session).kit_type)
