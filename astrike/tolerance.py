"""The tolerances of everything that is measured.

Which question: how far may two numbers differ and still be the same, and two bases be apart and still touch? Whether
touching counts is a rule and said there.
"""

TOUCH = 1e-6
"""Inches within which a rule's comparison counts as equal: what typed-in numbers may be off."""

CONTACT_TOLERANCE = 0.005
"""Inches that two bases may miss each other by, or lie over each other, and still touch.

Places are kept in thousandths of an inch, which no circle's rim falls on. Every rule about base contact and about two
bases on one place uses this. It is no measuring error of players: that is a table's own `tolerance`.
"""


def is_touching(inches: float) -> bool:
    """Do two bases that are so many inches apart touch?

    >>> is_touching(0.005), is_touching(0.006)
    (True, False)
    """
    return inches <= CONTACT_TOLERANCE + TOUCH
