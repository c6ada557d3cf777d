"""Rows of the tables about combat beside the plain weapon attack.

Which question: what stands in a row about kinds of attacks?
"""

from dataclasses import dataclass

from astrike.editions.row import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class KindRow(Row):
    """A kind of attack: which steps make its Target Number and its damage."""

    family: str
    """`weapon`, `indirect`, `artillery`, `physical`, `extra`, `air` or `surprise`."""
    steps: tuple[str, ...] = ()
    damage_steps: tuple[str, ...] = ()
    points: bool = False
    """May it be aimed at a point of the table?"""
    extra: bool = False
    """Does it come on top of the turn's one attack?"""
