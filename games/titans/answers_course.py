"""Evidence on money, intentions, effects, the lead and time: questions D6, D7, D9, D10, D11."""

from __future__ import annotations

from games.engine.evidence import Bars, Column, Evidence, Fact, Lines, Matrix, Series, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.titans.answers_common import MOVE, TEAM, TURN
from games.titans.answers_staff import turn_labels
from games.titans.gather import Chronicle
from games.titans.state import TitansTable
from games.titans.words import ACTION_WORDS

_DECISIONS: dict[str, str] = {
    "reveal_actions": _("actions"),
    "reveal_pledges": _("pledges"),
    "reveal_claims": _("tenders wanted"),
    "reveal_bids": _("bids"),
}


def answers(chronicle: Chronicle, t: TitansTable) -> dict[str, list[Evidence]]:
    """Return the evidence of the five questions."""
    return {
        "D6": cash(chronicle, t),
        "D7": intentions(chronicle, t),
        "D9": effects(chronicle, t),
        "D10": lead(chronicle, t),
        "D11": times(chronicle, t),
    }


# ---- D6 ---------------------------------------------------------------------------------------


def cash(chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return the money at the end of each turn, and when it could have bought a card."""
    ends = chronicle.turns
    if not ends:
        return []
    series = [Series(team.name, [end.cash[team.id] for end in ends], team.id) for team in t.teams]
    lines = Lines(
        title=Words(_("Money at the end of each turn")), axis=TURN, points=turn_labels(chronicle), series=series
    )
    columns = [
        Column(TEAM, "team"),
        Column(Words(_("mean")), "number", 2),
        Column(Words(_("most")), "number"),
        Column(Words(_("turns with money for a card and no “buy”")), "number"),
    ]
    idle = [side for _n, _turn, side, _have, _price in chronicle.idle]
    rows: list[list[object]] = []
    for team in t.teams:
        held = [end.cash[team.id] for end in ends]
        rows.append([team.id, round(sum(held) / len(held), 2), max(held), idle.count(team.id)])
    return [lines, Table(title=Words(_("Money that lay idle")), columns=columns, rows=rows)]


# ---- D7 ---------------------------------------------------------------------------------------


def intentions(chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return which actions were chosen, where several met, and what was wasted."""
    if not chronicle.choices:
        return []
    counts = [
        [sum(action in chosen.get(team.id, ()) for chosen in chronicle.choices.values()) for action in ACTION_WORDS]
        for team in t.teams
    ]
    matrix = Matrix(
        title=Words(_("How often each action was chosen")),
        rows=[team.name for team in t.teams],
        columns=[Words("%(n)s. %(action)s", {"n": n, "action": words}) for n, words in ACTION_WORDS.items()],
        values=[[*row] for row in counts],
    )
    met = sum(sum(4 in actions for actions in chosen.values()) > 1 for chosen in chronicle.choices.values())
    same = [claims for _n, _turn, claims, _free in chronicle.claims if len(claims) > len(set(claims.values()))]
    fact = Fact(
        title=Words(_("Meeting on tenders")),
        figures=[
            (Words(_("turns in which several chose action 4")), met, ""),
            (Words(_("of them with claims for the same tender")), len(same), ""),
        ],
    )
    columns = [
        Column(TURN, "number"),
        *(Column(team.name) for team in t.teams),
    ]
    rows: list[list[object]] = [
        [turn, *("+".join(map(str, chosen.get(team.id, ()))) or "–" for team in t.teams)]
        for turn, chosen in chronicle.choices.items()
    ]
    by_turn = Table(title=Words(_("Actions chosen, turn by turn")), columns=columns, rows=rows)
    wasted = [
        Column(TEAM, "team"),
        Column(Words(_("wasted: nothing else was possible")), "number"),
        Column(Words(_("given up of one's own will")), "number"),
    ]
    skips = [
        [
            team.id,
            sum(skip.side == team.id and skip.forced for skip in chronicle.skips),
            sum(skip.side == team.id and not skip.forced for skip in chronicle.skips),
        ]
        for team in t.teams
    ]
    return [matrix, fact, by_turn, Table(title=Words(_("Actions that were not done")), columns=wasted, rows=skips)]


# ---- D9 ---------------------------------------------------------------------------------------


def effects(chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return what profits and effects brought, and which effects were refused."""
    columns = [
        Column(TEAM, "team"),
        Column(Words(_("profit of tenders")), "number"),
        Column(Words(_("money of permanent effects")), "number"),
        Column(Words(_("points of permanent effects")), "number"),
        Column(Words(_("money of one-off effects")), "number"),
        Column(Words(_("points of one-off effects")), "number"),
        Column(Words(_("effects refused or not used")), "number"),
    ]
    rows: list[list[object]] = []
    for team in t.teams:
        own = [seen for seen in chronicle.effects if seen.side == team.id]
        lasting = [seen for seen in own if seen.permanent]
        once = [seen for seen in own if not seen.permanent]
        rows.append([
            team.id, chronicle.money[team.id].get("profit", 0), sum(seen.money for seen in lasting),
            sum(seen.points for seen in lasting), sum(seen.money for seen in once), sum(seen.points for seen in once),
            sum(seen.declined for seen in own),
        ])  # fmt: skip
    pieces: list[Evidence] = [Table(title=Words(_("Profit and effects")), columns=columns, rows=rows)]
    tenders = list(dict.fromkeys(seen.tender for seen in chronicle.effects if seen.permanent and seen.money))
    if tenders and chronicle.turns:
        series = [Series(t.card_name("tender", id), _running(chronicle, id), _owner(chronicle, id)) for id in tenders]
        pieces.append(
            Lines(
                title=Words(_("Money of permanent effects, added up")), axis=TURN, points=turn_labels(chronicle),
                series=series, stacked=True,
            )
        )  # fmt: skip
    return pieces


def _running(chronicle: Chronicle, tender: str) -> list[int | float | None]:
    values: list[int | float | None] = []
    total = 0
    for end in chronicle.turns:
        total += sum(seen.money for seen in chronicle.effects if seen.tender == tender and seen.turn == end.turn)
        values.append(total)
    return values


def _owner(chronicle: Chronicle, tender: str) -> str:
    return next(seen.side for seen in chronicle.effects if seen.tender == tender)


# ---- D10 --------------------------------------------------------------------------------------


def score_lines(chronicle: Chronicle, t: TitansTable) -> Lines:
    """Return the score at the end of each turn."""
    series = [Series(team.name, [end.score[team.id] for end in chronicle.turns], team.id) for team in t.teams]
    return Lines(
        title=Words(_("Points at the end of each turn")), axis=TURN, points=turn_labels(chronicle), series=series
    )


def lead(chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return who led when, and what was left unused at the end."""
    s = t.state
    pieces: list[Evidence] = []
    if chronicle.turns:
        pieces.append(score_lines(chronicle, t))
    if chronicle.leads:
        columns = [Column(MOVE, "moment"), Column(TURN, "number"), Column(Words(_("alone in the lead")), "team")]
        rows: list[list[object]] = [[n, turn, side or None] for n, turn, side in chronicle.leads]
        pieces.append(Table(title=Words(_("Changes of the lead")), columns=columns, rows=rows))
    columns = [
        Column(TEAM, "team"),
        Column(Words(_("totems not used")), "number"),
        Column(Words(_("tenders not fulfilled")), "number"),
    ]
    left: list[list[object]] = [
        [
            team.id,
            (s.totem[team.id] == "held") + (s.second_totem.get(team.id) == "held"),
            len(s.tenders_todo[team.id]),
        ]
        for team in t.teams
    ]
    return [*pieces, Table(title=Words(_("Left unused at the end")), columns=columns, rows=left)]


# ---- D11 --------------------------------------------------------------------------------------


def times(chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return how long the decisions that all take together lasted."""
    if not chronicle.times:
        return []
    label = _("turn %(turn)s, %(what)s")
    return [
        Bars(
            title=Words(_("Time before a common decision was recorded")),
            measure=Words(_("seconds since the record before it")),
            categories=[
                Words(label, {"turn": turn, "what": Words(_DECISIONS[action])})
                for _n, turn, action, _seconds in chronicle.times
            ],
            series=[Series(Words(_("seconds")), [seconds for _n, _turn, _action, seconds in chronicle.times])],
            unit=Words(_("s")),
            note=Words(_("These are the times of the referee's records, for the whole table.")),
        )
    ]
