"""The server in a thread of this process, and what a browser, a program or an attacker sends it byte by byte."""

import http.client
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from astrike.web.server.serve import ListeningServer, listen

BOUNDARY = "part-of-a-form"


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    data: bytes

    @property
    def text(self) -> str:
        return self.data.decode(errors="replace")


@dataclass(frozen=True)
class Wire:
    """A server that listens on this machine."""

    served: ListeningServer

    @property
    def port(self) -> int:
        return int(self.served.local.rsplit(":", 1)[1])

    def ask(
        self,
        path: str,
        body: bytes | None = None,
        *,
        method: str = "",
        source: str = "127.0.0.1",
        **headers: str,
    ) -> Answer:
        """Ask as a browser on one of our pages does."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=20, source_address=(source, 0)
        )
        sent = {"Sec-Fetch-Site": "same-origin"} | {k.replace("_", "-"): v for k, v in headers.items()}
        try:
            connection.request(method or ("GET" if body is None else "POST"), path, body, sent)
            response = connection.getresponse()
            return Answer(response.status, dict(response.headers), response.read())
        finally:
            connection.close()

    def send_file(self, path: str, data: bytes, **values: str) -> Answer:
        """Send a file with a form around it."""
        parts = [
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in values.items()
        ]
        head = (
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="sent"\r\n\r\n'.encode()
        )
        body = b"".join([*parts, head, data, f"\r\n--{BOUNDARY}--\r\n".encode()])
        return self.ask(path, body, Content_Type=f"multipart/form-data; boundary={BOUNDARY}")

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=20, source_address=(source, 0))

    def send(self, data: bytes) -> Answer:
        """Send bytes and read until the server closes the connection."""
        with self.connect() as connection:
            connection.sendall(data)
            found = b""
            while block := connection.recv(65_536):
                found += block
        head, _, body = found.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        return Answer(int(first.split()[1]) if first else 0, headers, body)


@contextmanager
def serving(db: Path, host: str = "127.0.0.1", **wishes: Any) -> Iterator[Wire]:
    """Serve until the test ends."""
    served = listen(host, 0, db=db, **wishes)
    thread = threading.Thread(target=served.run)
    thread.start()
    try:
        yield Wire(served)
    finally:
        served.stop()
        thread.join(timeout=10)
    assert not thread.is_alive()
