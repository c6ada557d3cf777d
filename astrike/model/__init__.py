"""The words: what is a table, a unit, a piece of terrain, a card, an explained result?

Frozen dataclasses of plain values, without rules or numbers of a rulebook.
May import: ``errors`` and the standard library.
"""
