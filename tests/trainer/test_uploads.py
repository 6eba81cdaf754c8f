"""What is sent to the program is limited: in bytes before it is read, in entries before it is checked."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.engine.kit import write_kit
from games.registry import game as find_game
from trainer.kits import MOST_PARTS, BadKit, kit_from_file
from trainer.middleware import MOST_BODY, MOST_COPY
from trainer.models import TrainerKit, User
from trainer.transfer import MOST_MARKS, MOST_ROWS, BadFile, session_import

pytestmark = pytest.mark.django_db


def announce(client: Client, path: str, size: int, **headers: str) -> Any:
    """Post a body that says it has this size; the program must answer before it reads it."""
    return client.post(path, b"x", content_type="application/octet-stream", CONTENT_LENGTH=str(size), **headers)


def test_a_body_that_no_form_sends_is_refused_unread(client: Client) -> None:
    answer = announce(client, "/signin/", MOST_BODY + 1)
    assert answer.status_code == 413
    assert "11" in answer.content.decode()
    told = announce(client, "/signin/", MOST_BODY + 1, HTTP_HX_REQUEST="true")
    assert (told.status_code, told["Content-Type"]) == (413, "text/plain; charset=utf-8")


def test_only_a_signed_in_trainer_may_send_a_whole_copy(
    client: Client, owner: User, signed_in: Callable[[User], Client]
) -> None:
    assert announce(client, "/copies/restore/", MOST_BODY + 1).status_code == 413
    assert announce(signed_in(owner), "/copies/restore/", MOST_BODY + 1).status_code != 413
    assert announce(signed_in(owner), "/copies/restore/", MOST_COPY + 1).status_code == 413


def test_a_kit_larger_than_a_megabyte_is_refused(owner: User, signed_in: Callable[[User], Client]) -> None:
    file = SimpleUploadedFile("kit.json", b" " * (2**20 + 1))
    assert signed_in(owner).post("/kits/", {"game": "ecologic", "file": file}).status_code == 422
    assert not TrainerKit.objects.exists()


def test_a_kit_of_too_many_entries_is_refused() -> None:
    with pytest.raises(BadKit, match="1"):
        kit_from_file(find_game("ecologic"), json.dumps({"tors": [0] * MOST_PARTS}).encode())


def test_the_wrong_entry_among_thousands_is_named() -> None:
    """Its place is found by halving: looking at each alone took minutes for a file of a megabyte."""
    tree = json.loads(write_kit(find_game("ecologic").sample()))
    model = next(iter(tree["tors"].values()))
    tree["tors"] |= {f"X{n}": model for n in range(1000)}
    tree["tors"]["X700"] = model | {"bogus": 1}
    with pytest.raises(BadKit) as caught:
        kit_from_file(find_game("ecologic"), json.dumps(tree).encode())
    assert [place for place, _words in caught.value.findings] == ["tors.X700"]


@pytest.mark.parametrize(("what", "most", "one"), [
    ("rows", MOST_ROWS, {"seq": 1, "kind": "move", "actor": "A", "action": "ecology_settle"}),
    ("marks", MOST_MARKS, {"kind": "star", "n": 1}),
    ("teams", 4, {"id": "A", "name": "Альфа"}),
])  # fmt: skip
def test_a_session_of_too_many_entries_is_refused(what: str, most: int, one: dict[str, Any], workshop: Any) -> None:
    kit = json.loads(write_kit(find_game("ecologic").sample()))
    file = {"format": "session/1", "game": "ecologic", "kit": kit, "teams": [], what: [one] * (most + 1)}
    with pytest.raises(BadFile) as caught:
        session_import(workshop, json.dumps(file).encode())
    assert caught.value.place == what
    assert not workshop.sessions.exists()
