"""What do these bytes say, and how is this table written down?

Files to model objects and back. Every problem of a file is collected; what is not understood is kept.
May import: ``geometry``, ``rulebook``, ``model`` and ``errors``.
"""
