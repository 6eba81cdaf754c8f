"""Questions 6, 7, 9 and 10: the lead, the influence cards, the hands, and the leader in money."""

from __future__ import annotations

from collections import Counter

from games.boss.prices import money
from games.boss.questions import KINDS
from games.boss.record import COST, HOSTILE, Chronicle, Negotiation, Play, Takeover
from games.boss.state import BossTable
from games.boss.summary import money_of
from games.engine.evidence import Bars, Column, Evidence, Fact, Lines, Matrix, Series, Spans, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _


def answers(chronicle: Chronicle, t: BossTable) -> dict[str, list[Evidence]]:
    """Return the evidence of these questions."""
    return {
        "6": _takeovers(chronicle, t),
        "7": _cards(chronicle, t),
        "9": _hands(chronicle, t),
        "10": _leader(chronicle, t),
    }


# ---- 6: taking the lead ---------------------------------------------------------------------------


def _takeovers(chronicle: Chronicle, t: BossTable) -> list[Evidence]:
    found = [(deal, one) for deal in chronicle.deals for one in deal.takeovers]
    if not found:
        return [Fact(title=Words(_("Nobody took the lead of a deal")), figures=[(Words(_("boss cards")), 0, "")])]
    columns = [
        Column(Words(_("Move")), "moment"),
        Column(Words(_("Deal")), "number"),
        Column(Words(_("new boss")), "team"),
        Column(Words(_("agreed before, $M")), "number"),
        Column(Words(_("got, $M")), "number"),
        Column(Words(_("former boss")), "team"),
        Column(Words(_("had left, $M")), "number"),
        Column(Words(_("got, $M")), "number"),
        Column(Words(_("stopped"))),
        Column(Words(_("turns passed over")), "number"),
    ]
    rows: list[list[object]] = [_takeover(deal, one) for deal, one in found]
    return [
        _reigns(chronicle, t),
        Table(title=_best(found, t), columns=columns, rows=rows,
              measure=Words(_("Before: own agreements of the taker; what the boss had left after his promises"))),
    ]  # fmt: skip


def _takeover(deal: Negotiation, one: Takeover) -> list[object]:
    stopped = Words(_("yes")) if one.play.stopped else Words(_("no"))
    return [
        one.play.n, deal.no, one.taker, one.taker_before, deal.got.get(one.taker, 0), one.former, one.former_before,
        deal.got.get(one.former, 0), stopped, len(deal.skipped),
    ]  # fmt: skip


def _best(found: list[tuple[Negotiation, Takeover]], t: BossTable) -> Words:
    led = [
        (deal.got.get(one.taker, 0) - one.taker_before, deal, one)
        for deal, one in found
        if deal.closed and deal.boss == one.taker and not one.play.stopped
    ]
    if not led:
        return Words(_("No taker closed as boss"))
    gain, deal, one = max(led, key=lambda row: row[0])
    figures = {"name": t.name(one.taker), "no": str(deal.no), "gain": money(gain)}
    return Words(_("The best takeover: %(name)s in deal %(no)s, %(gain)s more than agreed before"), figures)


def _reigns(chronicle: Chronicle, t: BossTable) -> Spans:
    """Who led which deal from which entry to which."""
    rows: list[tuple[str, Words | str, list[tuple[float, float, Words | str, str]]]] = []
    for deal in chronicle.deals:
        if len(deal.reigns) > 1:
            ends = [n for n, _boss in deal.reigns[1:]] + [deal.end or deal.reigns[-1][0]]
            spans: list[tuple[float, float, Words | str, str]] = [
                (start, end, t.name(boss), boss) for (start, boss), end in zip(deal.reigns, ends, strict=True)
            ]
            rows.append((deal.boss, Words(_("deal %(no)s"), {"no": str(deal.no)}), spans))
    return Spans(title=Words(_("Who led the deal")), measure=Words(_("From entry to entry of the log")),
                 axis=Words(_("entry")), rows=rows)  # fmt: skip


# ---- 7: what the cards were used for --------------------------------------------------------------


def _plays(chronicle: Chronicle) -> list[Play]:
    return [*(play for deal in chronicle.deals for play in deal.plays), *chronicle.outside]


def _cards(chronicle: Chronicle, t: BossTable) -> list[Evidence]:
    plays = _plays(chronicle)
    used = Counter({team.id: sum(COST[play.kind] for play in plays if play.by == team.id) for team in t.teams})
    names: list[Words | str] = [team.name for team in t.teams]
    stops = [play for play in plays if play.kind == "stop"]
    stoppable = [play for play in plays if play.kind in ("travel", "hire", "boss")]
    own = sum(play.helped == play.by for play in stops)
    hits = sum(not play.stopped for play in stoppable)
    figures: list[tuple[Words | str, int | float | None, Words | str]] = [
        (Words(_("travel, boss and hire played")), len(stoppable), ""),
        (Words(_("not stopped, %%")), _percent(hits, len(stoppable)), "%"),
        (Words(_("Stops in own cause")), own, ""),
        (Words(_("Stops for others")), len(stops) - own, ""),
    ]
    columns = [
        Column(Words(_("Team")), "team"),
        *(Column(Words(words), "number") for words in KINDS.values()),
        Column(Words(_("cards used")), "number"),
        Column(Words(_("$M per card")), "number", 2),
    ]
    rows: list[list[object]] = []
    for team in t.teams:
        counts = Counter(play.kind for play in plays if play.by == team.id)
        per = round(money_of(t, team.id) / used[team.id], 2) if used[team.id] else None
        rows.append([team.id, *(counts[kind] for kind in KINDS), used[team.id], per])
    return [
        Bars(
            title=Words(_("Influence cards by player")), measure=Words(_("Cards used; a hire is three cards")),
            categories=names, stacked=True,
            series=[
                Series(Words(words), [_count(plays, team.id, kind) for team in t.teams])
                for kind, words in KINDS.items()
            ],
        ),
        Table(title=Words(_("Cards and money")), measure=Words(_("Plays by kind; final money per card used")),
              columns=columns, rows=rows),
        Fact(title=Words(_("Attack, defence, help")), figures=figures, places=1),
    ]  # fmt: skip


def _count(plays: list[Play], team: str, kind: str) -> int:
    return COST[kind] * sum(play.by == team and play.kind == kind for play in plays)


# ---- 9: save or play ------------------------------------------------------------------------------


def _hands(chronicle: Chronicle, t: BossTable) -> list[Evidence]:
    points: list[Words | str] = [str(n) for n, _hands, _money in chronicle.turns]
    series = [
        Series(team.name, [hands.get(team.id) for _n, hands, _money in chronicle.turns], team.id) for team in t.teams
    ]
    columns = [
        Column(Words(_("Team")), "team"),
        Column(Words(_("draws")), "number"),
        Column(Words(_("deals opened")), "number"),
        Column(Words(_("cards at each opening"))),
        Column(Words(_("discarded at the limit")), "number"),
    ]
    rows: list[list[object]] = []
    for team in t.teams:
        opened = [deal.hand for deal in chronicle.deals if deal.opener == team.id]
        dropped = sum(drop.count for drop in chronicle.discards if drop.team == team.id)
        hands = ", ".join(str(hand) for hand in opened) or "–"
        rows.append([team.id, chronicle.draws.get(team.id, 0), len(opened), hands, dropped])
    return [
        Lines(title=Words(_("Cards in hand after each turn")), measure=Words(_("Influence cards, by entry of the log")),
              axis=Words(_("entry")), points=points, series=series),
        Table(title=Words(_("Draw or deal")), columns=columns, rows=rows),
    ]  # fmt: skip


# ---- 10: the leader -------------------------------------------------------------------------------


def _leader(chronicle: Chronicle, t: BossTable) -> list[Evidence]:
    plays = [
        play
        for deal in chronicle.deals
        for play in deal.plays
        if play.kind in HOSTILE and play.rank and play.target != play.by
    ]
    seats = len(t.teams)
    at_leader = sum(play.rank == 1 for play in plays)
    money_now = sorted((money_of(t, team.id) for team in t.teams), reverse=True)
    figures: list[tuple[Words | str, int | float | None, Words | str]] = [
        (Words(_("cards against others")), len(plays), ""),
        (Words(_("of them against the leader")), at_leader, ""),
        (Words(_("by chance it would be, %%")), _percent(sum(play.chance for play in plays), len(plays)), "%"),
        (Words(_("it was, %%")), _percent(at_leader, len(plays)), "%"),
        (Words(_("first place ahead of the second by")), money_now[0] - money_now[1], Words(_("$M"))),
    ]
    title = Words(_("Of %(n)s cards against others %(hits)s hit the leader"), {"n": len(plays), "hits": at_leader})
    if plays and not at_leader:
        title = Words(_("Nobody played a card against the leader"))
    ranks: list[Words | str] = [Words(_("place %(rank)s"), {"rank": rank}) for rank in range(1, seats + 1)]
    values: list[list[int | float | None]] = [
        [sum(play.by == team.id and play.rank == rank for play in plays) for rank in range(1, seats + 1)]
        for team in t.teams
    ]
    names: list[Words | str] = [team.name for team in t.teams]
    return [
        Matrix(
            title=title if plays else Words(_("Against whom the cards went")),
            measure=Words(_("Travel, hire, boss and stop cards by the true place of the target at that time")),
            note=Words(_("Cards played while all had the same money are left out.")),
            rows=names, columns=ranks, values=values,
        ),
        Fact(
            title=Words(_("Was the leader attacked?")), figures=figures, places=1,
            note=Words(_("Before it is shown: let everybody write down who led, and by how much.")),
        ),
    ]  # fmt: skip


def _percent(part: float, whole: int) -> float | None:
    return round(100 * part / whole, 1) if whole else None
