"""Which rolls, or certain effects, does a hit bring about, and how likely is each?

Criticals, motive rolls, breaches, heat, falling buildings, and what a near miss does, in the order in which one attack
takes them. Sources: CE pp.45-50, 61, 74, 184; AS pp.38-43.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_outcome import FollowUp
from astrike.model.explain import Fact, facts
from astrike.rulebook.follow_up_rows import FollowUpRow
from astrike.rules.attack.ability_conditions import counting_rows
from astrike.rules.attack.combatants import combatants
from astrike.rules.attack.damage_rolls import DamageRolls
from astrike.rules.attack.situation import Situation
from astrike.rules.odds import ROLLS, WAYS, Spread, chance_that, chance_to_reach, die_at_least, ways_to_roll
from astrike.rules.table.flyers import aerospace_flyers, altitude_of
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.terrain.construction import construction_factor
from astrike.rules.units.move_and_tmm import is_gliding

TWELVE = 12
NATURAL = Fraction(WAYS[TWELVE], ROLLS)
VACUUM, TRACE = "vacuum", "trace"
CERTAIN = Fraction(1)


@dataclass(frozen=True, slots=True)
class TypedRolls:
    """Dice typed for an attack: the attack rolls, how many hit, and what they do together (None: more dice to fall)."""

    rolls: tuple[int, ...]
    hits: int
    dealt: int | None


def hit_follow_ups(
    s: Situation,
    answer: AttackAnswer,
    volley: DamageRolls,
    fallen: TypedRolls | None,
    *,
    extra: Sequence[str] = (),
) -> tuple[FollowUp, ...]:
    """Collect what a hit brings about; of dice that fell only what they do bring."""
    found = tuple(_Follow(s, answer, volley, fallen, tuple(extra)).all())
    return tuple(each for each in found if each.chance is None or each.chance > 0)


def critical_modifier(prepared: PreparedTable, t: int, *, reengineered: bool) -> Mapping[str, int]:
    """Give what the target's card changes on the critical roll, by row of the numbers (CE pp.84, 86, 88)."""
    unit, found = prepared.units.units[t], {}
    if unit.has("CR"):
        key = "critical.cr-reengineered" if reengineered else "critical.cr"
        found[key] = int(prepared.edition.number(key))
    if unit.has("IRA"):
        found["critical.impact"] = int(prepared.edition.number("critical.impact"))
    return found


def armor_now(prepared: PreparedTable, t: int) -> tuple[int, int] | None:
    """Give the armor and structure left, None when the card does not say."""
    unit = prepared.units.units[t]
    if not unit.stated & {"armor", "armor_left"} or not unit.stated & {"structure", "structure_left"}:
        return None
    armor = unit.armor if unit.armor_left is None else unit.armor_left
    structure = unit.structure if unit.structure_left is None else unit.structure_left
    return armor, structure


def threshold_of(prepared: PreparedTable, t: int) -> int:
    """Give the points that a hit must pass: those of the card, else a third of the armor, rounded up (CE p.184)."""
    unit = prepared.units.units[t]
    return unit.threshold or -(-unit.armor // int(prepared.edition.number("threshold.share")))


class _Follow:
    """One attack, being looked through for what follows."""

    def __init__(
        self,
        s: Situation,
        answer: AttackAnswer,
        volley: DamageRolls,
        fallen: TypedRolls | None,
        extra: tuple[str, ...],
    ) -> None:
        self.s, self.answer, self.volley, self.fallen, self.extra = s, answer, volley, fallen, extra
        self.prepared, self.edition = s.prepared, s.prepared.edition
        fell_short = fallen is not None and not fallen.hits and not fallen.dealt
        self.is_missed = fell_short or (fallen is None and not volley.some())
        if fallen is not None and fallen.dealt is not None:
            self.spread: Spread = {fallen.dealt: CERTAIN}
        else:
            self.spread = volley.on_hit()
        self.column = s.target_row.criticals
        self.table = f"criticals.{self.column}"
        reengineered = s.attacker.has("REL")
        self.modifier = sum(critical_modifier(s.prepared, s.t, reengineered=reengineered).values())

    def all(self) -> Iterator[FollowUp]:
        """Give everything, in the order of one attack."""
        if not self.is_missed and self.s.aim is None:
            yield from self._criticals()
            yield from self._structure()
            yield from self._breaches()
            yield from self._motive()
            yield from self._control()
            yield from self._heat()
            yield from self._riders()
            yield from self._collapse()
        yield from self._cover()
        yield from self._glider()

    def _damaging(self) -> Fraction:
        return chance_that(self.spread, lambda points: points > 0)

    def _one(
        self, key: str, chance: Fraction | None, *, need: int = 0, dice: int = 2, table: str = "",
        modifier: int = 0, **measured: Fact,
    ) -> Iterator[FollowUp]:  # fmt: skip
        row: FollowUpRow = self.edition.follow_ups[key]
        if not row.unknown:
            share = None if chance is None else float(chance)
            yield FollowUp(
                key, row.label, row.cite, share, need=need, dice=dice, modifier=modifier, table=table,
                facts=facts(**measured),
            )  # fmt: skip

    def _critical(
        self, key: str, chance: Fraction | None, *, rolls: int = 1, threshold: int = 0
    ) -> Iterator[FollowUp]:
        if not self.column:
            return
        measured: dict[str, Fact] = {"rolls": rolls} if rolls > 1 else {}
        if threshold:
            measured["threshold"] = threshold
        if self.s.target.has("ARM"):
            # CE p.76: it takes the first critical chance of the game.
            measured["armored"] = True
        row = self.edition.follow_ups[key]
        if not row.unknown:
            share = None if chance is None else float(chance)
            yield FollowUp(
                key, row.label, row.cite, share, dice=2, modifier=self.modifier, table=self.table,
                facts=facts(**measured),
            )  # fmt: skip

    def _criticals(self) -> Iterator[FollowUp]:
        """Whatever its armor, some hits bring a critical roll (CE pp.45, 47, 49-50, 97-99)."""
        yield from self._critical("critical.twelve", self._twelve())
        yield from self._by_ability()
        for key in self.extra:
            # CE p.47: an Anti-'Mech attack has to do a point, or to bring heat.
            is_certain = key != "critical.anti-mech" or bool(self.answer.damage.heat)
            yield from self._critical(key, CERTAIN if is_certain else self._damaging())
        if self.s.target.has("BAR"):
            yield from self._critical("critical.bar", self._damaging())
        if self.s.target_row.aerospace and self.s.target.armor:
            limit = threshold_of(self.prepared, self.s.t)
            chance = chance_that(self.spread, lambda points: points > limit)
            yield from self._critical("threshold", chance, threshold=limit)

    def _twelve(self) -> Fraction:
        if self.fallen is None:
            return self.volley.twelve(NATURAL)
        return Fraction(TWELVE in self.fallen.rolls) * self._damaging()

    def _by_ability(self) -> Iterator[FollowUp]:
        """Pilots and munitions that add a critical roll with more than needed (CE pp.97, 99, 145)."""
        for bonus in counting_rows(self.s):
            if bonus.what != "critical" or bonus.unknown or not self.column:
                continue
            chance = self._by_margin(bonus.points)
            name = f"critical.{bonus.key.partition('.')[0]}"
            if chance:
                measured = facts(margin=bonus.points)
                yield FollowUp(
                    name, bonus.label, bonus.cite, float(chance), need=bonus.need, dice=2,
                    modifier=self.modifier, table=self.table, facts=measured,
                )  # fmt: skip

    def _by_margin(self, margin: int) -> Fraction:
        """Give how likely the first roll, which alone counts, passes the number by so much (CE p.175)."""
        number = self.answer.target_number
        if number is None:
            return Fraction(0)
        if self.fallen is not None:
            return Fraction(self.fallen.rolls[0] >= number + margin) * self._damaging()
        share = Fraction(ways_to_roll(number + margin), ROLLS)
        some = self.volley.some()
        return (
            share / some * (self._damaging() if self.volley.rolls == 1 else CERTAIN) if some else Fraction(0)
        )

    def _structure(self) -> Iterator[FollowUp]:
        """Structure lost and some left: a critical roll, of an IndustrialMech two; none left: destroyed (CE p.49)."""
        now = armor_now(self.prepared, self.s.t)
        if now is None:
            yield from self._critical("critical.structure", None if self._damaging() else Fraction(0))
            return
        armor, structure = now
        whole = armor + structure
        if self._is_flooded():
            whole = max(armor, 1)  # CE p.48: under water nothing lives without armor
        lost = chance_that(self.spread, lambda points: armor < points < whole)
        rolls = 1
        if self.s.target_row.industrial:
            rolls = int(self.edition.number("critical.industrial"))
        yield from self._critical("critical.structure", lost, rolls=rolls)
        gone = chance_that(self.spread, lambda points: points >= whole)
        yield from self._one("destroyed", gone, dice=0)

    def _is_flooded(self) -> bool:
        """Is the target completely under water, where the edition has breaches? (CE p.48)"""
        is_under = self.prepared.units.of[self.s.t].submersion == "completely"
        return is_under and not self.edition.follow_ups["hull-breach"].unknown

    def _breaches(self) -> Iterator[FollowUp]:
        """Under water every hit may breach the hull, in vacuum one that a roll finds (CE pp.48, 61)."""
        if self.s.target.has_any(*self.prepared.edition.tagged("sealing")) or not self.column:
            return
        submersion = self.prepared.units.of[self.s.t].submersion
        if submersion == "completely":
            yield from self._critical("hull-breach", CERTAIN)
        elif submersion == "partly":
            need = self.s.target.skill + int(self.edition.number("breach.modifier"))
            yield from self._one(
                "hull-breach",
                1 - chance_to_reach(need, naturals=False),
                need=need,
                table=self.table,
                modifier=self.modifier,
            )
        air = self.prepared.table.conditions.atmosphere
        if air in (VACUUM, TRACE) and not self.edition.follow_ups["vacuum"].unknown:
            need = int(self.edition.number("vacuum.need" if air == VACUUM else "vacuum.trace"))
            chance = chance_to_reach(need, naturals=False) * self._damaging()
            yield from self._one("vacuum", chance, need=need, table=self.table, modifier=self.modifier)

    def _motive(self) -> Iterator[FollowUp]:
        """A vehicle that takes damage rolls for its motive system (CE p.50, AS p.42)."""
        if self.s.target_row.vehicle and not self.s.target_row.structure:
            modifier = sum(motive_modifier(self.prepared, self.s.t).values())
            yield from self._one("motive", self._damaging(), table="motive", modifier=modifier)

    def _control(self) -> Iterator[FollowUp]:
        """What flies rolls to keep its altitude when it takes damage; from the lowest it crashes (CE p.187)."""
        altitude = altitude_of(self.prepared, self.s.target)
        if self.s.t not in aerospace_flyers(self.prepared) or altitude is None or altitude.unknown:
            return
        number, below = self.edition.number, altitude.step - 1
        need = self.s.target.skill + int(number("control.damage"))
        if self.s.target.hits.mp:
            need += int(number("control.thruster"))
        need += self.s.target.hits.crew * int(number("control.crew"))
        rows = self.edition.altitudes.values()
        falls_to = next((row.key for row in rows if row.step == below), "crash")
        chance = self._damaging() * (1 - chance_to_reach(need, naturals=False))
        yield from self._one("control", chance, need=need, falls_to=falls_to)

    def _heat(self) -> Iterator[FollowUp]:
        """Heat of a hit; with a roll for each point only what the hot ones bring (CE pp.52, 78, 175)."""
        heat, volley = self.answer.damage.heat, self.volley
        if not heat:
            return
        if volley.rolls == 1:
            yield from self._one("heat", CERTAIN, dice=0, heat=heat)
        elif self.fallen is None:
            some = volley.some()
            any_hot = 1 - (1 - volley.hit) ** volley.heat_rolls
            yield from self._one(
                "heat", any_hot / some if some else Fraction(0), dice=0, heat=min(heat, volley.heat_rolls)
            )
        else:
            number, plain = self.answer.target_number or 0, volley.rolls - volley.flak
            heated = self.fallen.rolls[max(0, plain - volley.heat_rolls) : plain]
            brought = min(heat, sum(fell >= number for fell in heated))
            yield from self._one("heat", Fraction(bool(brought)), dice=0, heat=brought)

    def _riders(self) -> Iterator[FollowUp]:
        """On one die in three a hit on the carrier lands on the battle armor that rides on it (CE p.48, AS p.38)."""
        if self.s.kind.family == "artillery":
            return
        riders = [
            unit.id
            for unit in self.prepared.units.units
            if unit.carried_by == self.s.target.id and unit.carried_as == "mechanized"
        ]
        if riders:
            need = int(self.edition.number("riders.need"))
            yield from self._one("riders", die_at_least(need), need=need, dice=1, unit=", ".join(riders))

    def _collapse(self) -> Iterator[FollowUp]:
        """What a building takes for those in it comes off its CF (CE pp.73-74)."""
        row, body = combatants(self.prepared)[self.s.t].building, self.prepared.units.of[self.s.t]
        piece = self.prepared.table.piece(body.inside) if body.inside is not None else None
        if row is None or piece is None or row.unknown:
            return
        cf = construction_factor(piece, self.edition)
        absorbs = row.absorbs_infantry if self.s.target_row.infantry else row.absorbs
        chance = CERTAIN if cf <= absorbs else Fraction(0)
        yield from self._one("collapse", chance, dice=0, by=piece.id, cf=cf)

    def _cover(self) -> Iterator[FollowUp]:
        """A shot that misses by one or two hits what covers its target (CE pp.45, 64)."""
        row, number = self.edition.numbers["cover.miss"], self.answer.target_number
        covers = [hider.piece for hider in self.answer.sight.hiders if self._takes_hits(hider.piece)]
        if row.unknown or number is None or not self.answer.sight.cover or not covers:
            return
        chance = self._misses_by(number, int(row.value))
        yield from self._one("cover", chance, dice=0, by=", ".join(covers), miss=True)

    def _misses_by(self, number: int, close: int) -> Fraction:
        """Give how likely a roll falls short by so much or less."""
        if self.fallen is not None:
            return Fraction(any(number - close <= fell < number for fell in self.fallen.rolls))
        return Fraction(ways_to_roll(number - close) - ways_to_roll(number), ROLLS)

    def _glider(self) -> Iterator[FollowUp]:
        """A shot that misses a glider by one may shake it all the same (CE p.177)."""
        numbers, number = self.edition.numbers, self.answer.target_number
        if number is None or self.s.aim is not None or not is_gliding(self.s.target):
            return
        if numbers["glider.need"].unknown:
            return
        need = int(numbers["glider.need"].value)
        chance = self._misses_by(number, int(numbers["glider.miss"].value)) * die_at_least(need)
        yield from self._one("glider", chance, need=need, dice=1, miss=True)

    def _takes_hits(self, name: str) -> bool:
        """Is it a building, or a unit as large as one?"""
        piece = self.prepared.table.piece(name)
        return name in self.prepared.units.index if piece is None else piece.kind == "building"


def motive_modifier(prepared: PreparedTable, t: int) -> Mapping[str, int]:
    """Give what the way a vehicle moves, and its armor there, change on the motive roll, by row (CE p.50, AS p.42)."""
    unit, rows = prepared.units.units[t], prepared.edition.motive_modifiers
    found: dict[str, int] = {}
    codes = unit.move.codes if unit.move is not None else frozenset()
    for mover in prepared.edition.movers.values():
        if mover.key in rows and codes & set(mover.codes):
            found[mover.key] = rows[mover.key].value
            break
    if unit.has("ARS"):
        found["ARS"] = rows["ARS"].value
    return found
