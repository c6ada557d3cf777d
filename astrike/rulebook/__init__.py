"""Which numbers does a rulebook print, on which page?

One folder of TOML files per edition under ``data``, checked whole when it is loaded: an edition with
a mistake does not load and every mistake is named.
May import: ``model``, ``errors`` and the standard library.
"""
