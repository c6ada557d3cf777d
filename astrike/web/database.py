"""Which connection to the tables does this request use? One a request, opened when first asked for."""

from flask import Flask, g

from astrike.store.database import Database, connect
from astrike.web.settings import settings


def database() -> Database:
    """Give the connection of this request."""
    if "database" not in g:
        g.database = connect(settings().db_path)
    found: Database = g.database
    return found


def init_database(app: Flask) -> None:
    """Close the connection when the request ends."""

    @app.teardown_appcontext
    def close(_error: BaseException | None) -> None:
        found: Database | None = g.pop("database", None)
        if found is not None:
            found.close()
