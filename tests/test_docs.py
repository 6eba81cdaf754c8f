"""The documents say what is there: the example of the guide is the tested game, every command and setting is named."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from games.registry import SLUGS

BASE = Path(settings.BASE_DIR)
DOCS = BASE / "docs"
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


def test_every_setting_is_in_both_lists() -> None:
    source = (BASE / "trainer" / "settings.py").read_text(encoding="utf-8")
    names = set(re.findall(r'env(?:\.\w+)?\(\s*"([A-Z_]+)"', source)) - {"TRAINER_PROCESS"}  # set by launch.py alone
    assert {"TRAINER_DATA", "DATABASE_URL", "SECURE_HSTS_SECONDS"} <= names
    for guide in ("settings.md", "settings.en.md"):
        listed = set(re.findall(r"`([A-Z_]{5,})`", (DOCS / guide).read_text(encoding="utf-8")))
        assert names == listed, guide


@pytest.mark.parametrize("guide", sorted(path.name for path in (BASE / "docs").glob("*.md")))
def test_a_guide_leads_to_what_is_there(guide: str) -> None:
    text = (DOCS / guide).read_text(encoding="utf-8")
    anchors = {
        re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^#+ (.*)$", text, re.M)
    }
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _at, anchor = target.partition("#")
        if not path.startswith(("http://", "https://")):
            assert (DOCS / path).exists(), target
            assert path or anchor in anchors, target


@pytest.mark.parametrize("name", ["deploy", "security", "settings", "trainer"])
def test_a_guide_is_there_in_both_languages(name: str) -> None:
    russian = (DOCS / ("trainer.ru.md" if name == "trainer" else f"{name}.md")).read_text(encoding="utf-8")
    english = (DOCS / f"{name}.en.md").read_text(encoding="utf-8")
    for found in (russian, english):
        assert found.split("\n", 4)[2].startswith("[")  # under the title: the way to the other language
    heads = [len(re.findall(r"^## ", text, re.M)) for text in (russian, english)]
    assert heads[0] >= heads[1] > 0 or name == "settings"
    assert shape(english) <= shape(russian)


def shape(text: str) -> set[str]:
    """The lines of all commands and configuration files in a guide, without words that are translated."""
    lines = "\n".join(re.findall(r"^```\w+\n(.*?)^```", text, re.S | re.M)).split("\n")
    told = [line for line in lines if not line.startswith(("#", "Description="))]
    return {re.sub(r"[а-яёА-ЯЁ]+|replace-me|password|FILE", "…", line) for line in told}


def test_every_command_is_told_to_trainers_or_engineers() -> None:
    told = "".join((DOCS / name).read_text(encoding="utf-8") for name in ("trainer.ru.md", "deploy.md"))
    for folder in ("trainer", "reports"):
        for path in (BASE / folder / "management" / "commands").glob("[a-z]*.py"):
            assert re.search(rf"manage(?:\.py)? {path.stem}\b", told), path.stem


@pytest.mark.parametrize("path", sorted((BASE / "docs" / "pictures").glob("*.png")), ids=lambda path: path.stem)
def test_pictures_are_small_and_shown(path: Path) -> None:
    with Image.open(path) as picture:
        assert picture.size in ((1280, 800), (390, 760))
    assert path.stat().st_size < 150_000
    for guide in ("trainer.ru.md", "trainer.en.md"):
        assert f"(pictures/{path.name})" in (DOCS / guide).read_text(encoding="utf-8")
