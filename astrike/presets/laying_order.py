"""In which order do two sides lay terrain into the quadrants of a table? One row of ``laying.toml`` per scenario."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import Citation

_FILE: Final = Path(__file__).with_name("laying.toml")


@dataclass(frozen=True, slots=True)
class LayingOrder:
    """Who lays which piece: three by the side that begins, one by the other, and so on."""

    id: str
    begins: str
    """`attacker` or `defender`."""
    ends: Mapping[str, str]
    """Who lays the last piece of an unfinished round, by the value of the option `setup.pursuit-order`."""
    fewest: int
    """Pieces that both sides lay in all at least."""
    cite: Citation


def _orders() -> Mapping[str, LayingOrder]:
    rows = tomllib.loads(_FILE.read_text(encoding="utf-8"))["order"]
    return MappingProxyType(
        {
            row["id"]: LayingOrder(
                row["id"],
                row["begins"],
                MappingProxyType(row["ends"]),
                row["fewest"],
                Citation(row["ref"], row["page_of"]),
            )
            for row in rows
        }
    )


LAYING_ORDERS: Final = _orders()
"""By id."""
