"""Small things of the pages around the table."""

from typing import Any

from django import template

register = template.Library()


@register.filter
def lcfirst(text: str) -> str:
    """The text as it stands in the middle of a sentence."""
    return text[:1].lower() + text[1:]


@register.filter
def at(items: list[Any], index: int) -> Any:
    """One item of a list."""
    return items[index]
