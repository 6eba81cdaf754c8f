"""Russian is complete: every text, every placeholder, every compiled catalogue; English needs no catalogue."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings

BASE = settings.BASE_DIR
CATALOGUES = sorted(
    path.relative_to(BASE).as_posix()
    for folder in ("locale", "games", "trainer", "reports")
    for path in (BASE / folder).glob("**/LC_MESSAGES/django.po")
)
SOURCES = ("games", "trainer", "reports", "templates", "locale")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|\{\w*\}")
REFRESH = "run: manage.py makemessages -l ru --no-location --no-obsolete, then translate, then compilemessages"


def key(entry: polib.POEntry) -> tuple[str, str, str]:
    return entry.msgctxt or "", entry.msgid, entry.msgid_plural or ""


def texts(entry: polib.POEntry) -> list[str]:
    """The translations of an entry: one, or one for each plural form."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def test_there_is_a_catalogue() -> None:
    assert "locale/ru/LC_MESSAGES/django.po" in CATALOGUES


@pytest.mark.parametrize("name", CATALOGUES)
def test_every_text_has_its_russian(name: str) -> None:
    entries = polib.pofile(str(BASE / name), encoding="utf-8")
    assert [entry.msgid for entry in entries if entry.fuzzy] == [], "fuzzy"
    assert [entry.msgid for entry in entries if not all(texts(entry))] == [], "empty"


@pytest.mark.parametrize("name", CATALOGUES)
def test_placeholders_are_the_same_on_both_sides(name: str) -> None:
    for entry in polib.pofile(str(BASE / name), encoding="utf-8"):
        wanted = placeholders(entry.msgid) | placeholders(entry.msgid_plural or "")
        for text in texts(entry):
            # A plural form may leave the number out ("one team"), but nothing may be there that has no value.
            assert placeholders(text) <= wanted, entry.msgid
        if not entry.msgid_plural:
            assert placeholders(entry.msgstr) == wanted, entry.msgid


@pytest.mark.parametrize("name", CATALOGUES)
def test_compiled_catalogue_is_fresh(name: str) -> None:
    source = polib.pofile(str(BASE / name), encoding="utf-8")
    compiled = polib.mofile(str(BASE / name.replace(".po", ".mo")), encoding="utf-8")
    assert {key(entry): texts(entry) for entry in compiled} == {key(entry): texts(entry) for entry in source}, REFRESH


def test_no_text_is_missing_from_the_catalogues(tmp_path: Path) -> None:
    """Extracting all texts anew finds none that a catalogue lacks, and none is kept that nothing uses."""
    if shutil.which("xgettext") is None:
        pytest.skip("gettext is not installed")
    skipped = shutil.ignore_patterns("__pycache__", "static", "*.mo")
    for folder in SOURCES:
        shutil.copytree(BASE / folder, tmp_path / folder, ignore=skipped)
    shutil.copy(BASE / "manage.py", tmp_path)
    options = ["-l", "ru", "--no-location", "--no-obsolete", "-v0"]
    done = subprocess.run(
        [sys.executable, "manage.py", "makemessages", *options],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for name in CATALOGUES:
        before = {key(entry) for entry in polib.pofile(str(BASE / name), encoding="utf-8")}
        after = {key(entry) for entry in polib.pofile(str(tmp_path / name), encoding="utf-8")}
        lacking = sorted(f"untranslated: {msgid}" for _, msgid, _ in after - before)
        unused = sorted(f"used by nothing: {msgid}" for _, msgid, _ in before - after)
        if lacking or unused:
            pytest.fail("\n".join([name, *lacking, *unused, REFRESH]), pytrace=False)


def test_a_text_means_the_same_in_every_catalogue() -> None:
    """Catalogues are read as one, the last wins: the same msgid with two translations would be wrong somewhere."""
    found: dict[tuple[str, str, str], dict[str, str]] = {}
    for name in CATALOGUES:
        for entry in polib.pofile(str(BASE / name), encoding="utf-8"):
            found.setdefault(key(entry), {})[name] = " | ".join(texts(entry))
    twice = {one: where for one, where in found.items() if len(set(where.values())) > 1}
    assert twice == {}
