"""The refusals of «Я босс!» with the rule behind each, the notices, and the words for what is posted."""

from __future__ import annotations

from games.engine.i18n import gettext_noop as _
from games.engine.refusal import Rule

RULES: dict[str, Rule] = {
    # ---- set-up ----
    "E_PLAYERS": Rule(
        _("Three to six players; two with the soft rules. Now: %(n)s."),
        "B-002",
        _("The game is for three to six players; for two there are rules of their own."),
    ),
    "E_SETUP_INVESTORS": Rule(
        _("Investors: %(each)s for each player, %(board)s beside the board."),
        "B-014",
        _("Everybody is dealt one investor, with three players two; what is left lies beside the board."),
    ),
    "E_SETUP_FIRST": Rule(_("Who begins is not at the table."), "B-028", _("One of the players begins.")),
    "E_MARKER_PLACER": Rule(
        _("The marker is put by the player to the right of the first one: %(name)s."),
        "B-029",
        _("The player to the right of the first one puts the dollar marker on any space."),
    ),
    "E_SPACE": Rule(
        _("There is no such space: the board has 1–%(most)s."), "B-029", _("The marker stands on a space of the board.")
    ),
    # ---- when and who ----
    "E_PHASE": Rule(
        _("Not possible now: %(phase)s."), "B-031", _("A turn is: open a deal, or move and then open a deal or draw.")
    ),
    "E_NOT_YOUR_TURN": Rule(_("Turn: %(name)s."), "B-045", _("A deal is opened and the die is rolled in turn.")),
    "E_NO_DEAL": Rule(
        _("No deal is open: cards and agreements only within a deal."),
        "B-046",
        _("Until “Let's make a deal” nobody may influence the decision or play influence cards."),
    ),
    "E_NOT_BOSS": Rule(
        _("Only the boss may do this: %(name)s."), "B-093", _("The deal is led by whoever played the last boss card.")
    ),
    "E_DIE": Rule(_("Die: a number from 1 to 6."), "B-008", _("One six-sided die.")),
    "E_DRAW_BEFORE_ROLL": Rule(
        _("Cards are drawn only after the roll."),
        "B-035",
        _("In his turn a player opens a deal or rolls; only after moving may he draw instead of opening."),
    ),
    "E_V2_MUST_DEAL": Rule(
        _("More than %(n)s cards at the start of the turn: a deal must be tried."),
        "B-141",
        _("With more than 10 influence cards at the start of his turn a player must try to make a deal."),
    ),
    "E_V5_FEW_CARDS": Rule(
        _("Cards in hand: %(n)s. A deal needs %(least)s or more."),
        "B-145",
        _("With three or fewer influence cards no deal may be tried."),
    ),
    "E_MUST_DISCARD": Rule(
        _("First discard or hire: %(name)s has %(n)s cards, the limit is %(limit)s."),
        "B-039",
        _("Whoever holds more influence cards than the limit discards at once; three hire cards may be used before."),
    ),
    "E_DISCARD_COUNT": Rule(
        _("Exactly %(n)s to discard."), "B-039", _("So many cards are discarded that the limit remains.")
    ),
    "E_END_ROLL_FIRST": Rule(
        _("First the roll for the end: %(name)s."), "B-131", _("From deal 10 on the boss rolls after each closed deal.")
    ),
    # ---- influence cards ----
    "E_HAND_SHORT": Rule(
        _("%(name)s: %(n)s in hand, %(m)s needed."), "B-070", _("Only cards from one's own hand are played.")
    ),
    "E_CARD_LIMIT": Rule(
        _("All %(n)s of these cards were shown since the last shuffle."),
        "B-004",
        _("24 clan, 21 travel, 10 boss, 33 hire and 10 stop cards: 98."),
    ),
    "E_CLAN_NOT_NEEDED": Rule(
        _("This deal does not need this colour: %(colour)s."),
        "B-053",
        _("Clan cards and investors of the colours listed on the space may take part."),
    ),
    "E_CLAN_NOT_ON_TABLE": Rule(
        _("This clan card is not on the table: %(value)s."),
        "B-062",
        _("A clan card is first laid on the table for all to see, then offered."),
    ),
    "E_TRAVEL_TARGET": Rule(
        _("The %(colour)s investor lies beside the board: nobody to send."),
        "B-072",
        _("A travel card is played on a player's investor or on a clan card on the table."),
    ),
    "E_ALREADY_TRAVELLING": Rule(
        _("The %(colour)s investor travels already."), "B-073", _("Whoever travels is out of this deal.")
    ),
    "E_TRAVEL_COLOR": Rule(
        _("Travel card: %(colour)s or grey fits."),
        "B-074",
        _("Each clan has three travel cards; three grey ones fit any clan."),
    ),
    "E_HIRE_SET": Rule(
        _("Hire is played as a set of three."), "B-079", _("Hire cards are used only in sets of three.")
    ),
    "E_HIRE_CLAN": Rule(
        _("Hire does not take clan cards."), "B-083", _("Hire cards may not be used to capture clan cards.")
    ),
    "E_HIRE_SELF": Rule(
        _("The investor is there already: %(name)s."), "B-082", _("Hire takes the investor of another player.")
    ),
    "E_HIRE_BOARD_FIRST": Rule(
        _("Beside the board: %(colours)s. None is taken from players."),
        "B-081",
        _("While investors lie beside the board, one of those is taken and none from a player."),
    ),
    "E_ALREADY_BOSS": Rule(
        _("%(name)s is the boss already."), "B-087", _("A boss card makes another player the boss of the deal.")
    ),
    "E_STOP_NOTHING": Rule(
        _("Nothing to stop."), "B-095", _("Stop is played right after a travel card, a boss card or three hire cards.")
    ),
    "E_STOP_ON_STOP": Rule(
        _("Stop does not cancel a Stop."), "B-099", _("A stop card cannot cancel another stop card.")
    ),
    # ---- talks ----
    "E_OFFER_PARTIES": Rule(
        _("Talks are with the boss: %(name)s."), "B-060", _("Who has a needed investor or clan card talks to the boss.")
    ),
    "E_BOSS_SELF": Rule(
        _("The boss takes part by himself and pays himself nothing."),
        "B-051",
        _("Investors of the boss agree automatically."),
    ),
    "E_PART_OWNER": Rule(
        _("%(asset)s: now elsewhere, %(name)s."), "B-060", _("One offers one's own investors and clan cards.")
    ),
    "E_TRAVELLING_PART": Rule(
        _("The %(colour)s investor travels and is out of this deal."),
        "B-073",
        _("Investors or clans that travel cannot take part in this deal."),
    ),
    "E_REWARD_KIND": Rule(
        _("The reward is a dividend of this deal, nothing else."),
        "B-064",
        _("Only dividends of the current deal may be offered as a reward."),
    ),
    "E_AMOUNT": Rule(
        _("Sum: a whole number from 0 to %(total)sM."),
        "B-064",
        _("The reward is a number of dividends or a sum, out of this deal."),
    ),
    "E_NO_AGREEMENT": Rule(
        _("No agreement stands: %(name)s, %(value)s."),
        "B-056",
        _("Whoever lacks investors or clan cards must agree with those who have them."),
    ),
    # ---- closing and failing ----
    "E_ASK_FIRST": Rule(
        _("First ask everybody for further cards."),
        "B-107",
        _("House advice: before closing the boss asks every player whether he has cards to play."),
    ),
    "E_MISSING": Rule(
        _("Missing: %(value)s."), "B-103", _("A deal closes when all needed investors or clan members are gathered.")
    ),
    "E_EXTRA_PART": Rule(
        _("Too many: %(colour)s. %(k)s of the others, one of a colour."),
        "B-050",
        _("The number in the white field says how many of the small squares are needed."),
    ),
    "E_PAYEE": Rule(
        _("%(name)s has no part in this deal."), "B-115", _("The boss pays the agreed sums to the participants.")
    ),
    "E_OVER_DIVIDEND": Rule(
        _("Promised %(sum)s, the deal pays %(total)sM."), "B-114", _("Only the dividend of this deal is shared out.")
    ),
    "E_V3_NO_CARD": Rule(
        _("%(name)s played no card and may not earn."),
        "B-143",
        _("To earn on a deal a player must be the boss or have used an influence card."),
    ),
    "E_MUST_CLOSE": Rule(
        _("The cards on the table are enough: the boss must close."),
        "B-154",
        _("If investors and clan cards on the table meet the needs, the boss must close the deal."),
    ),
    # ---- what is typed at the table, corrections ----
    "E_KNOWN": Rule(
        _("The kit says otherwise: %(value)s. If it is wrong, correct the kit."),
        "B-010",
        _("What is printed on the board and on the cards is the same for the whole game."),
    ),
    "E_CONSERVATION": Rule(
        _("Influence cards would be %(value)s: name where they come from."),
        "B-004",
        _("Deck, discard, table and hands together hold all the cards."),
    ),
    # ---- the kit ----
    "K_SPACES": Rule(
        _("Spaces: numbers 1, 2, 3 … without gaps, more than deal cards (16 in the box). Now: %(value)s."), "B-009"
    ),
    "K_DEALS": Rule(_("Deal cards: each number once (1–15 in the box). Now: %(value)s."), "B-006"),
    "K_VALUES": Rule(_("Deal card %(value)s: at least 1M and no less than the card before."), "B-024"),
    "K_SETS": Rule(_("Space %(value)s: one to six investors, each colour once, enough to choose from."), "B-010"),
    "K_END": Rule(_("Deal card %(value)s: end numbers 1–6, on cards 10 to 14."), "B-134"),
    "K_DECK": Rule(_("Influence cards: 24 + 21 + 10 + 33 + 10 = 98, enough for all hands. Now: %(value)s."), "B-004"),
    "KW_SIZE": Rule(_("Space %(value)s needs %(seats)s investors: two to five are usual."), "B-011"),
    "KW_MONOTONE": Rule(_("Space %(value)s pays less than a space with fewer investors."), "B-011"),
    "KW_ANCHOR": Rule(_("Not as in the rulebook: %(value)s."), "B-138"),
    "KW_NESTED": Rule(_("Deal card %(value)s: the end numbers of the card before are not all there."), "B-134"),
}

NOTICES: dict[str, str] = {
    "N_SHUFFLE": _("The deck is empty: shuffle the discard, %(n)s cards."),
    "N_SKIPPED": _("Turns passed over: %(names)s."),
    "N_RETURNED": _("Back to the hand, %(name)s: %(colours)s."),
    "N_LIMIT": _("The limit is now %(n)s cards. To discard or hire: %(names)s."),
    "W_CLAN_NOT_LAID": _("%(name)s: the clan card is not on the table; for closing it has to be laid."),
    "W_NOT_NEEDED": _("This deal does not need this colour: %(colour)s."),
    "W_ALREADY_COVERED": _("The deal has all it needs already."),
    "W_V3_NO_PAY": _("%(name)s played no card: %(amount)s stays with the boss."),
    "W_PACKAGE": _("%(name)s: only a part of the package is used, %(amount)s is paid in full."),
    "W_COULD_CLOSE": _("The deal could have been closed."),
    "W_RECOUNT": _("%(name)s, %(what)s: counted %(counted)s, recorded %(known)s, difference %(by)s."),
}

WHYS: dict[str, str] = {
    "dividend": _("dividends of the deal"),
    "agreement": _("agreed share"),
    "fair_share": _("fair share"),
    "extra": _("paid beyond the agreements"),
    "draw": _("drawn"),
    "discard": _("discarded at the limit"),
    "shuffle": _("shuffled into a new deck"),
    "clan": _("clan card laid"),
    "travel": _("travel card played"),
    "travelled": _("clan card sent travelling"),
    "hire": _("hire"),
    "boss": _("boss card played"),
    "stop": _("stop card played"),
    "stopped": _("cancelled by a Stop"),
    "used": _("used in the deal"),
    "returned": _("returned to the hand"),
    "adjust": _("manual correction"),
}

WHATS: dict[str, str] = {
    "money": _("money, $M"),
    "sixtieths": _("money, 1/60 of $M"),
    "cards": _("influence cards"),
    "inv:red": _("red investor"),
    "inv:blue": _("blue investor"),
    "inv:yellow": _("yellow investor"),
    "inv:pink": _("pink investor"),
    "inv:orange": _("orange investor"),
    "inv:green": _("green investor"),
}

#: Phases in the words of the table.
PHASE_WORDS: dict[str, str] = {
    "turn_start": _("Start of the turn"),
    "moved": _("Marker moved"),
    "hand_limit": _("Too many cards"),
    "deal": _("Talks"),
    "end_roll": _("Roll for the end"),
    "finished": _("Game over"),
}
