"""Which tables are kept, who may open them, and what changed when?

Functions take the database and speak model objects; rows and SQL stay in here.
May import: ``geometry``, ``rulebook``, ``model``, ``errors``, sqlite-utils and the clock.
"""
