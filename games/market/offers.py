"""What may be recorded now: candidates only, the core plays each on a copy and greys what is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine.fields import Card, Choice, Each, Field, Number, Numbers, Offer, Option, Refused, Rows, Text
from games.engine.i18n import Words, number
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.market import kit as kits
from games.market.moves_deals import RefusePlot
from games.market.moves_debts import (
    FINES,
    BankIou,
    DeclareBankrupt,
    Fine,
    ForfeitClaim,
    IssueNote,
)
from games.market.moves_enterprise import SELLERS
from games.market.moves_turn import (
    BuyInsurance,
    DrawConsultation,
    DrawSurprise,
    EndTurn,
    LastRound,
    Roll,
    TakeCredit,
    rates_left,
)
from games.market.names import Label, card_name, company_name, plot_name, product_name
from games.market.rules import WHYS
from games.market.settlement import FinalSettlement
from games.market.state import MarketTable, Note
from games.market.turns import allowed, following

TURN = Words(_("Turn"))
SHARES = Words(_("Shares"))
ENTERPRISE = Words(_("Enterprises"))
LAND = Words(_("Land"))
DEBTS = Words(_("Debts"))
ANY_TIME = Words(_("Any time"))
CORRECTIONS = Words(_("Corrections"))
PRICE = Words(_("Price"))
SUM = Words(_("Sum"))
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
        yield Offer("final_settlement", [REFEREE], Words(FinalSettlement.label), main=True)
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
    if t.options.licence_where == "own_turn" and phase not in ("resolve", "owner_deal"):
        yield from _licences(t, t.state.current)
    yield from _any_time(t)


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
        bidders = _others(t, "" if t.options.refuser_may_bid else team)
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
        elif general == "licence":
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
        bidders = _others(t, "" if t.options.seller_may_bid else team)
        label = Words(_("Sell a share: %(company)s"), {"company": company_name(company)})
        fields = _auction(t, bidders, t.kit.prices[company])
        yield Offer("sell_share", [team], label, {"company": company}, fields, SHARES)


def _land_sales(t: MarketTable, team: str) -> Iterator[Offer]:
    for plot, owner in t.state.plots.items():
        if owner == team:
            bidders = _others(t, "" if t.options.seller_may_bid else team)
            label = Words(_("Sell %(plot)s"), {"plot": plot_name(plot)})
            fields = _auction(t, bidders, t.kit.lands[plot])
            yield Offer("sell_plot", [team], label, {"plot": int(plot)}, fields, LAND)


def _forced_sale(t: MarketTable, team: str, company: str) -> Offer:
    count, nominal = t.stake(company, team) - 1, t.kit.prices[company]
    rows = Rows(
        name="lots",
        label=Words(_("Lots")),
        fields=_auction(t, _others(t, team), nominal),
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
    options = [Option(one, product_name(t, one), _money(row.output)) for one, row in t.kit.products.items()]
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
        options.append(Option(team, name, _money(cash), poor))
    return [
        Choice(name="winner", label=BUYER, options=options, optional=True, help=Words(_("empty: nobody"))),
        Number(name="price", label=PRICE, value=nominal, least=nominal, optional=True),
    ]


# ---- debts and what is possible any time ----------------------------------------------------------


def _insolvency(t: MarketTable) -> Iterator[Offer]:
    debtor = t.state.obligations[0].debtor
    yield from _sales(t, debtor)
    yield from _land_sales(t, debtor)
    for team in [debtor, *_others(t, debtor)]:
        yield _note(t, team)
    for note in t.state.notes:
        if note.lender == debtor:
            yield _demand(t, note)
        elif note.borrower != debtor:
            yield _repay(t, note)
    yield from _credits(t, _others(t, debtor))
    assets = t.share_count(debtor) or debtor in t.state.plots.values()
    label = Words(DeclareBankrupt.label)
    yield Offer("declare_bankrupt", [debtor], label, group=DEBTS, main=not assets)


def _any_time(t: MarketTable) -> Iterator[Offer]:
    state, alive = t.state, t.alive()
    for team in alive:
        yield _note(t, team)
    for note in state.notes:
        if note.lender in alive:
            yield _demand(t, note)
        yield _repay(t, note)
    yield from _credits(t, alive)
    teams = [Option(team, t.name(team)) for team in alive]
    reasons = [Option(reason, words) for reason, words in FINES.items()]
    player = Choice(name="player", label=Words(_("Player")), options=teams)
    why = Choice(name="reason", label=Words(_("Reason")), options=reasons, value="out_of_turn")
    yield Offer("fine", [REFEREE], Words(Fine.label), fields=[player, why], group=ANY_TIME)
    amount = Number(name="amount", label=SUM, least=100, value=t.kit.constants.round_to)
    yield Offer("bank_iou", [REFEREE], Words(BankIou.label), fields=[player, amount], group=ANY_TIME)
    for team, owed in state.bank_iou.items():
        figures = {"name": t.name(team), "sum": owed}
        label = Words(_("Redeem an IOU: %(name)s, %(sum)s"), figures)
        back = Number(name="amount", label=SUM, value=owed, least=1, most=owed)
        yield Offer("bank_iou_redeem", [REFEREE], label, {"player": team}, [back], ANY_TIME)
    open_claims = [(at, one) for at, one in enumerate(state.claims, 1) if not one.forfeited]
    if open_claims:
        options = [Option(at, _claim_words(t, one.to, one.amount, one.why)) for at, one in open_claims]
        which = Choice(name="posting", label=Words(_("Payment")), options=options)
        yield Offer("forfeit_claim", [REFEREE], Words(ForfeitClaim.label), fields=[which], group=ANY_TIME)
    if t.options.time_limit_min is not None and not state.last_round:
        yield Offer("last_round", [REFEREE], Words(LastRound.label), group=ANY_TIME)


def _claim_words(t: MarketTable, team: str, amount: int, why: str) -> Words:
    return Words(_("%(name)s: %(why)s, %(sum)s"), {"name": t.name(team), "why": Words(WHYS[why]), "sum": amount})


def _note(t: MarketTable, team: str) -> Offer:
    lenders = [Option(other, t.name(other), _money(t.state.cash[other])) for other in _others(t, team)]
    step = t.kit.constants.round_to
    fields: list[Field] = [
        Choice(name="lender", label=Words(_("Lender")), options=lenders),
        Number(name="amount", label=SUM, value=_lacking(t, team) or 100 * step, least=step),
        Number(name="percent", label=Words(_("Percent")), value=10, least=0),
        Number(name="due_turn", label=Words(_("Due in turn")), least=t.state.turn, optional=True),
    ]
    label = Words(_("%(label)s: %(name)s"), {"label": Words(IssueNote.label), "name": t.name(team)})
    return Offer("issue_note", [team], label, fields=fields, group=DEBTS)


def _lacking(t: MarketTable, team: str) -> int:
    """Return what a player lacks for his open debts, rounded up to 100; 0 if he has none."""
    debts = [debt for debt in t.state.obligations if debt.debtor == team]
    step = t.kit.constants.round_to
    lack = sum(debt.amount - t.own_part(team, debt.amount, debt.stakes) for debt in debts) - t.state.cash[team]
    return -(-lack // step) * step if debts and lack > 0 else 0


def _demand(t: MarketTable, note: Note) -> Offer:
    figures = {"note": note.id, "name": t.name(note.borrower), "sum": note.total}
    label = Words(_("Demand note № %(note)s: %(name)s, %(sum)s"), figures)
    return Offer("demand_note", [note.lender], label, {"note": note.id}, group=DEBTS)


def _repay(t: MarketTable, note: Note) -> Offer:
    figures = {"note": note.id, "name": t.name(note.borrower), "sum": note.total}
    label = Words(_("Repay note № %(note)s: %(name)s, %(sum)s"), figures)
    return Offer("repay_note", [note.borrower], label, {"note": note.id}, group=DEBTS)


def _credits(t: MarketTable, teams: Iterable[str]) -> Iterator[Offer]:
    for team in teams:
        for rate in sorted({credit.rate for credit in t.state.credits.get(team, ())}):
            label = Words(_("Repay the credit at %(rate)s %%: %(name)s"), {"rate": rate, "name": t.name(team)})
            yield Offer("repay_credit", [team], label, {"rate": rate}, group=DEBTS)


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


def _others(t: MarketTable, team: str) -> list[str]:
    return [other for other in t.alive() if other != team]


def _money(amount: int) -> Label:
    return number(amount)
