"""What now, and the teams' rows (visual-language § 5)."""

from __future__ import annotations

from games.ecologic.choices import OPTIONS
from games.ecologic.events import Op
from games.ecologic.moves_cycle import EcologySettle, IncomeSettle, forecast_enviros, forecast_profits
from games.ecologic.score import score
from games.ecologic.state import Auction, EcoTable, Player
from games.ecologic.words import MINUS, PHASES, Label, card_name, enviros_word, lot_name, tor_name
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.engine.screen import Cell, Now, TeamRow, TeamsBoard

WORD = Words(_("has the word"))
PASSED = Words(_("pass"))


def now(t: EcoTable) -> Now:
    """Return what the table waits for."""
    s = t.state
    team, headline, hint = _awaited(t)
    place = Words(_("Cycle %(round)s, initiator %(name)s"), {"round": s.round, "name": t.name(s.initiator)})
    if s.final and s.phase != "finished":
        place = Words(_("Cycle %(round)s, the last, initiator %(name)s"), place.values)
    phases: list[tuple[Label, bool]] = [(PHASES[phase], phase == s.phase) for phase in t.order]
    return Now(headline, team, hint, s.round, place, phases, _card(t))


def _awaited(t: EcoTable) -> tuple[str, Words, Label]:
    s = t.state
    duty = next((one for one in s.choices if not one.right), None)
    if duty is not None:
        return _word(t, duty.player, Words(OPTIONS[duty.option]))
    if s.phase == "finished":
        best = [place for place in _places(t) if place[1] == 1]
        return "", Words(_("The game is over: %(names)s"), {"names": [t.name(one[0]) for one in best]}), ""
    if s.phase == "actions":
        return _actions(t)
    if s.phase == "events":
        if s.choices:
            return _word(t, s.choices[0].player, Words(_("a right by the event: take or decline")))
        hint = Words(_("draws the top event and reads it aloud"))
        return _word(t, s.initiator, hint)
    names = [t.name(one) for one in s.unsettled]
    everybody = len(names) == len(t.teams)
    if s.phase == "ecology":
        first = s.unsettled[0]
        if forecast_enviros(t, first)[1] and t.own(first):
            return _word(t, first, Words(_("collapse: which chip comes off the board?")))
        return (
            "",
            Words(EcologySettle.label) if everybody else Words(_("Count Ecology: %(names)s"), {"names": names}),
            Words(_("chips take, cards and Reserve give")),
        )
    if all(forecast_profits(t, one) < 0 for one in s.unsettled):
        return _word(t, s.unsettled[0], Words(_("upkeep: which cards are discarded?")))
    headline = Words(IncomeSettle.label) if everybody else Words(_("Count Income: %(names)s"), {"names": names})
    return "", headline, Words(_("productions, Hub, event, upkeep"))


def _places(t: EcoTable) -> list[tuple[str, int]]:
    from games.ecologic.summary import standings

    return [(place.team, place.rank) for place in standings(t)]


def _word(t: EcoTable, team: str, hint: Label) -> tuple[str, Words, Label]:
    return team, Words(_("To speak: %(name)s"), {"name": t.name(team)}), hint


def _actions(t: EcoTable) -> tuple[str, Words, Label]:
    s = t.state
    if s.to_place is not None:
        hint = Words(_("places %(lot)s on the board"), {"lot": lot_name(t, s.to_place.lot)})
        return _word(t, s.to_place.player, hint)
    if s.auction is not None:
        return _bidding(t, s.auction)
    if s.eco_offer is not None:
        figures = {"card": card_name(t, s.eco_offer.card)}
        return _word(t, s.eco_offer.holder, Words(_("opens for “%(card)s” or declines"), figures))
    if s.to_open:
        return _word(t, s.to_open, Words(_("opens an auction or skips")))
    return _word(t, s.choices[0].player, Words(_("a right by the event: take or decline")))


def _bidding(t: EcoTable, auction: Auction) -> tuple[str, Words, Label]:
    least = auction.bid + t.options.min_increment
    if not auction.next:
        return "", Words(_("Bids from %(least)s"), {"least": least}), Words(_("anybody may bid"))
    most = t.state.players[auction.next].profits
    if most == least:
        return _word(t, auction.next, Words(_("bid %(least)s or pass"), {"least": least}))
    return _word(t, auction.next, Words(_("bid %(least)s to %(most)s or pass"), {"least": least, "most": most}))


# ---- the face-up event --------------------------------------------------------------------------


def _card(t: EcoTable) -> tuple[Label, Label] | None:
    """Return the face-up event until its phase is over (E-020)."""
    event = t.active
    if event is None:
        return None
    over = t.state.phase not in t.order[: t.order.index(event.phase) + 1]
    if over and not event.manual:
        return None
    text: Label = event.text or Words(_("%(parts)s"), {"parts": [op_words(op) for op in event.ops]})
    if not event.ops and not event.text:
        text = Words(_("the last cycle")) if event.final else ""
    whom = (
        Words(_("for all")) if event.scope == "all" else Words(_("for %(name)s"), {"name": t.name(t.state.initiator)})
    )
    what = Words(
        _("%(text)s; in the phase %(phase)s, %(whom)s"), {"text": text, "phase": PHASES[event.phase], "whom": whom}
    )
    return Words(_("“%(name)s”"), {"name": event.name}), what


OPS: dict[str, str] = {
    "profits": _("profits %(amount)s"),
    "enviros": _("enviros %(amount)s"),
    "per": _("%(amount)s for each: %(of)s"),
    "income_mult": _("income × %(factor)s: %(type)s, level %(level)s"),
    "income_add": _("income %(amount)s: %(type)s, level %(level)s"),
    "eco_mult": _("Ecology × %(factor)s: %(of)s"),
    "upkeep_mult": _("upkeep × %(factor)s"),
    "start_price_add": _("starting price %(amount)s: %(lot)s"),
    "start_price_mult": _("starting price × %(factor)s: %(lot)s"),
    "forbid_auction": _("no auction: %(lot)s"),
    "extra_opening": _("one opening more"),
    "buy_without_auction": _("may buy without an auction: %(lot)s"),
    "gain_chip": _("a chip for the board"),
    "remove_chip": _("a chip off the board"),
    "gain_eco": _("an eco-initiative for nothing"),
    "discard_eco": _("discard an eco-initiative"),
    "final_report": _("the last cycle"),
    "manual": _("by hand"),
}
THINGS: dict[str, str] = {
    "": _("any"),
    "any": _("any"),
    "oil": _("oil"),
    "mineral": _("minerals"),
    "chip": _("chips"),
    "chips": _("chips"),
    "chips_oil": _("oil chips"),
    "chips_mineral": _("mineral chips"),
    "productions": _("productions"),
    "eco": _("eco-initiatives"),
    "cards": _("eco-initiatives"),
    "tor": _("ТОР"),
    "tors": _("ТОР"),
    "reserve": _("Reserve"),
}


def op_words(op: Op) -> Words:
    """Return one effect of an event in words."""
    amount = op.amount or 0
    of = op.of or op.source
    if op.counted_level() is not None:
        counted: Label = Words(_("productions of level %(level)s"), {"level": op.counted_level()})
    else:
        counted = Words(THINGS.get(of, of))
    figures = {
        "amount": f"+{amount}" if amount > 0 else amount,
        "factor": f"{op.factor or 0:g}".replace(".", ","),
        "of": counted,
        "type": Words(THINGS[op.type]),
        "level": Words(_("any")) if op.level in (None, "any") else op.level,
        "lot": Words(THINGS.get(op.lot, op.lot)),
    }
    return Words(OPS[op.op], figures)


# ---- the teams ----------------------------------------------------------------------------------


def board(t: EcoTable, viewer: str = REFEREE) -> TeamsBoard:
    """Return the rows of the teams; all of it lies open on the table."""
    over = t.state.phase == "finished"
    columns: list[tuple[Label, Label]] = [
        (Words(_("Profits")), "" if over else Words(_("after Income"))),
        (Words(_("Enviros")), "" if over else Words(_("after Ecology"))),
    ]
    if over or t.options.show_live_score:
        columns.append((Words(_("Score")), ""))
    return TeamsBoard(columns, [_row(t, team.id, over) for team in t.teams])


def _row(t: EcoTable, team: str, over: bool) -> TeamRow:
    own = t.state.players[team]
    profits, enviros = forecast_profits(t, team), forecast_enviros(t, team)
    cells = [Cell(own.profits, warn=own.profits < 0), Cell(own.enviros, MINUS if own.minus else "", own.minus)]
    if not over:
        short = profits < 0
        ahead: Label = Words(_("upkeep")) if short else Words(_("→ %(amount)s"), {"amount": profits})
        after = Words(_("→ %(amount)s"), {"amount": enviros_word(*enviros)})
        cells = [Cell(own.profits, ahead, short), Cell(own.enviros, after, enviros[1])]
    if over or t.options.show_live_score:
        cells.append(Cell(score(t, team).total))
    state, out, note = _state(t, team)
    return TeamRow(team, cells, _holdings(t, team, own), state, out, note)


def _holdings(t: EcoTable, team: str, own: Player) -> list[Label]:
    held: list[Label] = [MINUS] if own.minus else []
    held += [Words(_("ТОР “%(tor)s”"), {"tor": tor_name(t, tor)}) for tor in own.tors]
    held += [Words(_("ТОР “%(tor)s”, not placed"), {"tor": tor_name(t, tor)}) for tor in own.held]
    if own.eco:
        held.append(ngettext("%(n)s eco-initiative", "%(n)s eco-initiatives", len(own.eco)))
    return held


def _state(t: EcoTable, team: str) -> tuple[Label, bool, Label]:
    """Return what a team did or may do right now, whether it is out of the auction, and why."""
    s = t.state
    auction = s.auction
    if auction is not None:
        if team in auction.passed:
            need = auction.bid + t.options.min_increment
            have = s.players[team].profits
            why = Words(_("has %(have)s, needs %(need)s"), {"have": have, "need": need}) if have < need else ""
            return PASSED, True, why
        if team == auction.next:
            return WORD, False, ""
        bid = auction.bids.get(team)
        return ("" if bid is None else str(bid)), False, ""
    if s.phase == "actions":
        if s.to_place is not None:
            return (Words(_("has to place")) if team == s.to_place.player else ""), False, ""
        if s.eco_offer is not None:
            if team in s.eco_offer.declined:
                return Words(_("declined")), False, ""
            return (WORD if team == s.eco_offer.holder else ""), False, ""
        if team == s.to_open:
            return WORD, False, ""
        return "", False, ""
    if s.phase == "events":
        return (WORD if team == s.initiator else ""), False, ""
    return ("" if team in s.unsettled or s.phase == "finished" else Words(_("counted"))), False, ""
