"""Each clause of a rulebook has a test that names it, or stands in the list of what software cannot show.

A ledger is tests/<slug>/clauses.txt, a line a clause: number, treatment, a few words, and where it has no test
«exempt: why». A test names its clauses by `@pytest.mark.clause("E-001", "E-002")`.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from games.registry import SLUGS, game

TESTS = Path(__file__).parents[1]
LINE = re.compile(r"(?P<clause>[^\s]+) (?P<treatment>[^\s]+) (?P<words>.+?)(?: exempt: (?P<why>.+))?")


def ledger(slug: str) -> dict[str, str]:
    """Return clause -> why it is exempt (empty: it is not)."""
    found: dict[str, str] = {}
    for line in (TESTS / slug / "clauses.txt").read_text(encoding="utf-8").splitlines():
        match = LINE.fullmatch(line.strip())
        assert match, f"{slug}: {line!r}"
        assert match["clause"] not in found, f"{slug}: {match['clause']} stands twice"
        found[match["clause"]] = match["why"] or ""
    return found


def named(slug: str) -> set[str]:
    """Return the clauses that the tests of a game name."""
    clauses: set[str] = set()
    for path in (TESTS / slug).glob("**/test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                clauses |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return clauses


@pytest.mark.parametrize("slug", SLUGS)
def test_every_clause_has_a_test_or_a_reason(slug: str) -> None:
    clauses, tested = ledger(slug), named(slug)
    assert [clause for clause, why in clauses.items() if not why and clause not in tested] == []
    assert sorted(tested - clauses.keys()) == [], "named by a test, but no clause"
    assert [clause for clause, why in clauses.items() if why and clause in tested] == [], "exempt, but tested"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_refusal_is_provoked_by_a_test(slug: str) -> None:
    """A code that no test names might never be raised."""
    sources = "".join(path.read_text(encoding="utf-8") for path in (TESTS / slug).glob("**/test_*.py"))
    assert [code for code in game(slug).rules if not re.search(rf"\b{code}\b", sources)] == []
