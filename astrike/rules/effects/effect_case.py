"""How do the parts of one effect put its modifiers, notes and changes together?

A case holds whom the effect meets, what was stated, the dice, and what has come of it so far. Each kind of effect is a
function of a case.
"""

from collections.abc import Callable, Mapping

from astrike.errors import InputError, NotFound, Problem, quoted
from astrike.model.area_answer import CaughtTarget
from astrike.model.attack_question import TablePoint
from astrike.model.dice import DiceTray
from astrike.model.effect_answer import EffectAnswer, StateChange
from astrike.model.explain import Assumed, Citation, Fact, Modifier, OptionUsed, Reason, facts
from astrike.model.terrain import Terrain
from astrike.model.unit import Unit
from astrike.rulebook.row import RulebookRow
from astrike.rules.attack.sight import sight_rules
from astrike.rules.edition_rows import reason
from astrike.rules.effects.effect_settings import point_read
from astrike.rules.effects.unit_changes import LABELS, UnitChanges
from astrike.rules.movement.withdrawal import CAUSES, CRIPPLED, PLAYED, causes_of
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.terrain.construction import assumed_factor, construction_factor

NAMED_AT_TABLE = Citation("named at the table", None)


class EffectCase:
    """One question about an effect."""

    def __init__(
        self, prepared: PreparedTable, kind: str, name: str, settings: Mapping[str, Fact], tray: DiceTray
    ) -> None:
        self.prepared, self.kind, self.name, self.settings, self.tray = prepared, kind, name, settings, tray
        self.edition = prepared.edition
        self.terms: list[Modifier] = []
        self.notes: list[Reason] = []
        self.caught: list[CaughtTarget] = []
        self.tables: dict[str, None] = {}
        self.options: dict[str, None] = {}
        self.facts: dict[str, Fact] = {}
        self.more_changes: list[StateChange] = []
        self.assumed: dict[str, Assumed] = {}
        self._sheets: dict[int, UnitChanges] = {}
        self._lost: set[int] = set()
        """Who has lost structure and is still there."""

    # ---- whom

    @property
    def index(self) -> int:
        """Index of the unit it is about; raise `NotFound` when there is none of this name."""
        return self.prepared.place_of(self.name)

    @property
    def unit(self) -> Unit:
        """The unit it is about, as its damage so far leaves it."""
        return self.prepared.units.units[self.index].with_pending

    @property
    def sheet(self) -> UnitChanges:
        """Its card as this effect leaves it."""
        return self.sheet_of(self.index)

    def sheet_of(self, i: int) -> UnitChanges:
        """Give any unit's card as this effect leaves it."""
        return self._sheets.setdefault(i, UnitChanges(self.prepared.units.units[i]))

    # ---- what was stated

    def is_set(self, key: str) -> bool:
        """Was this stated?"""
        return bool(self.settings.get(key, False))

    def number(self, key: str, usual: float = 0) -> float:
        """Give a number that was stated."""
        value = self.settings.get(key, usual)
        return float(value) if isinstance(value, int | float) else usual

    def word(self, key: str) -> str:
        """Give a word that was stated, empty when none was."""
        return str(self.settings.get(key, ""))

    def unit_named(self, key: str) -> int | None:
        """Give the index of a unit that was named."""
        name = self.settings.get(key)
        if name is None:
            return None
        found = self.prepared.units.index.get(str(name))
        if found is None:
            raise InputError([Problem(f"settings.{key}", quoted(str(name)), "the id of a unit on the table")])
        return found

    # ---- what it is made of

    def term(self, row: RulebookRow, value: int, key: str | None = None) -> None:
        """Put a row among the terms."""
        self.terms.append(Modifier(key or row.key, "O", value, row.label, row.cite))

    def named(self) -> None:
        """Put what was agreed at the table among the terms."""
        value = int(self.number("modifier"))
        if value:
            self.terms.append(Modifier("user.modifier", "O", value, "Agreed at the table", NAMED_AT_TABLE))

    @property
    def total(self) -> int:
        """The terms added up."""
        return sum(term.value for term in self.terms)

    def note(self, row: RulebookRow, key: str | None = None, **measured: Fact) -> None:
        """Say something else that is true."""
        self.notes.append(Reason(key or row.key, row.label, row.cite, facts(**measured)))

    def rows_used(self, *names: str) -> None:
        """Name tables that made the answer."""
        self.tables |= dict.fromkeys(names)

    def option(self, *names: str) -> None:
        """Name options that decided something."""
        self.options |= dict.fromkeys(names)

    # ---- damage

    def hurt(self, i: int, points: int) -> None:
        """Let a unit take damage, and note the rolls that lost structure brings (CE pp.49-50, AS p.40)."""
        unit, row, follow = self.prepared.units.units[i], self.prepared.units.rows[i], self.edition.follow_ups
        sheet = self.sheet_of(i)
        if not sheet.is_known and points:
            self.facts[f"{unit.id}.damage"] = points
        lost = sheet.hurt(points)
        if sheet.is_destroyed:
            self.note(follow["destroyed"], unit=unit.id)
        elif lost:
            if row.criticals:
                rolls = int(self.edition.number("critical.industrial")) if row.industrial else 1
                self.note(follow["critical.structure"], unit=unit.id, rolls=rolls)
            self._lost.add(i)

    def _crippled(self) -> None:
        """Ask whether units are crippled that have lost structure, or to which something cripples them (CE p.126)."""
        for i, sheet in self._sheets.items():
            before = causes_of(self.prepared, i, sheet.unit)
            after = causes_of(self.prepared, i, sheet.unit_now)
            is_new = bool(set(after) - set(before))
            if sheet.is_destroyed or CRIPPLED in sheet.flags or not (is_new or i in self._lost):
                continue
            if self.prepared.options.is_on(PLAYED):
                causes: dict[str, Fact] = {"causes": ", ".join(after)} if after else {}
                row = self.edition.follow_ups["crippled"]
                self.notes.append(Reason(row.key, row.label, row.cite, facts(unit=sheet.unit.id, **causes)))
                self.option(PLAYED, *([CAUSES] if after else ()))

    def factor_of(self, piece: Terrain) -> float:
        """Give a building's construction factor, and note where it was assumed."""
        self.assumed |= {each.at: each for each in assumed_factor(piece, self.edition)}
        return construction_factor(piece, self.edition)

    # ---- the answer

    def answer(
        self, row: RulebookRow, result: str, *, label: str = "", total: int | None = None,
        damage: int | str | None = None, success: bool | None = None,
    ) -> EffectAnswer:  # fmt: skip
        """Put the answer together; `row` gives page and words unless others are given."""
        self._crippled()
        changes = [change for sheet in self._sheets.values() for change in sheet.changes()]
        return EffectAnswer(
            kind=self.kind,
            unit=self.name,
            edition=self.edition.id,
            label=label or row.label,
            cite=row.cite,
            result=result,
            terms=tuple(self.terms),
            total=total,
            damage=damage,
            success=success,
            dice=self.tray.record,
            changes=(*changes, *self.more_changes),
            notes=tuple(self.notes),
            caught=tuple(self.caught),
            tables=tuple(self.tables),
            assumed=tuple(self.assumed.values()),
            options_used=self.options_used,
            facts=facts(**self.facts),
        )

    @property
    def options_used(self) -> tuple[OptionUsed, ...]:
        """The options that decided something."""
        return tuple(sight_rules(self.prepared).named[name] for name in self.options)

    def refused(self, *keys: str) -> EffectAnswer:
        """Refuse for reasons of the reasons table."""
        return self.refused_for(*(reason(self.prepared, key) for key in keys))

    def unknown(self, table: str, *rows: RulebookRow) -> EffectAnswer | None:
        """Refuse where one of these rows stands in no source of this edition."""
        found = [
            Reason(f"{table}.{row.key}" if table else row.key, row.unknown, row.cite)
            for row in rows
            if row.unknown
        ]
        return self.refused_for(*found) if found else None

    def refused_for(self, *reasons: Reason) -> EffectAnswer:
        """Refuse for these reasons."""
        return EffectAnswer(
            kind=self.kind, unit=self.name, edition=self.edition.id, label=reasons[0].label, cite=reasons[0].cite,
            result="refused", dice=self.tray.record, refusals=reasons, options_used=self.options_used,
        )  # fmt: skip

    def change(self, name: str, at: str, before: Fact, after: Fact) -> None:
        """Change something that is no unit."""
        if before != after:
            self.more_changes.append(StateChange(name, at, before, after, LABELS[at]))


Effect = Callable[[EffectCase], EffectAnswer]


def stated_point(case: EffectCase) -> TablePoint:
    """Give the point that was stated, else where the unit stands."""
    text = case.word("at")
    point = point_read(text) if text else None
    if point is not None:
        return point
    if case.name in case.prepared.units.index:
        return TablePoint(*case.unit.at)
    point = point_read(case.name)
    if point is None:
        raise NotFound(f"There is no unit {case.name!r} on this table.")
    return point
