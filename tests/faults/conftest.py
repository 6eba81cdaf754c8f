"""A house with eight tables on SQLite, made once and copied for each test; the same on PostgreSQL."""

from pathlib import Path

import pytest

from tests.faults.house import House

TABLES = 8


@pytest.fixture(scope="session")
def model_house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """The house that the others are copies of; nothing runs in it."""
    return House(tmp_path_factory.mktemp("model")).prepare(TABLES)


@pytest.fixture
def house(model_house: House, tmp_path: Path) -> House:
    """A house on SQLite."""
    return model_house.copied_to(tmp_path / "дом")


@pytest.fixture
def postgres_house(postgres_url: str, tmp_path: Path) -> House:
    """A house on PostgreSQL."""
    return House(tmp_path / "house", database=postgres_url).prepare(TABLES)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def any_house(request: pytest.FixtureRequest) -> House:
    """A house on either database."""
    found: House = request.getfixturevalue("house" if request.param == "sqlite" else "postgres_house")
    return found
