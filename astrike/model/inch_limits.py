"""How large may a table be, how far away may anything lie, and how wide is a base that has to pass? All in inches."""

from typing import Final

SMALLEST_TABLE: Final = 12.0
LARGEST_TABLE: Final = 144.0
"""Along an edge."""
FARTHEST: Final = 1_000.0
"""From the origin; terrain may hang over the edge of a table."""
NARROWEST_BASE: Final = 0.1
WIDEST_BASE: Final = 12.0
"""Of the base that has to pass everywhere."""
