"""What does one table of the rules look like to a player who looks it up in play? One sheet, short and in order.

A sheet is asked for by the name that answers give it in `tables`: a table of the edition, with a column after a dot
where it has several.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from astrike.dataclass import dataclass
from astrike.errors import NotFound
from astrike.model.explain import Citation
from astrike.model.number_text import plain_number
from astrike.report.words.numbers import height, percent, signed
from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import Edition
from astrike.rules.odds import probability, ways_to_roll
from astrike.web.http.i18n import _, tr

PARTS: Mapping[str, Callable[[], str]] = MappingProxyType(
    {
        "S": lambda: _("S: Skill"),
        "A": lambda: _("A: attacker"),
        "T": lambda: _("T: target"),
        "O": lambda: _("O: other"),
        "R": lambda: _("R: range"),
    }
)
COLUMNS: Mapping[str, Callable[[], str]] = MappingProxyType(
    {
        "mech": lambda: _("'Mechs"),
        "protomech": lambda: _("ProtoMechs"),
        "vehicle": lambda: _("Vehicles"),
        "aerospace": lambda: _("Fighters"),
        "large": lambda: _("DropShips and small craft"),
        "structure": lambda: _("Mobile structures"),
    }
)


@dataclass(frozen=True, slots=True)
class RulesSheetRow:
    """One row: its cells, its page, and why there is no figure where the book prints none."""

    cells: tuple[str, ...]
    cite: Citation | None = None
    unknown: str = ""
    conf: str = ""
    """How sure the row is, where it is not sure."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class SheetSection:
    """Rows under one heading, with the names of their columns."""

    title: str
    head: tuple[str, ...]
    rows: tuple[RulesSheetRow, ...]
    note: str = ""
    has_pages: bool = True
    """Has it a column for pages? Not where all rows have one source, which the note then names."""


@dataclass(frozen=True, slots=True)
class RulesSheet:
    """A table of the rules as people read it."""

    name: str
    title: str
    sections: tuple[SheetSection, ...]


def rules_sheet(edition: Edition, name: str) -> RulesSheet:
    """Make the sheet of one table; raise `NotFound` for a name that is none."""
    table, _dot, column = name.partition(".")
    made = SHEETS.get(table)
    columns = COLUMNS if table == "criticals" else {}
    if made is None or (column and column not in columns):
        raise NotFound(_("There is no table %(name)s.", name=repr(name[:40])))
    title, sections = made
    return RulesSheet(name, title(), tuple(sections(edition, column)))


def titles() -> tuple[tuple[str, str], ...]:
    """Name every sheet, in the order in which a battle needs them."""
    return tuple((name, title()) for name, (title, _sections) in SHEETS.items())


def title_of(name: str) -> str:
    """Give what people call a sheet, its column behind it."""
    table, _dot, column = name.partition(".")
    title, _sections = SHEETS[table]
    return f"{title()}: {COLUMNS[column]()}" if column else title()


def has_sheet(name: str) -> bool:
    """Is there a sheet of this name?"""
    table, _dot, column = name.partition(".")
    return table in SHEETS and (not column or (table == "criticals" and column in COLUMNS))


# ---- one function for each table


def _row(row: RulebookRow, *cells: str) -> RulesSheetRow:
    """Make a row; where the book prints no figure, the reason stands in its place."""
    label, *rest = cells
    if row.unknown:
        return RulesSheetRow((label, *("" for _cell in rest)), row.cite, tr(row.unknown))
    return RulesSheetRow(cells, row.cite)


def _modifiers(edition: Edition, _column: str) -> Iterator[SheetSection]:
    for part, title in PARTS.items():
        rows = [row for row in edition.modifiers.values() if row.part == part]
        yield SheetSection(
            title(), (_("What"), _("To hit")), tuple(_row(r, tr(r.label), signed(r.value)) for r in rows)
        )


def _brackets(edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = (
        _row(
            row,
            tr(row.label),
            _("to %(inches)s", inches=height(row.upto)),
            signed(edition.modifiers[row.modifier].value),
            height(row.underwater) if row.underwater else "–",
        )
        for row in edition.brackets.values()
    )
    yield SheetSection("", (_("Range"), _("Reaches"), _("To hit"), _("Under water")), tuple(rows))


def _tmm(edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = tuple(
        _row(row, _("to %(inches)s", inches=height(row.upto)), str(row.tmm)) for row in edition.tmm.values()
    )
    yield SheetSection("", (_("Move"), _("TMM")), rows)


def _criticals(edition: Edition, column: str) -> Iterator[SheetSection]:
    for name in (column,) if column else tuple(COLUMNS):
        rows = (
            _row(
                row,
                str(row.roll),
                tr(edition.critical_effects[row.column(name)].label),
                percent(_chance(row.roll)),
            )
            for row in edition.criticals.values()
        )
        yield SheetSection(COLUMNS[name](), (_("2D6"), _("What is hit"), _("Odds")), tuple(rows))


def _chance(roll: int) -> float:
    return probability(roll) - (probability(roll + 1) if roll < 12 else 0.0)


def _critical_effects(edition: Edition, _column: str) -> Iterator[SheetSection]:
    kinds = {
        _("'Mech"): "destroys_mech",
        _("vehicle"): "destroys_vehicle",
        _("fighter"): "destroys_aerospace",
        _("DropShip"): "destroys_large",
        _("structure"): "destroys_structure",
    }
    rows = (
        _row(
            row,
            tr(row.label),
            ", ".join(
                _("%(number)s: %(kind)s", number=getattr(row, attribute), kind=kind)
                for kind, attribute in kinds.items()
                if getattr(row, attribute)
            )
            or "–",
        )
        for row in edition.critical_effects.values()
    )
    yield SheetSection("", (_("What is hit"), _("How many destroy it")), tuple(rows))


def _motive(edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = list(edition.motive.values())
    following = [*rows[1:], None]
    cells = (
        _row(row, _rolls(row.roll, None if after is None else after.roll - 1), tr(row.label))
        for row, after in zip(rows, following, strict=True)
    )
    yield SheetSection("", (_("2D6"), _("Result")), tuple(cells))
    modifiers = tuple(
        _row(row, tr(row.label), signed(row.value)) for row in edition.motive_modifiers.values()
    )
    yield SheetSection(_("Modifiers"), (_("Who"), _("On the roll")), modifiers)


def _rolls(low: int, high: int | None) -> str:
    if high is None:
        return f"{low}+"
    if low <= 2:
        return _("to %(number)s", number=high)
    return str(low) if low == high else f"{low}–{high}"


def _buildings(edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = (
        _row(
            row,
            tr(row.label),
            str(row.cf),
            str(row.absorbs_infantry),
            str(row.absorbs),
            "–" if row.unlimited else str(row.capacity),
            "0*" if row.minimal else str(row.collapse),
        )
        for row in edition.buildings.values()
    )
    head = (
        _("Class"),
        _("CF"),
        _("Spares infantry"),
        _("Spares others"),
        _("Carries Size"),
        _("Falls, per 4″"),
    )
    yield SheetSection("", head, tuple(rows))


def _hazards(edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = (
        _row(
            row,
            tr(row.label),
            _roll_words(row.dice, row.need, row.modifier),
            str(row.damage) if row.damage else "–",
        )
        for row in edition.hazards.values()
    )
    yield SheetSection("", (_("What"), _("Roll"), _("Damage")), tuple(rows))


def _roll_words(dice: int, need: int, modifier: int) -> str:
    if not dice:
        return "–"
    words = f"{dice}D6 ≥ {need}" if need else f"{dice}D6"
    return f"{words} {signed(modifier)}" if modifier else words


def _heat(edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = tuple(_row(row, tr(row.label), signed(row.value)) for row in edition.heat.values())
    yield SheetSection(_("In the End Phase, in this order"), (_("Step"), _("Level")), rows)


def _support(edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = (
        _row(
            row,
            tr(row.label),
            f"{row.need}+",
            f"{row.damage}/{row.outer}" if row.outer else str(row.damage),
            plain_number(row.cost),
        )
        for row in edition.support.values()
    )
    yield SheetSection("", (_("Support"), _("2D6"), _("Damage"), _("Points")), tuple(rows))


def _air_cover(edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = tuple(_row(row, tr(row.label), f"{row.need}+") for row in edition.air_cover.values())
    yield SheetSection("", (_("Who against what"), _("2D6")), rows)


def _minefields(edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = tuple(
        _row(row, tr(row.label), f"{row.need}+", str(row.damage)) for row in edition.minefields.values()
    )
    yield SheetSection("", (_("Mines"), _("2D6"), _("Damage")), rows)


def _artillery(edition: Edition, _column: str) -> Iterator[SheetSection]:
    sizes = {"small": "2″", "large": "6″", "bombing": "4″"}
    rows = (
        _row(
            row,
            f"{tr(row.label)} {row.key}" if row.key.startswith("ART-") else tr(row.label),
            ("0*" if row.minimal else str(row.inner)) + (f"/{row.outer}" if row.outer else ""),
            sizes[row.template],
            height(row.off_table) if row.off_table else "–",
        )
        for row in edition.artillery.values()
    )
    yield SheetSection("", (_("Weapon"), _("Damage"), _("Template"), _("From afar")), tuple(rows))


def _electronics(edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = (
        _row(
            row,
            tr(row.label),
            row.code,
            height(row.radius or (edition.number(row.number) if row.number else 0.0)),
        )
        for row in edition.electronics.values()
        if row.radius or row.number
    )
    yield SheetSection("", (_("System"), _("Code"), _("Reach")), tuple(rows))


def _nets(edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = (
        _row(
            row,
            tr(row.label),
            str(row.most) if not row.whole else f"{row.most}–{row.whole}",
            ", ".join(dict.fromkeys((*row.masters, *row.slaves, *row.peers))),
        )
        for row in edition.nets.values()
    )
    yield SheetSection("", (_("Network"), _("Members at most"), _("Codes")), tuple(rows))


def _visual(edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = tuple(_row(row, tr(row.label), height(row.inches)) for row in edition.visual.values())
    yield SheetSection("", (_("Conditions"), _("Sight")), rows)


def _odds(_edition: Edition, _column: str) -> Iterator[SheetSection]:
    rows = (
        RulesSheetRow(
            (f"{number}+", _("%(ways)s of 36", ways=ways_to_roll(number)), percent(probability(number)))
        )
        for number in range(2, 13)
    )
    yield SheetSection("", (_("2D6"), _("Rolls"), _("Odds")), tuple(rows))


Sections = Callable[[Edition, str], Iterable[SheetSection]]
SHEETS: Mapping[str, tuple[Callable[[], str], Sections]] = MappingProxyType(
    {
        "modifiers": (lambda: _("Modifiers of the Target Number"), _modifiers),
        "brackets": (lambda: _("Range brackets"), _brackets),
        "odds": (lambda: _("Odds on 2D6"), _odds),
        "tmm": (lambda: _("Target movement modifier"), _tmm),
        "criticals": (lambda: _("Critical hits"), _criticals),
        "critical_effects": (lambda: _("What critical hits do"), _critical_effects),
        "motive": (lambda: _("Motive damage"), _motive),
        "heat": (lambda: _("Heat"), _heat),
        "artillery": (lambda: _("Artillery"), _artillery),
        "support": (lambda: _("Battlefield support"), _support),
        "air_cover": (lambda: _("Air cover"), _air_cover),
        "minefields": (lambda: _("Minefields"), _minefields),
        "buildings": (lambda: _("Buildings"), _buildings),
        "hazards": (lambda: _("Rolls and damage on the way"), _hazards),
        "electronics": (lambda: _("Electronics"), _electronics),
        "nets": (lambda: _("Networks"), _nets),
        "visual": (lambda: _("Visual range"), _visual),
    }
)
