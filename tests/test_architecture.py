"""Which layer may know which: reports → trainer → games, and games knows the standard library and msgspec only."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

GAMES: Path = settings.BASE_DIR / "games"
ALLOWED = sys.stdlib_module_names | {"games", "msgspec"}
# A state that depends on one of these could not be replayed, or would reach outside.
FORBIDDEN = {"asyncio", "datetime", "os", "secrets", "socket", "subprocess", "threading", "time", "urllib", "uuid"}


def imported(path: Path) -> set[str]:
    """The top-level names that a file imports; of urllib only the part that puts addresses together is harmless."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {name.split(".")[0] for name in names - {"urllib.parse"}}


@pytest.mark.parametrize("path", sorted(GAMES.glob("**/*.py")), ids=lambda path: str(path.relative_to(GAMES)))
def test_game_imports_neither_framework_nor_clock(path: Path) -> None:
    assert imported(path) <= ALLOWED
    assert imported(path) & FORBIDDEN == set()


def test_imports_go_one_way() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=settings.BASE_DIR,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
