"""Page one of a report, for somebody who was not there: who won, when the leader changed, three findings, limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.evidence import Findings, Lines, Series, Table
from games.engine.game import Standing as Place
from reports.debrief import Edits, Finding, MoveLine, Summary, TeamFacts, Turning
from reports.replayed import Pass
from reports.words import listing, number

FINDINGS = 3
#: more rounds than this stand under a chart as bare numbers
MOST_NAMED = 7

#: per step: its line, the sole leader after it (or ""), the totals
Trail = Sequence[tuple[MoveLine, str, dict[str, int]]]
#: per round that was played: its number, the totals at its end
Rounds = Sequence[tuple[int, dict[str, int]]]


def summary(seen: Pass, found: Findings, teams: Sequence[TeamFacts], edits: Edits, status: str, badge: str) -> Summary:
    """Return page one in the active language; `found` is already in words."""
    names = {team.id: team.name for team in teams}
    turning = turnings(seen.trail, seen.rounds)
    limits = [_("This is one game, not an assessment of people.")]
    if status == "running":
        limits.append(_("The game is not over, so the places may still change."))
    limits += [sentence(str(caveat)) for caveat in found.caveats]
    if badge:
        limits.append(_("Figures on the cards are invented for training and are not those of the box."))
    lead = edits.lead or _lead(seen, len(teams))
    proposed = proposed_findings(found, effect_word(seen, found))
    chosen = [Finding(one.head, one.text, one.moves) for one in edits.findings] or proposed
    chart = _score_chart(seen, found, turning, names)
    return Summary(winner(seen.places, names, status), lead, turning, chart, chosen, limits, proposed)


def winner(places: Sequence[Place], names: Mapping[str, str], status: str) -> str:
    """Return who won and by what, as one sentence."""
    ordered = sorted(places, key=lambda place: place.rank)
    first = [place for place in ordered if place.rank == 1]
    rest = listing([number(place.total) for place in ordered if place.rank > 1])
    values = {"names": listing([names[place.team] for place in first]), "points": number(first[0].total), "rest": rest}
    if status == "running":
        head = _("Not finished. In front: %(names)s, %(points)s")
    elif len(first) > 1:
        head = _("A draw: %(names)s, %(points)s each")
    else:
        head = _("Victory: %(names)s, %(points)s")
    return (head + (_(" against %(rest)s") if rest else "")) % values


def _lead(seen: Pass, teams: int) -> str:
    rounds, moves = len(seen.rounds), len(seen.moves)
    parts = [
        ngettext("%(n)s team", "%(n)s teams", teams) % {"n": teams},
        ngettext("%(n)s move", "%(n)s moves", moves) % {"n": number(moves)},
    ]
    if rounds > 1:
        parts.insert(1, ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds})
    return _("At the table: %(what)s.") % {"what": ", ".join(parts)}


def turnings(trail: Trail, rounds: Rounds) -> list[Turning]:
    """Return the changes of the leader, looked at when a round ends: inside a round the score goes up and down.

    The entry is the one at which the new leader took the lead he had at the end of the round. A game that has only
    one round is looked at after every step.
    """
    ends = {number for number, _totals in rounds}
    whole = len(ends) > 1
    found: list[Turning] = []
    leader, leads = "", ""
    since: MoveLine | None = None
    taken: dict[str, int] = {}
    for at, (line, first, totals) in enumerate(trail):
        if first and first != leads:
            leads, since, taken = first, line, totals
        last_of_round = at + 1 == len(trail) or trail[at + 1][0].round != line.round
        if whole and not last_of_round:
            continue
        if leads and first == leads and leads != leader:
            if leader and since is not None:
                found.append(Turning(since.n, since.round, leads, leader, since.words, taken))
            leader = leads
    return found


def _score_chart(seen: Pass, found: Findings, turning: list[Turning], names: Mapping[str, str]) -> Lines | None:
    """Return the score round by round: the game's own chart of it if it drew one, else one of the totals."""
    if len(seen.rounds) < 2:
        return None
    title = _turning_title(seen, turning, names, round_word(seen, found))
    own = _own_chart(seen, found)
    if own is not None:
        return msgspec.structs.replace(own, title=title)
    return Lines(
        title=title,
        measure=_("Score if the game had ended after this round"),
        axis=_("round"),
        points=[str(n) if len(seen.rounds) > MOST_NAMED else _("round %(n)s") % {"n": n} for n, _totals in seen.rounds],
        series=[
            Series(names[place.team], [totals.get(place.team) for _n, totals in seen.rounds], place.team)
            for place in seen.places
        ],
    )


def _own_chart(seen: Pass, found: Findings) -> Lines | None:
    """Return the game's chart of the score: the lines that end at the final totals."""
    final = {place.team: place.total for place in seen.places}
    for piece in found.course:
        if isinstance(piece, Lines) and not piece.stacked and len(piece.points) > 1:
            last = {series.team: series.values[-1] for series in piece.series if series.values}
            if last == final:
                return piece
    return None


def round_word(seen: Pass, found: Findings) -> str:
    """Return what this game calls a round («цикл», «ход»): the axis of its score, if that goes round by round."""
    own = _own_chart(seen, found)
    # A chart may begin with a point before the first round.
    if own is not None and own.axis and len(own.points) - len(seen.rounds) in (0, 1):
        word = str(own.axis)
        return word[:1].lower() + word[1:]
    return _("round")


def effect_word(seen: Pass, found: Findings) -> str:
    """Return what the effect of a moment is counted in: the column of the result that holds the totals names it."""
    words = _("effect on the result")
    final = {place.team: place.total for place in seen.places}
    for piece in found.results:
        if not isinstance(piece, Table):
            continue
        team = next((at for at, one in enumerate(piece.columns) if one.kind == "team"), None)
        for at, column in reversed(list(enumerate(piece.columns))):
            if team is not None and {row[team]: row[at] for row in piece.rows if row[team]} == final:
                label = f"{column.label}, {column.unit}" if column.unit else str(column.label)
                return f"{words}, {label[:1].lower()}{label[1:]}"
    return words


def _turning_title(seen: Pass, turning: list[Turning], names: Mapping[str, str], word: str) -> str:
    if not turning:
        first = [place.team for place in seen.places if place.rank == 1]
        return _("No change of the leader from round to round: %(name)s") % {
            "name": listing([names[team] for team in first])
        }
    last = turning[-1]
    ends = dict(seen.rounds)
    numbers = [n for n, _totals in seen.rounds]
    values = {"round": f"{word} {last.round}", "name": names[last.team], "before": names[last.before]}
    at = numbers.index(last.round) if last.round in numbers else 0
    if at:
        was, now = ends[numbers[at - 1]][last.before], ends[last.round][last.before]
        if now < was:
            values |= {"was": number(was), "now": number(now)}
            return _("Turning point: %(round)s, %(before)s %(was)s → %(now)s, %(name)s leads") % values
    return _("Turning point: %(round)s, %(name)s leads instead of %(before)s") % values


def proposed_findings(found: Findings, effect: str) -> list[Finding]:
    """Return the key moments with the largest effect on the final score, one an entry; `effect` says what of.

    The largest of each kind come before the others: three times the same tells less.
    """
    chosen: list[Finding] = []
    taken: set[int] = set()
    ordered = sorted(found.moments, key=lambda one: -abs(one.effect))
    firsts = {moment.kind: moment for moment in reversed(ordered) if moment.kind}
    ordered.sort(key=lambda one: not one.effect or (bool(one.kind) and firsts[one.kind] is not one))
    for moment in ordered:
        if moment.n in taken:
            continue
        taken.add(moment.n)
        text = ""
        if moment.effect:
            places = 0 if float(moment.effect).is_integer() else 1
            text = sentence(f"{effect[:1].upper()}{effect[1:]}: {number(moment.effect, places, sign=True)}")
        chosen.append(Finding(sentence(str(moment.words)), text, [moment.n]))
        if len(chosen) == FINDINGS:
            break
    return chosen


def sentence(text: str) -> str:
    """Return a text with a full stop if it has no mark at its end."""
    return text if not text or text.rstrip("»“”\"')")[-1:] in ".!?…" else f"{text}."
