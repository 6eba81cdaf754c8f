"""Questions 2, 5 and 8: haggling, lost deals, and what became of agreements."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from games.boss.prices import first_sum, money, shift
from games.boss.questions import FATES
from games.boss.record import Chronicle, Made, Negotiation, Sale, Talk
from games.boss.state import BossTable
from games.boss.words import FAIL_WORDS, colour_list, colours_cell, sum_words
from games.engine.evidence import Bars, Column, Evidence, Fact, Series, Spans, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.times import seconds_between


def answers(chronicle: Chronicle, t: BossTable) -> dict[str, list[Evidence]]:
    """Return the evidence of these questions."""
    return {"2": _haggling(chronicle, t), "5": _lost(chronicle, t), "8": _agreements(chronicle)}


# ---- 2: the first number, and who gave way --------------------------------------------------------


@dataclass
class Thread:
    """What was spoken about one thing that was sold: the first sum, by whom, and the price in the end."""

    deal: Negotiation
    sale: Sale
    first: int
    by: str

    @property
    def shift(self) -> float:
        """How far the price moved from the first sum, as a part of it."""
        return shift(self.first, self.sale.price)


def threads(chronicle: Chronicle) -> list[Thread]:
    """Return the threads that ended in a payment."""
    found = []
    for deal in chronicle.deals:
        for sale in deal.sales:
            first = first_sum(deal, sale) if sale.of_assets else None
            if first is not None:
                found.append(Thread(deal, sale, *first))
    return found


def conceded(chronicle: Chronicle) -> dict[str, int]:
    """Return how far each player moved towards the other side, in $M over all talks."""
    moved: Counter[str] = Counter()
    for deal in chronicle.deals:
        spoken: dict[tuple[str, tuple[str, ...], str], int] = {}
        for talk in deal.talks:
            about = talk.seller, talk.colours
            sides = [talk.by] if talk.kind != "agree" else [talk.by, talk.seller]
            for side in sides:
                last = spoken.get((*about, side))
                if last is not None:
                    step = last - talk.amount if side == talk.seller else talk.amount - last
                    moved[side] += max(step, 0)
                spoken[(*about, side)] = talk.amount
    return dict(moved)


def _haggling(chronicle: Chronicle, t: BossTable) -> list[Evidence]:
    if t.options.log_depth == "fast":
        missing: list[tuple[Words | str, int | float | None, Words | str]] = [
            (Words(_("first sum of each thing sold")), None, ""),
            (Words(_("offers and answers, deal by deal")), None, ""),
            (Words(_("who gave way, and how far")), None, ""),
        ]
        note = Words(_("Fast log: offers were not recorded, only what was agreed and paid."))
        return [Fact(title=Words(_("What is missing")), figures=missing, note=note), *_prices(chronicle)]
    found = threads(chronicle)
    pieces: list[Evidence] = []
    if found:
        pieces += [_dumbbell(found, t), _thread_table(found)]
    talks = [talk for deal in chronicle.deals for talk in deal.talks]
    gave = conceded(chronicle)
    names: list[Words | str] = [team.name for team in t.teams]
    pieces.append(
        Bars(
            title=Words(_("Who named sums, and who gave way")),
            measure=Words(_("Sums named; $M moved towards the other side")),
            categories=names,
            series=[
                Series(Words(_("sums named")), [_spoken(talks, team.id) for team in t.teams]),
                Series(Words(_("gave way, $M")), [gave.get(team.id, 0) for team in t.teams]),
            ],
        )
    )
    return [*pieces, _per_deal(chronicle)]


def _prices(chronicle: Chronicle) -> list[Evidence]:
    """Return what was paid, for a log without offers."""
    columns = [
        Column(Words(_("Move")), "moment"),
        Column(Words(_("Deal")), "number"),
        Column(Words(_("Boss")), "team"),
        Column(Words(_("Who")), "team"),
        Column(Words(_("What"))),
        Column(Words(_("price, $M")), "number"),
    ]
    rows: list[list[object]] = [
        [sale.n, deal.no, sale.boss, sale.seller, colours_cell(sale.colours), sale.price]
        for deal in chronicle.deals
        for sale in deal.sales
        if sale.of_assets
    ]
    return [Table(title=Words(_("Prices")), columns=columns, rows=rows)] if rows else []


def _spoken(talks: list[Talk], team: str) -> int:
    return sum(talk.by == team and talk.kind != "agree" for talk in talks)


def _dumbbell(found: list[Thread], t: BossTable) -> Spans:
    rows: list[tuple[str, Words | str, list[tuple[float, float, Words | str, str]]]] = []
    for thread in found:
        label = Words(
            _("deal %(no)s, %(colours)s: %(name)s"),
            {
                "no": str(thread.deal.no),
                "name": t.name(thread.sale.seller),
                "colours": colour_list(thread.sale.colours),
            },
        )
        rows.append((thread.sale.seller, label, [(thread.first, thread.sale.price, "", "price")]))
    widest = max(found, key=lambda thread: abs(thread.shift))
    figures = {
        "name": t.name(widest.sale.seller), "first": sum_words(widest.first), "last": money(widest.sale.price),
    }  # fmt: skip
    title = Words(_("From the first sum to the price: the widest way is %(name)s, %(first)s → %(last)s"), figures)
    if not widest.shift:
        title = Words(_("Every price is the first sum that was named"))
    return Spans(
        title=title,
        measure=Words(_("$M, for everything that was paid")), axis=Words(_("$M")), rows=rows,
    )  # fmt: skip


def _thread_table(found: list[Thread]) -> Table:
    columns = [
        Column(Words(_("Move")), "moment"),
        Column(Words(_("Deal")), "number"),
        Column(Words(_("Who")), "team"),
        Column(Words(_("What"))),
        Column(Words(_("first by")), "team"),
        Column(Words(_("first sum, $M")), "number"),
        Column(Words(_("price, $M")), "number"),
        Column(Words(_("shift")), "percent"),
    ]
    rows: list[list[object]] = [
        [
            thread.sale.n, thread.deal.no, thread.sale.seller,
            colours_cell(thread.sale.colours), thread.by, thread.first,
            thread.sale.price, thread.shift,
        ]
        for thread in found
    ]  # fmt: skip
    return Table(title=Words(_("First sum and price")), columns=columns, rows=rows)


def _per_deal(chronicle: Chronicle) -> Table:
    columns = [
        Column(Words(_("Move")), "moment"),
        Column(Words(_("Deal")), "number"),
        Column(Words(_("bids of the boss")), "number"),
        Column(Words(_("demands")), "number"),
        Column(Words(_("answers to a sum")), "number"),
        Column(Words(_("agreements")), "number"),
        Column(Words(_("of them paid")), "number"),
    ]
    rows: list[list[object]] = []
    for deal in chronicle.deals:
        kinds = Counter(talk.kind for talk in deal.talks)
        paid = sum(made.fate == "paid" for made in deal.made)
        rows.append([deal.n, deal.no, kinds["bid"], kinds["ask"], _answers(deal), kinds["agree"], paid])
    total = [sum(int(str(row[at])) for row in rows) for at in range(2, 7)]
    rows.append([None, None, *total])
    return Table(title=Words(_("Haggling deal by deal")), columns=columns, rows=rows, total=True)


def _answers(deal: Negotiation) -> int:
    """Return how many sums answered one of the other side about the same thing: counter-offers (Q2)."""
    last: dict[tuple[str, tuple[str, ...]], str] = {}
    count = 0
    for talk in deal.talks:
        if talk.kind != "agree":
            count += last.get((talk.seller, talk.colours), talk.by) != talk.by
            last[talk.seller, talk.colours] = talk.by
    return count


def every_sum(chronicle: Chronicle, t: BossTable) -> list[Evidence]:
    """Return every sum that was named, for the workbook."""
    kinds = {"bid": Words(_("bid of the boss")), "ask": Words(_("demand")), "agree": Words(_("agreement"))}
    columns = [
        Column(Words(_("Move")), "moment"),
        Column(Words(_("Deal")), "number"),
        Column(Words(_("Kind"))),
        Column(Words(_("spoken by")), "team"),
        Column(Words(_("Whose")), "team"),
        Column(Words(_("What"))),
        Column(Words(_("Sum, $M")), "number"),
    ]
    rows: list[list[object]] = [
        [
            talk.n, deal.no, kinds[talk.kind], talk.by, talk.seller,
            colours_cell(talk.colours), talk.amount,
        ]
        for deal in chronicle.deals
        for talk in deal.talks
    ]  # fmt: skip
    return [Table(title=Words(_("Every sum that was named")), columns=columns, rows=rows)] if rows else []


# ---- 5: why deals failed --------------------------------------------------------------------------


def lost_deals(chronicle: Chronicle) -> list[Negotiation]:
    """Return the failed deals whose space was not won later with the same deal card."""
    won = {(deal.no, deal.space) for deal in chronicle.deals if deal.closed}
    return [deal for deal in chronicle.deals if deal.end and not deal.closed and (deal.no, deal.space) not in won]


def _lost(chronicle: Chronicle, t: BossTable) -> list[Evidence]:
    failed = [deal for deal in chronicle.deals if deal.end and not deal.closed]
    if not failed:
        return [Fact(title=Words(_("No deal failed")), figures=[(Words(_("failed deals")), 0, "")])]
    lost = sum(deal.total for deal in lost_deals(chronicle))
    by_reason: Counter[str] = Counter()
    for deal in failed:
        by_reason[deal.reason] += deal.total
    labels: list[Words | str] = [FAIL_WORDS.get(reason, reason or Words(_("no reason given"))) for reason in by_reason]
    columns = [
        Column(Words(_("Move")), "moment"),
        Column(Words(_("Deal")), "number"),
        Column(Words(_("Boss")), "team"),
        Column(Words(_("Total, $M")), "number"),
        Column(Words(_("reason"))),
        Column(Words(_("last demands, $M")), "number"),
        Column(Words(_("agreed already, $M")), "number"),
        Column(Words(_("blocking cards")), "number"),
        Column(Words(_("played by"))),
        Column(Words(_("minutes")), "number", 1),
    ]
    rows: list[list[object]] = [_failure(deal, t) for deal in failed]
    return [
        Bars(
            title=Words(_("%(lost)s stayed on the table"), {"lost": sum_words(lost)}),
            measure=Words(_("Totals of failed deals by reason, $M")), categories=labels,
            series=[Series(Words(_("lost in failed deals")), list(by_reason.values()))], unit=Words(_("$M")),
        ),
        Table(
            title=Words(_("Failed deals")), columns=columns, rows=rows,
            note=Words(_("Left on the table: what was not won later on the same space with the same card.")),
        ),
    ]  # fmt: skip


def _failure(deal: Negotiation, t: BossTable) -> list[object]:
    last: dict[tuple[str, tuple[str, ...]], int] = {}
    for talk in deal.talks:
        if talk.kind == "ask":
            last[talk.seller, talk.colours] = talk.amount
    agreed = sum(made.amount for made in deal.made if made.fate == "failed")
    blocks = Counter(play.by for play in deal.plays if play.kind in ("travel", "hire", "boss"))
    by = Words(_("%(names)s"), {"names": [t.name(team) for team in blocks]}) if blocks else "–"
    why = FAIL_WORDS.get(deal.reason, deal.reason or "–")
    asked = None if t.options.log_depth == "fast" else sum(last.values())
    return [deal.end, deal.no, deal.boss, deal.total, why, asked, agreed, blocks.total(), by, _minutes(deal)]


def _minutes(deal: Negotiation) -> float | None:
    """Return how long the talks lasted, if the log says when."""
    spent = seconds_between(deal.opened_at, deal.ended_at)
    # Entered in one go: then the log does not say it.
    return None if spent is None else round(spent / 60, 1) or None


# ---- 8: what became of agreements -----------------------------------------------------------------


def _same(one: Made, other: Made) -> bool:
    return bool(set(one.colours) & set(other.colours))


def _agreements(chronicle: Chronicle) -> list[Evidence]:
    made = [(deal, one) for deal in chronicle.deals for one in deal.made]
    if not made:
        return []
    fates = Counter(one.fate for _deal, one in made)
    shown = [fate for fate in FATES if fates[fate]]
    figures = {"paid": fates["paid"], "made": len(made)}
    columns = [
        Column(Words(_("Move")), "moment"),
        Column(Words(_("Deal")), "number"),
        Column(Words(_("Boss")), "team"),
        Column(Words(_("Who")), "team"),
        Column(Words(_("What"))),
        Column(Words(_("Sum, $M")), "number"),
        Column(Words(_("What became of it"))),
        Column(Words(_("next price, $M")), "number"),
    ]
    rows: list[list[object]] = []
    for deal, one in made:
        later = [two for two in deal.made if two.n > one.n and two.seller == one.seller and _same(two, one)]
        colours = colours_cell(one.colours)
        fate = Words(FATES[one.fate])
        rows.append(
            [one.n, deal.no, one.boss, one.seller, colours, one.amount, fate, later[0].amount if later else None]
        )
    return [
        Bars(
            title=Words(_("Of %(made)s agreements %(paid)s were paid"), figures),
            measure=Words(_("Agreements by what became of them")),
            categories=[Words(FATES[fate]) for fate in shown],
            series=[Series(Words(_("agreements")), [fates[fate] for fate in shown])],
        ),
        *_renewed(made),
        Table(title=Words(_("All agreements")), columns=columns, rows=rows),
    ]


def _renewed(made: list[tuple[Negotiation, Made]]) -> list[Evidence]:
    """Return what became of prices that were agreed anew after a change of the boss."""
    changes = []
    for deal, one in made:
        later = next((two for two in deal.made if two.n > one.n and two.seller == one.seller and _same(two, one)), None)
        if later is not None and later.boss != one.boss:
            changes.append(later.amount - one.amount)
    if not changes:
        return []
    figures: list[tuple[Words | str, int | float | None, Words | str]] = [
        (Words(_("agreed anew")), len(changes), ""),
        (Words(_("dearer")), sum(change > 0 for change in changes), ""),
        (Words(_("cheaper")), sum(change < 0 for change in changes), ""),
        (Words(_("average change")), round(sum(changes) / len(changes), 2), Words(_("$M"))),
    ]
    return [Fact(title=Words(_("New prices after a change of the boss")), figures=figures, places=2)]
