"""The same hall and fingers as for the table."""

from tests.browser.table.conftest import fingers, hall, new_phone

__all__ = ["fingers", "hall", "new_phone"]
