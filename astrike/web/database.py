"""Which database connection does this request use? One for each request, opened when first needed.

A missing file, or a different database in its place, is reported on each request until the right file is back. A
backup of that database that was restored in the meantime counts as the right file.
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
