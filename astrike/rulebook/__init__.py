"""Which numbers does a rulebook print, on which page?

One folder per game system under ``data`` with one TOML file per table, in which the editions are columns
(`astrike.rulebook.columns`). All of it is checked when it is loaded: tables with a mistake do not load and every
mistake is named.
May import: ``model``, ``errors`` and the standard library.
"""
