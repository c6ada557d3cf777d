"""How does the application come to the phones? One waitress process, and addresses to type or photograph."""

import gc
import socket
import threading
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import waitress
from jinja2 import Environment
from waitress import wasyncore

from astrike.editions.loader import IDS, load_edition
from astrike.errors import InputError, Problem
from astrike.store.database import connect
from astrike.web.app import create_app
from astrike.web.i18n import _
from astrike.web.memory import give_memory_back
from astrike.web.network import own_addresses
from astrike.web.qr import qr_text
from astrike.web.settings import Settings
from astrike.web.terminal import say

THREADS: Final = 16
"""Twice as many as phones at a table, so that a slow one does not make the others wait."""
MOST_CONNECTIONS: Final = 800
"""A browser keeps half a dozen open for minutes; whoever comes after the last one waits in vain."""
_EVERYWHERE: Final = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - it is what --lan asks for


_SOON: Final = frozenset({"base.html", "macros", "svg", "table", "attack"})
"""Templates of a table and its cards."""
_BREATH: Final = 0.1
"""Seconds from one template to the next, each of which takes a tenth of that."""


class WsgiServer(Protocol):
    """What waitress makes, as far as it is used here."""

    trigger: Any
    task_dispatcher: Any

    def run(self) -> None:
        """Serve until nothing is open any more."""


@dataclass(frozen=True, slots=True)
class Served:
    """A server that listens: where on this machine, and where for others."""

    server: WsgiServer
    local: str
    addresses: tuple[str, ...]
    open: dict[int, object]
    templates: Environment
    copy: Path | None = None
    """Where the database lies as it was before it was brought up to date."""

    def run(self) -> None:
        """Serve until interrupted or stopped."""
        self.server.run()
        self.server.task_dispatcher.shutdown()

    def stop(self) -> None:
        """End `run`, which another thread is in."""
        # Only the thread that serves may close what it waits for.
        self.server.trigger.pull_trigger(self.close)

    def close(self) -> None:
        """Close everything that is open, when nobody serves."""
        wasyncore.close_all(self.open)


def serve(
    host: str = "127.0.0.1",
    port: int = 8765,
    *,
    db: Path,
    lan: bool = False,
    demo: str | None = None,
    rights: bool = True,
) -> None:
    """Serve until interrupted; `lan` listens on every address of this machine."""
    give_memory_back()
    served = listen("0.0.0.0" if lan else host, port, db=db, demo=demo, rights=rights)  # noqa: S104 - on request
    say(announcement(served, db=db, demo=demo))
    _keep_what_is_loaded()
    threading.Thread(target=_compile_templates, args=(served.templates,), daemon=True).start()
    served.run()


def _compile_templates(templates: Environment) -> None:
    """Compile all pages while the first player still types the address: the first card would wait for its own.

    What a game begins with comes first; between the others those who already ask get their turn.
    """
    names = templates.list_templates(extensions=["html"])
    for name in sorted(names, key=lambda name: name.partition("/")[0] not in _SOON):
        templates.get_template(name)
        if name.partition("/")[0] not in _SOON:
            time.sleep(_BREATH)


def _keep_what_is_loaded() -> None:
    """Spare the garbage collection what stays anyway: looking through it again holds up every phone at once."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


def listen(host: str, port: int, *, db: Path, demo: str | None = None, rights: bool = True) -> Served:
    """Open the database and the port; with port 0 the system chooses one."""
    # What is broken is said now and not on the first phone; reading the editions takes a second, too.
    with closing(connect(db)) as tables:
        identity, copy = tables.identity, tables.copy
    for edition in IDS:
        load_edition(edition)
    listener = _bound(host, port)
    port = listener.getsockname()[1]
    is_everywhere = host in _EVERYWHERE
    is_private = host.startswith("127.") or host in ("localhost", "::1")
    hosts = own_addresses() if is_everywhere else () if is_private else (host,)
    addresses = tuple(_address(each, port) for each in hosts)
    try:
        app = create_app(
            Settings(db_path=db, database=identity, rights=rights, demo=demo, addresses=addresses)
        )
    except BaseException:
        listener.close()
        raise
    opened: dict[int, object] = {}
    server = waitress.create_server(
        app,
        map=opened,
        sockets=[listener],
        threads=THREADS,
        connection_limit=MOST_CONNECTIONS,
        asyncore_use_poll=True,  # select() ends at 1,024 open files
        ident=None,
        clear_untrusted_proxy_headers=True,
        max_request_body_size=8_000_000,  # above what a form may bring, so that the refusal is ours
    )
    return Served(
        server,
        _address("127.0.0.1" if is_everywhere else host, port),
        addresses,
        opened,
        app.jinja_env,
        copy,
    )


def announcement(served: Served, *, db: Path, demo: str | None = None) -> str:
    """Say where the server is found, with a QR code for each address that phones can use."""
    lines = [_("astrike keeps its tables in %(path)s", path=db)]
    if served.copy is not None:
        lines.append(_("It was brought up to date; a copy of what it was lies in %(path)s", path=served.copy))
    lines.append("")
    lines.append(_("On this machine:  %(address)s/", address=served.local))
    if demo is not None:
        lines.append(_("The start page opens the demo table with one tap."))
    for address in served.addresses:
        lines += ["", _("For phones:       %(address)s/", address=address), "", qr_text(f"{address}/")]
    if not served.addresses:
        lines.append(_("Only this machine reaches it; --lan opens it to phones in the same network."))
    lines += ["", _("Ctrl+C stops it.")]
    return "\n".join(lines)


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


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
