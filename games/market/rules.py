"""Refusals, notices and reasons in words. Names never decline; «Банк» is never bare."""

from __future__ import annotations

from games.engine.i18n import gettext_noop as _
from games.engine.refusal import Rule
from games.market.kit_checks import KIT_NOTES

#: Rule sentences that stand behind several refusals.
_ONE_DEAL = _("On a space a player makes one of the deals that the space allows.")
_ORDER = _("Players move clockwise. Who breaks the order pays a fine of 20 000.")
_TURN = _("A turn begins with credit and insurance, then the roll; it ends when everything that follows is done.")
_AUCTION = _("An auction begins at the nominal price; who offers most pays the whole sum at once.")
_COMMISSION = _(
    "Each other shareholder may name a commission; without shareholders, or with 2 or 3 shares or the only one, "
    "a card costs its nominal price."
)
_CREDIT = _("One credit a turn, before the roll or on the space of the company “Bank”.")
_CARDS = _("First the Licence, then Materials, Equipment and Personnel in any order: one of each on a card.")
_INSOLVENT = _("Who cannot pay borrows on a note from players or sells shares and plots; there is no bank credit.")

RULES: dict[str, Rule] = {
    "E_PLAYERS": Rule(_("Players: 2 to 4, not %(n)s."), "M-001", _("The game is for 2 to 4 players.")),
    "E_TIE": Rule(
        _("Highest throw of several players: %(players)s. They throw again."),
        "M-041",
        _("Who throws most begins."),
    ),
    "E_OPTION": Rule(
        _("Option “%(option)s” is not set, or has no such value."),
        "M-014",
        _("Before the start the players agree after how many enterprises the game ends."),
    ),
    "E_BAD_KIT": Rule(_("The kit is not complete: %(problem)s."), "M-054"),
    "E_FINISHED": Rule(
        _("The game is over."),
        "M-178",
        _("The game ends as soon as one player has commissioned the agreed number of enterprises."),
    ),
    "E_NOT_FINAL": Rule(_("The results are counted when the last enterprise is commissioned."), "M-178"),
    "E_REFEREE": Rule(_("This is recorded by the referee.")),
    "E_PLAYER_OUT": Rule(
        _("Bankrupt: %(name)s. No more moves."), "M-177", _("A bankrupt gives all cards back and leaves the game.")
    ),
    "E_INSOLVENT_BLOCK": Rule(
        _("Debt of %(amount)s: %(debtor)s. First a note, a sale or bankruptcy."), "M-173", _INSOLVENT
    ),
    "E_TURN": Rule(_("To move: %(current)s. The fine for the wrong order is %(fine)s."), "M-038", _ORDER),
    "E_NOT_ROLLED": Rule(_("First the roll."), "M-032", _TURN),
    "E_ALREADY_ROLLED": Rule(_("The dice are thrown: credit and insurance come before."), "M-033", _TURN),
    "E_DICE": Rule(_("Each of the two dice shows 1 to 6."), "M-011", _("Two dice with six sides are thrown.")),
    "E_ROUTE": Rule(
        _("Which arrow leads on from the tax office?"), "M-045", _("The ring changes by the arrows of the tax office.")
    ),
    "E_MUST_RESOLVE": Rule(_("First: %(what)s."), "M-032", _TURN),
    "E_NO_RIGHT": Rule(_("%(space)s: no right to this. Possible: %(allowed)s."), "M-047", _ONE_DEAL),
    "E_RIGHT_USED": Rule(_("The deal of this turn is made already."), "M-047", _ONE_DEAL),
    "E_CASH": Rule(
        _("Not enough cash: needed %(want)s, there is %(have)s."), "M-057", _("A purchase is paid in cash.")
    ),
    "E_AMOUNT": Rule(
        _("The sum is above zero and a multiple of 100; a commission is from zero to the limit, if there is one."),
        "M-186",
        _("Sums are rounded to 100."),
    ),
    "E_NO_SHARES_LEFT": Rule(_("All 3 shares are sold: %(company)s."), "M-056", _("A company has 3 shares.")),
    "E_NOT_OWNER_SHARE": Rule(_("%(name)s: no share. %(company)s."), "M-060", _("A player sells his own share.")),
    "E_PLOT_TAKEN": Rule(_("Plot № %(plot)s is taken: %(owner)s."), "M-116", _("Only a plot nobody owns is bought.")),
    "E_NOT_OWNER_PLOT": Rule(
        _("Plot № %(plot)s is not owned by this player: %(name)s."),
        "M-131",
        _("Only the owner sells a plot or commissions enterprises on it."),
    ),
    "E_BID_LOW": Rule(_("Below the nominal price of %(nominal)s."), "M-062", _AUCTION),
    "E_BID_STEP": Rule(_("Bids go in steps of %(step)s."), "M-062", _AUCTION),
    "E_BIDDER_CASH": Rule(_("Cash of the buyer %(name)s: only %(have)s."), "M-063", _AUCTION),
    "E_BIDDER_SELLER": Rule(
        _("The seller does not bid for his own."), "M-122", _("The seller takes no part in his auction.")
    ),
    "E_BIDDER_REFUSER": Rule(
        _("Who refused the plot does not bid for it."), "M-128", _("A refused plot is auctioned by the banker.")
    ),
    "E_CREDIT_LIMIT": Rule(_("Only one credit a turn."), "M-093", _CREDIT),
    "E_CREDIT_NONE": Rule(
        _("No credit cards in the tray."), "M-094", _("Without credit cards there is no credit until somebody repays.")
    ),
    "E_CREDIT_RATE": Rule(_("No credit at %(rate)s %%. Possible: %(available)s."), "M-088", _CREDIT),
    "E_CREDIT_AGREE": Rule(
        _("Agree on the percent with: %(holders)s."),
        "M-088",
        _("Who does not hold the only share, or 2 or 3 of them, agrees on the percent with the shareholders."),
    ),
    "E_CREDIT_INSOLVENT": Rule(_("No bank credit while a debt is open."), "M-174", _INSOLVENT),
    "E_CREDIT_UNKNOWN": Rule(
        _("No credit at %(rate)s %%: %(name)s."), "M-090", _("A credit is repaid with its interest.")
    ),
    "E_INS_LIMIT": Rule(
        _("At most %(most)s certificates, there are %(have)s."),
        "M-102",
        _("A player holds at most three insurance certificates."),
    ),
    "E_INS_STOCK": Rule(
        _("Certificates left in the tray: %(left)s."), "M-008", _("There are 12 insurance certificates.")
    ),
    "E_CERT": Rule(
        _("Certificates for this loss: at most %(most)s."),
        "M-104",
        _("One certificate covers up to 100 000, two up to 200 000, three up to 300 000."),
    ),
    "E_LICENCE_FIRST": Rule(_("No Licence lies on card “Enterprise” № %(plot)s."), "M-149", _CARDS),
    "E_SLOT_TAKEN": Rule(_("%(slot)s: there is one on card “Enterprise” № %(plot)s already."), "M-151", _CARDS),
    "E_LICENCE_STOCK": Rule(_("No Licences “%(product)s” are left."), "M-004", _("There are 36 Licences.")),
    "E_CARD_STOCK": Rule(
        _("No cards “%(kind)s” are left in the tray."), "M-005", _("There are 12 cards of each kind.")
    ),
    "E_PRODUCT": Rule(
        _("No such product in the price table, or not for this plot."),
        "M-140",
        _("An enterprise makes a product of the price table."),
    ),
    "E_COMMISSION_MISSING": Rule(_("Commission (0 if none): %(holders)s."), "M-156", _COMMISSION),
    "E_COMMISSION_UNKNOWN": Rule(_("Only other shareholders of this company name a commission."), "M-156", _COMMISSION),
    "E_COMMISSION_NOT_ALLOWED": Rule(_("This card costs its nominal price, without commission."), "M-153", _COMMISSION),
    "E_REFUSE_NOMINAL": Rule(_("At the nominal price there is nothing to refuse: end the turn."), "M-160", _COMMISSION),
    "E_ANTIMONO_CHOICE": Rule(
        _("No monopoly here: %(company)s. Choose: %(choices)s."),
        "M-121",
        _("A monopolist in several companies sells shares of one of them, as he chooses."),
    ),
    "E_ANTIMONO_COUNT": Rule(
        _("Shares to sell: %(want)s."), "M-120", _("Who holds 2 shares of a company sells 1, who holds 3 sells 2.")
    ),
    "E_NOTE_SELF": Rule(
        _("Lender and borrower are the same player."), "M-167", _("Money is borrowed from other players.")
    ),
    "E_NOTE_LIMIT": Rule(_("All %(most)s notes are given out: %(name)s."), "M-170", _("Each player has 3 notes.")),
    "E_NOTE_CASH": Rule(
        _("Cash of the lender %(name)s: only %(have)s."), "M-169", _("The borrower gets the money at once.")
    ),
    "E_NOTE_UNKNOWN": Rule(_("This player has no such note."), "M-171"),
    "E_NOTE_NOT_DUE": Rule(
        _("The note is due in turn %(due)s."), "M-171", _("The lender demands repayment when the term has come.")
    ),
    "E_NOT_INSOLVENT": Rule(_("No open debt: %(name)s."), "M-177", _INSOLVENT),
    "E_BANKRUPT_ASSETS": Rule(_("First to be sold: %(assets)s."), "M-177", _INSOLVENT),
    "E_FINE_REASON": Rule(
        _("Reasons of a fine: wrong space, another player's token, order of turns."),
        "M-035",
        _("A fine of 20 000 is paid in three cases."),
    ),
    "E_KIT_CARD": Rule(_("Card № %(card)s of the kit says %(amount)s."), "M-096"),
    "E_MARKERS": Rule(_("All %(most)s markers are used."), "M-010", _("Each player has 18 markers.")),
    "E_VOID": Rule(
        _("This cannot be struck out: %(reason)s."),
        "M-034",
        _("Who does not demand a payment before the end of the turn loses it."),
    ),
    **{code: Rule(text, "§ 4.3") for code, text in KIT_NOTES.items()},
}

#: The rules file calls the reminders W_NOTE_DUE, W_CLAIM and W_BANK_CASH; here W_… is what is asked once more.
NOTICES: dict[str, str] = {
    "N_CARD_UNDER": _("The card goes under the stack."),
    "N_MARKER_SHARE": _("Marker with “Share” up: %(name)s."),
    "N_MARKER_PLOT": _("Marker with “Property” up, card “Enterprise” goes to: %(name)s."),
    "N_SKIPPED": _("%(name)s misses this turn."),
    "W_MARKERS": _("%(name)s: %(have)s markers, in the box there are %(most)s."),
    "N_NOTE_DUE": _("Note № %(note)s is due: %(lender)s demands, %(borrower)s pays."),
    "N_CLAIM": _("Not demanded in time: %(name)s, %(amount)s."),
    "N_BANK_CASH": _("The game bank lacks %(amount)s: it borrows from players on an IOU."),
}

WHYS: dict[str, str] = {
    "auction_price": _("price of the auction"),
    "bank_iou": _("lent to the game bank"),
    "bankrupt_cash": _("cash of the bankrupt"),
    "bankrupt_partial": _("part of the bankrupt's debt"),
    "bankruptcy": _("returned by the bankrupt"),
    "bonus": _("bonus for the last enterprise"),
    "card_commission": _("commission for a card"),
    "card_price": _("nominal price of a card"),
    "commission_penalty": _("penalty: the card was refused"),
    "commissioned": _("enterprise commissioned"),
    "consultation": _("consultation"),
    "consultation_share": _("share of the consultation"),
    "consulting_fee": _("marketing research"),
    "consulting_fee_share": _("share of the marketing research"),
    "credit": _("credit"),
    "credit_interest": _("interest on credits"),
    "credit_interest_part": _("interest, paid in part"),
    "credit_interest_share": _("share of the interest"),
    "credit_principal": _("credit repaid"),
    "credit_principal_part": _("credit, repaid in part"),
    "dividends": _("dividends"),
    "enterprise_income": _("enterprise income"),
    "exchange_commission": _("20 %% for the Exchange"),
    "fine": _("fine"),
    "half_plot_price": _("half of the plot's price"),
    "insurance_pot": _("money under the board"),
    "insurance_pot_share": _("share of the money under the board"),
    "insurance_premium": _("insurance"),
    "iou_redeemed": _("IOU redeemed"),
    "licence": _("Licence"),
    "not_demanded": _("not demanded in time"),
    "note_loan": _("loan on a note"),
    "note_repayment": _("note repaid"),
    "note_repayment_part": _("note, repaid in part"),
    "note_returned": _("note given back"),
    "output_price": _("price of the product"),
    "plot_bought": _("plot bought"),
    "plot_price": _("price of a plot"),
    "plot_sold": _("plot sold"),
    "realtor_commission": _("20 %% for the Realty company"),
    "refusal_charge": _("20 %%: plot refused, nobody buys"),
    "refusal_charge_share": _("share of the charge for a refused plot"),
    "sale_proceeds": _("80 %% of the sale"),
    "school_fee": _("tuition"),
    "school_fee_share": _("share of the tuition"),
    "share_bought": _("share bought"),
    "share_price": _("price of a share"),
    "share_sold": _("share sold"),
    "start_bonus": _("Start passed"),
    "surprise_gain": _("business surprise, income"),
    "surprise_loss": _("business surprise, loss"),
    "surrender_plot": _("plot handed in at the end"),
    "surrender_share": _("share handed in at the end"),
    "tax": _("tax"),
}

#: What is posted; below, the parts of the capital in standings.
WHATS: dict[str, str] = {
    "money": _("money"),
    "share": _("share"),
    "plot": _("plot and its card “Enterprise”"),
    "licence": _("Licence"),
    "materials": _("Materials"),
    "equipment": _("Equipment"),
    "personnel": _("Personnel"),
    "certificate": _("insurance certificate"),
    "credit": _("card “Credit”"),
    "note": _("promissory note"),
    "cash": _("cash"),
    "shares": _("shares"),
    "plots": _("plots"),
    "credits": _("credits"),
    "notes": _("promissory notes"),
    "iou": _("IOU of the game bank"),
    "debts": _("open debts"),
}
