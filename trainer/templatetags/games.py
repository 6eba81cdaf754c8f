"""Parts of the table's pages that a game may draw itself."""

from typing import Any

from django import template
from django.forms import BoundField
from django.template import Context

register = template.Library()


@register.simple_tag(takes_context=True)
def own_part(context: Context, name: str) -> list[str]:
    """The templates of a part: the game's own, else nothing. Parts: `head` (its styles), `now` (in the now strip)."""
    return [f"games/{context['meta'].slug}/{name}.html", "table/_nothing.html"]


@register.simple_tag
def field_of(form: Any, field: str, key: str) -> BoundField | None:
    """The input of one key of an Each field: what is asked of this team."""
    name = f"{field}__{key}"
    return form[name] if name in form.fields else None
