"""What may be recorded now: candidates only, the core plays each on a copy and greys what is refused."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.engine.fields import Card, Choice, Each, Field, Many, Number, Numbers, Offer, Option, Refused, Rows, Text
from games.engine.i18n import Words, number
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.market import kit as kits
from games.market.moves_deals import RefusePlot
from games.market.moves_debts import DeclareBankrupt
from games.market.moves_enterprise import SELLERS
from games.market.moves_turn import (
    BuyInsurance,
    DrawConsultation,
    DrawSurprise,
    EndTurn,
    Roll,
    TakeCredit,
    rates_left,
)
from games.market.names import card_name, company_name, plot_name, product_name, thing_name
from games.market.offers_debts import DEBTS, SUM, any_time, credit_offers, demand_offer, note_offer, repay_offer
from games.market.settlement import FinalSettlement, assets_of, handed_in
from games.market.state import MarketTable
from games.market.turns import allowed, following

TURN = Words(_("Turn"))
SHARES = Words(_("Shares"))
ENTERPRISE = Words(_("Enterprises"))
LAND = Words(_("Land"))
CORRECTIONS = Words(_("Corrections"))
PRICE = Words(_("Price"))
BUYER = Words(_("Buyer"))
RINGS = {"outer": _("outer ring"), "inner": _("inner ring")}


def candidates(t: MarketTable) -> Iterator[Offer]:
    """List what might be recorded now, the expected first."""
    yield from _in_phase(t, t.phase)
    yield from _corrections(t)


def _in_phase(t: MarketTable, phase: str) -> Iterator[Offer]:
    if phase == "finished":
        return
    if phase == "final":
        yield Offer("final_settlement", [REFEREE], Words(FinalSettlement.label), fields=_surrender(t), main=True)
        return
    if phase == "insolvency":
        yield from _insolvency(t)
        return
    if phase == "pre_roll":
        yield from _before_roll(t, t.state.current, main=True)
    elif phase == "resolve":
        yield from _duty(t)
    else:
        if phase != "done":
            yield from _deals(t)
        yield Offer("end_turn", [t.state.current], Words(EndTurn.label), group=TURN, main=phase == "done")
        following_team = following(t)[0]
        # the next player's first action ends a turn that is done (amendment 5)
        if phase == "done" and t.options.auto_end_turn and following_team != t.state.current:
            yield from _before_roll(t, following_team, main=False)
    # also while the owner of the plot has his deal: it is still the turn of who stands there
    if t.options.licence_where == "own_turn" and phase != "resolve":
        yield from _licences(t, t.state.current)
    yield from any_time(t)


# ---- the turn -----------------------------------------------------------------------------------


def _before_roll(t: MarketTable, team: str, main: bool) -> Iterator[Offer]:
    fields: list[Field] = [Numbers(name="dice", label=Words(_("Dice")), count=2, least=1, most=6)]
    if t.kit.way.forks:
        arrows = [Option(ring, Words(words)) for ring, words in RINGS.items()]
        fields.append(Choice(name="route", label=Words(_("Arrow at the tax office")), options=arrows, optional=True))
    yield Offer("roll", [team], Words(Roll.label), fields=fields, group=TURN, main=main)
    yield from _credit(t, team, freely=t.asks_nobody("bank", team))
    most = t.kit.constants.insurance_max - t.state.insurance.get(team, 0)
    count = Number(name="count", label=Words(_("Certificates")), value=1, least=1, most=max(1, most))
    yield Offer("buy_insurance", [team], Words(BuyInsurance.label), fields=[count], group=TURN)


def _credit(t: MarketTable, team: str, freely: bool) -> Iterator[Offer]:
    """Offer the credit at the lowest rate, or at each rate that the shareholders may agree to (M-087, M-088)."""
    rates = rates_left(t)
    if freely or not rates:
        label = Words(_("Take a credit at %(rate)s %%"), {"rate": rates[0]}) if rates else Words(TakeCredit.label)
        yield Offer("take_credit", [team], label, group=TURN)
        return
    for rate in rates:
        label = Words(_("Take a credit at %(rate)s %% by agreement"), {"rate": rate})
        yield Offer("take_credit", [team], label, {"rate": rate}, group=TURN)


def _duty(t: MarketTable) -> Iterator[Offer]:
    state = t.state
    team, must = state.current, state.must
    if must == "plot":
        plot = t.kit.way.plots[state.pos[team]]
        nominal = t.kit.lands[plot]
        yield Offer("buy_plot", [team], _buy_plot_label(t, plot), {"plot": int(plot)}, group=LAND, main=True)
        bidders = t.others("" if t.options.refuser_may_bid else team)
        yield Offer("refuse_plot", [team], Words(RefusePlot.label), fields=_auction(t, bidders, nominal), group=LAND)
    elif must == "antimonopoly":
        for company in t.monopolies(team):
            yield _forced_sale(t, team, company)
    elif must == "surprise":
        fields = _drawn(t.kit.surprise_cards)
        if t.options.insurance_use == "choice" and t.state.insurance.get(team):
            most = t.state.insurance[team]
            fields.append(
                Number(name="certificates", label=Words(_("Certificates")), least=0, most=most, optional=True)
            )
        yield Offer("draw_surprise", [team], Words(DrawSurprise.label), fields=fields, group=TURN, main=True)
    else:
        fields = _drawn(t.kit.consultation_cards)
        yield Offer("draw_consultation", [team], Words(DrawConsultation.label), fields=fields, group=TURN, main=True)


def _drawn(deck: dict[str, kits.Drawn]) -> list[Field]:
    amount = Number(name="amount", label=SUM)
    if not deck:
        return [amount]
    options = [Option(int(no), _card_words(no, card.amount)) for no, card in deck.items()]
    number = Number(name="no", label=Words(_("Number of the card")), least=1, optional=True)
    return [Card(name="card", label=Words(_("Card")), options=options, form=[amount, number])]


def _card_words(no: str, amount: int) -> Words:
    if amount > 0:
        return Words(_("№ %(no)s: +%(amount)s"), {"no": no, "amount": amount})
    return Words(_("№ %(no)s: %(amount)s"), {"no": no, "amount": amount})


# ---- deals --------------------------------------------------------------------------------------


def _deals(t: MarketTable) -> Iterator[Offer]:
    state = t.state
    team = state.right_of
    rights = allowed(t)
    for right in rights:
        general, _colon, special = right.partition(":")
        if general == "buy_share":
            yield from _purchases(t, team, [special] if special else list(t.kit.companies))
        elif general == "sell_share":
            yield from _sales(t, team, special)
        elif general == "card":
            yield from _cards(t, team, [special] if special else list(SELLERS))
        elif general == "licence" and (team != state.current or t.options.licence_where != "own_turn"):
            yield from _licences(t, team)
        elif general == "sell_plot":
            yield from _land_sales(t, team)
        elif general == "buy_plot":
            for no in [no for no in t.kit.plots if not state.plots.get(no)]:
                yield Offer("buy_plot", [team], _buy_plot_label(t, no), {"plot": int(no)}, group=LAND)
        elif general == "take_credit":
            yield from _credit(t, team, freely=True)


def _buy_plot_label(t: MarketTable, plot: str) -> Words:
    return Words(_("Buy %(plot)s for %(price)s"), {"plot": plot_name(plot), "price": t.kit.lands[plot]})


def _purchases(t: MarketTable, team: str, companies: list[str]) -> Iterator[Offer]:
    for company in companies:
        figures = {"company": company_name(company), "price": t.kit.prices[company]}
        label = Words(_("Buy a share: %(company)s, %(price)s"), figures)
        yield Offer("buy_share", [team], label, {"company": company}, group=SHARES)


def _sales(t: MarketTable, team: str, only: str = "") -> Iterator[Offer]:
    for company in [only] if only else [name for name in t.state.shares if t.stake(name, team)]:
        bidders = t.others("" if t.options.seller_may_bid else team)
        label = Words(_("Sell a share: %(company)s"), {"company": company_name(company)})
        fields = _auction(t, bidders, t.kit.prices[company])
        yield Offer("sell_share", [team], label, {"company": company}, fields, SHARES)


def _land_sales(t: MarketTable, team: str) -> Iterator[Offer]:
    for plot, owner in t.state.plots.items():
        if owner == team:
            bidders = t.others("" if t.options.seller_may_bid else team)
            label = Words(_("Sell %(plot)s"), {"plot": plot_name(plot)})
            fields = _auction(t, bidders, t.kit.lands[plot])
            yield Offer("sell_plot", [team], label, {"plot": int(plot)}, fields, LAND)


def _forced_sale(t: MarketTable, team: str, company: str) -> Offer:
    count, nominal = t.stake(company, team) - 1, t.kit.prices[company]
    rows = Rows(
        name="lots",
        label=Words(_("Lots")),
        fields=_auction(t, t.others(team), nominal),
        value=[{"price": nominal} for _lot in range(count)],
        least=count,
        most=count,
    )
    label = Words(
        _("Sell by order: %(company)s, shares: %(count)s"), {"company": company_name(company), "count": count}
    )
    return Offer("antimonopoly_sell", [team], label, {"company": company}, [rows], SHARES, main=True)


def _cards(t: MarketTable, team: str, kinds: list[str]) -> Iterator[Offer]:
    for plot, owner in t.state.plots.items():
        if owner != team:
            continue
        lying = t.state.progress.get(plot)
        for kind in kinds:
            if lying is not None and kind not in lying.cards:
                price = t.kit.products[lying.product].price(kind)
                figures = {"card": card_name(kind), "plot": plot_name(plot), "price": price}
                label = Words(_("%(card)s for %(plot)s, %(price)s"), figures)
                fixed = {"plot": int(plot), "kind": kind}
                yield Offer("buy_card", [team], label, fixed, _asked(t, team, SELLERS[kind]), ENTERPRISE)
            elif lying is None:
                label = Words(_("%(card)s for %(plot)s"), {"card": card_name(kind), "plot": plot_name(plot)})
                yield Offer("buy_card", [team], label, {"plot": int(plot), "kind": kind}, group=ENTERPRISE)


def _asked(t: MarketTable, team: str, company: str) -> list[Field]:
    """Return what is asked where other shareholders name commissions: each one's sum, and how it ended (§ 3.6)."""
    if t.asks_nobody(company, team):
        return []
    keys = [Option(other, t.name(other)) for other in t.holders(company) if other != team]
    ends = [Option("bought", Words(_("bought"))), Option("refused", Words(_("refused")))]
    return [
        Each(name="commissions", label=Words(_("Commission")), keys=keys, of=Number(name="", least=0, step=5000)),
        Choice(name="outcome", label=Words(_("How it ended")), options=ends, value="bought"),
        Each(
            name="first_asked",
            label=Words(_("Asked at first")),
            keys=keys,
            of=Number(name="", least=0, optional=True, step=5000),
            optional=True,
        ),
    ]


def _licences(t: MarketTable, team: str) -> Iterator[Offer]:
    form: list[Field] = [Text(name="id", label=Words(_("Product")))]
    form += [Number(name=kind, label=card_name(kind), least=0) for kind in SELLERS]
    form += [
        Number(name="output", label=Words(_("Price of the product")), least=0),
        Number(name="licences", label=Words(_("Licences")), least=0),
    ]
    options = [Option(one, product_name(t, one), number(row.output)) for one, row in t.kit.products.items()]
    for plot, owner in t.state.plots.items():
        if owner == team and plot not in t.state.progress:
            label = Words(_("Licence for %(plot)s"), {"plot": plot_name(plot)})
            field = Card(name="product", label=Words(_("Product")), options=options, form=form)
            yield Offer("buy_licence", [team], label, {"plot": int(plot)}, [field], ENTERPRISE)


def _auction(t: MarketTable, bidders: list[str], nominal: int) -> list[Field]:
    """Return who buys, nobody if empty, and the price: an auction is one form (M-022, M-061)."""
    options = []
    for team in bidders:
        cash, name = t.state.cash[team], t.name(team)
        poor = Refused("E_BIDDER_CASH", "winner", {"name": name, "have": cash}) if cash < nominal else None
        options.append(Option(team, name, number(cash), poor))
    return [
        Choice(name="winner", label=BUYER, options=options, optional=True, help=Words(_("empty: nobody"))),
        Number(name="price", label=PRICE, value=nominal, least=nominal, optional=True),
    ]


# ---- debts and corrections ------------------------------------------------------------------------


def _insolvency(t: MarketTable) -> Iterator[Offer]:
    """Offer each debtor the ways out of his own debts, the others their notes and credits (amendments 2 and 3)."""
    debtors = t.debtors()
    others = [team for team in t.alive() if team not in debtors]
    for debtor in debtors:
        for sale in (*_sales(t, debtor), *_land_sales(t, debtor)):
            yield _by_name(t, sale, debtors)
    for team in [*debtors, *others]:
        yield note_offer(t, team)
    for note in t.state.notes:
        if note.lender in debtors:
            yield demand_offer(t, note)
        if note.borrower not in debtors:
            yield repay_offer(t, note)
    yield from credit_offers(t, others)
    for debtor in debtors:
        assets = t.share_count(debtor) or debtor in t.state.plots.values()
        main = debtor == debtors[0] and not assets
        last = Offer("declare_bankrupt", [debtor], Words(DeclareBankrupt.label), group=DEBTS, main=main)
        yield _by_name(t, last, debtors)


def _by_name(t: MarketTable, offer: Offer, debtors: list[str]) -> Offer:
    """Return an offer whose label names its player, where several have the same."""
    if len(debtors) < 2:
        return offer
    label = Words(_("%(label)s: %(name)s"), {"label": offer.label, "name": t.name(offer.actors[0])})
    return msgspec.structs.replace(offer, label=label)


def _surrender(t: MarketTable) -> list[Field]:
    """Ask who cannot pay his debts what he hands in (§ 3.5, step 5, M-182); nobody is asked where all can pay."""
    _after, step = t.game.attempt(t, 0, REFEREE, "final_settlement", {})
    debtors = handed_in(t, step)
    values: dict[str, int] = {}
    for team in debtors:
        values |= assets_of(t, team)
    if not values:
        return []
    figures = {
        asset: {"thing": thing_name(asset), "price": values[asset]} for asset in sorted(values, key=values.__getitem__)
    }
    options = [Option(asset, Words(_("%(thing)s, %(price)s"), named)) for asset, named in figures.items()]
    words = Words(_("Handed in for debts, the cheaper first; nothing marked: what covers the gap, as the rules say"))
    teams = [Option(team, t.name(team)) for team in debtors]
    return [Each(name="surrender", keys=teams, of=Many(name="", options=options, help=words), optional=True)]


def _corrections(t: MarketTable) -> Iterator[Offer]:
    """Offer the two corrections that tables need most; any other field is corrected by its path."""
    teams = [Option(team.id, team.name) for team in t.teams]
    reason = Text(name="reason", label=Words(_("Reason")))
    by = Number(name="amount", label=Words(_("By how much")), value=0)
    who = Choice(name="player", label=Words(_("Player")), options=teams)
    yield Offer("adjust", [REFEREE], Words(_("Correct cash")), fields=[who, by, reason], group=CORRECTIONS)
    tokens = [Option(f"pos.{team.id}", team.name) for team in t.teams]
    which = Choice(name="field", label=Words(_("Token")), options=tokens)
    where = Number(name="value", label=Words(_("Number of the space")), value=0, least=0, most=len(t.kit.path) - 1)
    yield Offer("adjust", [REFEREE], Words(_("Correct a token")), fields=[which, where, reason], group=CORRECTIONS)
