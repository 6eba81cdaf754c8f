"""Prepared queries: the same rows as the query sets they are made of, whatever the values."""

from collections.abc import Callable
from typing import Any

import pytest

from trainer.models import LogRow, Mark, Session, User
from trainer.prepared import Prepared, columns_of, made_of

BETWEEN = Prepared(
    lambda above, session: LogRow.objects.filter(session_id=session, seq__gt=above).values_list("seq", "action", "at"),
    count=2,
)
OWN = Prepared(
    lambda key, owner: Session.objects.filter(workshop__owner_id=owner, key=key).values_list(*columns_of(Session)),
    count=2,
)


def test_each_value_goes_to_its_place(
    table: Session, make_table: Callable[..., Session], act: Callable[..., Any]
) -> None:
    other = make_table("Стол 2")
    for one, times in ((table, 3), (other, 1)):
        for _ in range(times):
            act(one, "A", "transfer", to="B", profits=1)
    asked = [(0, table.pk), (2, table.pk), (0, other.pk), (1, other.pk)]
    for above, session in asked:
        rows = LogRow.objects.filter(session_id=session, seq__gt=above).values_list("seq", "action", "at")
        assert BETWEEN(above, session) == list(rows)
    assert [len(BETWEEN(*values)) for values in asked] == [3, 1, 1, 0]


def test_an_object_is_what_the_query_set_gives(table: Session, owner: User) -> None:
    [row] = OWN(table.key, owner.pk)
    found, read = made_of(Session, row), Session.objects.get(pk=table.pk)
    columns = columns_of(Session)
    assert [getattr(found, name) for name in columns] == [getattr(read, name) for name in columns]
    assert found.started_at is not None
    assert found.started_at.tzinfo is not None
    found.title = "Стол у окна"
    found.save()
    assert Session.objects.get(pk=table.pk).title == "Стол у окна"


@pytest.mark.parametrize("key", ["", "x' OR '1'='1", "%s", "%(key)s", "\\"])
def test_a_value_is_data(table: Session, owner: User, key: str) -> None:
    assert OWN(key, owner.pk) == []


def test_what_has_no_values_is_asked_as_it_is(table: Session) -> None:
    Mark.objects.create(session=table, kind=Mark.Kind.STAR, n=0)
    assert Prepared(lambda: Mark.objects.filter(kind="star").values_list("kind", "n"), count=0)() == [("star", 0)]
