"""The help of a game: texts of our own in both languages, and what the rules themselves say of options and clauses."""

import re
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import get_language

from games.engine.game import Game
from games.engine.i18n import Words
from trainer.forms.structs import options_told
from trainer.words import say

#: the languages in which there are texts; another language reads the English ones
RUSSIAN, ENGLISH = "ru", "en"
_CLAUSE = re.compile(r"([A-Z])-(\d+)")


@dataclass
class ClauseRule:
    """One rule that the program watches, with the clauses it stands in. `anchors` are their ids on the page."""

    rule: str
    clauses: str
    anchors: list[str]


def text_of(name: str) -> str:
    """Return the template of a help text in the reader's language."""
    language = RUSSIAN if (get_language() or "").startswith(RUSSIAN) else ENGLISH
    return f"help/{language}/{name}.html"


def anchor_of(clause: str) -> str:
    """Return the id of the first clause named in this text; empty where none has a number ("§ 3.8")."""
    found = _CLAUSE.search(clause)
    return found[0] if found else ""


def clause_rules(rules: Game[Any]) -> list[ClauseRule]:
    """Return every rule that stands behind a refusal of this game, in the order of the rulebook's clauses."""
    found: dict[str, dict[str, None]] = {}
    for one in rules.rules.values():
        if one.rule and one.clause:
            found.setdefault(one.rule, {})[one.clause] = None
    rows = sorted((_told(rule, list(clauses)) for rule, clauses in found.items()), key=lambda one: _order(one.clauses))
    return _once(rows)


def _told(rule: str, clauses: list[str]) -> ClauseRule:
    clauses = sorted(clauses, key=_order)
    return ClauseRule(say(Words(rule)), ", ".join(clauses), [anchor_of(clause) for clause in clauses])


def _once(rows: list[ClauseRule]) -> list[ClauseRule]:
    """A clause that stands behind two rules leads to the first: an id may be on a page only once."""
    seen: set[str] = set()
    for one in rows:
        one.anchors = [anchor for anchor in dict.fromkeys(one.anchors) if anchor and anchor not in seen]
        seen.update(one.anchors)
    return rows


def _order(clauses: str) -> tuple[bool, str, int]:
    """Clauses of the rulebook by number; readings of what it leaves open ("A-02") behind them."""
    found = _CLAUSE.search(clauses)
    if found is None:
        return True, "", 0
    return found[1] == "A", found[1], int(found[2])


def help_context(rules: Game[Any], options: msgspec.Struct | None = None) -> dict[str, Any]:
    """Return what the help of a game shows; with a table's options, how that table plays."""
    return {
        "meta": rules.meta, "text": text_of(rules.meta.slug), "clauses": clause_rules(rules),
        "options": list(options_told(rules, options if options is not None else rules.options_type())),
    }  # fmt: skip
