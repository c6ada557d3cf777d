"""How are figures of classic BattleTech laid out that players look up in play: volleys, blows, heat, vehicles?

Each makes the sections of one table; tables without words here are shown field by field.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from astrike.model.battletech.melee import MeleeQuestion
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.number_text import plain_number
from astrike.report.battletech.impact_text import grouped
from astrike.report.words.numbers import signed
from astrike.rulebook.battletech.damage_rows import ArmorSoakRow, PlasmaDamageRow
from astrike.rulebook.battletech.physical_rows import PhysicalAttackRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.row import RulebookRow
from astrike.rules.battletech.clusters import Volley, volley_hits
from astrike.rules.battletech.damage import plasma_damage, soaked
from astrike.rules.battletech.melee import answer_melee
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.web.http.i18n import _, tr
from astrike.web.rulebook.sheets import RulesSheetRow, SheetSection

_TONNAGES: Final = range(20, 101, 5)
_MIDDLE: Final = 7
"""The most frequent result of 2D6."""
_ENDS: Final = (1, 6)
"""The lowest and the highest result of a die."""
_HITS: Final = range(1, 11)
"""Points of hits for which armor is shown."""


def sheet_row(row: RulebookRow, *cells: str) -> RulesSheetRow:
    """Make a row; where the edition has no figure, the reason stands in its place."""
    conf = "" if row.conf == "sure" else row.conf
    if row.unknown:
        return RulesSheetRow((row.label, *("" for _cell in cells)), row.cite, tr(row.unknown))
    return RulesSheetRow((row.label, *cells), row.cite, conf=conf, note=row.note)


def cell_text(value: object) -> str:
    """Write a value of a row; nothing for one that says nothing."""
    if isinstance(value, bool):
        return _("yes") if value else ""
    if isinstance(value, int | float):
        return plain_number(value).replace("-", "−")
    if isinstance(value, tuple):
        return " / ".join(cell_text(item) or "–" for item in value)
    return tr(str(value)) if value else ""


def _physical_modifiers(edition: BattleTechEdition) -> Iterator[SheetSection]:
    """Show what counts for punches, kicks and clubs alone, then what they share with charges and with hits on limbs."""
    head = (_("What"), _("Value"))
    note = _("Added to the piloting skill. Range, heat, sensors and gunnery do not count.")
    rows = tuple(sheet_row(row, cell_text(row.value)) for row in edition.physical_modifiers.values())
    yield SheetSection(_("Punches, kicks, clubs"), head, rows, note)
    bands = [sheet_row(row, cell_text(row.value) or "0") for row in edition.impact_bands.values()]
    yield SheetSection(
        _("Movement, target, terrain"),
        head,
        (*(sheet_row(row, cell_text(row.value) or "0") for row in edition.attack_modifiers.values()), *bands),
    )
    limbs = [row for row in edition.critical_effects.values() if row.punch or row.kick]
    yield SheetSection(
        _("Damaged arms and legs"),
        head,
        tuple(sheet_row(row, signed(row.punch or row.kick)) for row in limbs),
    )


def _physical_levels(edition: BattleTechEdition) -> Iterator[SheetSection]:
    """Show the hit location table by level; a dash where the attack is refused."""
    words = {"full": _("full"), "punch": _("punch"), "kick": _("kick"), "": "–"}
    note = _(
        "The hit location table. A dash: refused, as are targets further up or down. A vehicle has one table; weapons"
        " in an arm count as clubs."
    )
    head = (_("Attack"), _("Same"), _("Lower"), _("Higher"))
    rows = tuple(
        sheet_row(row, *(words[table] for table in (row.same, row.lower, row.higher)))
        for row in edition.physical_levels.values()
    )
    yield SheetSection("", head, rows, note)


def _clusters(edition: BattleTechEdition) -> Iterator[SheetSection]:
    """Show how many of a group hit, by the roll."""
    head = (_("Size"), *map(str, range(2, 13)))
    note = _(
        "By the size of the group and the roll on 2D6. Sizes 31 to 39 are not printed. A standard table: no page known."
    )
    rows = tuple(sheet_row(row, *map(str, row.hits)) for row in edition.clusters.values())
    yield SheetSection("", head, rows, note, has_pages=False)


def _heat_scale(edition: BattleTechEdition) -> Iterator[SheetSection]:
    """Show what heat does; in each column the highest row reached counts."""
    head = (_("Heat"), _("Walk"), _("Weapons"), _("Shutdown"), _("Ammo"), _("Infernos"))
    note = _(
        "In each column the highest row reached counts, not the sum. Rolls avoid it on so much or more. The numbers"
        " for infernos are likely ones. A standard table: no page known."
    )
    rows = tuple(
        sheet_row(
            row,
            cell_text(row.walking) if row.walking else "–",
            signed(row.weapons) if row.weapons else "–",
            _("at once") if row.off else _at_least(row.shutdown),
            _at_least(row.ammunition),
            _at_least(row.inferno),
        )
        for row in edition.heat_scale.values()
    )
    yield SheetSection("", head, rows, note, has_pages=False)


def _at_least(number: int) -> str:
    return f"{number}+" if number else "–"


def _vehicle_hits(edition: BattleTechEdition) -> Iterator[SheetSection]:
    """Show where a hit on a vehicle lands, by the side struck."""
    where = {
        "front": _("front"),
        "left-side": _("left"),
        "right-side": _("right"),
        "rear": _("rear"),
        "turret": _("turret"),
    }
    what = {"critical": _("crit"), "motive": _("motive"), "": ""}
    head = (_("2D6"), _("Front"), _("Left"), _("Right"), _("Rear"))
    note = _("Without a turret the side struck is hit. A standard table: no page known.")
    rows = tuple(
        sheet_row(
            row,
            *(
                ", ".join(filter(None, (where[row.location(side)], what[row.effect_from(side)])))
                for side in ("front", "left", "right", "rear")
            ),
        )
        for row in edition.vehicle_hits.values()
    )
    yield SheetSection("", head, rows, note, has_pages=False)


def _armor_soaks(edition: BattleTechEdition) -> Iterator[SheetSection]:
    """Show what armor that is not plain makes of a hit, and of which damage."""
    kinds = {
        "direct-ballistic": _("direct-fire ballistic"),
        "missile": _("missiles"),
        "flamer": _("flamers"),
        "laser": _("lasers"),
        "ppc": _("PPCs"),
        "plasma": _("plasma"),
    }
    head = (_("Armor"), _("Damage by"), _("Points a circle"), _("Points left over"))
    rows = tuple(
        sheet_row(
            row,
            ", ".join(kinds[each] for each in row.soaks) or _("all"),
            str(row.points),
            _("noted for the next hit") if row.keeps else _("discarded"),
        )
        for row in edition.armor_soaks.values()
    )
    note = _("Where points left over are discarded, every hit still takes a circle.")
    yield SheetSection("", head, rows, note)
    printed = [row for row in edition.armor_soaks.values() if not row.unknown]
    if printed:
        circles = tuple(RulesSheetRow((tr(row.label), *_circles(edition, row))) for row in printed)
        columns = (_("Armor"), *map(str, _HITS))
        yield SheetSection(_("Circles lost to a hit, by its points"), columns, circles, has_pages=False)


def _circles(edition: BattleTechEdition, row: ArmorSoakRow) -> Iterator[str]:
    """Give the circles that hits take, each on armor without points noted before."""
    kind = row.soaks[0] if row.soaks else ""
    return (str(soaked(edition, row.key, kind, points).circles) for points in _HITS)


def _plasma_damage(edition: BattleTechEdition) -> Iterator[SheetSection]:
    """Show what plasma does to woods, jungle and buildings, and what at least and at most."""
    rows = tuple(sheet_row(row, *_plasma_cells(edition, row)) for row in edition.plasma_damage.values())
    note = _("Against woods, jungle and buildings.")
    yield SheetSection("", (_("Weapon"), _("Damage"), _("Least"), _("Most")), rows, note)


def _plasma_cells(edition: BattleTechEdition, row: PlasmaDamageRow) -> tuple[str, ...]:
    """Write how the damage of a weapon is rolled, and between what it lies."""
    rolled = f"({row.plus} + {row.dice}D6)" if row.plus else f"{row.dice}D6"
    ends = (plasma_damage(edition, row.key, row.dice * each).value for each in _ENDS)
    return f"{rolled} × {row.times}", *map(str, ends)


def _physical_refusals(edition: BattleTechEdition) -> Iterator[SheetSection]:
    """Show why an attack is refused, and which attacks it bars."""
    forms = {"punch": _("punch"), "kick": _("kick"), "club": _("club"), "weapon": _("weapon")}
    rows = tuple(
        sheet_row(row, ", ".join(forms[each] for each in row.forms), tr(row.refusal))
        for row in edition.physical_refusals.values()
    )
    yield SheetSection("", (_("What"), _("Attacks"), _("Refusal")), rows)


def _physical_attacks(edition: BattleTechEdition) -> Iterator[SheetSection]:
    """Show the base number and the damage of each attack."""
    rows = tuple(
        sheet_row(
            row,
            _("hits") if row.sure else signed(row.base),
            _damage_words(row),
        )
        for row in edition.physical_attacks.values()
    )
    note = _(
        "Added to the piloting skill. Active triple-strength myomer doubles what is marked ×2, damaged actuators"
        " halve what is marked ½."
    )
    yield SheetSection("", (_("Attack"), _("Base"), _("Damage")), rows, note)
    yield _by_tonnage(edition)


def _by_tonnage(edition: BattleTechEdition) -> SheetSection:
    """Show the damage of attacks that go by tonnage, of undamaged 'Mechs."""
    attacks = [row for row in edition.physical_attacks.values() if row.tons and not row.most and not row.sure]
    rows = tuple(
        RulesSheetRow((str(tons), *(str(_damage(edition, row, tons)) for row in attacks)))
        for tons in _TONNAGES
    )
    return SheetSection(
        _("Damage by tonnage"), (_("Tons"), *(tr(row.label) for row in attacks)), rows, has_pages=False
    )


def _damage(edition: BattleTechEdition, row: PhysicalAttackRow, tons: int) -> int:
    limb = "left-leg" if row.form == "kick" else "left-arm"
    question = MeleeQuestion(row.key, limb, ClassicUnit(tons=tons))
    return answer_melee(question, edition, OptionsInUse(edition, {})).damage


def _cluster_groups(edition: BattleTechEdition) -> Iterator[SheetSection]:
    """Show how hits are put together, and what a roll of 7 comes to."""
    rows = tuple(
        sheet_row(row, str(row.together), str(row.points) if row.points else _("the weapon's"))
        for row in edition.cluster_groups.values()
    )
    yield SheetSection("", (_("Weapon"), _("Hits in a group"), _("Damage of each")), rows)
    volleys = tuple(
        RulesSheetRow((f"{tr(row.label)} {size}", _groups(edition, row.key, size)))
        for row in edition.cluster_groups.values()
        for size in row.sizes
    )
    yield SheetSection(
        _("Groups on a roll of 7"), (_("Weapon"), _("Damage of each group")), volleys, has_pages=False
    )


def _groups(edition: BattleTechEdition, weapon: str, size: int) -> str:
    hits = volley_hits(edition, Volley(weapon, size, _MIDDLE), OptionsInUse(edition, {}))
    return grouped(hits.groups) if hits else "–"


def _damage_words(row: PhysicalAttackRow) -> str:
    """Say how much an attack does.

    >>> _damage_words(PhysicalAttackRow(key="flail", label="", ref="", points=9))
    '9'
    """
    if row.points:
        words = str(row.points)
    elif row.up:
        words = _("tons ÷ %(tons)s, rounded up", tons=row.tons)
    else:
        words = _("tons ÷ %(tons)s, rounded down", tons=row.tons)
    if row.plus:
        words = _("%(damage)s, +%(more)s", damage=words, more=row.plus)
    if row.most:
        words = _("%(damage)s, at most %(most)s", damage=words, most=row.most)
    marks = [mark for mark, is_so in (("×2", row.doubled), ("½", row.halved)) if is_so]
    return " ".join([words, *marks])


FIGURES: Final[Mapping[str, Callable[[BattleTechEdition], Iterator[SheetSection]]]] = MappingProxyType(
    {
        "clusters": _clusters,
        "cluster_groups": _cluster_groups,
        "physical_attacks": _physical_attacks,
        "physical_modifiers": _physical_modifiers,
        "physical_refusals": _physical_refusals,
        "physical_levels": _physical_levels,
        "heat_scale": _heat_scale,
        "vehicle_hits": _vehicle_hits,
        "armor_soaks": _armor_soaks,
        "plasma_damage": _plasma_damage,
    }
)
"""What makes the sections of a table, by its name."""
