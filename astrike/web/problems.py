"""What does someone see when something is wrong? The only module that knows status codes.

People get a page, htmx a fragment of it, the API JSON. Unexpected errors pass through in tests; on a server
they are answered with an id that is also in the log.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType, TracebackType
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Response, current_app, g, jsonify, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2_fragments.flask import render_block
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    InternalServerError,
    MethodNotAllowed,
    RequestEntityTooLarge,
    RequestHeaderFieldsTooLarge,
    RequestTimeout,
)
from werkzeug.exceptions import NotFound as NoSuchAddress
from werkzeug.exceptions import NotImplemented as NoSuchWay

from astrike.dataclass import dataclass
from astrike.errors import (
    AskerGone,
    AstrikeError,
    Broken,
    Busy,
    Conflict,
    EditionError,
    Forbidden,
    HeldBack,
    InputError,
    Locked,
    Misdirected,
    NotFound,
    OutOfTime,
    Problem,
    StorageError,
    TooLarge,
    TooMany,
    TooMuch,
)
from astrike.model.byte_limits import HEADERS
from astrike.web.access.codes import WasDeleted
from astrike.web.current.news import conflict_context, held_back_words
from astrike.web.current.table import refused_now
from astrike.web.http.forms import TYPED
from astrike.web.http.htmx import is_htmx, is_partial
from astrike.web.http.i18n import _, tr
from astrike.web.http.page_routes import AddressRule, RoutedRequest
from astrike.web.http.responses import PageContext, names_of, with_query
from astrike.web.http.server_addresses import addresses_to_offer
from astrike.web.http.upload_limits import limit_now
from astrike.web.jobs.dispatch import answering
from astrike.web.settings import settings
from astrike.web.slots import slots
from astrike.web.work_limits import TRY_AGAIN

STATUS: Final[dict[type[AstrikeError], int]] = {
    Forbidden: 403,
    NotFound: 404,
    Conflict: 409,
    Misdirected: 421,
    TooLarge: 413,
    InputError: 422,
    TooMany: 429,
    StorageError: 503,
    OutOfTime: 422,  # and not 503, which pages do not show: whoever asked can ask for less
    Busy: 429,
    Broken: 503,
    AskerGone: 503,
    EditionError: 500,
}
TEMPLATE: Final = "problems/problem.html"
REFUSED: Final = "astrike.refused"
"""Where in a request's environment the server says with which status it refuses what it did not read."""
_MOST_KEPT: Final = 200_000
"""Characters of a refused form that its answer carries."""
_QUOTED_KEY: Final = re.compile(r'\["([^"]*)"\]')
_QUIET: Final = timedelta(minutes=1)
CONFLICT_TEMPLATE: Final = "problems/conflict.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemContext:
    """What the page about a problem shows."""

    title: str
    message: str
    problems: tuple[Problem, ...] = ()
    back: str = ""
    """The page that led here; empty when it is not known."""
    problem_id: str = ""
    addresses: tuple[tuple[str, str], ...] = ()
    """Links that lead out of an error page: the text of each, and its address."""
    again: tuple[tuple[str, str], ...] = ()
    """What was typed into a form that may be sent again later; empty where nothing was, or where it had files."""
    restore: str = ""
    """The page that restores what this address belongs to, if that was deleted; only for the organizer's code."""
    retry: str = ""
    """The address of a page that may be asked for again in a moment."""


class UnreadableRequest(BadRequest):
    """What came in is no request."""


REFUSALS: Final[Mapping[int, type[HTTPException]]] = MappingProxyType(
    {
        400: UnreadableRequest,
        408: RequestTimeout,
        413: RequestEntityTooLarge,
        431: RequestHeaderFieldsTooLarge,
        501: NoSuchWay,
    }
)
"""What the server refuses before anybody looks at the address."""


class AstrikeApp(Flask):
    """Flask, with a budget for every answer and an id in the log for every unexpected error."""

    request_class = RoutedRequest
    url_rule_class = AddressRule

    def dispatch_request(self) -> ResponseReturnValue:
        """Answer a request inside its budget of time."""
        with answering():
            return super().dispatch_request()

    def log_exception(
        self, exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None]
    ) -> None:
        """Write the traceback under an id; the route's name, not its address, because that holds a code."""
        g.problem_id = secrets.token_hex(4)
        self.logger.error(
            "Problem %s at %s %s", g.problem_id, request.method, request.endpoint, exc_info=exc_info
        )


def init_problems(app: Flask) -> None:
    """Answer every error, and what the server refused before."""
    app.before_request(_refuse_what_was_not_read)
    app.register_error_handler(AstrikeError, _answer_ours)
    app.register_error_handler(HTTPException, _answer_http)


def _refuse_what_was_not_read() -> None:
    status = request.environ.get(REFUSED, 0)
    if status == STATUS[Busy]:
        raise Busy(
            _("This server is busy. Nothing was saved. Please try again in a moment."),
            wait_seconds=TRY_AGAIN,
        )
    refused = REFUSALS.get(status)
    if refused is not None:
        raise refused


def status_of(error: AstrikeError) -> int:
    """Give the status code of one of our errors."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def form_again(body: str, error: AstrikeError) -> Response:
    """Answer a refused form with the form, its values kept and what is wrong at every field."""
    return make_response(body, status_of(error))


def all_of(problems: Mapping[str, Sequence[Problem]]) -> InputError:
    """Put what is wrong with each field together."""
    return InputError([each for found in problems.values() for each in found])


def problems_by_field(error: InputError, *, prefix: str = "") -> dict[str, tuple[Problem, ...]]:
    """Sort problems by the field they belong to.

    A form's fields are named like the places in a table file, without their `prefix` and without quotes:
    ``astrike.options["sight.max"]`` is the field ``options.sight.max``.
    """
    found: dict[str, tuple[Problem, ...]] = {}
    for problem in error.problems:
        at = _QUOTED_KEY.sub(r".\1", problem.at).removeprefix(prefix)
        found[at] = (*found.get(at, ()), problem)
    return found


def _answer_ours(error: AstrikeError) -> Response:
    if isinstance(error, Misdirected):
        return _answer_misdirected(error)
    wanted = refused_now()
    if isinstance(error, Conflict) and wanted is not None:
        return _render(CONFLICT_TEMPLATE, conflict_context(error, wanted), status_of(error))
    if isinstance(error, StorageError):
        _note_in_the_log(error)
    problems = error.problems if isinstance(error, InputError) else ()
    is_put_off = request.environ.get(REFUSED) == STATUS[Busy]
    response = _answer(
        ProblemContext(
            title=_title(error),
            message="" if problems else _message(error),
            problems=problems,
            again=_typed() if isinstance(error, Locked) else (),
            restore=_where_to_restore(error),
            retry=request.full_path.removesuffix("?") if is_put_off and request.method == "GET" else "",
        ),
        status_of(error),
    )
    if isinstance(error, TooMany | Busy):
        response.headers["Retry-After"] = str(max(1, round(error.wait_seconds)))
    if is_put_off and is_htmx():
        response.headers["HX-Reswap"] = "none"  # the page stays, and its script says why nothing happened
    return response


def _answer_misdirected(error: Misdirected) -> Response:
    if _is_for_programs():
        return _answer(ProblemContext(title="", message="", problems=error.problems), status_of(error))
    # Someone who followed a link or typed an address goes on where it led.
    path = request.full_path.removesuffix("?") if request.method in ("GET", "HEAD") else "/"
    context = ProblemContext(
        title=_("Wrong address"),
        message=_("This server does not answer to %(name)s. Use one of these:", name=request.host),
        addresses=tuple((each, f"{each}{path}") for each in addresses_to_offer()),
    )
    return _answer(context, status_of(error))


def _note_in_the_log(error: StorageError) -> None:
    """Write which file is meant, which no page says; phones ask every few seconds, the log hears it once a minute."""
    noted: dict[str, datetime] = current_app.extensions.setdefault("astrike.storage_noted", {})
    line, now = f"{error.path or 'The database'}: {error.message}", settings().now()
    if line not in noted or not timedelta(0) <= now - noted[line] < _QUIET:
        noted[line] = now
        current_app.logger.error(line)


def _typed() -> tuple[tuple[str, str], ...]:
    """Give the fields of the form that was refused, so that nobody types them twice."""
    fields = tuple(request.form.items(multi=True))
    is_small = sum(len(value) for _name, value in fields) <= _MOST_KEPT
    return fields if is_small and not any(request.files.values()) else ()


def _table_of_code() -> str:
    """Give the page that the code in the address opens, for someone who may not do what was asked."""
    code = (request.view_args or {}).get("code", "")
    if request.path.startswith("/t/") and code:
        return url_for("table.show_table", code=code)
    return slots().back_from(code) if code else ""


def _before_typing() -> str:
    """Give the page whose field was typed into, where numbers that were typed came with its address."""
    if request.method != "GET" or not any(name.startswith(TYPED) for name in request.args):
        return ""
    kept = [(name, value) for name, value in request.args.items() if not name.startswith(TYPED)]
    return with_query(request.path, kept)


def _where_to_restore(error: AstrikeError) -> str:
    code = (request.view_args or {}).get("code", "")
    return slots().restore(code) if code and isinstance(error, WasDeleted) else ""


def _message(error: AstrikeError) -> str:
    """Give the words of an error; of one that has none, those of its reason."""
    return held_back_words(error.way, error.reason) if isinstance(error, HeldBack) else error.message


def _title(error: AstrikeError) -> str:
    match error:
        case InputError():
            return _("That does not fit")
        case NotFound():
            return _("Not found")
        case Locked():
            return _("Table locked")
        case Forbidden():
            return _("Not with this code")
        case Conflict():
            return _("Somebody was faster")
        case TooMuch():
            return _("Limit reached")
        case TooMany():
            return _("Too many attempts")
        case OutOfTime():
            return _("Took too long")
        case Busy():
            return _("Busy right now")
        case _:
            return _("The server cannot do this now")


def _answer_http(error: HTTPException) -> Response:
    match error:
        case NoSuchAddress():
            context = ProblemContext(title=_("Not found"), message=_("There is no page at this address."))
            return _answer(context, 404)
        case MethodNotAllowed():
            context = ProblemContext(
                title=_("Not this way"), message=_("This address only answers other requests.")
            )
            response = _answer(context, 405)
            response.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
            return response
        case InternalServerError():
            context = ProblemContext(
                title=_("Our mistake"),
                message=_("Something went wrong in astrike. The log has the details under this number:"),
                problem_id=str(g.get("problem_id", "")),
            )
            return _answer(context, 500)
        case RequestEntityTooLarge() if REFUSED in request.environ:
            limit = limit_now()
            message = _(
                "Accepted here: %(what)s of at most %(size)s. Nothing was saved.",
                what=tr(limit.label),
                size=limit.size,
            )
            return _answer(ProblemContext(title=_("Too large"), message=message), 413)
        case RequestTimeout():
            context = ProblemContext(
                title=_("That took too long"),
                message=_("The request did not arrive completely, so nothing was changed. Please try again."),
            )
            return _answer(context, 408)
        case RequestHeaderFieldsTooLarge():
            context = ProblemContext(
                title=_("Too long"),
                message=_(
                    "The address and its cookies may have at most %(size)s together. Delete the cookies of this site.",
                    size=HEADERS.size,
                ),
            )
            return _answer(context, 431)
        case NoSuchWay():
            context = ProblemContext(
                title=_("Not this way"), message=_("The server does not know this way to send something.")
            )
            return _answer(context, 501)
        case UnreadableRequest():
            context = ProblemContext(
                title=_("Not a request"), message=_("What came in is no request that a server can read.")
            )
            return _answer(context, 400)
        case _ if error.response is not None or (error.code or 500) < 400:
            return make_response(error.get_response())
        case _:
            kind = TooLarge if error.code == 413 else InputError
            return _answer_ours(kind([_as_problem(error)]))


def _as_problem(error: HTTPException) -> Problem:
    if error.code == 413:
        limit = limit_now()
        found = _("more than the server takes")
        expected = _("%(what)s of at most %(size)s", what=tr(limit.label), size=limit.size)
    else:
        found, expected = error.name, _("a request as the pages send it")
    return Problem(at=_("the request"), found=found, expected=expected)


def _came_from(*, or_here: bool = False) -> str:
    """Give the page of ours that led here, so that nobody has to begin at the start; empty without one.

    A form that is refused leads back to where it was filled in, and so does a page that was asked for something else;
    `or_here` when that is this address and shows it anew.
    """
    try:
        page = urlsplit(request.referrer or "")
    except ValueError:  # no address at all
        return ""
    is_asked_otherwise = request.method == "GET" and page.query.encode() != request.query_string
    is_same = page.path == request.path and not (or_here or is_asked_otherwise or _is_form_of_its_own())
    if page.netloc != request.host or page.path in ("", "/") or is_same:
        return ""
    return urlunsplit(("", "", page.path, page.query, ""))


def _is_form_of_its_own() -> bool:
    """Tell whether what was posted was filled in at the same address."""
    rule = request.url_rule
    return request.method == "POST" and rule is not None and "GET" in (rule.methods or ())


def _answer(context: ProblemContext, status: int) -> Response:
    if _is_for_programs():
        words = f"{context.message} {context.problem_id}".rstrip()
        refused = Problem(at=request.path, found=context.title, expected=words)
        problems = context.problems or (refused,)
        errors = [{"at": each.at, "found": each.found, "expected": each.expected} for each in problems]
        return make_response(jsonify(errors=errors), status)
    back = "" if context.addresses else _came_from(or_here=status == STATUS[Conflict])
    back = back or (_table_of_code() if status == STATUS[Forbidden] else "") or _before_typing()
    return _render(TEMPLATE, replace(context, back=back), status)


def _is_for_programs() -> bool:
    return request.path.startswith("/api/")


def _render(template: str, context: PageContext, status: int) -> Response:
    names = names_of(context)
    if is_partial():
        return make_response(render_block(template, "problem", **names), status)
    return make_response(render_template(template, **names), status)
