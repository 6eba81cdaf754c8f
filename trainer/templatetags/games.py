"""What the forms that a game draws itself need."""

from typing import Any

from django import template
from django.forms import BoundField

register = template.Library()


@register.simple_tag
def field_of(form: Any, field: str, key: str) -> BoundField | None:
    """The input of one key of an Each field: what is asked of this team."""
    name = f"{field}__{key}"
    return form[name] if name in form.fields else None
