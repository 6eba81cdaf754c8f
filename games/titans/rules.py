"""Words of refusals, warnings, notices and reasons, each with its clause (§ 3.9)."""

from __future__ import annotations

from games.engine.i18n import gettext_noop as _
from games.engine.refusal import Rule

RULES: dict[str, Rule] = {
    "E_PHASE": Rule(
        _("Phase now: %(phase)s. This is not possible yet, or no longer."),
        "T-027, T-061, T-105",
        _("A turn is news, choice of actions, actions 1 to 4 by number, then results step by step."),
    ),
    "E_NOT_YOUR_STEP": Rule(
        _("Not the step of %(name)s. Next: %(queue)s."),
        "T-062, T-104",
        _("Sides act clockwise from the first player."),
    ),
    "E_NOT_ALL_IN": Rule(
        _("Not all are in. Nothing yet from: %(names)s."),
        "T-042, T-060, T-092, T-097",
        _("What is chosen in secret is shown by all at the same moment."),
    ),
    "E_STALE": Rule(_("The log went on while the form was open. Check and send it again.")),
    "E_SIDES": Rule(
        _("Two to four sides with different names are needed. More people play in teams of two or three."),
        "T-001, T-011, T-160",
        _("There are four sets of components; more than four people play in teams."),
    ),
    "E_COLOUR_TAKEN": Rule(
        _("The colour of “%(name)s” is already taken."), "T-009", _("Each side has components of its own colour.")
    ),
    "E_CARD_USED": Rule(
        _("The card “%(card)s” is in play already, or out of the game."),
        "T-035",
        _("Used cards go to the box; a card is in one place only."),
    ),
    "E_NEWS_FIRST_TURN": Rule(_("In the first turn no news is drawn."), "T-030", _("News begin with the second turn.")),
    "E_NO_MONEY": Rule(
        _("%(name)s: money %(have)s, needed %(need)s."),
        "T-068, T-089, T-157, A-26",
        _("Prices are paid in full; there is no credit."),
    ),
    "E_TWO_DIFFERENT": Rule(
        _("%(name)s: exactly two different actions of the four are needed."),
        "T-055 – T-057",
        _("In each turn a side does two different actions."),
    ),
    "E_BAD_SLOT": Rule(_("There is no such slot."), "T-067, T-088", _("Only the open cards can be chosen.")),
    "E_SLOT_EMPTY": Rule(_("Slot %(slot)s is empty."), "T-067, A-43", _("Only the open cards can be chosen.")),
    "E_SLOT_FULL": Rule(
        _("In slot %(slot)s there is “%(card)s” already."), "T-143, A-45", _("Only empty slots are filled.")
    ),
    "E_DECK_EMPTY": Rule(
        _("The deck is out: the slot stays empty."), "T-070, A-20", _("When a deck is out its slots stay empty.")
    ),
    "E_REFILL_REQUIRED": Rule(
        _("Which card lies in slot %(slot)s now?"),
        "T-070, T-143",
        _("A freed slot is filled at once; before a new turn all empty slots are filled."),
    ),
    "E_NO_AGENCY": Rule(
        _("No agency with a free cell: the action is wasted, skip it."),
        "T-077 – T-079",
        _("Hiring needs an own agency with a free cell at that moment, otherwise the action is wasted."),
    ),
    "E_NOT_AN_AGENCY": Rule(
        _("“%(card)s” is a titan: no employees are placed there."), "T-079", _("Titans are not staffed.")
    ),
    "E_NOT_YOUR_AGENCY": Rule(
        _("%(name)s does not own “%(card)s”."), "T-080, T-108", _("Employees stand in the own agencies only.")
    ),
    "E_CAPACITY": Rule(
        _("“%(card)s”, %(colour)s: free cells %(free)s, given %(n)s."),
        "T-084, T-085, T-127",
        _("An agency holds as many employees of a colour as it has cells of this colour."),
    ),
    "E_MARKET_EMPTY": Rule(
        _("%(colour)s: to be had %(have)s, given %(n)s."),
        "T-081, T-141, A-30",
        _("Only the employees on the market are hired; free ones come from the reserve first."),
    ),
    "E_AUCTION_NEEDED": Rule(
        _("Several sides compete: first record who wants which tender."),
        "T-091",
        _("If several chose action 4, all show at once which tender they want."),
    ),
    "E_BID_LOW": Rule(
        _("%(name)s: the bid %(bid)s is below the cost %(cost)s of the tender."),
        "T-096",
        _("A bid is not below the cost of the tender."),
    ),
    "E_NOT_YOUR_TENDER": Rule(
        _("%(name)s does not have the tender “%(card)s”."), "T-106", _("Each side fulfils its own tenders.")
    ),
    "E_TENDER_DONE": Rule(_("The tender “%(card)s” is fulfilled already."), "T-113, T-124", _("Profit is paid once.")),
    "E_NOT_ENOUGH_STAFF": Rule(
        _("Missing: %(missing)s."),
        "T-107, T-046",
        _("A tender needs all employees shown; what is given up must be there."),
    ),
    "E_TOO_MANY": Rule(
        _("More employees than needed: needed %(need)s."),
        "T-107, T-139, A-51",
        _("Exactly the employees that a card asks for are used, no more than it gives are taken."),
    ),
    "E_EFFECT_SPENT": Rule(
        _("The effect of “%(card)s” is applied, declined, or not to be had in this turn."),
        "T-119 – T-123",
        _("A one-off effect works in the turn its tender is fulfilled, a permanent one once a turn."),
    ),
    "E_EFFECT_COST": Rule(
        _("The effect does not work now: %(what)s."),
        "T-130, T-132",
        _("An effect needs its condition, and its cost is paid in full."),
    ),
    "E_TOTEM_USED": Rule(_("%(name)s: the totem is used already."), "T-152", _("A totem is used once in the game.")),
    "E_TOTEM_WINDOW": Rule(
        _("This totem works only before a consequence is applied."),
        "T-154, A-22",
        _("Protection is declared after the consequence is read and before it is applied."),
    ),
    "E_TOTEM_LIMIT": Rule(
        _("The second totem is bought already, or no totem is left."),
        "T-157, A-68",
        _("One second totem a side, from those put away at set-up."),
    ),
    "E_NEGATIVE": Rule(_("This would leave less than nothing: %(what)s."), "§ 3.8", _("Nothing falls below zero.")),
    # kit checks
    "K_DECK_SIZE": Rule(_("The deck has %(have)s cards, but %(typed)s are typed.")),
    "KW_COUNT": Rule(_("Deck “%(deck)s”: %(have)s of %(box)s cards."), "T-002"),
    "KW_CUBES": Rule(_("Cubes: %(have)s of %(box)s."), "T-003"),
    "KW_CELLS": Rule(_("Market, %(colour)s: %(have)s cells, on the board %(box)s."), "T-018"),
    "KW_LADDER": Rule(_("Market, %(colour)s: not all prices are known. What is paid is asked when hiring.")),
    "KW_FALLS": Rule(_("Market, %(colour)s: prices fall from left to right."), "T-081"),
    "KW_BANK": Rule(_("Money: %(have)s is not enough for four sides, who get %(need)s."), "T-012"),
    "KW_PRICE": Rule(_("“%(card)s” has no price. What is paid is asked when it is bought.")),
    "KW_SPEC": Rule(_("“%(card)s” has no specialisation and counts for no combo."), "T-134"),
    "KW_TENDER": Rule(_("“%(card)s”: cost, employees or profit are not known.")),
    "KW_EFFECT": Rule(_("“%(card)s” has no effect.")),
    "KW_DEMAND": Rule(_("Crisis “%(card)s”: what it asks for is not known."), "T-037"),
}

#: Instead of the words above where a range is known.
RANGES: dict[str, str] = {
    "E_BAD_NUMBER": _("A whole number from %(least)s to %(most)s is needed."),
    "E_BAD_SLOT": _("There is no such slot. Choose 1 to %(most)s."),
}

NOTICES: dict[str, str] = {
    "N_BANK_SHORT": _("%(name)s gets %(paid)s of %(due)s: the bank has no more."),
    "N_CANNOT_PAY": _("%(name)s cannot pay for the exchange."),
    "N_EFFECT": _("%(name)s, effect of “%(card)s”: %(text)s"),
    "N_FORFEIT": _("%(name)s: free employees without a cell are lost: %(n)s."),
    "N_HIRE_DOUBTFUL": _("%(name)s: no agency with a free cell, action 3 may be wasted."),
    "N_KIT_ADDED": _("“%(card)s” is now in the kit of this table. The trainer may keep it: set-up of the table, kit."),
    "N_LAST_TURN": _("%(name)s has %(score)s points: this is the last turn. Count on beyond the end of the track."),
    "N_MANUAL": _("To do by hand: %(text)s Record it as a correction."),
    "N_MAX_TURNS": _("The %(n)s turns that were planned are played: the game can be stopped."),
    "N_NO_CONSEQUENCE": _("The consequences are out: none follows this crisis."),
    "N_NO_NEWS": _("The news are out: the turn begins with the choice of actions."),
    "N_NO_TENDER": _("No tender is open, action 4 is wasted: %(names)s."),
    "N_NOT_HIS_STEP": _("%(name)s uses a totem in the step of %(acting)s."),
    "N_PLEDGE_CUT": _("%(name)s gives %(have)s instead of %(n)s: there is no more."),
    "N_RESHUFFLED": _("The used consequences are shuffled: %(n)s."),
    "N_SET_OF_FOUR": _("%(name)s has agencies of all four specialisations: 3 free employees."),
    "N_SHORTFALL": _("%(name)s cannot pay the whole bid: %(n)s are missing."),
    "N_TOTEMS_UNUSED": _("Last turn, totems not used yet: %(names)s."),
    "N_WASTED": _("%(name)s: the action is wasted (%(action)s)."),
    "W_EFFECT_LOST": _("%(name)s: the effect of “%(card)s” is not used and is lost, the tender is turned over."),
}

WHYS: dict[str, str] = {
    "work": _("work"),
    "buy": _("agencies and titans"),
    "hire": _("hired employees"),
    "tender": _("tenders at cost"),
    "bid": _("winning bids"),
    "consolation": _("consolation"),
    "profit": _("profit of tenders"),
    "fulfil": _("fulfilled tenders"),
    "effect": _("effects of tenders"),
    "combo": _("combos"),
    "news": _("news"),
    "pledge": _("pledges in crises"),
    "consequence": _("consequences"),
    "totem": _("totems"),
    "salary": _("salaries"),
    "second_totem": _("second totem"),
}

WHATS: dict[str, str] = {
    "money": _("PR money"),
    "points": _("points"),
    "card": _("agency, titan or tender"),
    "creative": _("creative staff"),
    "production": _("production staff"),
    "strategy": _("strategy staff"),
    "media": _("media staff"),
    "tenders": _("fulfilled tenders"),
    "other": _("effects, combos, news and totems"),
}

#: Words for names and values of kit, options and set-up.
TERMS: dict[str, str] = {
    "round": _("Turn"),
    "target_score": _("Points for the last turn"),
    "second_totem": _("Second totem"),
    "second_totem_price": _("Price of the second totem"),
    "long_game": _("Long game"),
    "long_rank": _("Places in the long game"),
    "long_rank.final_score": _("by the final score"),
    "long_rank.finish_order": _("by the turn of reaching the target"),
    "salary": _("Salary"),
    "salary_amount": _("Salary for each agency"),
    "teams": _("Who plays"),
    "max_turns": _("Turns planned"),
    "time_limit_min": _("Minutes planned"),
    "bank": _("Bank"),
    "bank.unlimited": _("unlimited"),
    "bank.finite": _("finite"),
    "actions_per_turn": _("Actions per turn"),
    "actions_per_turn.exactly_two": _("exactly two"),
    "actions_per_turn.up_to_two": _("up to two"),
    "pledge_over": _("Pledge above what is there"),
    "pledge_over.reject": _("is refused"),
    "pledge_over.cap": _("counts as all there is"),
    "tie_loser_consolation": _("Consolation for an equal bid"),
    "loser_may_buy_other": _("The loser may buy the other tender"),
    "bid_cap": _("Limit of a bid"),
    "bid_cap.money": _("the side's money"),
    "bid_cap.none": _("none"),
    "titan_reuse": _("A titan serves"),
    "titan_reuse.every_tender": _("every tender"),
    "titan_reuse.once_per_turn": _("one tender a turn"),
    "titans_as_agencies": _("Titans count as agencies"),
    "effect_colour": _("Colour of free employees"),
    "effect_colour.as_printed": _("as printed"),
    "effect_colour.always_any": _("always any"),
    "reserve_fallback": _("“Any employee” from the market"),
    "reserve_fallback.only_when_all_empty": _("when the whole reserve is empty"),
    "reserve_fallback.per_colour": _("colour by colour"),
    "combos": _("Combos"),
    "combos.every_turn": _("every turn"),
    "combos.once": _("once each"),
    "combo_levels": _("Equal agencies"),
    "combo_levels.highest": _("the highest reward"),
    "combo_levels.cumulative": _("all rewards up to it"),
    "combo_overlap": _("An agency counts for several combos"),
    "totem_timing": _("A totem is used"),
    "totem_timing.any": _("at any time"),
    "totem_timing.own_step": _("in one's own step"),
    "reshuffle": _("Reshuffle the consequences"),
    "record_promises": _("Ask for promises"),
    "first_side": _("First player: the youngest"),
    "agency_slots": _("Open agencies and titans"),
    "tender_slots": _("Open tenders"),
    "agency_deck": _("Agencies and titans"),
    "tender_deck": _("Tenders"),
    "news_deck": _("News cards"),
    "consequence_deck": _("Consequences"),
    "totems": _("Totems"),
    "agency": _("Agency"),
    "titan": _("Titan"),
    "market_prices": _("Prices on the labour market"),
    "reserve": _("Cubes in the reserve"),
    "bank_total": _("PR money in the box"),
    "start_money": _("Money at the start"),
    "work_income": _("Income of action 1"),
    "points_per_tender": _("Points for a tender"),
    "deck_sizes": _("Cards in the decks"),
}
