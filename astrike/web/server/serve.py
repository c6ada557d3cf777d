"""How does the application reach the phones? waitress in one process or several, and addresses to type or scan."""

import gc
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from jinja2 import Environment
from waitress import wasyncore

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.byte_limits import HEADERS
from astrike.rulebook.loader import IDS, load_edition
from astrike.store.database.connection import connect
from astrike.store.table.codes import code_for_people, installation_code
from astrike.web.app import create_app
from astrike.web.database import close_connections
from astrike.web.http.i18n import _
from astrike.web.http.qr_codes import qr_text
from astrike.web.http.upload_limits import most_bytes_of
from astrike.web.jobs.dispatch import WorkDispatcher, dispatcher_of
from astrike.web.jobs.processes import give_memory_back
from astrike.web.network import GivenName, Listening, own_addresses
from astrike.web.server.connections import ConnectionBounds, LimitedServer, bounds_that_fit
from astrike.web.server.several_processes import ConnectionCounts, check_processes, serve_in_processes
from astrike.web.server.terminal import print_text
from astrike.web.settings import Settings
from astrike.web.work_limits import USUAL, ServerLimits

THREADS: Final = 40
"""Five times as many as phones at a table, so that a slow one does not make the others wait. What may be worked out or
wait for it, as work_limits.py defines, holds fewer: the rest answer what is known at once."""
_FREE: Final = 4
"""Threads that are never held, however many processes there are."""
_SOON: Final = frozenset({"base.html", "macros", "svg", "table", "attack"})
"""Templates of a table and its cards."""
_REST: Final = 9
"""Times as long as a template took pass before the next one, so that whoever asks now gets most of the processor."""


@dataclass(frozen=True, slots=True)
class ListeningServer:
    """A server that listens: where on this machine, and where for others."""

    server: LimitedServer
    local: str
    addresses: tuple[str, ...]
    open: dict[int, object]
    templates: Environment
    installation: str
    """The code that is the right to change what all tables share."""
    places: WorkDispatcher
    close_database: Callable[[], None]
    copy: Path | None = None
    """The path of the copy of the database that was made before its upgrade."""

    def run(self) -> None:
        """Serve until interrupted or stopped; what is worked on then is ended."""
        try:
            self.server.run()
        finally:
            self.places.close()
            self.server.task_dispatcher.shutdown()
            self.close_database()

    def stop(self) -> None:
        """End `run`, which another thread is in."""
        # Only the thread that serves may close what it waits for.
        self.server.trigger.pull_trigger(self.close)

    def close(self) -> None:
        """Close everything that is open, when nobody serves."""
        self.places.close()
        self.close_database()
        wasyncore.close_all(self.open)


def serve(
    host: str = "127.0.0.1",
    port: int = 8765,
    *,
    db: Path,
    lan: bool = False,
    demo: str | None = None,
    rights: bool = True,
    names: Sequence[str] = (),
    limits: ServerLimits = USUAL,
    processes: int = 1,
) -> None:
    """Serve until interrupted; `lan` listens on every address of this machine."""
    check_processes(processes)
    give_memory_back()
    where = "0.0.0.0" if lan else host  # noqa: S104 - on request
    bounds = ConnectionBounds().part_of(processes)
    limits = limits.part_of(processes)
    served = listen(where, port, db=db, demo=demo, rights=rights, names=names, bounds=bounds, limits=limits)
    print_text(announcement(served, db=db, demo=demo))
    _keep_what_is_loaded()
    if processes == 1:
        _serve_here(served)
        return
    counts = ConnectionCounts(processes)

    def serve_beside_others(number: int) -> None:
        served.server.share_port(counts.of(number))
        _serve_here(served)

    serve_in_processes(processes, serve_beside_others)


def _serve_here(served: ListeningServer) -> None:
    threading.Thread(target=_load_templates, args=(served.templates,), daemon=True).start()
    served.run()


def _load_templates(templates: Environment) -> None:
    """Load the pages of a game while the first player still types the address, and compile those that were not kept.

    What a game begins with comes first; between the others those who already ask get their turn, and they are not
    held in memory before somebody asks for them.
    """
    loader = templates.loader
    assert loader is not None
    names = templates.list_templates(extensions=["html"])
    for name in sorted(names, key=lambda name: name.partition("/")[0] not in _SOON):
        start = time.thread_time()
        if name.partition("/")[0] in _SOON:
            templates.get_template(name)
        else:
            loader.load(templates, name)
            time.sleep(_REST * (time.thread_time() - start))


def _keep_what_is_loaded() -> None:
    """Spare the garbage collection what stays anyway: looking through it, even once, holds up every phone at once."""
    gc.freeze()
    gc.set_threshold(10_000)


def listen(
    host: str,
    port: int,
    *,
    db: Path,
    demo: str | None = None,
    rights: bool = True,
    names: Sequence[str] = (),
    bounds: ConnectionBounds = ConnectionBounds(),  # noqa: B008 - frozen
    limits: ServerLimits = USUAL,
) -> ListeningServer:
    """Open the database and the port; with port 0 the system chooses one."""
    given = tuple(GivenName.read(each) for each in names)
    # Errors are reported now and not on the first phone; reading the editions takes a second, too.
    with closing(connect(db)) as tables:
        identity, copy = tables.identity, tables.copy
        installation = installation_code(tables)
    for edition in IDS:
        load_edition(edition)
    listener = _bound(host, port)
    listening = Listening(host, listener.getsockname()[1], given, look_up=own_addresses)
    try:
        settings = Settings(
            db_path=db,
            database=identity,
            rights=rights,
            demo=demo,
            listening=listening,
            limits=limits,
        )
        app = create_app(settings)
    except BaseException:
        listener.close()
        raise
    opened: dict[int, object] = {}
    server = LimitedServer(
        app,
        listener,
        opened=opened,
        threads=max(THREADS, limits.threads + _FREE),
        bounds=bounds_that_fit(bounds),
        most_bytes=most_bytes_of(app),
        channel_request_lookahead=1,  # so that it is noticed when somebody hangs up before the answer
        ident=None,
        clear_untrusted_proxy_headers=True,
        max_request_body_size=sys.maxsize,  # each address has a limit of its own
        max_request_header_size=HEADERS.most,
    )
    others = listening.addresses_for_others()
    return ListeningServer(
        server,
        listening.local,
        others,
        opened,
        app.jinja_env,
        installation,
        dispatcher_of(app),
        partial(close_connections, app),
        copy,
    )


def announcement(served: ListeningServer, *, db: Path, demo: str | None = None) -> str:
    """Say where the server is found, with a QR code for each address that phones can use."""
    lines = [_("astrike keeps its tables in %(path)s", path=db)]
    if served.copy is not None:
        lines.append(_("Database updated. The old one is kept as %(path)s", path=served.copy))
    lines.append("")
    lines.append(_("On this machine:  %(address)s/", address=served.local))
    if demo is not None:
        lines.append(_("The start page opens the demo table with one tap."))
    for address in served.addresses:
        lines += ["", _("For phones:       %(address)s/", address=address), "", qr_text(f"{address}/")]
    if not served.addresses:
        lines.append(_("Only this machine reaches it; --lan opens it to phones in the same network."))
    lines += ["", *_installation_lines(served), "", _("Ctrl+C stops it.")]
    return "\n".join(lines)


def _installation_lines(served: ListeningServer) -> list[str]:
    """Say by which code cards and layouts for all tables are changed, and where."""
    return [
        _("Installation code: %(code)s", code=code_for_people(served.installation)),
        _(
            "It changes the cards and layouts that all tables share: %(address)s",
            address=f"{served.local}/i/{served.installation}",
        ),
    ]


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError, UnicodeError) as error:
        listener.close()
        found = f"{host}:{port} ({getattr(error, 'strerror', None) or error})"
        problem = Problem("--host, --port", found, _("an address of this machine and a port that is free"))
        raise InputError([problem]) from error
    return listener
