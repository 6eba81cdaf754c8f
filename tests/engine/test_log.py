"""Which moves stand: undo, redo and fixes are rows too (`games.engine.log`)."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.engine.log import Row, Standing, standing


def log(*rows: tuple[Any, ...]) -> Standing:
    """Return what stands after rows written short: ("m", 5) a move, ("u", 2) undo, ("r",) redo, ("f", {…}) a fix."""
    kinds = {"m": "move", "u": "undo", "r": "redo", "f": "fix"}
    made = []
    for seq, (kind, *rest) in enumerate(rows, 1):
        params: Any = {}
        if kind == "m":
            params = {"amount": rest[0]}
        elif kind == "f":
            params = rest[0]
        elif kind == "u":
            params = {"n": rest[0]}
        made.append(Row(seq, kinds[kind], "A", "take", json.dumps(params)))
    return standing(made)


def moves(stand: Standing) -> list[tuple[int, int]]:
    """Return (entry, stones) of what stands."""
    return [(entry.n, json.loads(entry.params)["amount"]) for entry in stand.entries]


def test_moves_stand_in_the_order_of_their_numbers() -> None:
    assert moves(log(("m", 1), ("m", 2))) == [(1, 1), (2, 2)]


def test_an_undone_move_is_gone_and_may_come_back() -> None:
    stand = log(("m", 1), ("m", 2), ("u", 2))
    assert (moves(stand), stand.live, stand.undone) == ([(1, 1)], [1], [2])
    stand = log(("m", 1), ("m", 2), ("u", 2), ("r",))
    assert (moves(stand), stand.live, stand.undone) == ([(1, 1), (2, 2)], [1, 2], [])


def test_undoing_one_in_the_middle_leaves_the_others() -> None:
    assert moves(log(("m", 1), ("m", 2), ("m", 3), ("u", 2))) == [(1, 1), (3, 3)]


def test_several_undone_come_back_in_reverse() -> None:
    stand = log(("m", 1), ("m", 2), ("m", 3), ("u", 3), ("u", 2), ("r",))
    assert (moves(stand), stand.undone) == ([(1, 1), (2, 2)], [3])


def test_a_new_move_ends_the_way_back() -> None:
    stand = log(("m", 1), ("u", 1), ("m", 2), ("r",))
    assert (moves(stand), stand.undone) == ([(3, 2)], [])


def test_a_fix_changes_a_move_at_its_place() -> None:
    stand = log(("m", 1), ("m", 2), ("f", {"changes": {"1": {"params": {"amount": 3}}}}))
    assert moves(stand) == [(1, 3), (2, 2)]
    assert [entry.row for entry in stand.entries] == [3, 2]
    assert stand.live == [1, 2, 3]


def test_a_fix_may_change_who_and_what() -> None:
    stand = log(("m", 1), ("f", {"changes": {"1": {"actor": "B", "action": "adjust"}}}))
    (entry,) = stand.entries
    assert (entry.actor, entry.action, json.loads(entry.params)) == ("B", "adjust", {"amount": 1})


def test_a_fix_may_drop_and_insert() -> None:
    forgotten = {"after": 1, "actor": "B", "action": "take", "params": {"amount": 9}}
    assert moves(log(("m", 1), ("m", 2), ("f", {"changes": {"2": None}, "insert": forgotten}))) == [(1, 1), (3, 9)]
    first = {**forgotten, "after": 0}
    assert moves(log(("m", 1), ("f", {"insert": first}))) == [(2, 9), (1, 1)]


def test_a_fix_is_undone_as_one() -> None:
    stand = log(("m", 1), ("m", 2), ("f", {"changes": {"1": {"params": {"amount": 3}}, "2": None}}), ("u", 3))
    assert moves(stand) == [(1, 1), (2, 2)]


def test_a_later_fix_works_on_what_the_earlier_left() -> None:
    inserted = {"insert": {"after": 1, "actor": "B", "action": "take", "params": {"amount": 9}}}
    stand = log(("m", 1), ("f", inserted), ("f", {"changes": {"2": {"params": {"amount": 8}}}}))
    assert moves(stand) == [(1, 1), (2, 8)]


def test_a_fix_of_what_is_gone_changes_nothing() -> None:
    gone = {"changes": {"7": {"params": {"amount": 3}}}, "insert": {"after": 9, "actor": "B", "action": "take"}}
    assert moves(log(("m", 1), ("f", gone))) == [(1, 1)]


def test_a_ruling_goes_with_the_move_it_was_given_for() -> None:
    ruled = {"changes": {"1": {"ruling": {"codes": ["E_TURN"], "reason": "так решили"}}}}
    stand = log(("m", 1), ("f", ruled))
    assert (moves(stand), stand.entries[0].ruling is not None) == ([(1, 1)], True)
    stand = log(("m", 1), ("f", ruled), ("f", {"changes": {"1": {"params": {"amount": 2}}}}))
    assert stand.entries[0].ruling is None


def test_changes_from_the_start_are_kept_apart() -> None:
    stand = log(("m", 1), ("f", {"start": [{"after": 0, "actor": "referee", "action": "fix_kit"}]}))
    assert ([change.action for change in stand.start], moves(stand)) == (["fix_kit"], [(1, 1)])


@given(st.data())
def test_any_log_has_a_standing(data: st.DataObject) -> None:
    """Total: whatever is undone, redone or fixed, entries are rows of the log, each once, live rows in order."""
    rows: list[tuple[Any, ...]] = []
    for seq in range(1, data.draw(st.integers(0, 25)) + 1):
        number = st.integers(1, max(1, seq - 1))
        rows.append(
            data.draw(
                st.one_of(
                    st.tuples(st.just("m"), st.integers(1, 3)),
                    st.tuples(st.just("u"), number),
                    st.just(("r",)),
                    st.tuples(
                        st.just("f"),
                        number.map(
                            lambda n: {
                                "changes": {str(n): None},
                                "insert": {"after": n, "actor": "A", "action": "take", "params": {"amount": 1}},
                            }
                        ),
                    ),
                )
            )
        )
    stand = log(*rows)
    numbers = [entry.n for entry in stand.entries]
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= set(range(1, len(rows) + 1))
    assert stand.live == sorted(set(stand.live))
