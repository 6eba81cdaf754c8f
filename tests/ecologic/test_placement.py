"""Where a chip or a ТОР may be placed (E-019, E-040, § 3.4; A-25…A-28)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.i18n import render
from tests.ecologic.table import MINERAL, OIL, Game, tor


def bought(lot: dict[str, Any], **more: Any) -> Game:
    """Альфа has bought a lot and must place it."""
    game = Game(**more).to_actions()
    game.do("A", "auction_open", lot=lot, bid=25)
    return game


@pytest.mark.clause("E-040")
def test_the_winner_places_at_once() -> None:
    game = bought(OIL)
    refusal = game.refusal("B", "place", sector="S1")
    assert (refusal.code, refusal.figures["name"]) == ("E_NOT_YOUR_PLACEMENT", "Альфа")
    assert game.refused("A", "place") == "E_SECTOR_REQUIRED"
    assert game.refused("A", "place", sector=3) == "E_SECTOR_REQUIRED"
    game.do("A", "place", sector="S1")
    assert game.said() == "Альфа places oil: sector “Север”"
    assert game.posted(why="place", from_="A", to="board", ref="S1", what="oil") == 1
    assert game.refused("A", "place", sector="S1") == "E_NOTHING_TO_PLACE"


@pytest.mark.clause("E-040")
@pytest.mark.parametrize(
    ("sector", "code"),
    [
        ("S77", "E_SECTOR_UNKNOWN"),
        ("S4", "E_SECTOR_RESOURCE"),
        ("S9", "E_SECTOR_TOR"),
        ("S8", "E_SECTOR_FOREIGN"),
        ("S3", "E_SECTOR_MIXED"),
        ("S1", "E_LEVEL_MAX"),
    ],
)
def test_a_chip_needs_a_legal_sector(sector: str, code: str) -> None:
    chips = [["B", "oil", "S8"], ["A", "mineral", "S3"], *[["A", "oil", "S1"]] * 3]
    game = bought(OIL, start_chips=chips, start_tors=[["B", "hub", "S9"]])
    assert game.refused("A", "place", sector=sector) == code
    place = next(offer for offer in game.offered("place"))
    greyed = {option.value: option.refusal.code for option in place.fields[0].options if option.refusal}
    assert greyed.get(sector) == (code if sector != "S77" else None)


@pytest.mark.clause("E-019")
def test_a_second_chip_makes_level_two() -> None:
    """A-28: one level a chip, at most the kit's highest."""
    game = bought(OIL, start_chips=[["A", "oil", "S8"]])
    game.do("A", "place", sector="S8")
    assert game.seen["board"] == {"S8": "A:oil:2"}
    assert game.said() == "Альфа places oil: sector “Болота”, level 2"


@pytest.mark.parametrize(("most", "code"), [(1, "E_LEVEL_MAX"), (4, "")])
def test_the_highest_level_by_option(most: int, code: str) -> None:
    game = bought(OIL, options={"max_level": most}, start_chips=[["A", "oil", "S1"]])
    if code:
        assert game.refused("A", "place", sector="S1") == code
    else:
        game.do("A", "place", sector="S1")


def test_a_tor_needs_a_free_sector() -> None:
    game = bought(tor("hub"), start_chips=[["B", "oil", "S8"]], start_tors=[["B", "academy", "S9"]])
    assert game.refused("A", "place", sector="S8") == "E_SECTOR_OCCUPIED"
    assert game.refused("A", "place", sector="S9") == "E_SECTOR_TOR"
    game.do("A", "place", sector="S1")
    assert game.seen["players"]["A"]["tors"] == ["hub"]


def test_sharing_sectors_by_option() -> None:
    """A-25, A-26: several owners and both types, each with a level of its own."""
    game = Game(options={"sector_sharing": True}, start_chips=[["B", "oil", "S3"]]).to_actions()
    game.buy("A", OIL, "S3")
    game.buy("A", MINERAL, "S3")
    game.buy("A", OIL, "S3")
    assert game.seen["board"] == {"S3": "B:oil:1+A:oil:2+A:mineral:1"}
    game.do("A", "income_settle")
    assert game.profits("A") == 25 - 2 - 2 - 4 + 3 + 1


def test_a_kit_may_print_no_resource_or_any() -> None:
    """A-27, § 4."""
    kit = {
        "sectors": {"S1": {"name": "Лёд", "resources": [], "adj": ["S2"]}, "S2": {"resources": "any", "adj": ["S1"]}}
    }
    game = bought(OIL, kit=kit)
    assert game.refused("A", "place", sector="S1") == "E_SECTOR_RESOURCE"
    game.do("A", "place", sector="S2")


def test_a_sector_the_kit_does_not_know() -> None:
    game = bought(OIL)
    assert game.refused("A", "place", sector={"name": "Остров", "adj": ["S77"]}) == "E_SECTOR_UNKNOWN"
    assert game.refused("A", "place", sector={"name": "Остров", "resources": ["mineral"]}) == "E_SECTOR_RESOURCE"
    game.do("A", "place", sector={"name": "Остров", "resources": ["oil"], "adj": ["S9"]})
    (sector,) = game.seen["board"]
    assert game.t.kit.neighbours["S9"] >= {sector}
    assert game.said() == "Альфа places oil: sector “Остров”"


def test_names_of_sectors_in_log_lines() -> None:
    game = bought(OIL, kit={"sectors": {"S1": {"name": "Сектор 12", "resources": ["oil"], "adj": []}}})
    game.do("A", "place", sector="S1")
    assert render(game.said()) == "Альфа places oil: сектор 12"
