"""The same table as the tests of trainer have."""

from tests.trainer.conftest import act, make_table, table, workshop

__all__ = ["act", "make_table", "table", "workshop"]
