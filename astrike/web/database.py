"""Which database connection does this request use? One for each request, taken when first needed and then given back.

A missing file, or a different database in its place, is reported on each request until the right file is back. A
backup of that database that was restored in the meantime counts as the right file.
"""

from typing import Final, cast

from flask import Flask, current_app, g

from astrike.store.database.connection import Database
from astrike.store.database.kept_connections import KeptConnections
from astrike.web.settings import settings

_CONNECTIONS: Final = "astrike.connections"


def database() -> Database:
    """Give the connection of this request."""
    if "database" not in g:
        g.connections = _connections_now()
        g.database = g.connections.take()
    found: Database = g.database
    return found


def init_database(app: Flask) -> None:
    """Give the connection back when the request ends."""

    @app.teardown_appcontext
    def give_back(_error: BaseException | None) -> None:
        found: Database | None = g.pop("database", None)
        if found is not None:
            g.connections.give_back(found)


def close_connections(app: Flask) -> None:
    """Close what waits for a next request that does not come."""
    kept = cast(KeptConnections | None, app.extensions.pop(_CONNECTIONS, None))
    if kept is not None:
        kept.close()


def _connections_now() -> KeptConnections:
    """Give the connections to the file of this server."""
    wanted = settings()
    kept = cast(KeptConnections | None, current_app.extensions.get(_CONNECTIONS))
    if kept is None or (kept.path, kept.identity) != (wanted.db_path, wanted.database):
        close_connections(current_app)
        kept = KeptConnections(wanted.db_path, identity=wanted.database, seconds=wanted.connection_seconds)
        current_app.extensions[_CONNECTIONS] = kept
    return kept
