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

#: so many turns stand side by side in a table
TURNS_ABREAST = 14

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
    shared = sum([*claims.values()].count(slot) > 1 for claims in same for slot in claims.values())
    claimed = sum(len(claims) for _n, _turn, claims, _free in chronicle.claims)
    fact = Fact(
        title=Words(_("Meeting on tenders")),
        figures=[
            (Words(_("turns in which several chose action 4")), met, ""),
            (Words(_("of them with claims for the same tender")), len(same), ""),
            (Words(_("claims that met another one")), round(100 * shared / claimed) if claimed else None, "%"),
        ],
    )
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
    undone = Table(title=Words(_("Actions that were not done")), columns=wasted, rows=skips)
    return [matrix, *_by_turn(chronicle, t), fact, undone]


def _by_turn(chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return who chose what in which turn: a row for each side, so many turns to a table as a page is wide."""
    turns = list(chronicle.choices)
    tables: list[Evidence] = []
    abreast = -(-len(turns) // -(-len(turns) // TURNS_ABREAST))
    for at in range(0, len(turns), abreast):
        some = turns[at : at + abreast]
        rows: list[list[object]] = [
            [team.id, *("+".join(map(str, chronicle.choices[turn].get(team.id, ()))) or "–" for turn in some)]
            for team in t.teams
        ]
        title = Words(_("Actions chosen, turns %(first)s–%(last)s"), {"first": some[0], "last": some[-1]})
        columns = [Column(TEAM, "team"), *(Column(str(turn)) for turn in some)]
        tables.append(Table(title=title, columns=columns, rows=rows))
    return tables


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
        Column(Words(_("effects that could not work")), "number"),
    ]
    rows: list[list[object]] = []
    for team in t.teams:
        own = [seen for seen in chronicle.effects if seen.side == team.id]
        lasting = [seen for seen in own if seen.permanent]
        once = [seen for seen in own if not seen.permanent]
        rows.append([
            team.id, chronicle.money[team.id].get("profit", 0), sum(seen.money for seen in lasting),
            sum(seen.points for seen in lasting), sum(seen.money for seen in once), sum(seen.points for seen in once),
            sum(seen.declined for seen in own), sum(seen.impossible for seen in own),
        ])  # fmt: skip
    pieces: list[Evidence] = [Table(title=Words(_("Profit and effects")), columns=columns, rows=rows)]
    running = {
        "money": _("Money of permanent effects, added up"),
        "points": _("Points of permanent effects, added up"),
    }
    return [*pieces, *(lines for what, title in running.items() if (lines := _running(chronicle, t, what, title)))]


def _running(chronicle: Chronicle, t: TitansTable, what: str, title: str) -> Lines | None:
    """Return what each permanent effect brought up to each turn, if any brought something."""
    lasting = [seen for seen in chronicle.effects if seen.permanent and getattr(seen, what)]
    if not lasting:
        return None
    series = []
    for id in dict.fromkeys(seen.tender for seen in lasting):
        own = [(seen.turn, getattr(seen, what)) for seen in lasting if seen.tender == id]
        added = [sum(n for turn, n in own if turn <= end.turn) for end in chronicle.turns]
        # Several may be one side's: they are told apart by the card, not by the badge.
        series.append(Series(t.card_name("tender", id), [*added]))
    return Lines(title=Words(title), axis=TURN, points=turn_labels(chronicle), series=series, stacked=True)


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
    """Return how long the decisions that all take together lasted; nothing for a log that was typed in later."""
    if not any(seconds for _n, _turn, _action, seconds in chronicle.times):
        return []
    turns = list(dict.fromkeys(turn for _n, turn, _action, _seconds in chronicle.times))
    spent: dict[str, dict[int, int]] = {}
    for _n, turn, action, seconds in chronicle.times:
        of_action = spent.setdefault(action, dict.fromkeys(turns, 0))
        of_action[turn] += seconds
    return [
        Bars(
            title=Words(_("Time before a common decision was recorded")),
            measure=Words(_("seconds since the record before it")),
            categories=[Words(_("turn %(turn)s"), {"turn": turn}) for turn in turns],
            series=[
                Series(Words(label), [*spent[what].values()]) for what, label in _DECISIONS.items() if what in spent
            ],
            stacked=True,
            unit=Words(_("s")),
            note=Words(_("These are the times of the referee's records, for the whole table.")),
        )
    ]
