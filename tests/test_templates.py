"""What templates may not hold: what the content policy blocks, what htmx 4 changes, what leads outside."""

import re
from pathlib import Path

import pytest
from django.conf import settings

TEMPLATES: Path = settings.BASE_DIR / "templates"
PATHS = sorted(TEMPLATES.glob("**/*.html"))
TAG = re.compile(r"<[a-z][^>]*>", re.DOTALL)
BANNED = {
    "inline script": r"<script(?![^>]*\ssrc=)",
    "inline style": r"<style\b|<[a-z][^>]*\sstyle=",
    "event attribute": r"<[a-z][^>]*\son[a-z]+=",
    "javascript: address": r"javascript:",
    "foreign address": r"(?:src|href|action)=[\"'](?:https?:)?//",
    "hx-on": r"\bhx-on\b",
    "trigger filter": r"hx-trigger=[\"'][^\"']*\[",
    "js: values": r"hx-vals=[\"'](?:js|javascript):",
    "htmx attribute that changes or ends in htmx 4": r"\bhx-(?:vars|params|prompt|ext|boost|disable)\b(?!-)",
    "translation with line breaks": r"{%\s*blocktrans(?:late)?\b(?![^%]*\btrimmed\b)",
}


def markup(path: Path) -> str:
    """The template without its comments."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"{#.*?#}", "", text)
    return re.sub(r"{%\s*comment.*?endcomment\s*%}", "", text, flags=re.DOTALL)


def with_includes(path: Path) -> str:
    """The template with our parts that it includes by name in their places."""

    def part(include: re.Match[str]) -> str:
        included = TEMPLATES / include[1]
        return with_includes(included) if included.exists() else ""

    return re.sub(r"""{%\s*include\s+"([^"]+)".*?%}""", part, markup(path))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.relative_to(TEMPLATES).as_posix())
def test_template_keeps_the_rules(path: Path) -> None:
    text = markup(path)
    for what, pattern in BANNED.items():
        found = re.search(pattern, text)
        assert found is None, f"{what}: {found[0]}"
    for tag in TAG.findall(text):
        if re.search(r"\shx-(?:get|post)=", tag):
            # htmx 4 drops inherited attributes without a word.
            assert " hx-target=" in tag, f"no hx-target of its own: {tag}"
            assert " hx-swap=" in tag, f"no hx-swap of its own: {tag}"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.relative_to(TEMPLATES).as_posix())
def test_form_that_posts_works_without_javascript(path: Path) -> None:
    for form in re.findall(r"<form\b.*?</form>", with_includes(path), flags=re.DOTALL):
        if re.search(r"method=[\"']post", form, flags=re.IGNORECASE) or "hx-post=" in form:
            assert "{% csrf_token %}" in form, form[:200]
            assert re.search(r"method=[\"']post", form, flags=re.IGNORECASE), f"htmx only: {form[:200]}"
