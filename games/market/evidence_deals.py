"""D-3, D-6 and D-9: what was asked for cards, how enterprises grew, deals in another's turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from games.engine.evidence import Bars, Column, Evidence, Moment, Moments, Points, Series, Spans, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.market.evidence_assets import ENTRY, PLAYER
from games.market.kit import CARDS
from games.market.names import Label, card_name, plot_name, product_name
from games.market.seen import UNIT, Asked, Build

if TYPE_CHECKING:
    from games.market.evidence import MarketCollector
    from games.market.state import MarketTable


def commissions(seen: MarketCollector, t: MarketTable) -> list[Evidence]:
    """D-3: what was asked in percent of the nominal, and how it ended."""
    asked = [one for one in seen.asked if one.last]
    if not asked:
        return []
    refused = [one for one in asked if one.refused]
    dearest = max((one.share for one in asked if not one.refused), default=0.0)
    cheapest = min((one.share for one in refused), default=0.0)
    if refused:
        title = Words(
            _("Dearest accepted: %(most)s %% of the nominal; cheapest refused: %(least)s %%"),
            {"most": round(100 * dearest), "least": round(100 * cheapest)},
        )
    else:
        title = Words(_("Nothing was refused; dearest: %(most)s %% of the nominal"), {"most": round(100 * dearest)})
    clouds: list[tuple[str, Label, list[tuple[float, float, Label]]]] = []
    for label, group in (
        (Words(_("bought")), [one for one in asked if not one.refused]),
        (Words(_("refused")), refused),
    ):
        points: list[tuple[float, float, Label]] = [
            (one.turn, round(100 * one.share, 1), deal(t, one)) for one in group
        ]
        if points:
            clouds.append(("", label, points))
    found: list[Evidence] = [
        Points(
            title=title,
            measure=Words(_("all commissions asked at last, percent of the nominal price")),
            x=Words(_("turn")),
            y=Words(_("percent of the nominal")),
            clouds=clouds,
        ),
        asked_table(t, asked),
        balance(seen, t),
    ]
    if refused:
        worst = sorted(refused, key=lambda one: -sum(one.last.values()))
        found.append(Moments(title=Words(_("Refusals, largest penalty first")), moments=[refusal(t, o) for o in worst]))
    return found


def deal(t: MarketTable, one: Asked) -> Words:
    """Return «Анна: Материалы, участок № 2»."""
    figures = {"name": t.name(one.buyer), "card": card_name(one.kind), "plot": plot_name(one.plot)}
    return Words(_("%(name)s: %(card)s, %(plot)s"), figures)


def refusal(t: MarketTable, one: Asked) -> Moment:
    """Return a refusal as a moment; its effect is the penalty."""
    penalty = sum(one.last.values())
    figures = {
        "name": t.name(one.buyer), "card": card_name(one.kind), "asked": penalty, "nominal": one.nominal,
        "holders": [t.name(team) for team in one.last],
    }  # fmt: skip
    words = Words(_("%(name)s refuses %(card)s at %(nominal)s: asked %(asked)s, penalty for %(holders)s"), figures)
    team = max(one.last, key=one.last.__getitem__)
    return Moment(one.n, one.turn, words, team, -penalty, "refusal")


def asked_table(t: MarketTable, asked: list[Asked]) -> Table:
    """Return every purchase of a card for which commissions could be asked."""
    columns = [
        Column(Words(_("turn")), "number"), Column(Words(_("buyer")), "team"), Column(Words(_("card"))),
        Column(Words(_("nominal")), "number"), Column(Words(_("asked at first")), "number"),
        Column(Words(_("asked at last")), "number"), Column(Words(_("of the nominal")), "percent"),
        Column(Words(_("how it ended"))), Column(ENTRY, "moment"),
    ]  # fmt: skip
    rows: list[list[Any]] = [
        [
            one.turn, one.buyer, deal_card(one), one.nominal, sum(one.first.values()) if one.first else None,
            sum(one.last.values()), one.share, Words(_("refused")) if one.refused else Words(_("bought")), one.n,
        ]
        for one in asked
    ]  # fmt: skip
    refused = sum(one.refused for one in asked)
    title = Words(
        _("Cards with shareholders: %(count)s, refused: %(refused)s"), {"count": len(asked), "refused": refused}
    )
    return Table(title=title, measure=UNIT, columns=columns, rows=rows)


def deal_card(one: Asked) -> Words:
    """Return «Материалы, участок № 2»."""
    return Words(_("%(card)s, %(plot)s"), {"card": card_name(one.kind), "plot": plot_name(one.plot)})


def balance(seen: MarketCollector, t: MarketTable) -> Bars:
    """Return commissions received against penalties paid, for the holders of both companies that sell cards."""
    got = {team.id: 0 for team in t.teams}
    lost = dict(got)
    for one in seen.asked:
        for team, amount in one.last.items():
            if one.refused:
                lost[team] -= amount
            else:
                got[team] += amount
    best = max(got, key=lambda team: got[team] - lost[team])
    figures = {"name": t.name(best), "got": got[best], "lost": -lost[best]}
    return Bars(
        title=Words(_("%(name)s: commissions %(got)s, penalties %(lost)s"), figures),
        measure=Words(_("commissions for cards received and penalties paid")),
        categories=[team.name for team in t.teams],
        series=[
            Series(Words(_("commissions")), [got[team.id] for team in t.teams]),
            Series(Words(_("penalties")), [lost[team.id] for team in t.teams]),
        ],
        unit=UNIT,
    )


# ---- D-6 ----------------------------------------------------------------------------------------


def build_name(t: MarketTable, build: Build) -> Words:
    """Return «Анна: Хлеб, участок № 2»."""
    figures = {"name": t.name(build.team), "product": product_name(t, build.product), "plot": plot_name(build.plot)}
    return Words(_("%(name)s: %(product)s, %(plot)s"), figures)


def waits(build: Build) -> list[tuple[int, int, str, int]]:
    """Return the stretches between the slots of an enterprise: (from turn, to turn, the card that ended it, entry)."""
    found = []
    since = build.licence_turn
    for kind, (turn, n) in sorted(build.slots.items(), key=lambda slot: slot[1][1]):
        found.append((since, turn, kind, n))
        since = turn
    return found


def enterprises(seen: MarketCollector, t: MarketTable) -> list[Evidence]:
    """D-6: from the plot to the commissioning, slot by slot, with cost and profit."""
    if not seen.builds:
        return []
    done = [build for build in seen.builds if build.done_turn]
    found: list[Evidence] = [slots(seen, t, done), waited(t, seen.builds), earned(t, seen.builds)]
    longest = [(wait[1] - wait[0], build, wait) for build in seen.builds for wait in waits(build)]
    if longest:
        turns, build, wait = max(longest, key=lambda one: one[0])
        figures = {"what": build_name(t, build), "turns": turns, "card": card_name(wait[2])}
        words = Words(_("%(what)s: %(turns)s turns until %(card)s"), figures)
        found.append(
            Moments(
                title=Words(_("The longest wait between two slots")),
                moments=[Moment(wait[3], wait[1], words, build.team, 0, "wait")],
            )
        )
    return found


def slots(seen: MarketCollector, t: MarketTable, done: list[Build]) -> Spans:
    """Return the slots of each enterprise on the axis of turns."""
    rows: list[tuple[str, Label, list[tuple[float, float, Label, str]]]] = []
    for build in seen.builds:
        spans: list[tuple[float, float, Label, str]] = [
            (build.free_turn, build.licence_turn, card_name("licence"), "licence")
        ]
        spans += [(since, to, card_name(kind), kind) for since, to, kind, _n in waits(build)]
        rows.append((build.team, build_name(t, build), spans))
    if done:
        fast = min(done, key=lambda build: build.done_turn - build.licence_turn)
        slow = max(done, key=lambda build: build.done_turn - build.licence_turn)
        figures: dict[str, Any] = {
            "fast": build_name(t, fast), "few": fast.done_turn - fast.licence_turn,
            "slow": build_name(t, slow), "many": slow.done_turn - slow.licence_turn,
        }  # fmt: skip
        title = Words(_("Fastest: %(fast)s, %(few)s turns; slowest: %(slow)s, %(many)s"), figures)
        if fast is slow:
            title = Words(_("Commissioned: %(fast)s, in %(few)s turns"), {k: figures[k] for k in ("fast", "few")})
    else:
        title = Words(_("No enterprise was commissioned"))
    measure = Words(_("turns from the plot, or the enterprise before on it, to the licence, then to each card"))
    return Spans(title=title, measure=measure, axis=Words(_("turn")), rows=rows)


def waited(t: MarketTable, builds: list[Build]) -> Table:
    """Return when each enterprise began and was commissioned, and which rights were used for it or lost."""
    labels = (
        _("licence, turn"), _("commissioned, turn"), _("own stops"), _("owner's deals"), _("deals lost by refusal"),
    )  # fmt: skip
    rows: list[list[Any]] = [
        [
            b.team, build_words(t, b), b.licence_turn, b.done_turn or None, b.own_stops, b.owner_deals, b.refused,
            b.done_n or b.licence_n,
        ]
        for b in builds
    ]  # fmt: skip
    done = sum(1 for build in builds if build.done_turn)
    title = Words(
        _("Licences bought: %(begun)s, enterprises commissioned: %(done)s"), {"begun": len(builds), "done": done}
    )
    missing = [kind for kind in CARDS for build in builds if not build.done_turn and kind not in build.slots]
    lacking: list[Label] = [card_name(kind) for kind in dict.fromkeys(missing)]
    note: Label = Words(_("Unfinished ones lack: %(cards)s"), {"cards": lacking}) if lacking else ""
    return Table(title=title, measure=Words(_("turn")), note=note, columns=build_columns(labels), rows=rows)


def earned(t: MarketTable, builds: list[Build]) -> Table:
    """Return what each enterprise cost and brought."""
    labels = (
        _("cost"), _("of it commissions"), _("receipts"), _("profit"), _("profit a turn"), _("income afterwards"),
    )  # fmt: skip
    rows: list[list[Any]] = []
    for b in builds:
        turns = max(1, b.done_turn - b.licence_turn)
        rows.append(
            [
                b.team, build_words(t, b), b.cost, b.commissions, b.receipts or None, b.profit if b.done_turn else None,
                b.profit // turns if b.done_turn else None, b.later_income or None, b.done_n or b.licence_n,
            ]
        )  # fmt: skip
    done = [build for build in builds if build.done_turn]
    profit = sum(build.profit for build in done)
    title = Words(_("Enterprises commissioned: %(count)s, profit %(profit)s"), {"count": len(done), "profit": profit})
    return Table(title=title, measure=UNIT, columns=build_columns(labels), rows=rows)


def build_columns(labels: Iterable[str]) -> list[Column]:
    """Return the columns of a table of enterprises."""
    columns = [Column(PLAYER, "team"), Column(Words(_("enterprise")))]
    columns += [Column(Words(label), "number") for label in labels]
    return [*columns, Column(ENTRY, "moment")]


def build_words(t: MarketTable, build: Build) -> Words:
    """Return what an enterprise makes, and where."""
    figures = {"product": product_name(t, build.product), "plot": plot_name(build.plot)}
    return Words(_("%(product)s, %(plot)s"), figures)


# ---- D-9 ----------------------------------------------------------------------------------------


def owner_deals(seen: MarketCollector, t: MarketTable) -> list[Evidence]:
    """D-9: deals offered to owners by landings of others, and used."""
    if not seen.owner_deals:
        return []
    offered = {team.id: 0 for team in t.teams}
    used = dict(offered)
    for one in seen.owner_deals:
        offered[one.owner] += 1
        used[one.owner] += bool(one.used_n)
    most = max(offered, key=offered.__getitem__)
    figures = {"name": t.name(most), "offered": offered[most], "used": used[most]}
    bars = Bars(
        title=Words(_("%(name)s: deals offered in others' turns %(offered)s, used %(used)s"), figures),
        measure=Words(_("landings of others on own plots")),
        categories=[team.name for team in t.teams],
        series=[
            Series(Words(_("offered")), [offered[team.id] for team in t.teams]),
            Series(Words(_("used")), [used[team.id] for team in t.teams]),
        ],
    )
    columns = [
        Column(Words(_("turn")), "number"), Column(Words(_("owner")), "team"), Column(Words(_("lander")), "team"),
        Column(Words(_("plot"))), Column(Words(_("deal"))), Column(Words(_("price paid")), "number"),
        Column(ENTRY, "moment"),
    ]  # fmt: skip
    rows: list[list[Any]] = [
        [
            one.turn, one.owner, one.lander, plot_name(one.plot), DEALS.get(one.what, Words(_("not used"))),
            one.value or None, one.used_n or one.n,
        ]
        for one in seen.owner_deals
    ]  # fmt: skip
    paid: dict[str, int] = {}
    for (_team, asset), flow in seen.flows.items():
        if asset.startswith("plot:"):
            paid[asset] = paid.get(asset, 0) + flow.paid
    table = Table(
        title=Words(_("Deals in others' turns: %(count)s"), {"count": len(rows)}),
        note=Words(_("Paid for plots in the whole game: %(sum)s"), {"sum": sum(paid.values())}),
        columns=columns,
        rows=rows,
    )
    found: list[Evidence] = [bars, table]
    moments = [
        Moment(
            one.used_n,
            one.turn,
            Words(_("%(name)s completes an enterprise in another's turn"), {"name": t.name(one.owner)}),
            one.owner,
        )
        for one in seen.owner_deals
        if one.completed
    ]
    if not moments:
        best = max((one for one in seen.owner_deals if one.used_n), key=lambda one: one.value, default=None)
        if best is not None:
            words = Words(
                _("%(name)s uses the landing of %(lander)s: %(deal)s, %(paid)s"),
                {
                    "name": t.name(best.owner), "lander": t.name(best.lander), "deal": DEALS[best.what],
                    "paid": best.value,
                },
            )  # fmt: skip
            moments.append(Moment(best.used_n, best.turn, words, best.owner))
    if moments:
        found.append(Moments(title=Words(_("The deals that counted most")), moments=moments))
    return found


DEALS: dict[str, Words] = {
    "buy_share": Words(_("share bought")),
    "sell_share": Words(_("share sold")),
    "buy_licence": Words(_("Licence bought")),
    "buy_card": Words(_("card bought")),
    "refused": Words(_("card refused")),
    "sell_plot": Words(_("plot sold")),
}
