"""Investors and clan cards as pictograms, for the panel of «Я босс!»."""

from __future__ import annotations

import msgspec

from games.boss.coverage import colour_of
from games.boss.state import BossTable
from games.boss.words import asset_words
from games.engine.fields import Label


class Token(msgspec.Struct, frozen=True):
    """An investor or a clan card as a pictogram. `away`: it travels; `promised`: it is still in the hand."""

    colour: str
    words: Label
    clan: bool = False
    away: bool = False
    promised: bool = False


def investor(t: BossTable, colour: str) -> Token:
    """Return the pictogram of an investor."""
    deal = t.state.deal
    away = deal is not None and colour in deal.travelling
    return Token(colour, asset_words(t, f"inv:{colour}"), away=away)


def clan(t: BossTable, colour: str) -> Token:
    """Return the pictogram of a clan card that is about to be laid."""
    return Token(colour, asset_words(t, f"pledge:{colour}"), clan=True)


def token(t: BossTable, asset: str) -> Token:
    """Return the pictogram of an asset of the open deal."""
    kind, _colon, name = asset.partition(":")
    if kind == "inv":
        return investor(t, name)
    if kind == "pledge":
        return Token(name, asset_words(t, asset), clan=True, promised=True)
    return Token(colour_of(t, asset), asset_words(t, asset), clan=True)
