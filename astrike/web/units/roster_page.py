"""How are units added from a list? Paste or choose it, check what was read, take what is wanted.

The pasted text is kept as a draft, so that it is read again and nothing is typed twice. Cards that a list brings are
kept for its table when units of it are added, so that later lists of MUL IDs find them; a preview keeps nothing.
"""

from dataclasses import replace
from urllib.parse import urlencode

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.editing.units.deployment import edge_of, open_zones, zones_of
from astrike.editing.units.joining import JoinedUnits, join
from astrike.editing.units.sides import free_home
from astrike.errors import InputError, Problem
from astrike.formats.rosters.card import BEST, WORST
from astrike.formats.rosters.resolving import with_card
from astrike.model.byte_limits import IMPORT
from astrike.model.document_change import ChangeLabel
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Roster, RosterUnit
from astrike.store.table.drafts import UploadedDraft
from astrike.web.access.allowances import catalog_now, owner_now
from astrike.web.current.table import ChangedLine, Current, change, form_table, form_version, load_current
from astrike.web.http.forms import digits_or_none, uploaded_file, whole_number
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.problems import form_again, problems_by_field
from astrike.web.units.rosters import (
    MOST_SHOWN,
    NEW,
    Choices,
    ReadUnit,
    card_key,
    chosen_side,
    edge_words,
    groups_of,
    is_ready,
    likely_side,
    read_units,
    side_choices,
    side_name,
)
from astrike.web.units.uploaded_rosters import (
    keep_cards,
    keep_cards_of,
    keep_roster,
    shown_roster,
    waiting_roster,
    waiting_text,
)

MOST_LISTED = 40
"""Units without a card that are listed."""


@dataclass(frozen=True, slots=True)
class RosterUploadContext:
    """The form to paste or choose a roster."""

    current: Current
    text: str
    side: str
    sides: Choices
    cards: int
    megabytes: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class RosterPreviewContext:
    """What was read, before anything is added."""

    current: Current
    version: int
    draft_id: str
    source: str
    """What it is, and how it was called."""
    count: int
    units: tuple[ReadUnit, ...]
    find: str
    group: str
    groups: tuple[str, ...]
    is_catalog: bool
    mended: tuple[str, ...]
    """Numbers of units that were mended, and added, one by one."""
    can_add: bool
    """Is there anything in it that can be added?"""
    unresolved: tuple[str, ...]
    more_unresolved: int
    notes: tuple[ImportNote, ...]
    side: str
    sides: Choices
    where: str
    """The place where the units would be put."""
    is_off: bool
    problems: dict[str, tuple[Problem, ...]]


def bring_roster(code: str) -> str | Response:
    """Paste or choose a roster; POST reads it and shows what is in it."""
    current = load_current(code)
    kept, waits = request.args.get("draft", ""), request.args.get("then", "")
    if request.method == "GET":
        return show("units/bring_roster.html", _bring(current, text=waiting_text(kept) if kept else ""))
    side = request.form.get("side", "")
    try:
        upload = uploaded_file()
        if waits:
            keep_cards_of(upload, catalog_now(), owner=owner_now())
        else:
            kept = keep_roster(upload, catalog_now())
    except InputError as error:
        context = _bring(current, text=request.form.get("text", ""), side=side, problems=error.problems)
        return form_again(show("units/bring_roster.html", context), error)
    # Who brought cards for a list that waits goes back to that list.
    address = url_for("units.preview_roster", code=current.code, draft_id=waits or kept)
    return see_other(f"{address}?{urlencode({'side': side})}")


def preview_roster(code: str, draft_id: str) -> str:
    """Show what was read."""
    current = load_current(code)
    waiting, roster = shown_roster(draft_id, catalog_now())
    return show("units/roster_preview.html", _preview(current, waiting, roster, version=current.version))


def add_roster(code: str, draft_id: str) -> str | Response:
    """Add the units that are wanted, as one change; or only keep the cards of a whole catalog."""
    current = load_current(code)
    waiting, roster = waiting_roster(draft_id)
    version = form_version()
    if request.form.get("cards") == "only":
        keep_cards(waiting, roster, owner=owner_now())
        return see_other(url_for("units.show_new_unit", code=current.code, side=request.form.get("side", "")))
    try:
        units = _wanted(roster)
        table = form_table(current)
        side, making = chosen_side(table, request.form.get("side", ""))
        joined = join(table, units, side=side, off_table="off" in request.form, first=making)
        name = side_name(table, side)
        change(
            current,
            joined.operations,
            label=ChangeLabel("units.added", {"count": str(len(units)), "side": name}),
            lines=[
                ChangedLine(_("Units"), _("%(count)s more", count=len(units)), str(len(current.table.units)))
            ],
        )
    except InputError as error:
        return form_again(
            show(
                "units/roster_preview.html", _preview(current, waiting, roster, version=version, error=error)
            ),
            error,
        )
    keep_cards(waiting, roster, owner=owner_now())
    return see_other(_after(current, joined))


def _after(current: Current, joined: JoinedUnits) -> str:
    asked = [("added", str(len(joined.units))), *((each.why, each.unit) for each in joined.left_out)]
    return f"{url_for('units.show_units', code=current.code)}?{urlencode(asked)}"


def _wanted(roster: Roster) -> list[RosterUnit]:
    """Give the units that are ticked, at the skills that were typed."""
    problems: list[Problem] = []
    found: list[RosterUnit] = []
    taken = dict.fromkeys(request.form.getlist("take"))
    for text, key in (taken | {str(number): key for number, key in _chosen().items() if key}).items():
        number = digits_or_none(text)
        unit = roster.units[number] if number is not None and number < len(roster.units) else None
        if unit is not None and key is not None:
            entry = next((each for each in unit.candidates if card_key(each) == key), None)
            unit = None if entry is None else with_card(unit, entry)[0]
        if unit is None or not is_ready(unit):
            problems.append(Problem("take", repr(text[:20]), _("a unit whose card is known")))
            continue
        name = f"skill.{number}"
        try:
            skill = whole_number(name, request.form.get(name, str(unit.skill)), BEST, WORST)
        except InputError as error:
            problems += error.problems
            continue
        found.append(replace(unit, skill=skill))
    if not found and not problems:
        problems.append(Problem("take", _("nothing"), _("at least one unit")))
    if problems:
        raise InputError(problems)
    return found


def _chosen() -> dict[int, str]:
    """Give which card was chosen for each unit whose name may mean several."""
    return {
        number: value
        for name, value in request.form.items()
        if name.startswith("card.") and (number := digits_or_none(name.removeprefix("card."))) is not None
    }


def _bring(
    current: Current, *, text: str, side: str = "", problems: tuple[Problem, ...] = ()
) -> RosterUploadContext:
    return RosterUploadContext(
        current=current,
        text=text,
        side=side or request.args.get("side", "") or likely_side(current.table),
        sides=side_choices(current.table),
        cards=catalog_now().count(),
        megabytes=IMPORT.megabytes,
        problems=problems,
    )


def _preview(
    current: Current, waiting: UploadedDraft, roster: Roster, *, version: int, error: InputError | None = None
) -> RosterPreviewContext:
    given = request.values
    is_posted = request.method == "POST"
    skills = {
        number: value
        for name, value in request.form.items()
        if name.startswith("skill.") and (number := digits_or_none(name.removeprefix("skill."))) is not None
    }
    side = given.get("side", "") or likely_side(current.table)
    table = current.table
    done = tuple(given.getlist("mended"))
    missing = [
        each.name
        for number, each in enumerate(roster.units)
        if not each.is_resolved and str(number) not in done
    ]
    groups = groups_of(roster)
    group = given.get("group", "") if given.get("group", "") in groups else ""
    is_new = side.startswith(NEW)
    zone = free_home(table) in open_zones(table).values() if is_new else bool(zones_of(table, side))
    edge = "" if is_new else edge_words(edge_of(table, side))
    return RosterPreviewContext(
        current=current,
        version=version,
        draft_id=waiting.id,
        source=" · ".join(filter(None, (roster.label, waiting.name or roster.name))),
        count=len(roster.units),
        units=read_units(
            roster,
            find=given.get("find", ""),
            group=group,
            taken=request.form.getlist("take") if is_posted else None,
            skills=skills,
            mended=done,
            cards=_chosen(),
        ),
        can_add=any(is_ready(each) or each.candidates for each in roster.units),
        mended=done,
        find=given.get("find", ""),
        group=group,
        groups=groups,
        is_catalog=len(roster.units) > MOST_SHOWN,
        unresolved=tuple(missing[:MOST_LISTED]),
        more_unresolved=max(0, len(missing) - MOST_LISTED),
        notes=roster.notes,
        side=side,
        sides=side_choices(table),
        where=_("along its zone")
        if zone
        else _("along the %(edge)s edge", edge=edge)
        if edge
        else _("along its edge"),
        is_off="off" in given,
        problems={} if error is None else problems_by_field(error),
    )
