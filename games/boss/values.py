"""What may stand in the fields of the state that hold a code, in the words of the table."""

from __future__ import annotations

from games.boss.kit import COLOURS
from games.boss.lot import STATUS
from games.boss.rules import PHASE_WORDS
from games.boss.state import BOARD, BossTable
from games.boss.words import CARD_WORDS, COLOUR_WORDS, asset_words, card_type_words
from games.engine.fields import Codes, Label
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

STATUSES: dict[str, Words] = {
    **STATUS,
    "broken": Words(_("broken by travel")),
    "superseded": Words(_("replaced by another")),
    "withdrawn": Words(_("withdrawn")),
    "void": Words(_("void")),
}
END_BY: dict[str, Words] = {
    "die": Words(_("a throw of the die")),
    "last_card": Words(_("the last deal card")),
    "stopped": Words(_("stopped by the trainer")),
}
_TEAMS = (
    "turn", "over_limit", "next_turn", "banker", "closed", "sixtieths", "deal.opener", "deal.boss", "deal.bosses",
    "deal.played", "deal.clans.owner", "deal.agreements.player", "deal.agreements.boss", "deal.offers.player",
    "deal.offers.by",
)  # fmt: skip


def values(t: BossTable) -> dict[str, Codes]:
    """Return the closed lists of the state: path -> code -> words."""
    teams: dict[str, Label] = {**t.names}
    colours: dict[str, Label] = {colour: COLOUR_WORDS[colour] for colour in COLOURS}
    assets = _assets(t)
    found: dict[str, Codes] = dict.fromkeys(_TEAMS, teams)
    return found | {
        "phase": {phase: Words(text) for phase, text in PHASE_WORDS.items()},
        "investors": colours,
        "investors.*": {**teams, BOARD: Words(_("beside the board"))},
        "seen": _cards(),
        "end_by": END_BY,
        "deal.travelling": colours,
        "deal.clans.color": colours,
        "deal.agreements.assets": assets,
        "deal.agreements.status": STATUSES,
        "deal.offers.assets": assets,
    }


def _cards() -> dict[str, Label]:
    """Return the kinds of influence cards: a clan card and a travel card have a colour, a travel card may be grey."""
    found: dict[str, Label] = {}
    for kind in CARD_WORDS:
        shades = {"clan": COLOURS, "travel": (*COLOURS, "grey")}.get(kind)
        found |= {key: card_type_words(key) for key in ([f"{kind}:{one}" for one in shades] if shades else [kind])}
    return found


def _assets(t: BossTable) -> dict[str, Label]:
    """Return what an agreement may be about: investors, clan cards on the table, clan cards promised."""
    deal = t.state.deal
    named = [asset for one in deal.agreements for asset in one.assets] if deal else []
    spoken = [asset for one in deal.offers for asset in one.assets] if deal else []
    laid = [f"clan:{clan.id}" for clan in deal.clans] if deal else []
    kinds = [f"{kind}:{colour}" for kind in ("inv", "pledge") for colour in COLOURS]
    return {asset: asset_words(t, asset) for asset in (*kinds, *laid, *named, *spoken)}
