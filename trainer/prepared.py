"""Queries that every entry asks, made into SQL once for each process.

Django makes the SQL of a query set anew each time it is asked. For the small queries of a table that takes five to
ten times as long as the database needs (docs/benchmarks.md); all other queries are better asked the usual way.
"""

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Expression, Model, QuerySet

M = TypeVar("M", bound=Model)


class Place(Expression):
    """Where the value number `at` of a prepared query goes."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        """A parameter; the place itself stands among the parameters, to be filled in later."""
        return "%s", [self]


class Prepared:
    """A query of tuples: called with its values it gives its rows.

    `build` makes its query set (`values_list`) once, with a Place for each of the `count` values; they are handed to
    the database as they are: numbers and text.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], count: int) -> None:
        self.build, self.count = build, count

    def __call__(self, *values: int | str) -> list[tuple[Any, ...]]:
        """Ask it. Raises what a database raises."""
        compiler, sql, params, converters = self._made
        with connection.cursor() as cursor:
            cursor.execute(sql, [values[one.at] if isinstance(one, Place) else one for one in params])
            rows: Iterable[Any] = cursor.fetchall()
        return [tuple(row) for row in compiler.apply_converters(rows, converters)] if converters else list(rows)

    @cached_property
    def _made(self) -> tuple[Any, str, tuple[Any, ...], Any]:
        compiler = self.build(*map(Place, range(self.count))).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        return compiler, sql, params, compiler.get_converters([column for column, *_ in compiler.select])


@cache
def columns_of(model: type[Model], path: str = "") -> list[str]:
    """Return the names of a model's columns as `made_of` takes them; `path` leads to the model: "user__"."""
    return [path + field.attname for field in model._meta.concrete_fields]


def made_of(model: type[M], row: tuple[Any, ...]) -> M:
    """Return the object of a model whose columns stand in this row."""
    return model.from_db(connection.alias, columns_of(model), row)
