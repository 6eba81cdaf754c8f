"""Small things of the pages around the table."""

from typing import Any

from django import template

from trainer.helping import anchor_of

register = template.Library()


@register.filter
def lcfirst(text: str) -> str:
    """The text as it stands in the middle of a sentence; an abbreviation stays."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


@register.filter
def clause_anchor(clause: str) -> str:
    """Where the help of a game tells of this clause; empty if it has no number."""
    return anchor_of(clause)


@register.filter
def at(items: list[Any], index: int) -> Any:
    """One item of a list."""
    return items[index]
