"""Words and clauses of every refusal (§ 3.5), notice, kit check and posting reason."""

from __future__ import annotations

from games.engine.i18n import gettext_noop as _
from games.engine.refusal import Rule

_TURN = _("In the Actions phase the players open one auction each, clockwise from the initiator.")
_AUCTION = _("Players in turn raise the bid or pass; a pass is for good; the highest bidder must buy.")
_STOCK = _("Nobody bids above his own stock of profits.")
_START = _("An auction is opened at the starting price or above; who cannot pay it cannot open.")
_CARD = _("A drawn eco-initiative is for the drawer first; if he does not want it, the right passes on clockwise.")
_PLACE = _("What was bought is placed on the board at once.")
_COLLAPSE = _("Who must give more enviros than he has gives all, moves the marker to “minus” and removes one own chip.")
_UPKEEP = _("Who lacks the means for upkeep discards those cards, face up.")
_EVENT = _("The initiator alone draws one event a cycle: the top card.")
_PHASES = _("A cycle has the phases Events, Ecology, Actions, Income.")
_TOR = _("Each ТОР is one token; its auction starts at 10.")

RULES: dict[str, Rule] = {
    "E_PHASE": Rule(_("Now: phase %(phase)s. This is possible in the phase %(need)s only."), "E-017", _PHASES),
    "E_GAME_OVER": Rule(_("The game is over: the final score is counted."), "E-071", ""),
    "E_NOT_INITIATOR": Rule(_("The initiator draws the event: %(name)s."), "E-010", _EVENT),
    "E_EVENT_ALREADY": Rule(_("This cycle's event is drawn already: “%(event)s”."), "E-012", _EVENT),
    "E_EVENT_UNKNOWN": Rule(_("There is no such event card in the kit."), "E-021", _EVENT),
    "E_EVENT_USED": Rule(_("The card “%(event)s” is played already."), "E-022", _("Played events lie face up.")),
    "E_CHOICE_PENDING": Rule(
        _("First the choice by the event “%(event)s”: %(name)s."), "E-015", _("An event may impose a penalty.")
    ),
    "E_NO_CHOICE": Rule(_("%(name)s: there is nothing to choose."), "E-015", _("An event may grant a right.")),
    "E_CHOICE_DUTY": Rule(_("%(name)s cannot decline this."), "E-015", _("An event may impose a penalty.")),
    "E_ALREADY_SETTLED": Rule(
        _("%(name)s: this phase is counted already."), "E-023", _("Every player counts once in each phase.")
    ),
    "E_REMOVE_REQUIRED": Rule(
        _("%(name)s: ecological collapse, to give %(owed)s, there are %(have)s. Choose the chip to take off."),
        "E-031",
        _COLLAPSE,
    ),
    "E_REMOVE_NOT_OWN": Rule(_("%(name)s has no chip there: %(sector)s."), "E-031", _COLLAPSE),
    "E_REMOVE_NOT_NEEDED": Rule(_("There are enough enviros, no chip is taken off."), "E-028", _COLLAPSE),
    "E_NOT_YOUR_OPENING": Rule(_("Now an auction may be opened by: %(name)s."), "E-034", _TURN),
    "E_ALREADY_OPENED": Rule(_("%(name)s: the right to open is used in this phase."), "E-035", _TURN),
    "E_AUCTION_RUNNING": Rule(_("First finish the present auction."), "E-048", _AUCTION),
    "E_PLACEMENT_PENDING": Rule(_("First %(name)s places what was bought."), "E-040", _PLACE),
    "E_LOT_UNKNOWN": Rule(_("There is no such lot."), "E-035", _TURN),
    "E_TOR_TAKEN": Rule(_("ТОР “%(tor)s” is bought already: %(name)s."), "E-046", _TOR),
    "E_FORBIDDEN_BY_EVENT": Rule(
        _("The event “%(event)s” forbids this auction."), "E-016", _("An event acts in its phase.")
    ),
    "E_CANNOT_AFFORD_START": Rule(
        _("Not enough profits: starting price %(start)s, there are %(have)s."), "E-054", _START
    ),
    "E_BID_BELOW_START": Rule(_("Bid %(bid)s is below the starting price %(start)s."), "E-039", _START),
    "E_BID_NOT_HIGHER": Rule(_("The bid must be at least %(min)s."), "E-048", _AUCTION),
    "E_BID_OVER_STOCK": Rule(_("No bids above one's own stock: %(name)s has %(have)s."), "E-055", _STOCK),
    "E_NO_AUCTION": Rule(_("No auction is open."), "E-048", _AUCTION),
    "E_NOT_NEXT_BIDDER": Rule(_("Now it is the word of: %(name)s."), "E-048", _AUCTION),
    "E_BIDDER_PASSED": Rule(_("%(name)s is out of this auction already."), "E-049", _AUCTION),
    "E_ALREADY_HIGHEST": Rule(_("%(name)s has the highest bid already."), "E-048", _AUCTION),
    "E_HIGHEST_MUST_BUY": Rule(_("Who bid highest must buy the lot."), "E-050", _AUCTION),
    "E_PRICE_BELOW_RAISE": Rule(_("If not the opener buys, the price is at least %(min)s."), "E-048", _AUCTION),
    "E_LINE": Rule(
        _("Bid № %(position)s cannot be read: “%(token)s”. It is a team's letter with a number or a dash: А10 Б11 Г-."),
        "E-048",
        _AUCTION,
    ),
    "E_LINE_FIRST": Rule(_("The line begins with the opener's bid: %(name)s."), "E-048", _AUCTION),
    "E_ECO_NOT_DRAWN": Rule(_("First draw the eco-initiative."), "E-041", _CARD),
    "E_ECO_PENDING": Rule(_("First decide about the card “%(card)s”."), "E-043", _CARD),
    "E_ECO_RIGHT": Rule(_("The right to buy the card now: %(name)s."), "E-044", _CARD),
    "E_ECO_UNKNOWN": Rule(_("There is no such eco-initiative."), "E-041", _CARD),
    "E_ECO_USED": Rule(_("The card “%(card)s” is not in the deck any more."), "E-041", _CARD),
    "E_ECO_PLAIN": Rule(_("A card that was passed on is bought at its price, without an auction."), "E-044", _CARD),
    "E_ECO_AUCTION": Rule(_("This card is bought by auction."), "E-043", _CARD),
    "E_DECK_EMPTY": Rule(_("The deck is empty."), "E-041", _CARD),
    "E_NOTHING_TO_PLACE": Rule(_("There is nothing to place."), "E-040", _PLACE),
    "E_NOT_YOUR_PLACEMENT": Rule(_("To place: %(name)s."), "E-040", _PLACE),
    "E_SECTOR_REQUIRED": Rule(_("Name the sector."), "E-040", _PLACE),
    "E_SECTOR_UNKNOWN": Rule(_("There is no sector %(sector)s."), "E-040", _PLACE),
    "E_SECTOR_RESOURCE": Rule(_("Not produced there: %(type)s, %(sector)s."), "E-040", _PLACE),
    "E_SECTOR_FOREIGN": Rule(_("Occupied, %(sector)s: %(name)s."), "E-040", _PLACE),
    "E_SECTOR_OCCUPIED": Rule(_("There is production, a ТОР needs an empty sector: %(sector)s."), "E-027", _PLACE),
    "E_SECTOR_TOR": Rule(_("There lies ТОР “%(tor)s”: %(sector)s."), "E-040", _PLACE),
    "E_SECTOR_MIXED": Rule(_("Another type is produced there already: %(sector)s."), "E-040", _PLACE),
    "E_LEVEL_MAX": Rule(
        _("Level %(max)s is the highest."), "E-019", _("The level is the number of chips in the sector.")
    ),
    "E_NO_CHIPS": Rule(_("%(name)s has no chips left: %(type)s."), "E-040", _PLACE),
    "E_NO_PLACE": Rule(_("%(name)s has no sector where this could be placed."), "E-040", _PLACE),
    "E_UPKEEP_SHORT": Rule(
        _("%(name)s: upkeep %(need)s, there are %(cash)s. Choose the cards to discard."), "E-062", _UPKEEP
    ),
    "E_UPKEEP_TOO_MANY": Rule(_("The card “%(card)s” can be paid, it is not discarded."), "E-062", _UPKEEP),
    "E_UPKEEP_UNKNOWN_CARD": Rule(_("%(name)s does not have the card “%(card)s”."), "E-062", _UPKEEP),
    "E_ENVIRO_TRANSFER": Rule(
        _("Enviros are not exchanged, sold or given."), "E-056", _("Enviros are not exchanged, sold or given.")
    ),
    "E_TRANSFER_OFF": Rule(_("Giving profits to each other is switched off in this session."), "A-39", ""),
    "E_BELOW_ZERO": Rule(_("A value cannot fall below zero: there are %(have)s."), "A-11", ""),
    "E_ALREADY_FINAL": Rule(
        _("The last cycle is named already."), "E-070", _("All phases of the last cycle are played.")
    ),
    "E_FINAL_BY_CARD": Rule(_("In this session only the card “Final report” ends the game."), "A-41", ""),
    "E_SETUP_TEAMS": Rule(_("This kit is for %(least)s to %(most)s teams."), "A-42", ""),
    "E_SETUP_COLOUR": Rule(_("Two teams have the same colour."), "E-036", ""),
    "E_SETUP_INITIATOR": Rule(_("The first initiator is no team: %(value)s."), "A-42", ""),
    "E_SETUP_START": Rule(_("Start values are given for an unknown team: %(value)s."), "A-42", ""),
    "E_SETUP_CHIPS": Rule(_("The start chip cannot lie there: %(value)s."), "E-040", ""),
    "E_SETUP_TOR": Rule(_("The ТОР cannot be given at the start: %(value)s."), "E-046", ""),
    "E_SETUP_ECO": Rule(_("The eco-initiative cannot be given at the start: %(value)s."), "E-041", ""),
    # kit checks (§ 4): K_ blocks, KW_ warns
    "K_ADJACENCY": Rule(_("%(a)s names %(b)s as its neighbour, but not the other way round."), "E-005", ""),
    "K_ADJ_SELF": Rule(_("%(a)s is named as its own neighbour."), "E-005", ""),
    "K_ADJ_UNKNOWN": Rule(_("%(a)s names an unknown neighbour: %(b)s."), "E-005", ""),
    "KW_ISOLATED": Rule(_("%(a)s has no neighbours."), "E-005", ""),
    "K_NO_SECTOR": Rule(_("No sector for: %(type)s."), "E-040", ""),
    "K_INCOME": Rule(_("Income must be positive and rise with the level: %(type)s, level %(level)s."), "E-058", ""),
    "K_ENVIROS": Rule(_("“%(card)s” must give 1, 2, 3 or 5 enviros."), "E-025", ""),
    "KW_MINERAL": Rule(_("The rulebook gives 1 for minerals of level 1, the kit %(value)s."), "E-063", ""),
    "KW_OIL": Rule(_("The rulebook gives 3 for production of level 2, the kit has %(value)s for oil."), "E-064", ""),
    "KW_RECLAIM": Rule(_("The rulebook gives upkeep 2 for “%(card)s”, the kit %(value)s."), "E-065", ""),
    "K_FINAL": Rule(_("Exactly one event must end the game, there are %(n)s."), "E-070", ""),
    "K_EVENT_EMPTY": Rule(_("The event “%(event)s” has no effect: choose effects or “by hand”."), "E-021", ""),
    "K_OP_PHASE": Rule(_("The event “%(event)s”: %(op)s does not act in this phase."), "E-016", ""),
    "K_OP_PARAM": Rule(_("The event “%(event)s”: %(op)s lacks %(value)s."), "E-021", ""),
    "K_TABLE_97": Rule(_("9 profits and 7 enviros must give 12, the table has %(value)s."), "E-073", ""),
    "K_TABLE_SYMMETRIC": Rule(
        _("The table differs for (%(a)s, %(b)s) and (%(b)s, %(a)s): %(value)s and %(other)s."), "E-072", ""
    ),
    "KW_TABLE_DIFFERS": Rule(
        _("%(n)s cells differ from the formula (%(rounding)s), the first: %(cells)s."), "E-074", ""
    ),
    "KW_TABLE_READING": Rule(_("Roundings that fit the typed cells: %(rounding)s."), "A-02", ""),
    "KW_TOR_KIND": Rule(_("ТОР “%(tor)s” has no known effect."), "E-001", ""),
}

NOTICES: dict[str, str] = {
    "N_READ_ALOUD": _("Read the event “%(event)s” aloud."),
    "N_FINAL": _("All phases of the last cycle are played, then the score is counted."),
    "N_NEW_CYCLE": _("%(name)s moves the human figure to the own corner and draws the next event."),
    "N_MARKER": _("Price marker, %(type)s: %(price)s."),
    "N_COLLAPSE": _("%(name)s: your dirty production is closed! Marker to “minus”."),
    "N_MINUS_LEFT": _("%(name)s leaves “minus”."),
    "N_SHORTAGE": _("%(name)s: %(amount)s are missing, the marker stays at 0."),
    "N_TRACK_END": _("%(name)s: end of the track, %(amount)s are lost."),
    "N_ACADEMY": _("%(name)s: the Academy holds off the event “%(event)s”."),
    "N_ACADEMY_PROFITS": _("%(name)s: the Academy holds off the event “%(event)s”, profits saved: %(amount)s."),
    "N_ACADEMY_ENVIROS": _("%(name)s: the Academy holds off the event “%(event)s”, enviros saved: %(amount)s."),
    "N_AUTO_PASS": _("%(name)s is out by rule: cannot raise or has no sector."),
    "N_SOLD": _("%(name)s moves the profit marker: −%(paid)s."),
    "N_ECO_MOVES_ON": _("%(name)s cannot buy the card: the right passes on."),
    "N_ECO_DISCARDED": _("The card “%(card)s” goes to the discards, face up."),
    "N_RESHUFFLED": _("The discarded eco-initiatives are shuffled: a new deck."),
    "N_KIT_ADDED": _("“%(value)s” is now in this session's kit."),
}

WHYS: dict[str, str] = {
    "buy_chip": _("chip bought"),
    "buy_eco": _("eco-initiative bought"),
    "buy_tor": _("ТОР bought"),
    "place": _("placed on the board"),
    "card": _("card to its buyer"),
    "chips": _("chips on the board"),
    "cards": _("eco-initiatives"),
    "reserve": _("Reserve next door"),
    "hub": _("Hub next door"),
    "income": _("production"),
    "upkeep": _("upkeep"),
    "event": _("event"),
    "collapse": _("collapse: what is missing"),
    "closed": _("chip closed by collapse"),
    "minus": _("way out of “minus”"),
    "shortage": _("what is missing"),
    "track_end": _("end of the track"),
    "discard": _("discarded for want of upkeep"),
    "no_buyer": _("nobody buys"),
    "transfer": _("between players"),
    "called_off": _("called off"),
    "start": _("set-up"),
}

WHATS: dict[str, str] = {
    "profits": _("profits"),
    "enviros": _("enviros"),
    "oil": _("oil chips"),
    "mineral": _("mineral chips"),
    "eco": _("eco-initiatives"),
    "tor": _("ТОР"),
}
