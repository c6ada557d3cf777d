"""What does someone see when something is wrong? The only place that knows status codes.

People get a page, htmx a fragment of it, the API JSON. Unexpected errors pass through in tests; on a server
they are answered with an id that also stands in the log.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Response, g, jsonify, make_response, render_template, request, url_for
from jinja2_fragments.flask import render_block
from werkzeug.exceptions import HTTPException, InternalServerError, MethodNotAllowed
from werkzeug.exceptions import NotFound as NoSuchAddress

from astrike.errors import (
    AstrikeError,
    Conflict,
    EditionError,
    Forbidden,
    InputError,
    Locked,
    NotFound,
    Problem,
    StorageError,
    TooMany,
)
from astrike.web.conflict import conflict_context
from astrike.web.current import wanted_now
from astrike.web.htmx import is_partial
from astrike.web.i18n import _
from astrike.web.lookups import Gone, may_bring_back
from astrike.web.respond import Context, names_of

STATUS: Final[dict[type[AstrikeError], int]] = {
    Forbidden: 403,
    NotFound: 404,
    Conflict: 409,
    InputError: 422,
    TooMany: 429,
    StorageError: 503,
    EditionError: 500,
}
TEMPLATE: Final = "problems/problem.html"
_MOST_KEPT: Final = 200_000
"""Characters of a refused form that its answer carries."""
_QUOTED_KEY: Final = re.compile(r'\["([^"]*)"\]')
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
    again: tuple[tuple[str, str], ...] = ()
    """What was typed into a form that may be sent again later; empty where nothing was, or where it had files."""
    restore: str = ""
    """The page that brings the deleted event of this address back; only for its organiser's code."""


class Application(Flask):
    """Flask, with an id in the log for every unexpected error."""

    def log_exception(
        self, exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None]
    ) -> None:
        """Write the traceback under an id; the route's name, not its address, because that holds a code."""
        g.problem_id = secrets.token_hex(4)
        self.logger.error(
            "Problem %s at %s %s", g.problem_id, request.method, request.endpoint, exc_info=exc_info
        )


def init_problems(app: Flask) -> None:
    """Answer every error."""
    app.register_error_handler(AstrikeError, _answer_ours)
    app.register_error_handler(HTTPException, _answer_http)


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
    wanted = wanted_now()
    if isinstance(error, Conflict) and wanted is not None:
        return _render(CONFLICT_TEMPLATE, conflict_context(error, wanted), status_of(error))
    problems = error.problems if isinstance(error, InputError) else ()
    response = _answer(
        ProblemContext(
            title=_title(error),
            message="" if problems else error.message,
            problems=problems,
            again=_typed() if isinstance(error, Locked) else (),
            restore=_where_to_restore(error),
        ),
        status_of(error),
    )
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(max(1, round(error.wait_seconds)))
    return response


def _typed() -> tuple[tuple[str, str], ...]:
    """Give the fields of the form that was refused, so that nobody types them twice."""
    fields = tuple(request.form.items(multi=True))
    is_small = sum(len(value) for _name, value in fields) <= _MOST_KEPT
    return fields if is_small and not any(request.files.values()) else ()


def _table_of_code() -> str:
    """Give the page that the code in the address opens, for whoever may not do what was asked."""
    code = (request.view_args or {}).get("code", "")
    if request.path.startswith("/t/") and code:
        return url_for("table.show_table", code=code)
    return url_for("event.show_hall", code=code) if request.path.startswith("/e/") and code else ""


def _where_to_restore(error: AstrikeError) -> str:
    code = (request.view_args or {}).get("code", "")
    if not isinstance(error, Gone) or not request.path.startswith("/e/") or not may_bring_back(code):
        return ""
    return url_for("event_deleted.show_deleted", code=code)


def _title(error: AstrikeError) -> str:
    match error:
        case InputError():
            return _("That does not fit")
        case NotFound():
            return _("Not found")
        case Forbidden():
            return _("Not with this code")
        case Conflict():
            return _("Somebody was faster")
        case TooMany():
            return _("Too many attempts")
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
        case _ if error.response is not None or (error.code or 500) < 400:
            return make_response(error.get_response())
        case _:
            return _answer_ours(InputError([_as_problem(error)]))


def _as_problem(error: HTTPException) -> Problem:
    if error.code == 413:
        most = (request.max_content_length or 0) // 1_000_000
        found, expected = _("more than the server takes"), _("a file of at most %(size)s MB", size=most)
    else:
        found, expected = error.name, _("a request as the pages send it")
    return Problem(at=_("the request"), found=found, expected=expected)


def _came_from(*, or_here: bool = False) -> str:
    """Give the page of ours that led here, so that nobody has to begin at the start; empty without one.

    A form that is refused leads back to where it was filled in; `or_here` when that is this address and shows it anew.
    """
    try:
        page = urlsplit(request.referrer or "")
    except ValueError:  # no address at all
        return ""
    if page.netloc != request.host or page.path in ("", "/") or (page.path == request.path and not or_here):
        return ""
    return urlunsplit(("", "", page.path, page.query, ""))


def _answer(context: ProblemContext, status: int) -> Response:
    if request.path.startswith("/api/"):
        refused = Problem(at=request.path, found=context.title, expected=context.message)
        problems = context.problems or (refused,)
        errors = [{"at": each.at, "found": each.found, "expected": each.expected} for each in problems]
        return make_response(jsonify(errors=errors), status)
    back = _came_from(or_here=status == STATUS[Conflict])
    back = back or (_table_of_code() if status == STATUS[Forbidden] else "")
    return _render(TEMPLATE, replace(context, back=back), status)


def _render(template: str, context: Context, status: int) -> Response:
    names = names_of(context)
    if is_partial():
        return make_response(render_block(template, "problem", **names), status)
    return make_response(render_template(template, **names), status)
