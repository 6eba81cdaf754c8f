"""Words: msgids with values, put into a language by whoever shows them (`games.engine.i18n`)."""

from __future__ import annotations

import pytest
from django.utils.translation import gettext, override
from django.utils.translation import ngettext as plural

from games.engine.i18n import Words, ngettext, number, render


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (999, "999"), (1500, "1\u00a0500"), (1234567, "1\u00a0234\u00a0567"), (-20000, "\u221220\u00a0000")],
)
def test_numbers_are_written_as_on_paper(value: int, written: str) -> None:
    assert number(value) == written
    assert render(Words("%(n)s", {"n": value})) == written


def test_values_of_all_kinds() -> None:
    inner = Words("“%(card)s”", {"card": "Биржа"})
    assert render(Words("%(a)s", {"a": inner})) == "“Биржа”"
    assert render(Words("%(a)s", {"a": ["Альфа", inner, 5]})) == "Альфа, “Биржа”, 5"
    assert render(Words("%(a)s", {"a": True})) == "yes"
    assert render(Words("%(a)s", {"a": 1.5})) == "1.50"
    assert render(Words("%(a)s", {"a": {"id": "%(n)s left", "values": {"n": 2}}})) == "2 left"
    assert render(Words("%(a)s", {"a": None})) == "None"


def test_a_per_cent_sign_stays() -> None:
    assert render(Words("100 %%")) == "100 %"
    assert render(Words("%(n)s %%", {"n": 5})) == "5 %"


def test_a_plain_string_is_left_as_somebody_typed_it() -> None:
    assert render("50 % %(name)s") == "50 % %(name)s"


def test_english_plurals() -> None:
    def chips(n: int) -> str:
        return render(ngettext("%(n)s chip + 1", "%(n)s chips + 1", n))

    assert [chips(n) for n in (0, 1, 2)] == ["0 chips + 1", "1 chip + 1", "2 chips + 1"]


def test_russian_plurals_and_numbers() -> None:
    def chips(n: int) -> str:
        return render(ngettext("%(n)s chip + 1", "%(n)s chips + 1", n), gettext, plural)

    with override("ru"):
        assert [chips(n) for n in (1, 2, 5, 21)] == ["1 фишка + 1", "2 фишки + 1", "5 фишек + 1", "21 фишка + 1"]
        assert render(Words("%(a)s", {"a": 1.5}), gettext, plural) == "1,50"
        assert render(Words("%(a)s", {"a": False}), gettext, plural) == "нет"
