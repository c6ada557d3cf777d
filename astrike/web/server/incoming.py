"""Is the incoming data a request, and is it small enough to be read? If not, the application explains what is wrong.

waitress would answer by itself, in plain words of its own. Here a request that it cannot take is handed to the
application as an empty one, with the reason in its environment, so that people get a page and programs JSON.
"""

import io
import re
from functools import partial
from typing import Any, Final

from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import WSGITask
from waitress.utilities import Error, RequestEntityTooLarge

from astrike.web.http.security import REACHED
from astrike.web.http.upload_limits import MostBytes
from astrike.web.problems import REFUSED
from astrike.web.server.overload import BusyError

_FIRST_LINE: Final = re.compile(rb"\s*[A-Z]{1,20} (/[^\s?#]{0,200})")
_OF_BODIES: Final = ("CONTENT_LENGTH", "CONTENT_TYPE")
_UNKNOWN: Final = frozenset({400, 408, 431})
"""Refused for what the headers of the request state or lack: nothing in it can be relied on."""
_LAST_WORDS: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Our mistake · astrike</title>
<h1>Our mistake</h1>
<p>Something went wrong in astrike. The log has the details.</p>
<p><a href="/">Start page</a></p>
</html>
"""
"""Shown for errors after which no page can be made any more."""


class LateError(Error):  # type: ignore[misc]  # waitress has no types
    """A request that did not arrive in time."""

    code = 408
    reason = "Request Timeout"


class ArrivingRequest(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request while it arrives; what it has to say is known even of one that is no request."""

    path = "/"
    command = "GET"
    query = fragment = proxy_netloc = ""
    request_uri = "/"
    url_scheme = "http"

    def __init__(self, adj: Any, *, most_bytes: MostBytes) -> None:
        super().__init__(adj)
        self._most_bytes = most_bytes
        self._most: int | None = None
        self._head = b""

    @property
    def asked_path(self) -> str:
        """The path on the first line, also of what is no request otherwise."""
        match = _FIRST_LINE.match(self.header_plus or self._head)
        return "/" if match is None else match[1].decode("latin-1")

    @property
    def arrived(self) -> int:
        """The bytes that are here."""
        return int(self.header_bytes_received) + int(self.body_bytes_received)

    @property
    def is_large(self) -> bool:
        """Tell whether its body may become so large that it is kept on the disk."""
        return bool(self.chunked or self.content_length > self.adj.inbuf_overflow)

    def received(self, data: bytes) -> int:
        """Take bytes, and give how many of them belong to this request: all, when it is refused."""
        taken = int(super().received(data))
        if self.error is None and self.body_rcv is not None:
            self._check_size()
        if self.error is None:
            return taken
        # What follows a request that is not read to its end is no other request.
        self.completed, self.expect_continue = True, False
        return len(data)

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head."""
        self._head = header_plus
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # an address that is none, such as http://[::1/
            raise ParsingError(str(error)) from None

    def refuse(self, error: Error) -> None:
        """End it here."""
        self.error, self.completed = error, True

    def _check_size(self) -> None:
        size = max(self.content_length, self.body_bytes_received)
        if size <= self.adj.inbuf_overflow:
            return
        if self._most is None:
            self._most = self._most_bytes(self.command, self.path)
        if size > self._most:
            self.error = RequestEntityTooLarge("")


class AnswerTask(WSGITask):  # type: ignore[misc]  # waitress has no types
    """The task of a request that was read."""

    close_on_finish: bool

    def get_environment(self) -> dict[str, Any]:
        """Give the environment that the application receives."""
        environ: dict[str, Any] = super().get_environment()
        environ[REACHED] = self.channel.reached
        if self.request.proxy_netloc:  # a whole address on the first line: it counts, not the Host beside it
            environ["HTTP_HOST"] = self.request.proxy_netloc
        return environ

    def build_response_header(self) -> bytes:
        """Keep the connection after an answer that has no body, such as "nothing new", which waitress would close."""
        is_kept = self.version == "1.1" and not self.has_body and not self.close_on_finish
        if not is_kept or self.request.headers.get("CONNECTION", "").lower() == "close":
            return bytes(super().build_response_header())
        self.close_on_finish = True  # so that it neither says nor does it for the missing Content-Length
        head = bytes(super().build_response_header())
        self.close_on_finish = False
        return head


class RefuseTask(AnswerTask):
    """The task of a request that was not read: the application is asked for words about it."""

    def get_environment(self) -> dict[str, Any]:
        """Give what is known of the request, without its body."""
        environ = super().get_environment()
        status = self.request.error.code
        for name in _OF_BODIES:
            environ.pop(name, None)
        if status in _UNKNOWN:
            for name in [each for each in environ if each.startswith("HTTP_")]:
                del environ[name]
            environ |= {"REQUEST_METHOD": "GET", "PATH_INFO": self.request.asked_path, "QUERY_STRING": ""}
        environ["wsgi.input"] = io.BytesIO()
        environ[REFUSED] = status
        return environ

    def execute(self) -> None:
        """Answer, and close the connection then: what is still on its way belongs to no request."""
        if (
            self.request.error.code == BusyError.code
        ):  # it was read to its end, and what follows is another one
            super().execute()
            return
        self.set_close_on_finish()
        self.channel.lingers = True
        if self.request.error.code != 500:
            super().execute()
            return
        body = _LAST_WORDS.encode()
        self.status, self.complete = f"{self.request.error.code} {self.request.error.reason}", True
        self.response_headers.append(("Content-Type", "text/html; charset=utf-8"))
        self.content_length = len(body)
        self.write(body)


def parser_of(most_bytes: MostBytes) -> partial[ArrivingRequest]:
    """Make the parser of a server."""
    return partial(ArrivingRequest, most_bytes=most_bytes)
