"""What may be recorded now: candidates only, the core plays each on a copy."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.fields import ASIDE, Card, Choice, Each, Field, Many, Number, Offer, Option, Rows, Text
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.engine.table import Team
from games.titans import forms
from games.titans.cards import Choice as ChoiceOp
from games.titans.cards import Exchange
from games.titans.kit import TitansKit
from games.titans.moves_acts import RevealActions
from games.titans.moves_news import (
    ApplyConsequence,
    DrawConsequence,
    DrawNews,
    RecordPromises,
    RevealPledges,
)
from games.titans.moves_turn import UseTotem
from games.titans.offers_acts import act_offers
from games.titans.offers_cards import refills, unseen
from games.titans.offers_results import result_offers
from games.titans.proposals import free_cells, giving_up, in_rows, placing, staffed
from games.titans.state import Duty, TitansTable
from games.titans.words import ACTION_WORDS


def candidates(t: TitansTable) -> Iterator[Offer]:
    """List what might be recorded now, the expected first."""
    s = t.state
    duty = t.duty
    if duty is not None:
        yield from _duty(t, duty)
    elif s.phase in ("news", "pledges", "consequence", "consequence_apply", "choose"):
        yield from _open(t)
    elif s.phase[:3] == "act":
        yield from act_offers(t)
    elif s.phase != "over":
        yield from result_offers(t)
    if s.phase != "over":
        yield from _totems(t)
        most = t.options.max_turns
        if most is not None and s.turn > most:
            reason = Text(name="reason", label=Words(_("Reason")))
            yield Offer("stop_game", [REFEREE], Words(_("End the game now")), fields=[reason], group=ASIDE)
    yield _adjust(t)


def _open(t: TitansTable) -> Iterator[Offer]:
    """The news, a crisis, and the choice of actions."""
    s = t.state
    sides = [Option(side, t.name(side)) for side in t.order]
    crisis = s.crisis
    match s.phase:
        case "news":
            card: Field = Card(
                name="card", label=Words(_("News card")), options=unseen(t, "news"), form=forms.news_form()
            )
            yield Offer("draw_news", [s.first], Words(DrawNews.label), fields=[card], main=True)
        case "pledges":
            money = crisis is None or crisis.resource == "money"
            most = max(s.money[side] if money else t.owned(side) for side in s.money)
            if t.options.pledge_over == "cap":
                most = 10**6
            given = Number(name="", least=0, most=max(most, 0), value=0)
            field = Each(name="pledges", label=Words(_("Pledges")), keys=sides, of=given)
            asked = t.options.record_promises and not (crisis and crisis.promises)
            yield Offer("reveal_pledges", [REFEREE], Words(RevealPledges.label), fields=[field], main=not asked)
            if t.options.record_promises:
                said = Number(name="", least=0, value=0)
                field = Each(name="promises", label=Words(_("Promised aloud")), keys=sides, of=said)
                yield Offer("record_promises", [REFEREE], Words(RecordPromises.label), fields=[field], main=asked)
        case "consequence":
            card = Card(
                name="card", label=Words(_("Consequence card")), options=unseen(t, "consequence"),
                form=forms.consequence_form(),
            )  # fmt: skip
            yield Offer("draw_consequence", [s.first], Words(DrawConsequence.label), fields=[card], main=True)
        case "consequence_apply":
            yield Offer("apply_consequence", [REFEREE], Words(ApplyConsequence.label), main=True)
        case "choose":
            least = 2 if t.options.actions_per_turn == "exactly_two" else 0
            actions = [Option(number, words) for number, words in ACTION_WORDS.items()]
            chosen = Many(name="", options=actions, value=[1, 2], least=least, most=2)
            each = Each(name="actions", label=Words(_("Actions")), keys=sides, of=chosen)
            yield Offer("reveal_actions", [REFEREE], Words(RevealActions.label), fields=[each], main=True)
            if s.turn == 1:
                yield from refills(t)


def _duty(t: TitansTable, duty: Duty) -> Iterator[Offer]:
    """What a side has to decide before anything else."""
    side = duty.side
    name = t.name(side)
    if duty.kind == "place":
        rows: Field = forms.cubes_field(
            t, side, "placements", _("Places"),
            in_rows(free_cells(t, side, duty.owed), placing(t, side, duty.owed)),
        )  # fmt: skip
        figures = {"name": name, "n": sum(duty.owed.values())}
        label = Words(_("%(name)s: place free employees, up to %(n)s"), figures)
        yield Offer("place_staff", [side], label, fields=[rows], main=True)
        yield Offer("place_staff", [side], Words(_("%(name)s: place none"), {"name": name}), {"placements": []})
    elif duty.kind == "discard":
        rows = forms.cubes_field(
            t, side, "discards", _("Given up"), in_rows(staffed(t, side, duty.owed), giving_up(t, duty))
        )
        label = Words(_("%(name)s: give up employees"), {"name": name})
        yield Offer("discard_staff", [side], label, fields=[rows], main=True)
    elif isinstance(duty.op, ChoiceOp):
        for at, ops in enumerate(duty.op.options, 1):
            label = Words(_("%(name)s: %(effects)s"), {"name": name, "effects": forms.ops_words(ops)})
            yield Offer("resolve_choice", [side], label, {"option": at}, main=at == 1)
    elif isinstance(duty.op, Exchange):
        label = Words(_("%(name)s: %(effects)s"), {"name": name, "effects": [forms.op_words(duty.op)]})
        if duty.most == 1:
            yield Offer("resolve_choice", [side], label, {"times": 1}, main=True)
        else:
            times = Number(name="times", label=Words(_("How often")), least=0, most=duty.most, value=1)
            yield Offer("resolve_choice", [side], label, fields=[times], main=True)
        yield Offer("resolve_choice", [side], Words(_("%(name)s: not at all"), {"name": name}), {"times": 0})


def _totems(t: TitansTable) -> Iterator[Offer]:
    """A totem, by anybody who still holds one: which one it is shows only now (T-016)."""
    s = t.state
    holders = [side for side in t.order if s.totem[side] == "held" or s.second_totem.get(side) == "held"]
    if not holders:
        return
    window = s.phase == "consequence_apply"
    options = [option for option in unseen(t, "totems") if window or not t.card("totems", option.value).guards]
    fields: list[Field] = [
        Card(name="totem", label=Words(_("Totem")), options=options, form=forms.totem_form()),
        Number(name="times", label=Words(_("How often (an exchange only)")), least=1, optional=True),
    ]
    yield Offer("use_totem", holders, Words(UseTotem.label), fields=fields, group=Words(_("Totems")))


def _adjust(t: TitansTable) -> Offer:
    """Correct a side's money, points or staff by hand."""
    sides = [Option(team.id, team.name) for team in t.teams]
    agencies = [Option(id, t.card_name("agency", id)) for held in t.state.staff.values() for id in held]
    places = [Option("market", Words(_("the market"))), Option("reserve", Words(_("the reserve")))]
    staff: list[Field] = [
        Choice(name="agency", label=Words(_("Agency")), options=agencies),
        Choice(name="colour", label=Words(_("Colour")), options=forms.COLOUR_OPTIONS),
        Number(name="n", label=Words(_("Changed by"))),
        Choice(name="with", label=Words(_("Against")), options=places),
    ]
    fields: list[Field] = [
        Choice(name="side", label=Words(_("Team")), options=sides),
        Number(name="money", label=Words(_("Money, change")), value=0),
        Number(name="score", label=Words(_("Points, change")), value=0),
        *([Rows(name="staff", label=Words(_("Employees")), fields=staff, optional=True)] if agencies else []),
        Text(name="reason", label=Words(_("Reason"))),
    ]
    return Offer("adjust", [REFEREE], Words(_("Manual correction")), fields=fields, group=ASIDE)


def setup_fields(kit: TitansKit, teams: tuple[Team, ...]) -> list[Field]:
    """Ask who begins and which cards lie open; a slot left empty is filled at the table."""
    sides = [Option(team.id, team.name) for team in teams]
    companies = [Option(id, card.name or id) for id, card in kit.agency_deck.items()]
    tenders = [Option(id, card.name or id) for id, card in kit.tender_deck.items()]
    return [
        Choice(name="first_side", label=Words(_("First player: the youngest")), options=sides),
        _slots("agency_slots", Words(_("Open agencies and titans")), 3, companies),
        _slots("tender_slots", Words(_("Open tenders")), 2, tenders),
    ]


def _slots(name: str, label: Words, count: int, options: list[Option]) -> Field:
    keys = [Option(str(at), str(at)) for at in range(1, count + 1)]
    card = Choice(name="", options=options, optional=True)
    return Each(name=name, label=label, keys=keys, of=card, optional=True)
