"""When does the server say that it is too busy, and to whom first?

A server that answers everything late helps nobody. How long the first in line has been waiting tells how late it is:
then phones that only ask whether there is anything new are put off first, whose pages ask less often from then on, and
then pages. Forms are put off last, since somebody typed them, and so are styles and scripts, without which a page that
was answered is of no use. Each is told at once, with the time to try again.
"""

from typing import Any, Final

from waitress.utilities import Error

from astrike.web.work_limits import TRY_AGAIN

NEWS_PATIENCE: Final = 0.5
"""Seconds that the first in line may have been waiting while a phone is still told whether there is anything new."""
PAGE_PATIENCE: Final = 2.0
"""The same for pages."""
FORM_PATIENCE: Final = 15.0
"""The same for forms and for what pages load: no phone waits so long."""

_WORDS: Final = (
    b'{"errors":[{"at":"","found":"The server is busy","expected":"the same question in %d s"}]}\n'
)
_BODY: Final = _WORDS % TRY_AGAIN
_HEAD: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\nCache-Control: no-store\r\nContent-Type: application/json\r\n"
    b"Retry-After: %d\r\nContent-Length: %d\r\n" % (TRY_AGAIN, len(_BODY))
)
NOT_NOW: Final = b"%b\r\n%b" % (_HEAD, _BODY)
"""The whole answer to a phone that asks for news: made anew, it would take as long as the news."""
NOT_NOW_AND_CLOSED: Final = b"%bConnection: close\r\n\r\n%b" % (_HEAD, _BODY)
"""The same to one that wants no other answer on its connection."""


class BusyError(Error):  # type: ignore[misc]  # waitress has no types
    """A request that is not answered because too many wait already."""

    code = 429
    reason = "Too Many Requests"


def is_for_news(request: Any) -> bool:
    """Tell whether a page asks by itself whether there is anything new."""
    return bool(request.command == "GET" and request.version == "1.1" and request.path.endswith("/version"))


def is_last_one(request: Any) -> bool:
    """Tell whether its connection is to be closed when it is answered."""
    return bool(request.headers.get("CONNECTION", "").lower() == "close")


def patience_for(request: Any) -> float:
    """Give the seconds that the first in line may have been waiting when this one joins it."""
    if is_for_news(request):
        return NEWS_PATIENCE
    is_page = request.command in ("GET", "HEAD") and not request.path.startswith("/static/")
    return PAGE_PATIENCE if is_page else FORM_PATIENCE
