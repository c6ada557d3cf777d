"""How does each unit stand on the table: how tall, on which base, how deep in water?

Where its eye is and how much of it can be seen. How high its feet are is decided by `elevation`. Sources: CE pp.36,
40-41, 64, 157, 171; AS p.34.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.geometry.arrays import Floats, Polygon
from astrike.geometry.bases import Bases, angular, bases_joined, make_bases
from astrike.model.attack_answer import StandingUnit
from astrike.model.explain import Assumed
from astrike.model.unit import Base, Unit
from astrike.rulebook.schema import Edition, LargeRow, UnitTypeRow
from astrike.rules.edition_rows import large_row, unit_row
from astrike.rules.options import Options
from astrike.rules.table.elevation import NoSuchPlaceError, UnitOverTerrain, is_airborne
from astrike.rules.terrain.prepared_terrain import PreparedTerrain
from astrike.tolerance import TOUCH


@dataclass(frozen=True, slots=True, eq=False)
class PreparedUnits:
    """All units of a table as they stand, in file order: words in `of`, numbers in arrays of the same order."""

    units: tuple[Unit, ...]
    rows: tuple[UnitTypeRow, ...]
    index: Mapping[str, int]
    of: tuple[StandingUnit, ...]
    bases: Bases
    rank: tuple[int, ...]
    """Size class: 0 normal, 1 large, 2 very large, 3 super large."""
    blocks: tuple[str, ...]
    """Whose sight the unit itself blocks: `none`, `smaller` or `all`."""
    airborne: tuple[bool, ...]
    z: Floats
    """(n,) elevation of the underside of each base."""
    foot: Floats
    """(n,) this and the next three as in `of`."""
    top: Floats
    eye: Floats
    width: Floats
    facing: Floats
    """(n,) nan: unknown."""
    assumed: tuple[tuple[Assumed, ...], ...]

    def height(self, i: int) -> float:
        """Give the inches from the underside of a unit's base to its top."""
        return float(self.top[i] - self.z[i])


def prepare_units(
    units: Sequence[Unit], *, terrain: PreparedTerrain, edition: Edition, options: Options
) -> PreparedUnits:
    """Stand every unit up; raise `InputError` for each elevation that names a piece which is not there."""
    rows = tuple(unit_row(unit, edition) for unit in units)
    centres = np.array([unit.at for unit in units], dtype=np.float64).reshape(-1, 2)
    ground = terrain.ground_at(centres)
    depth, water = terrain.depth_at(centres)
    over = terrain.pieces_over(centres)
    large = tuple(large_row(unit, edition) for unit in units)
    bodies: list[StandingUnit] = []
    assumed: list[tuple[Assumed, ...]] = []
    problems: list[Problem] = []
    radii: list[float] = []
    outlines: list[Polygon | None] = []
    airborne = tuple(
        is_airborne(unit, float(under), edition) for unit, under in zip(units, ground, strict=True)
    )
    z: list[float] = []
    eye_share = options.number("sight.eye")
    for i, unit in enumerate(units):
        notes: list[Assumed] = []
        base = unit.base or _base(unit, rows[i], large[i], notes)
        radius, outline = _shape(base, unit.facing or 0.0)
        radii.append(radius)
        outlines.append(outline)
        width, stand = base.width, unit.stand
        if options.is_on("practical-los"):
            width, stand = _base(unit, rows[i], large[i], []).width, 0.0
            full = _usual_height(rows[i], large[i])
        else:
            full = _height(unit, rows[i], large[i], notes)
        deep = float(depth[i]) if water[i] >= 0 else 0.0
        place = UnitOverTerrain(
            terrain, unit, over[i], float(ground[i]), deep, edition, options, airborne[i], full
        )
        try:
            level, on, inside = place.stand()
        except NoSuchPlaceError as missing:
            problems.append(Problem(f"units.{unit.id}.elevation", missing.found, missing.expected))
            level, on, inside = float(ground[i]), None, None
        shown = full
        if "hull-down" in unit.state:
            shown = full * (edition.number("hull-down.height") or 1.0)
        low = 0.0 if options.is_on("silhouette-includes-base") else stand
        top = level + stand + shown
        bodies.append(
            StandingUnit(
                id=unit.id,
                at=unit.at,
                ground=level,
                foot=level + low,
                top=top,
                eye=level + stand + shown * (1.0 if _is_exceptional(unit, large[i], edition) else eye_share),
                width=width,
                submersion=_submersion(
                    unit,
                    level=level,
                    surface=float(ground[i]),
                    depth=deep,
                    height=full,
                    airborne=airborne[i],
                    edition=edition,
                ),
                depth=deep,
                inside=inside,
                on=on,
            )
        )
        z.append(level)
        if "specials" in unit.unknown:
            notes.append(Assumed(f"units.{unit.id}.specials", "none", "Special abilities not known"))
        assumed.append(tuple(notes))
    if problems:
        raise InputError(tuple(problems))
    return PreparedUnits(
        units=tuple(units),
        rows=rows,
        index={unit.id: i for i, unit in enumerate(units)},
        of=tuple(bodies),
        bases=make_bases(centres, radius=np.array(radii), outline=outlines),
        rank=tuple(row.rank if row else 0 for row in large),
        blocks=tuple(
            _blocking(unit, row, flying, edition=edition, options=options)
            for unit, row, flying in zip(units, large, airborne, strict=True)
        ),
        airborne=airborne,
        z=np.array(z, dtype=np.float64),
        foot=np.array([body.foot for body in bodies], dtype=np.float64),
        top=np.array([body.top for body in bodies], dtype=np.float64),
        eye=np.array([body.eye for body in bodies], dtype=np.float64),
        width=np.array([body.width for body in bodies], dtype=np.float64),
        facing=np.array([np.nan if unit.facing is None else unit.facing for unit in units], dtype=np.float64),
        assumed=tuple(assumed),
    )


def prepared_units_joined(one: PreparedUnits, other: PreparedUnits) -> PreparedUnits:
    """Give the units of both, in order, as they stand."""
    units = (*one.units, *other.units)
    z, foot, top, eye, width, facing = (
        np.concatenate((getattr(one, name), getattr(other, name)))
        for name in ("z", "foot", "top", "eye", "width", "facing")
    )
    return PreparedUnits(
        units=units,
        rows=(*one.rows, *other.rows),
        index={unit.id: i for i, unit in enumerate(units)},
        of=(*one.of, *other.of),
        bases=bases_joined(one.bases, other.bases),
        rank=(*one.rank, *other.rank),
        blocks=(*one.blocks, *other.blocks),
        airborne=(*one.airborne, *other.airborne),
        z=z,
        foot=foot,
        top=top,
        eye=eye,
        width=width,
        facing=facing,
        assumed=(*one.assumed, *other.assumed),
    )


def prepared_units_at(bodies: PreparedUnits, which: Sequence[int]) -> PreparedUnits:
    """Give the units at these places, in this order, as they stand."""
    at = np.array(which, dtype=np.intp)
    units = tuple(bodies.units[i] for i in which)
    return PreparedUnits(
        units=units,
        rows=tuple(bodies.rows[i] for i in which),
        index={unit.id: i for i, unit in enumerate(units)},
        of=tuple(bodies.of[i] for i in which),
        bases=bodies.bases.take(at),
        rank=tuple(bodies.rank[i] for i in which),
        blocks=tuple(bodies.blocks[i] for i in which),
        airborne=tuple(bodies.airborne[i] for i in which),
        z=bodies.z[at],
        foot=bodies.foot[at],
        top=bodies.top[at],
        eye=bodies.eye[at],
        width=bodies.width[at],
        facing=bodies.facing[at],
        assumed=tuple(bodies.assumed[i] for i in which),
    )


def _is_exceptional(unit: Unit, row: LargeRow | None, edition: Edition) -> bool:
    """Is it exceptionally large, by its type or by a special ability? (CE p.64)"""
    return unit.type in edition.tagged("exceptionally-large") or (row is not None and row.blocks == "all")


def _blocking(unit: Unit, row: LargeRow | None, airborne: bool, *, edition: Edition, options: Options) -> str:
    if airborne or "destroyed" in unit.state or not unit.is_on_table:
        return "none"
    if _is_exceptional(unit, row, edition):
        return "all"
    if row is None:
        return "none"
    return options.word("sight.large-units") if row.blocks == "smaller" else row.blocks


def _base(unit: Unit, row: UnitTypeRow, large: LargeRow | None, notes: list[Assumed]) -> Base:
    width = row.base
    if large is not None:
        width = large.base if row.vehicle else max(row.base, large.mech_base)
    notes.append(Assumed(f"units.{unit.id}.base", width, "Base width by type"))
    return Base("round", width, width)


def _height(unit: Unit, row: UnitTypeRow, large: LargeRow | None, notes: list[Assumed]) -> float:
    if unit.height is not None:
        return unit.height
    height = _usual_height(row, large)
    notes.append(Assumed(f"units.{unit.id}.height", height, "Height by type"))
    return height


def _usual_height(row: UnitTypeRow, large: LargeRow | None) -> float:
    if large is not None and (row.vehicle or row.mech):
        return large.vehicle if row.vehicle else large.mech
    return row.height


def _shape(base: Base, facing: float) -> tuple[float, Polygon | None]:
    if base.is_round:
        return base.width / 2, None
    return 0.0, angular(base.shape, base.width, base.length, facing=facing)


def _submersion(
    unit: Unit,
    *,
    level: float,
    surface: float,
    depth: float,
    height: float,
    airborne: bool,
    edition: Edition,
) -> str:
    """Say how much of a unit is under water: deep as its own height is completely, from 1 inch partly.

    A WiGE in flight just above the water counts as on it (CE p.79).
    """
    if depth <= TOUCH:
        return "none"
    if airborne:
        skims = unit.move is not None and "g" in unit.move.codes
        return "surface" if skims and level - surface <= edition.number("vtol.cruise") + TOUCH else "none"
    under = surface - level
    if abs(under) <= TOUCH:
        return "surface"
    if under >= height - TOUCH:
        return "completely"
    return "partly" if under >= edition.number("water.partly") - TOUCH else "none"
