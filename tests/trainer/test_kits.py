"""A trainer's kits through the client: copied, read, shown as tables, corrected, downloaded; whose they are."""

import io
import json
import re
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine.kit import has_samples, origin, write_kit
from games.registry import game as find_game
from trainer.models import TrainerKit, User

ECOLOGIC = find_game("ecologic")
SAMPLE = ECOLOGIC.sample()


@pytest.fixture
def client(owner: User, signed_in: Any) -> Client:
    return signed_in(owner)


@pytest.fixture
def kept(owner: User) -> TrainerKit:
    body = msgspec.json.encode(SAMPLE).decode()
    return TrainerKit.objects.create(owner=owner, game="ecologic", title="Мой комплект", body=body)


def path(name: str, *args: Any, at: str = "") -> str:
    return reverse(f"trainer:{name}", args=args) + (f"?path={at}" if at else "")


def text(answer: Any) -> str:
    return answer.content.decode()


def kit_of(kept: TrainerKit) -> Any:
    kept.refresh_from_db()
    return msgspec.json.decode(kept.body, type=ECOLOGIC.kit_type)


def file_of(content: bytes) -> io.BytesIO:
    file = io.BytesIO(content)
    file.name = "kit.json"
    return file


# ---- whose they are ---------------------------------------------------------------------------


def test_kits_are_their_owners(kept: TrainerKit, client: Client, stranger: User, signed_in: Any) -> None:
    pages = [path("kit", kept.pk), path("kit_value", kept.pk, at="tor_start"), path("kit_title", kept.pk)]
    pages.append(path("kit_file", kept.pk))
    for page in pages:
        assert client.get(page).status_code == 200, page
        assert signed_in(stranger).get(page).status_code == 404, page
        assert Client().get(page).status_code == 302, page
    assert "Мой комплект" not in text(signed_in(stranger).get(path("kits")))
    change = {"do": "boxed", "path": ""}
    assert signed_in(stranger).post(path("kit_change", kept.pk), change).status_code == 404
    assert signed_in(stranger).post(path("kit_title", kept.pk), {"delete": "1"}).status_code == 404
    assert signed_in(stranger).post(path("kit_value", kept.pk), {"path": "tor_start", "value": "1"}).status_code == 404
    assert kit_of(kept) == SAMPLE


def test_the_list_costs_the_same_with_more_kits(kept: TrainerKit, client: Client) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path("kits")).status_code == 200
        return len(queries)

    client.get(path("kits"))
    one = count()
    for title in ("Второй", "Третий"):
        TrainerKit.objects.create(owner=kept.owner, game="ecologic", title=title, body=kept.body)
    assert count() == one


# ---- in and out -------------------------------------------------------------------------------


def test_the_sample_is_copied_once(client: Client, owner: User) -> None:
    where = path("kit_sample", "ecologic")
    assert "Пример, не из коробки" in text(client.get(where))
    first = client.post(where)
    assert client.post(where)["Location"] == first["Location"]
    assert kit_of(TrainerKit.objects.get(owner=owner)) == SAMPLE
    assert client.get(path("kit_sample", "chess")).status_code == 404


def test_two_kits_that_became_the_same_are_no_obstacle(client: Client, owner: User) -> None:
    sample = path("kit_sample", "ecologic")
    client.post(sample)
    first = TrainerKit.objects.get()
    client.post(path("kit_title", first.pk), {"title": "На время другой"})
    client.post(sample)
    client.post(path("kit_title", first.pk), {"title": first.title})
    assert client.post(sample)["Location"] == path("kit", first.pk)
    assert TrainerKit.objects.filter(owner=owner, title=first.title).count() == 2


def test_a_kit_goes_out_and_comes_in_unchanged(kept: TrainerKit, client: Client) -> None:
    answer = client.get(path("kit_file", kept.pk))
    assert answer["Content-Disposition"].startswith("attachment;")
    kept.delete()
    client.post(path("kits"), {"game": "ecologic", "file": file_of(answer.content)})
    assert kit_of(TrainerKit.objects.get()) == SAMPLE


def test_the_sample_file_of_the_game_is_the_form_to_fill_in(client: Client) -> None:
    content = json.loads(client.get(path("sample_file", "ecologic")).content)
    assert (content["format"], content["game"], content["sample"]) == ("kit/1", "ecologic", True)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b'{"format":"kit/1","game":"titans"}', b" " * 1_048_577]
)
def test_what_is_no_kit_is_refused(content: bytes, client: Client) -> None:
    answer = client.post(path("kits"), {"game": "ecologic", "file": file_of(content)})
    assert answer.status_code == 422
    assert not TrainerKit.objects.exists()


# ---- as tables --------------------------------------------------------------------------------


def test_a_kit_is_shown_with_where_each_value_comes_from(kept: TrainerKit, client: Client) -> None:
    page = client.get(path("kit", kept.pk))
    cards = next(sheet for sheet in page.context["sheets"] if sheet.path == "eco")
    first = cards.rows[0]
    assert first.path == "eco.E01"
    cells = {cell.path: (cell.text, cell.source or first.source) for cell in first.cells if cell}
    # § 4 of the rules file: «Рекультивация» has upkeep 2 in the text, its price is only in the box.
    assert cells["eco.E01.name"] == ("Рекультивация", "text")
    assert cells["eco.E01.upkeep"] == ("2", "text")
    assert cells["eco.E01.start"] == ("4", "sample")


def test_each_value_can_be_reached(kept: TrainerKit, client: Client) -> None:
    """Every table of tables opens, and every single value has its form."""
    seen, todo = set(), [""]
    while todo:
        here = todo.pop()
        page = client.get(path("kit", kept.pk, at=here))
        assert page.status_code == 200, here
        for sheet in page.context["sheets"]:
            for row in sheet.rows:
                for cell in row.cells:
                    if cell and cell.path not in seen:
                        seen.add(cell.path)
                        if cell.inner:
                            todo.append(cell.path)
    assert {"sectors.H01.resources", "income.oil.2", "start.profits", "events.V02.ops.0.factor"} <= seen
    for at in sorted(seen)[::25]:
        assert client.get(path("kit_value", kept.pk, at=at)).status_code == 200, at


def test_a_place_that_is_not_there_is_404(kept: TrainerKit, client: Client) -> None:
    for at in ("nowhere", "eco.E99", "eco.E01.start.x", "eco..", "0"):
        assert client.get(path("kit", kept.pk, at=at)).status_code == 404, at
        assert client.get(path("kit_value", kept.pk, at=at)).status_code == 404, at
    for at in ("game", "sample", "source", "format"):
        assert client.get(path("kit_value", kept.pk, at=at)).status_code == 404, at


# ---- corrected --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "typed", "value"),
    [
        ("eco.E01.start", "6", 6),
        ("eco.E01.name", "  Посадка   леса ", "Посадка леса"),
        ("eco.E01.name", "19", "19"),
        ("eco.E02.upkeep", "1 ", 1),
        ("sectors.H01.resources", "oil, mineral", ["oil", "mineral"]),
        ("sectors.H01.resources", "", []),
        ("sectors.H01.x", "−1", -1),
        ("max_profits", "30", 30),
        ("start.profits", "20", 20),
        ("events.V01.final", "yes", True),
        ("events.V02.phase", "events", "events"),
    ],
)
def test_a_value_typed_from_the_box(at: str, typed: str, value: Any, kept: TrainerKit, client: Client) -> None:
    answer = client.post(path("kit_value", kept.pk), {"path": at, "value": typed})
    assert answer.status_code == 302
    kit = kit_of(kept)
    found = kit
    for key in at.split("."):
        found = (
            found[key]
            if isinstance(found, dict)
            else found[int(key)]
            if isinstance(found, list)
            else getattr(found, key)
        )
    assert (found, origin(kit, at)) == (value, "box")
    assert has_samples(kit)


@pytest.mark.parametrize(
    ("at", "typed"),
    [
        ("eco.E01.start", "много"), ("eco.E01.start", "-1"), ("eco.E01.start", ""), ("eco.E01.copies", "0"),
        ("sectors.H01.resources", "gold"), ("events.V02.phase", "winter"), ("max_level", "1000"),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_refused(at: str, typed: str, kept: TrainerKit, client: Client) -> None:
    answer = client.post(path("kit_value", kept.pk), {"path": at, "value": typed})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in text(answer)
    assert kit_of(kept) == SAMPLE


def test_an_allowed_value_is_picked_from_a_list(kept: TrainerKit, client: Client) -> None:
    page = client.get(path("kit_value", kept.pk, at="events.V02.phase"))
    assert {value for value, _label in page.context["choices"]} == {"events", "ecology", "actions", "income"}


def test_a_card_more_is_a_copy_of_the_last_one(kept: TrainerKit, client: Client) -> None:
    change = path("kit_change", kept.pk)
    assert client.post(change, {"do": "add", "path": "eco", "name": "E99"}).status_code == 302
    kit = kit_of(kept)
    last = list(SAMPLE.eco.values())[-1]
    assert kit.eco["E99"] == last
    assert origin(kit, "eco.E99.start") == "box"
    for name in ("E99", "", "a.b"):
        assert client.post(change, {"do": "add", "path": "eco", "name": name}).status_code == 422, name
    assert kit_of(kept) == kit


def test_a_card_is_taken_out_only_where_it_may_be(kept: TrainerKit, client: Client) -> None:
    change = path("kit_change", kept.pk)
    assert client.post(change, {"do": "remove", "path": "eco.E02"}).status_code == 302
    assert "E02" not in kit_of(kept).eco
    for at in ("eco", "eco.E01.start", "eco.E77", ""):
        assert client.post(change, {"do": "remove", "path": at}).status_code in (302, 422), at
    assert "E01" in kit_of(kept).eco
    assert client.post(change, {"do": "eat", "path": "eco"}).status_code == 404


@pytest.mark.parametrize(("where", "do", "spaces"), [("path", "add", 39), ("path.5", "remove", 37)])
def test_a_button_pressed_twice_changes_a_list_once(
    where: str, do: str, spaces: int, client: Client, owner: User
) -> None:
    rules = find_game("market")
    kept = TrainerKit.objects.create(owner=owner, game="market", title="Поле", body=write_kit(rules.sample()))
    page = text(client.get(path("kit", kept.pk, at=where)))
    form = next(one for one in re.findall(r"<form.*?</form>", page, re.DOTALL) if f'value="{do}"' in one)
    data = {"do": do, **dict(re.findall(r'<input type="hidden" name="(seen|path)" value="([^"]*)"', form))}
    for _click in range(2):
        assert client.post(path("kit_change", kept.pk), data).status_code == 302
    kept.refresh_from_db()
    assert len(msgspec.json.decode(kept.body)["path"]) == spaces


def test_a_kit_compared_with_the_box_loses_its_badge(kept: TrainerKit, client: Client) -> None:
    change = path("kit_change", kept.pk)
    client.post(change, {"do": "boxed", "path": "eco"})
    kit = kit_of(kept)
    assert (origin(kit, "eco.E02.start"), origin(kit, "eco.E01.upkeep"), origin(kit, "sectors.H01")) == (
        "box", "text", "sample",
    )  # fmt: skip
    client.post(change, {"do": "boxed"})
    kit = kit_of(kept)
    assert not has_samples(kit)
    assert origin(kit, "eco.E01.upkeep") == "text"
    assert "Пример, не из коробки" not in text(client.get(path("kit", kept.pk)))


def test_a_kit_is_renamed_and_deleted(kept: TrainerKit, client: Client) -> None:
    where = path("kit_title", kept.pk)
    assert client.post(where, {"title": " "}).status_code == 422
    client.post(where, {"title": "Коробка № 2"})
    kept.refresh_from_db()
    assert kept.title == "Коробка № 2"
    client.post(where, {"delete": "1"})
    assert not TrainerKit.objects.exists()


def test_the_kit_of_a_table_is_kept_with_what_was_corrected_there(table: Any, act: Any, client: Client) -> None:
    act(table, "referee", "fix_kit", path="tor_start", value=12, reason="опечатка")
    assert "12" in text(client.get(reverse("trainer:session_kit", args=[table.key])))
    client.post(reverse("trainer:session_kit_keep", args=[table.key]))
    assert kit_of(TrainerKit.objects.get()).tor_start == 12
