"""What does a ruling show to everyone with its link? The answer as given, as page, picture and data; a recheck."""

from dataclasses import replace
from functools import partial

from flask import Response, jsonify, make_response, request, url_for
from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.model.ruling import RulingRecord, RulingText, StatedFact
from astrike.store.rulings.rulings import Ruling, RulingLine
from astrike.web.access.codes import look_up_ruling
from astrike.web.http.device import local_path
from astrike.web.http.i18n import _
from astrike.web.http.qr_codes import qr_svg
from astrike.web.http.responses import show
from astrike.web.http.server_addresses import servers
from astrike.web.jobs.dispatch import run_long_work
from astrike.web.rulings.changes import ChangedField, changes_between
from astrike.web.rulings.files import moment, png_of, ruling_svg, strips_of
from astrike.web.rulings.pictures import picture_response
from astrike.web.rulings.questions import answered_in_turn
from astrike.web.rulings.record import record_of_answer


@dataclass(frozen=True, slots=True)
class RulingContext:
    """A ruling as a page."""

    line: RulingLine
    saved: str
    record: RulingRecord
    shown: RulingText
    strips: tuple[StatedFact, ...]
    address: str
    """The link to the ruling, as others can open it."""
    picture: Markup
    """The link as a QR code."""
    back: str
    """The page that led here; empty when it is not known."""
    among: str
    """The address of this ruling in its table's list, when a page of the table led here; else empty."""


@dataclass(frozen=True, slots=True)
class AgainContext:
    """A ruling asked again: what differs now."""

    line: RulingLine
    record: RulingRecord
    engine: str
    edition_digest: str
    now: RulingText | None = None
    changes: tuple[ChangedField, ...] = ()
    problems: tuple[Problem, ...] = ()
    """Why it cannot be asked any more."""


def show_ruling(ruling_id: str) -> str:
    """Show a ruling."""
    ruling = look_up_ruling(ruling_id)
    address, back = _address(ruling), _came_from()
    return show(
        "rulings/ruling.html",
        RulingContext(
            line=ruling.line,
            saved=moment(ruling.line.created),
            record=ruling.record,
            shown=ruling.record.shown,
            strips=strips_of(ruling.line, ruling.record),
            address=address,
            picture=qr_svg(address, label=_("QR code: %(what)s", what=_("this ruling"))),
            back=back,
            among=_among(back, ruling.line),
        ),
    )


def show_again(ruling_id: str) -> str:
    """Ask the same with the rules as they are here and now."""
    ruling = look_up_ruling(ruling_id)
    record = ruling.record
    context = AgainContext(ruling.line, record, record.engine, record.edition_digest)
    try:
        answered = answered_in_turn(record.kind, record.question, record.table)
        now = record_of_answer(answered, record.table, table_version=record.table_version, tried=record.tried)
    except InputError as error:
        return show("rulings/again.html", replace(context, problems=error.problems))
    return show(
        "rulings/again.html",
        replace(
            context,
            now=now.shown,
            engine=now.engine,
            edition_digest=now.edition_digest,
            changes=changes_between(record, now),
        ),
    )


def show_ruling_json(ruling_id: str) -> Response:
    """Give everything that a ruling carries."""
    ruling = look_up_ruling(ruling_id)
    line, record = ruling.line, ruling.record
    decision = line.decision
    return make_response(
        jsonify(
            {
                "id": line.id,
                "number": line.name,
                "kind": line.kind,
                "created": line.created.isoformat(),
                "author": line.author,
                "table_name": line.table_name,
                "table_version": record.table_version,
                "tried": record.tried or None,
                "edition": record.edition,
                "edition_digest": record.edition_digest,
                "environment": record.environment,
                "options": dict(_options(record)),
                "tolerance": record.tolerance,
                "engine": record.engine,
                "digest": record.digest,
                "question": dict(record.question),
                "table": dict(record.table),
                "answer": dict(record.answer),
                "words": {
                    "question": record.shown.question,
                    "verdict": record.shown.verdict,
                    "other": record.shown.other or None,
                    "sentence": record.shown.sentence,
                },
                "called": None if line.called is None else line.called.isoformat(),
                "decision": None
                if decision is None
                else {
                    "outcome": decision.outcome,
                    "by": decision.by,
                    "how": decision.how,
                    "time": decision.time.isoformat(),
                },
            }
        )
    )


def show_svg(ruling_id: str) -> Response:
    """Give the whole card as one picture."""
    ruling = look_up_ruling(ruling_id)
    return picture_response(ruling_svg(ruling, _address(ruling)), ruling.line.id)


def show_png(ruling_id: str) -> Response:
    """Give the whole card as PNG, for programs that show no SVG."""
    ruling = look_up_ruling(ruling_id)
    svg = ruling_svg(ruling, _address(ruling))
    response = make_response(run_long_work("paper", partial(png_of, svg)))
    response.mimetype = "image/png"
    return response


def show_drawing(ruling_id: str, key: str) -> Response:
    """Give one of its drawings, as it was drawn."""
    ruling = look_up_ruling(ruling_id)
    found = next((each for each in ruling.record.shown.drawings if each.key == key), None)
    if found is None:
        raise NotFound(_("This ruling has no such picture."))
    return picture_response(found.svg, f"{ruling.line.id}-{key}")


def _options(record: RulingRecord) -> dict[str, object]:
    """Give the options that the table and the question set."""
    head = record.table.get("astrike")
    of_table = head.get("options") if isinstance(head, dict) else None
    of_question = record.question.get("options")
    return {
        **(of_table if isinstance(of_table, dict) else {}),
        **(of_question if isinstance(of_question, dict) else {}),
    }


def _address(ruling: Ruling) -> str:
    return f"{servers()[0]}{url_for('rulings.show_ruling', ruling_id=ruling.line.id)}"


def _came_from() -> str:
    """Give the page of a table that led here."""
    referrer, here = request.referrer or "", request.host_url
    if not referrer.startswith(here):
        return ""
    path = local_path(f"/{referrer.removeprefix(here)}")
    return path if path.startswith(("/t/", "/e/")) else ""


def _among(back: str, line: RulingLine) -> str:
    """Find the rulings of the table from whose page the reader came; there a judge is called."""
    at, code = [*back.partition("?")[0].split("/"), "", ""][1:3]
    return url_for("rulings.show_rulings", code=code, _anchor=line.name) if at == "t" and code else ""
