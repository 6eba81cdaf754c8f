"""What every game owes: words for all it says, in Russian too, help for every option, a kit to play with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import polib
import pytest
from django.utils.translation import gettext

from games import registry
from games.engine.fields import ASIDE
from games.engine.game import Game
from games.engine.i18n import render
from games.engine.kit import read_kit, write_kit
from games.engine.move import REFEREE
from games.engine.ops import CORE_MOVES, CORE_WHYS
from games.engine.refusal import CORE_RULES, Refusal
from games.engine.replay import Origin, opening
from games.engine.table import Team
from games.registry import SLUGS
from tests.games.machine import proposed_setup

GAMES = Path(registry.__file__).parent
TEAMS = tuple(Team("ABCDEF"[at], name) for at, name in enumerate(("Альфа", "Бета", "Гамма", "Дельта", "Эхо", "Фа")))
CODE = re.compile(r'"((?:E|W|N|K|KW)_[A-Z0-9_]+)"')
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


@pytest.fixture(params=SLUGS)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    """Each game there is."""
    return registry.game(request.param)


def table(game: Game[Any]) -> Any:
    """Return the table after a set-up in which nothing is typed."""
    kit, teams = game.sample(), TEAMS[: game.meta.most]
    return opening(game, Origin(kit, game.options_type(), teams, proposed_setup(game, kit, teams)))


def codes(game: Game[Any]) -> set[str]:
    """Return the codes that the sources of a game spell."""
    sources = (GAMES / game.meta.slug).glob("**/*.py")
    return {code for path in sources for code in CODE.findall(path.read_text(encoding="utf-8"))}


def texts(game: Game[Any]) -> Iterator[str]:
    """Yield all msgids that stand in the tables of a game."""
    yield from (game.meta.title, game.meta.source)
    for rule in game.rules.values():
        yield rule.text
        if rule.rule:
            yield rule.rule
    for words in (game.notices, game.whys, game.whats, game.option_help):
        yield from words.values()
    yield from (move.label for move in game.moves.values())


def test_every_text_is_said_in_russian(game: Game[Any]) -> None:
    """«ТОР» and the like are the same in both."""
    said = [text for text in texts(game) if gettext(text) == text and not CYRILLIC.search(text)]
    assert said == []
    assert all(move.label for move in game.moves.values())


def test_every_code_has_words_and_every_rule_its_clause(game: Game[Any]) -> None:
    """Bad input breaks no rule; whatever quotes one names its clause."""
    known = game.rules.keys() | game.notices.keys() | CORE_RULES.keys()
    assert sorted(codes(game) - known) == [], "no words"
    assert [code for code, rule in game.rules.items() if rule.rule and not rule.clause] == [], "no clause"


def test_every_option_has_help(game: Game[Any]) -> None:
    names = {field.name for field in msgspec.structs.fields(game.options_type)}
    assert names == game.option_help.keys()
    game.options_type()


def test_every_part_of_the_state_has_words(game: Game[Any]) -> None:
    """Corrections name them (common.md: any field of the state)."""
    names = [one.encode_name for one in msgspec.structs.fields(game.state_type)]
    assert [one for one in names if one not in game.terms and f"state.{one}" not in game.terms] == []


def test_the_kit_that_ships_with_the_game_is_clean(game: Game[Any]) -> None:
    kit = game.sample()
    assert [note for note in game.check_kit(kit) if note.blocks] == []
    assert read_kit(game, write_kit(kit)) == kit
    path = GAMES / game.meta.slug / "kits" / "sample.json"
    assert json.loads(path.read_text(encoding="utf-8"))["format"] == "kit/1"


def test_the_table_after_the_setup_can_be_shown_and_stored(game: Game[Any]) -> None:
    t = table(game)
    json.dumps(game.summary(t))
    for viewer in ("screen", "A"):
        json.dumps(game.view(t, viewer))
    assert game.digest(
        game.table(t.kit, t.options, t.teams, game.read_state(game.write_state(t.state)))
    ) == game.digest(t)
    assert {place.team for place in game.standings(t)} == {team.id for team in t.teams}


def test_a_correction_takes_no_team_its_figures(game: Game[Any]) -> None:
    """Each part of the state that has something for every team: emptied, the table could not be shown (common.md)."""
    t = table(game)
    ids = {team.id for team in t.teams}
    state = msgspec.to_builtins(t.state)
    by_team = [name for name, part in state.items() if isinstance(part, dict) and set(part) == ids]
    assert by_team
    for name in by_team:
        before = game.digest(t)
        for value in ({}, {key: part for key, part in state[name].items() if key != "B"}):
            with pytest.raises(Refusal):
                game.attempt(t, 1, REFEREE, "adjust", {"field": name, "value": value, "reason": "опечатка"})
        assert game.digest(t) == before


def test_moves_carry_their_clauses(game: Game[Any]) -> None:
    assert [name for name, move in game.moves.items() if not move.__doc__] == []
    assert CORE_MOVES.keys() <= game.actions.keys()


def test_a_message_fills_all_its_holes(game: Game[Any]) -> None:
    """Both languages use the same figures."""
    for text in texts(game):
        holes = set(re.findall(r"%\((\w+)\)", text))
        assert set(re.findall(r"%\((\w+)\)", gettext(text))) <= holes, text
        assert render(text) == text


def test_catalogues_do_not_contradict_each_other() -> None:
    """One msgid is one entry in Django: two games that translate it otherwise would speak each other's words."""
    said: dict[tuple[str, str], dict[str, str]] = {}
    for path in sorted(GAMES.glob("*/locale/ru/LC_MESSAGES/django.po")):
        for entry in polib.pofile(str(path), encoding="utf-8"):
            forms = entry.msgstr or "|".join(entry.msgstr_plural.values())
            said.setdefault((entry.msgctxt or "", entry.msgid), {})[path.parts[-5]] = forms
    torn = {msgid[1]: forms for msgid, forms in said.items() if len(set(forms.values())) > 1}
    assert torn == {}


def test_reasons_of_the_core_have_words() -> None:
    assert all(CORE_WHYS.values())
    assert ASIDE
