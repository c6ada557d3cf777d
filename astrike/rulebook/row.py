"""What every row of every table of an edition has.

Which question: what does a number of the rules say about itself?
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What every row has. `unknown` gives the reason when the sources print no value for this edition."""

    key: str
    label: str
    ref: str
    conf: str = "likely"
    note: str = ""
    unknown: str = ""
