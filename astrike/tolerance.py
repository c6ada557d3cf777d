"""The one tolerance of everything that is measured.

Which question: how far may two numbers differ and still be the same? Whether touching counts is a rule and said there.
"""

TOUCH = 1e-6
"""Inches within which a rule's comparison counts as equal: what typed-in numbers may be off."""
