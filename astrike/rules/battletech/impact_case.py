"""What does every kind of impact work with? The question, its edition, and everything that comes of it so far."""

from astrike.model.battletech.impact import (
    FacingAfterFall,
    ImpactDamage,
    ImpactQuestion,
    ImpactRelocation,
    ImpactRoll,
    ImpactToHit,
)
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Fact, Modifier, Reason, facts
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.falls import DOUBLED, in_groups
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.shelter import ABSORBED, sheltered

REFLECTIVE = "laser-reflective"
OPPOSITE = 3
SIDES = 6


class ImpactTerms:
    """The figures of impacts in an edition, as rows of ledgers."""

    def __init__(self, edition: BattleTechEdition) -> None:
        self.edition = edition

    def value(self, key: str) -> int:
        """Give a figure of impacts by its key."""
        return self.edition.impacts[key].value

    def term(self, key: str, value: int, **measured: Fact) -> Modifier:
        """Make a row of a ledger."""
        row = self.edition.impacts[key]
        return Modifier(key, "", value, row.label, row.cite, facts(**measured))

    def shared(self, key: str, times: int = 1) -> Modifier:
        """Make a row of a ledger that attacks of all kinds have."""
        row = self.edition.attack_modifiers[key]
        return Modifier(key, "", row.value * times, row.label, row.cite)

    def divided(self, key: str, points: int, **measured: Fact) -> Modifier:
        """Make a row of a ledger of points divided by the figure of its row, rounded up."""
        return self.term(key, -(-points // self.value(key)), by=self.value(key), **measured)


class ImpactCase(ImpactTerms):
    """One question, and what has come of it so far."""

    def __init__(self, question: ImpactQuestion, edition: BattleTechEdition, options: OptionsInUse) -> None:
        super().__init__(edition)
        self.question = question
        self.options = options
        self.damage: list[ImpactDamage] = []
        self.rolls: list[ImpactRoll] = []
        self.moves: list[ImpactRelocation] = []
        self.notes: list[Reason] = []
        self.refusals: list[Reason] = []
        self.shooting: list[Modifier] = []
        self.to_hit: ImpactToHit | None = None
        self.collisions: list[tuple[int, ImpactToHit]] = []
        """Numbers of the collisions of a skid, each with its hex along it, from 1."""
        self.facing_needed = False
        self.troopers_needed = 0
        """Dice for the troopers of a platoon that falls."""
        self.walls: list[tuple[str, str]] = []
        """Vehicles that went through a wall and make a motive roll: whose and of which kind."""
        self.hexes_left = 0
        self.hexes_reached = 0
        """Stated hexes of a skid that it came to."""

    @property
    def attacker(self) -> ClassicUnit:
        """The unit that falls, skids or attacks."""
        return self.question.attacker

    @property
    def facing(self) -> FacingAfterFall | None:
        """How the unit faces after its fall; None where the die has not been rolled."""
        die = self.question.dice.facing
        if die is None:
            return None
        row = self.edition.impact_facings[str(die)]
        return FacingAfterFall(
            die, row.label, row.turn, (self.question.facing + row.turn) % SIDES, row.column, row.cite
        )

    def note(self, key: str, **measured: Fact) -> None:
        """Note something once."""
        said = self.reason(key, **measured)
        if said not in self.notes:
            self.notes.append(said)

    def refuse(self, key: str, **measured: Fact) -> None:
        """Say why the attack cannot be made."""
        self.refusals.append(self.reason(key, **measured))

    def reason(self, key: str, **measured: Fact) -> Reason:
        """Say something in the words of the rulebook's table."""
        row = self.edition.impact_words[key]
        return Reason(key, row.label, row.cite, facts(**measured))

    def move(self, to: str, key: str, hexsides: tuple[tuple[int, ...], ...] = ()) -> None:
        """Say where a unit ends, once."""
        row = self.edition.impact_words[key]
        said = ImpactRelocation(to, key, row.label, row.cite, hexsides)
        if said not in self.moves:
            self.moves.append(said)

    def hurt(
        self,
        to: str,
        unit: ClassicUnit,
        cause: str,
        ledger: tuple[Modifier, ...],
        *,
        table: str = "full",
        column: str | None = "front",
        cf: int = 0,
    ) -> ImpactDamage:
        """Do one lot of damage; laser-reflective armor doubles it where its ledger does not say so yet.

        Of each group a building around the unit with so much CF keeps its share. What is no 'Mech has one table of its
        own, whatever hits it.
        """
        if unit.armor == REFLECTIVE and to != "building" and all(each.key != DOUBLED for each in ledger):
            row = self.edition.figures[DOUBLED]
            more = total_of(ledger) * (self.edition.whole(DOUBLED) - 1)
            ledger = (*ledger, Modifier(row.key, "", more, row.label, row.cite))
        if not unit.is_mech or to == "building":
            table = "full"
        total = total_of(ledger)
        groups = (total,) if to == "building" and total else in_groups(self.edition, total)
        if cf:
            kept = sheltered(self.edition, cf, groups)
            ledger = (*ledger, self.term(ABSORBED, -kept.absorbed, cf=cf, by=self.value(ABSORBED)))
            total, groups = total - kept.absorbed, kept.groups
        lot = ImpactDamage(
            to=to,
            unit_kind="building" if to == "building" else unit.kind,
            cause=cause,
            label=ledger[0].label,
            total=total,
            groups=groups,
            table=table,
            column=column,
            ledger=ledger,
            cite=ledger[0].cite,
            has_turret=unit.turret,
        )
        self.damage.append(lot)
        return lot


def total_of(ledger: tuple[Modifier, ...]) -> int:
    """Add a ledger up."""
    return sum(each.value for each in ledger)


def column_from(hexside: int, facing: int) -> str:
    """Name the column on which an attack through a hexside lands on a 'Mech that faces so.

    >>> [column_from(hexside, 0) for hexside in range(6)]
    ['front', 'front', 'right', 'rear', 'left', 'front']
    """
    turned = (hexside - facing) % SIDES
    return {2: "right", OPPOSITE: "rear", 4: "left"}.get(turned, "front")
