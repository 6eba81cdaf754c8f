"""Help: every game has it in both languages, its links lead somewhere, a table's help is for its own people."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.registry import SLUGS
from games.registry import game as find_game
from trainer.access import access_issue
from trainer.helping import anchor_of, clause_rules
from trainer.models import Session, User

BASE = Path(settings.BASE_DIR)
LANGUAGES = ("ru", "en")
#: what a help text of a game has: how to prepare, referee, settle and debrief
PARTS = ("box", "refereeing", "disputes", "debrief")
SignedIn = Callable[[User], Client]


def in_language(language: str, client: Client | None = None) -> Client:
    """Return a client that reads this language."""
    client = client or Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client


def page(answer: Any) -> str:
    assert answer.status_code == 200
    text: str = answer.content.decode()
    return text


def text(language: str, name: str) -> str:
    return (BASE / "templates" / "help" / language / f"{name}.html").read_text(encoding="utf-8")


def plain(words: str) -> str:
    """The words without what keeps them on one line."""
    return words.replace("\N{NO-BREAK SPACE}", " ")


def said_on_screens(language: str) -> set[str]:
    """Return everything that a page or an engine says in this language: the labels of all buttons are among it."""
    found: set[str] = set()
    for path in (*(BASE / "games").glob("*/locale/ru/LC_MESSAGES/*.po"), BASE / "locale/ru/LC_MESSAGES/django.po"):
        for entry in polib.pofile(str(path), encoding="utf-8"):
            found.update([entry.msgid] if language == "en" else [entry.msgstr, *entry.msgstr_plural.values()])
    return {re.sub(r"\s*№? ?%\(\w+\)s.*|…$", "", plain(one)) for one in found}


# ---- every game, both languages -------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_its_help(slug: str, language: str, db: None) -> None:
    shown = page(in_language(language).get(reverse("trainer:help_game", args=[slug])))
    for part in (*PARTS, "options", "clauses"):
        assert f'id="{part}"' in shown
    with translation.override(language):
        assert clause_rules(find_game(slug))[0].rule in shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_a_sheet_for_the_teams(slug: str, language: str, db: None) -> None:
    shown = page(in_language(language).get(reverse("trainer:help_sheet", args=[slug])))
    assert '<article class="a4' in shown
    cyrillic = len(re.findall("[а-яё]", shown.split("<article")[1].split("</article>")[0]))
    assert (cyrillic > 1500) == (language == "ru")


def test_the_help_for_all_games_names_each_of_them(db: None) -> None:
    shown = page(Client().get(reverse("trainer:help_index")))
    for slug in SLUGS:
        assert reverse("trainer:help_game", args=[slug]) in shown
        assert reverse("trainer:help_sheet", args=[slug]) in shown


@pytest.mark.parametrize("name", ["help_game", "help_sheet"])
def test_an_unknown_game_has_no_help(name: str, db: None) -> None:
    assert Client().get(reverse(f"trainer:{name}", args=["chess"])).status_code == 404


@pytest.mark.parametrize("slug", [*SLUGS, "general", *(f"sheet_{slug}" for slug in SLUGS)])
def test_both_languages_say_the_same_things(slug: str) -> None:
    """The same headings, lists, disputes and clauses in the same order."""
    shape = re.compile(r"<(?:h2|h3|li|dt|tr|b)\b|<cite>[^<]*")
    russian, english = (shape.findall(plain(text(one, slug))) for one in LANGUAGES)
    assert russian == english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_a_help_text_has_its_parts_and_enough_disputes(slug: str, language: str) -> None:
    found = text(language, slug)
    assert re.findall(r'<h2 id="(\w+)"', found) == list(PARTS)
    disputes = re.findall(r"<dt>.*?</dt><dd>(.*?)</dd>", found, re.DOTALL)
    assert len(disputes) >= 12
    assert all("<cite>" in one for one in disputes)


# ---- what it says is true of the program ------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_clauses_of_disputes_are_clauses_of_the_game(slug: str) -> None:
    letter = {"ecologic": "E", "titans": "T", "boss": "B", "market": "M"}[slug]
    ledger = (BASE / "tests" / slug / "clauses.txt").read_text(encoding="utf-8")
    for clause in re.findall(r"\b([A-Z]-\d+)", " ".join(re.findall("<cite>(.*?)</cite>", text("ru", slug)))):
        assert clause.startswith("A-") or re.search(rf"^{clause}\b", ledger, re.MULTILINE), clause
        assert clause[0] in ("A", letter)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", [*SLUGS, "general"])
def test_buttons_are_named_as_they_are(slug: str, language: str) -> None:
    """What stands in <i> is a label of the program, word for word."""
    labels = said_on_screens(language)
    for label in re.findall(r"<i>(.*?)</i>", text(language, slug)):
        assert plain(label).removesuffix("…") in labels, label


@pytest.mark.parametrize("slug", SLUGS)
def test_every_clause_leads_to_its_rule(slug: str, db: None) -> None:
    """The number beside a refusal is a link; its end is on the page of the game, once."""
    shown = page(Client().get(reverse("trainer:help_game", args=[slug])))
    ids = re.findall(r'\sid="([^"]+)"', shown)
    assert len(ids) == len(set(ids))
    for rule in find_game(slug).rules.values():
        if rule.rule and anchor_of(rule.clause):
            assert anchor_of(rule.clause) in ids, rule.clause


@pytest.mark.parametrize("name", ["help_index", *SLUGS])
def test_the_contents_lead_to_what_is_there(name: str, db: None) -> None:
    path = reverse("trainer:help_index") if name == "help_index" else reverse("trainer:help_game", args=[name])
    shown = page(Client().get(path))
    ids = set(re.findall(r'\sid="([^"]+)"', shown))
    assert set(re.findall(r'href="#([^"]+)"', shown.split("<main")[1])) <= ids


# ---- at a table --------------------------------------------------------------------------------------


def test_the_help_of_a_table_says_how_it_plays(
    make_table: Callable[..., Session], owner: User, signed_in: SignedIn
) -> None:
    table = make_table(bid_order="free")
    shown = page(signed_in(owner).get(reverse("trainer:help", args=[table.key])))
    changed = shown.split('class="is-changed"')[1]
    assert "Порядок ставок" in changed.split("</div>")[0]
    assert 'id="keys-of-table"' in shown
    assert 'id="disputes"' in shown


def test_a_referee_by_link_reads_the_help_of_his_table_only(
    make_table: Callable[..., Session], owner: User, stranger: User, signed_in: SignedIn
) -> None:
    mine, other = make_table("Стол 1"), make_table("Стол 2")
    referee = Client()
    referee.get(reverse("trainer:referee_link", args=[access_issue(mine, "Ирина", owner)]))
    assert "Стол 1" in page(referee.get(reverse("trainer:help", args=[mine.key])))
    assert signed_in(stranger).get(reverse("trainer:help", args=[mine.key])).status_code == 404
    for nobody, table in ((referee, other), (Client(), mine)):
        path = reverse("trainer:help", args=[table.key])
        assert nobody.get(path)["Location"] == f"/signin/?next={path}"


def test_the_clause_beside_a_refusal_leads_to_the_help(table: Session, owner: User, signed_in: SignedIn) -> None:
    """E-010: only the initiator draws; it is not the phase for a bid either, whoever tries sees where that stands."""
    client = signed_in(owner)
    data = {"op": "7b2d8c1e-0000-4000-8000-000000000001", "rev": "0", "actor": "B", "move": "event_draw"}
    refused = client.post(reverse("trainer:record", args=[table.key]), {**data, "fixed": '{"card": "V1"}'})
    assert refused.status_code == 422
    assert f'href="{reverse("trainer:help", args=[table.key])}#E-010"' in refused.content.decode()


def test_the_screens_of_a_table_lead_to_the_help(table: Session, owner: User, signed_in: SignedIn) -> None:
    client = signed_in(owner)
    screen = page(client.get(reverse("trainer:referee", args=[table.key])))
    assert screen.count(f'href="{reverse("trainer:help", args=[table.key])}"') >= 2
    workshop = page(client.get(reverse("trainer:workshop", args=[table.workshop.key])))
    assert reverse("trainer:help_sheet", args=["ecologic"]) in workshop
