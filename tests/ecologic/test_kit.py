"""The kit: the older spelling, where each value comes from, and what the check finds (E-021, E-025, § 4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.ecologic.events import VOCABULARY
from games.ecologic.game import GAME
from games.engine.i18n import render
from games.engine.kit import has_samples, origin, read_kit, write_kit
from games.engine.refusal import Refusal
from tests.ecologic.table import RECORD, event, raw_kit


def notes(**parts: Any) -> dict[str, str]:
    """The findings in a kit changed by `parts`: code -> path."""
    kit = read_kit(GAME, {**RECORD["kit"], **parts})
    return {note.code: note.path for note in GAME.check_kit(kit)}


def changed(part: str, path: str, **values: Any) -> dict[str, Any]:
    """One thing of the tiny kit with other values."""
    things = {name: dict(thing) for name, thing in RECORD["kit"][part].items()}
    things[path] = {**things.get(path, {}), **values}
    return {part: things}


def test_the_kits_delivered_are_clean() -> None:
    assert GAME.check_kit(GAME.sample()) == []
    assert notes() == {}
    sample = GAME.sample()
    assert (len(sample.sectors), len(sample.eco), len(sample.events)) == (19, 20, 21)
    assert read_kit(GAME, write_kit(sample)) == sample


def test_where_each_value_comes_from() -> None:
    """The lists named `known` become sources; all else of a sample kit is a sample."""
    sample = GAME.sample()
    assert has_samples(sample)
    assert origin(sample, "eco.E01.upkeep") == "text"
    assert origin(sample, "eco.E01.start") == "sample"
    assert origin(sample, "income.mineral.1") == "text"
    assert origin(sample, "income.oil.3") == "sample"
    assert origin(sample, "events.V02.ops") == "text"
    assert origin(sample, "tors.hub.name") == "text"
    box = read_kit(GAME, {**RECORD["kit"], "sample": False})
    assert (has_samples(box), origin(box, "eco.E2.start")) == (False, "box")


@pytest.mark.clause("E-025", "E-065")
def test_cards_give_one_two_three_or_five() -> None:
    assert notes(**changed("eco", "E2", enviros=4)) == {"K_ENVIROS": "eco.E2.enviros"}
    for value in (1, 2, 3, 5):
        assert notes(**changed("eco", "E2", enviros=value)) == {}
    assert notes(**changed("eco", "E1", upkeep=3)) == {"KW_RECLAIM": "eco.E1.upkeep"}


@pytest.mark.clause("E-063", "E-064")
def test_income_rises_and_agrees_with_the_rulebook() -> None:
    def income(**levels: dict[str, int]) -> dict[str, Any]:
        return {"income": {**RECORD["kit"]["income"], **levels}}

    assert notes(**income(mineral={"1": 1, "2": 1, "3": 2})) == {"K_INCOME": "income.mineral.2"}
    assert notes(**income(mineral={"1": 0, "2": 1, "3": 2}))["K_INCOME"] == "income.mineral.1"
    assert notes(**income(mineral={"1": 2, "2": 3, "3": 4})) == {"KW_MINERAL": "income.mineral.1"}
    assert notes(**income(oil={"1": 1, "2": 2, "3": 4})) == {"KW_OIL": "income.oil.2"}


def test_the_map() -> None:
    assert "K_ADJACENCY" in notes(**changed("sectors", "S1", adj=["S2", "S4", "S9"]))
    assert "K_ADJ_SELF" in notes(**changed("sectors", "S1", adj=["S1", "S2", "S4"]))
    assert "K_ADJ_UNKNOWN" in notes(**changed("sectors", "S1", adj=["S2", "S4", "S77"]))
    assert notes(**changed("sectors", "S10", name="Остров", resources=["oil"])) == {"KW_ISOLATED": "sectors.S10.adj"}
    dry = {name: {**sector, "resources": ["oil"]} for name, sector in RECORD["kit"]["sectors"].items()}
    assert notes(sectors=dry) == {"K_NO_SECTOR": "sectors"}


@pytest.mark.clause("E-016", "E-021")
def test_events() -> None:
    assert notes(**changed("events", "V4", final=False, ops=[{"op": "profits", "amount": 1}])) == {"K_FINAL": "events"}
    assert notes(**changed("events", "V5", final=True)) == {"K_FINAL": "events"}
    assert notes(**changed("events", "V5", ops=[])) == {"K_EVENT_EMPTY": "events.V5.ops"}
    assert notes(**changed("events", "V5", phase="income", ops=[{"op": "enviros", "amount": 1}])) == {
        "K_OP_PHASE": "events.V5.ops.0"
    }
    assert notes(**changed("events", "V5", ops=[{"op": "profits"}])) == {"K_OP_PARAM": "events.V5.ops.0"}
    assert notes(**changed("events", "V5", phase="actions", ops=[{"op": "start_price_add", "amount": 1}])) == {
        "K_OP_PARAM": "events.V5.ops.0"
    }


def test_every_effect_can_be_printed_without_a_finding() -> None:
    values: dict[str, Any] = {"amount": 1, "of": "chips", "factor": 2, "source": "chips", "lot": "oil"}
    for op, (phases, needed) in VOCABULARY.items():
        for phase in phases:
            card = event({"op": op, **{name: values[name] for name in needed}}, phase=phase)
            found = notes(**changed("events", "V99", **card))
            assert found == ({"K_FINAL": "events"} if op == "final_report" else {}), op


@pytest.mark.clause("E-073")
def test_a_printed_score_table() -> None:
    def table(*rows: list[int | None]) -> dict[str, Any]:
        return {"score_table": list(rows)}

    short = notes(**table([0, 0, 0], [0, 2, 2], [0, 2, 4]))
    assert short == {"KW_TABLE_READING": "score_table"}
    assert "K_TABLE_SYMMETRIC" in notes(**table([0, 0, 0], [0, 2, 2], [0, 1, 4]))
    rows: list[list[int | None]] = [[None] * 8 for _ in range(10)]
    rows[9][7] = 13
    assert notes(score_table=rows)["K_TABLE_97"] == "score_table.cells.9.7"
    assert "KW_TABLE_DIFFERS" in notes(**table([0, 0, 0], [0, 7, 7], [0, 7, 7]))


@pytest.mark.parametrize(
    ("cells", "fits"),
    [
        ({(7, 5): 9}, ["to the nearest", "up"]),
        ({(5, 8): 9}, ["up"]),
        ({(5, 8): 8, (7, 5): 9}, ["to the nearest"]),
        ({(7, 5): 8}, ["down"]),
    ],
)
def test_a_few_cells_tell_which_rounding_fits(cells: dict[tuple[int, int], int], fits: list[str]) -> None:
    """§ 5.3."""
    rows: list[list[int | None]] = [[None] * 9 for _ in range(9)]
    for (profits, enviros), value in cells.items():
        rows[profits][enviros] = value
    kit = read_kit(GAME, {**RECORD["kit"], "score_table": rows})
    (note,) = [note for note in GAME.check_kit(kit) if note.code == "KW_TABLE_READING"]
    assert [render(words) for words in note.figures["rounding"]] == fits


def test_every_finding_has_words() -> None:
    for code in ("K_ADJACENCY", "KW_TOR_KIND"):
        assert GAME.rule(code).text != code
    assert "KW_TOR_KIND" in notes(**changed("tors", "lighthouse", name="Маяк"))


@pytest.mark.parametrize(
    "raw",
    [
        {},
        [],
        "не JSON",
        {**RECORD["kit"], "sectors": 5},
        {**RECORD["kit"], "income": {"gold": {"1": 1}}},
        {**RECORD["kit"], "events": {"V1": {"name": "Х", "phase": "spring"}}},
        {"format": "kit/1", "game": "market"},
        raw_kit(eco={"E1": {"name": "Х", "start": -1, "enviros": 1}}),
    ],
)
def test_a_kit_of_the_wrong_form_is_refused_with_the_place(raw: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        read_kit(GAME, raw)
    assert refusal.value.code == "E_KIT"
    assert refusal.value.figures["message"]
