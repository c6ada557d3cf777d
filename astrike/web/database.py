"""Which connection to the tables does this request use? One a request, opened when first asked for.

A file that is gone, or another database in its place, is said each time, until the right one lies there again; a
backup of it that was restored meanwhile is the right one.
"""

from flask import Flask, g

from astrike.store.database.connection import Database, connect_existing
from astrike.web.settings import settings


def database() -> Database:
    """Give the connection of this request."""
    if "database" not in g:
        wanted = settings()
        g.database = connect_existing(wanted.db_path, identity=wanted.database)
    found: Database = g.database
    return found


def init_database(app: Flask) -> None:
    """Close the connection when the request ends."""

    @app.teardown_appcontext
    def close(_error: BaseException | None) -> None:
        found: Database | None = g.pop("database", None)
        if found is not None:
            found.close()
