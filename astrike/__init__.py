"""Measure a BattleTech: Alpha Strike table and explain every answer.

The rooms, each importing only from those to its right:
``cli > web > report | rules | store | formats > geometry | editions > model > errors``.
"""
