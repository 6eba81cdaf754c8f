"""The documents say what is there: the example of the guide is the tested game, every command and setting is named."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.registry import SLUGS

BASE = Path(settings.BASE_DIR)
GUIDE = (BASE / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def test_the_example_of_the_guide_is_the_tested_game() -> None:
    example = (BASE / "tests" / "engine" / "example_game.py").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", GUIDE, re.S)
    assert blocks
    for block in blocks:
        assert block.strip() in example


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:games|tests|templates|benchmarks)/[\w/.]+)`", GUIDE))))
def test_files_named_in_the_guide_exist(path: str) -> None:
    assert (BASE / path).exists()


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_is_named_in_the_readme(slug: str) -> None:
    assert f"`{slug}`" in (BASE / "README.md").read_text(encoding="utf-8")


def test_every_command_is_named_in_the_readme() -> None:
    readme = (BASE / "README.md").read_text(encoding="utf-8")
    for folder in ("trainer", "reports"):
        for path in (BASE / folder / "management" / "commands").glob("[a-z]*.py"):
            assert f"manage.py {path.stem}" in readme, path.stem
