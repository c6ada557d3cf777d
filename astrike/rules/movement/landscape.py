"""What does a table's terrain cost one kind of mover, where may it not go, and how high is the ground for it?

Which question: the movement cost table with all its footnotes, laid over the pieces of one table. Which inches of a
path overlap what is measured elsewhere; what they cost together, `walk` adds up. Sources: CE pp.33-36, 56-60, 64, 66,
72-73, 76, 136-137; AS p.30.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from astrike.editions.schema import AbilityRow, Edition, GoingRow, MoverRow, TerrainRow
from astrike.geometry.arrays import (
    TOUCH,
    Bools,
    Floats,
    Ints,
    Polygon,
    Shapes,
    areas,
    corners_of,
    intersections,
    make_polygon,
    remainder,
    shape_array,
    union,
)
from astrike.geometry.floor import Floor, make_floor, steep_cells
from astrike.geometry.relief import plane_at
from astrike.geometry.sweep import Zones, make_zones
from astrike.model.explain import Assumed
from astrike.model.terrain import Terrain
from astrike.rules.battlefield import Field
from astrike.rules.lie import Lie
from astrike.rules.options import Options

FAR = 2000.0
"""Inches to where the plain reaches on every side: beyond any path that can be asked for."""
USUAL_CLASS = "medium"
"""Class of a building whose file says none."""
OPEN_FAMILIES = frozenset({"flat", "see-through", "water"})
"""What lies on the ground, so that a deck or roof above hides it."""
SETTINGS = (
    "woods.advanced",
    "water.advanced",
    "water.im-depth-1",
    "water.infantry-needs-umu",
    "move.hover-in-woods",
    "move.wheeled-sv",
    "move.amp-water",
    "move.large-cheaper",
    "move.level-limit",
)
"""The options that change what terrain costs and bars."""


@dataclass(frozen=True, slots=True)
class Walker:
    """Everything about a unit that the price of terrain depends on."""

    mover: str
    """Key of the movers table."""
    abilities: frozenset[str] = frozenset()
    """Of its special abilities those that the cost table or its footnotes name."""
    variant: str = ""
    """In the brackets of its motive code: b, m."""
    is_large: bool = False
    is_support: bool = False
    skills: frozenset[str] = frozenset()
    """Keys of its abilities, of card or pilot, that change what a move costs or bars by themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class Landscape:
    """The terrain of a table for one kind of mover, with some decks and roofs walked upon.

    All arrays and tuples of zones run over the Z polygons of `zones`, which are pieces or parts of them.
    """

    walker: Walker
    covers: frozenset[int]
    zones: Zones
    piece: Ints
    """(Z,) index in `lie.pieces`; -1: what lies between the pieces, open ground."""
    kind: tuple[str, ...]
    """Key of the going table; empty for a bridge overhead, which neither costs nor bars."""
    surcharge: Floats
    """(Z,) inches of Move on top of each inch."""
    barred: tuple[str, ...]
    """Key of the reason why the mover may not enter, or of the row that no source prints; empty where it may."""
    term: tuple[str, ...]
    """Key of the ledger's line: `terrain.KIND`, `unpaved` or `amphibious`."""
    option: tuple[str, ...]
    """The option that decided price or bar; empty where none did."""
    is_barred: Bools
    """(Z,)"""
    floor: Floor
    """The ground as this mover stands on it: the bottom of water, or its surface for those who ride on it."""
    paved: Zones
    """Road, pavement and decks (for rail units rails): who never leaves them ignores what lies beside (CE p.35)."""
    steep: Zones
    """Sloped ground that is steeper than the mover climbs."""
    steep_piece: Mapping[int, str]
    """Id of the piece that each steep cell of the floor belongs to."""
    every: Zones
    """The zones, and behind them the raised cells of the floor: for one sweep over both."""
    solids: frozenset[int]
    """The buildings, walls and decks of the table, by piece."""
    lift: Floats
    """(C,) what a cell of the floor lies higher than it counts for changes of level: a plain deck is level with its
    base, a wall counts double."""
    roof: Bools
    """(C,) is the cell the roof of a building?"""
    rides: bool
    """Does it ride on the surface of water?"""
    climb_limit: float
    climb_window: float
    climb_price: float
    assumed: Mapping[int, Assumed]
    """What was assumed about a piece."""

    def names(self, lie: Lie, zone: int) -> str | None:
        """Give the id of a zone's piece."""
        piece = int(self.piece[zone])
        return lie.pieces[piece].id if piece >= 0 else None


def walker_of(field_: Field, i: int, mover: str, code: str = "", variant: str = "") -> Walker:
    """Say what the price of terrain depends on for a unit that moves as this row of the movers table."""
    unit = field_.units.units[i]
    codes = frozenset(special.code for special in unit.specials)
    said = codes | {word.strip().lower().replace(" ", "-") for word in unit.pilot}
    footnotes, skills = _abilities_named(_Setting.of(field_))
    rows = (field_.edition.abilities[key] for key in said & skills)
    return Walker(
        mover=mover,
        abilities=codes & footnotes,
        variant=variant,
        is_large=field_.units.rank[i] > 0,
        is_support=field_.units.rows[i].support,
        skills=frozenset(
            row.key
            for row in rows
            if (not row.types or unit.type in row.types)
            and (not row.codes or code in row.codes)
            and (not row.movers or mover in row.movers)
        ),
    )


def landscape_for(field_: Field, walker: Walker, covers: frozenset[int] = frozenset()) -> Landscape:
    """Give the terrain of a table for a mover; `covers` are the decks and roofs that it walks on, by piece.

    Made once and kept: a table is asked about many paths.
    """
    return _landscape(field_.lie, _Setting.of(field_), walker, covers)


@lru_cache(maxsize=256)
def zones_of_piece(lie: Lie, piece: int) -> Zones:
    """Give the outline of a piece as zones."""
    return make_zones(lie.shapes[piece])


@lru_cache(maxsize=16)
def hills_of(lie: Lie) -> Zones:
    """Give the outlines of hills and ramps as zones, in the order of `lie.relief`."""
    return make_zones(lie.relief.polygons)


# ---- what is kept


@dataclass(frozen=True, slots=True)
class _Setting:
    """Edition and options, known by what of them the terrain depends on."""

    key: tuple[object, ...]
    edition: Edition = field(compare=False, repr=False)
    options: Options = field(compare=False, repr=False)

    @staticmethod
    def of(field_: Field) -> "_Setting":
        values = field_.options.values
        key = (field_.edition.id, field_.edition.digest, *[values[name] for name in SETTINGS])
        return _Setting(key, field_.edition, field_.options)


@lru_cache(maxsize=64)
def _abilities_named(setting: _Setting) -> tuple[frozenset[str], frozenset[str]]:
    """Collect the special abilities that footnotes of the cost table name, and those with figures of their own."""
    rows = setting.edition.going.values()
    named = {word.partition(":")[2] for row in rows for word in (*row.opened_by, *row.waived_by)}
    skills = {
        row.key
        for row in setting.edition.abilities.values()
        if row.surcharge or row.opens or row.level_factor or row.level_price or row.climb_limit
    }
    return frozenset(name for name in named if not name.startswith("(")) | {"ORO"}, frozenset(skills)


@lru_cache(maxsize=96)
def _landscape(lie: Lie, setting: _Setting, walker: Walker, covers: frozenset[int]) -> Landscape:
    edition, options = setting.edition, setting.options
    row = edition.movers[walker.mover]
    guide = _Guide(edition, options, walker, row)
    tops = [(k, shape) for k in sorted(covers) for shape in lie.shapes[k]]
    level = np.array([cover_level(lie, k, walker, edition) for k, _ in tops], dtype=np.float64)
    hidden = (
        union(shape_array(shape for k in covers for shape in lie.shapes[k])) if covers else shape_array([])
    )
    found = [zone for k in range(len(lie.pieces)) for zone in _zones_of(lie, k, guide, covers, hidden)]
    found += _open_ground(lie, guide, hidden)
    paved = [zone.polygon for zone in found if zone.paved]
    rides = guide.rides
    floor = make_floor(
        lie.relief,
        extent=(-FAR, -FAR, FAR, FAR),
        waters=shape_array([]) if rides else lie.waters,
        depths=np.empty(0) if rides else lie.water_depth,
        covers=shape_array(shape for _, shape in tops),
        cover_levels=level,
    )
    above = np.array([lie.extent[lie.pieces[k].id][1] for k, _ in tops], dtype=np.float64) - level
    is_roof = np.array([lie.pieces[k].kind == "building" for k, _ in tops], dtype=np.bool_)
    covered = floor.cover >= 0
    lift, roof = np.zeros(len(floor)), np.zeros(len(floor), dtype=np.bool_)
    lift[covered], roof[covered] = above[floor.cover[covered]], is_roof[floor.cover[covered]]
    limit, window = guide.climb_limit, row.climb_window
    steep = _steep(floor, limit, window)
    steep_zones = floor.zones.take(steep)
    shapes = shape_array(zone.polygon for zone in found)
    return Landscape(
        walker=walker,
        covers=covers,
        zones=make_zones(shapes),
        piece=np.array([zone.piece for zone in found], dtype=np.intp),
        kind=tuple(zone.kind for zone in found),
        surcharge=np.array([zone.surcharge for zone in found], dtype=np.float64),
        barred=tuple(zone.barred for zone in found),
        term=tuple(zone.term for zone in found),
        option=tuple(zone.option for zone in found),
        is_barred=np.array([bool(zone.barred) for zone in found], dtype=np.bool_),
        floor=floor,
        paved=make_zones(shape_array(paved)),
        steep=steep_zones,
        steep_piece={
            int(cell): _slope_at(lie, polygon)
            for cell, polygon in zip(steep, steep_zones.polygons, strict=True)
        },
        every=make_zones(np.concatenate((shapes, floor.raised.polygons))),
        solids=frozenset(k for k, about in enumerate(lie.rows) if about.family in ("solid", "deck")),
        lift=lift,
        roof=roof,
        rides=rides,
        climb_limit=limit,
        climb_window=window,
        climb_price=guide.climb_price,
        assumed=_assumed(lie),
    )


# ---- zones


@dataclass(frozen=True, slots=True)
class _Zone:
    polygon: Polygon
    piece: int
    kind: str
    surcharge: float = 0.0
    barred: str = ""
    option: str = ""
    paved: bool = False
    term: str = ""


def _zones_of(lie: Lie, k: int, guide: "_Guide", covers: frozenset[int], hidden: Shapes) -> Iterator[_Zone]:
    """Give the zones of a piece: none for hills and zones on paper, two for water with something in it."""
    piece, about = lie.pieces[k], lie.rows[k]
    shapes = lie.shapes[k]
    if about.family in OPEN_FAMILIES and len(hidden):
        shapes = shape_array(part for shape in shapes for part in remainder(shape, hidden))
    for kind in _kinds(piece, about, guide, is_cover=k in covers):
        going = guide.edition.going.get(kind)
        if going is None:
            price = _Zone(shapes[0], k, "") if about.family == "deck" else None
        else:
            price = guide.price(going, k, depth=piece.depth if piece.depth is not None else 1.0)
        if price is not None:
            for shape in shapes:
                yield _Zone(
                    shape, k, price.kind, price.surcharge, price.barred, price.option, price.paved, price.term
                )


def _kinds(piece: Terrain, about: TerrainRow, guide: "_Guide", *, is_cover: bool) -> Iterator[str]:
    """Name the rows of the going table that a piece has."""
    if about.family in ("ground", "ramp", "zone"):
        return
    if about.family == "deck":
        yield "bridge" if is_cover else ""
    elif is_cover:
        yield "clear"  # a roof or the top of a wall is no road
    elif about.family == "water":
        yield guide.water(piece.depth if piece.depth is not None else 1.0)
        if piece.kind != "water":
            yield piece.kind
    elif piece.kind == "building":
        yield f"building.{piece.grade or USUAL_CLASS}"
    else:
        yield guide.graded(piece.kind, piece.grade)


@dataclass(frozen=True, slots=True)
class _Guide:
    """The cost table as one mover reads it."""

    edition: Edition
    options: Options
    walker: Walker
    row: MoverRow

    @property
    def skills(self) -> tuple[AbilityRow, ...]:
        """The abilities that change prices or bars by themselves, in the order of the table."""
        return tuple(row for key, row in self.edition.abilities.items() if key in self.walker.skills)

    @property
    def climb_limit(self) -> float:
        """Inches of height within its window; mountain troops climb higher (CE p.87)."""
        return max((row.climb_limit for row in self.skills if row.climb_limit), default=self.row.climb_limit)

    @property
    def climb_price(self) -> float:
        """Inches of Move for an inch of height, pilot abilities counted (CE pp.100-101)."""
        price = self.row.climb_price
        for row in self.skills:
            price = price * (row.level_factor or 1.0) + row.level_price
        return max(0.0, price)

    @property
    def rides(self) -> bool:
        """Does it ride on the surface of water? (CE pp.34-35, 76)"""
        surface = self.edition.going.get("surface")
        opened = surface is not None and self._has(surface.opened_by)
        return self.row.on_surface or opened

    def graded(self, kind: str, grade: str | None) -> str:
        """Name the row of a kind and grade: grades of woods and jungle count only with their option."""
        key = f"{kind}.{grade}"
        row = self.edition.going.get(key)
        if grade is None or row is None:
            return kind
        return key if not row.option or self._is_chosen(row.option) else kind

    def water(self, depth: float) -> str:
        """Name the row of water this deep."""
        if self.rides and depth >= self._first_band() - TOUCH:
            return "surface"
        kind = "water-structure" if self.walker.mover == "structure" else "water"
        if kind == "water" and self._is_chosen("water.advanced"):
            kind = "water-advanced"
        bands = [row for key, row in self.edition.going.items() if key.rpartition(".")[0] == kind]
        fitting = [row for row in bands if row.depth_from <= depth + TOUCH]
        return max(fitting, key=lambda row: row.depth_from).key if fitting else f"{kind}.0"

    def _first_band(self) -> float:
        """Give the least depth that is more than wet feet."""
        deeper = [row.depth_from for key, row in self.edition.going.items() if key.startswith("water.")]
        return min((depth for depth in deeper if depth > 0.0), default=1.0)

    def price(self, going: GoingRow, piece: int, *, depth: float) -> _Zone:
        """Say what a row of the table costs this mover, or that it bars it."""
        barred, why_barred = self._barred(going)
        surcharge, why = self._surcharge(going, depth)
        reason = "move.wall" if going.key == "wall" else self._reason
        if going.key.startswith("water") and depth > self._walkable + TOUCH:
            barred = True
        missing = self._missing(going, why)
        if missing:
            barred, reason = True, missing
        return _Zone(
            polygon=_NOWHERE,
            piece=piece,
            kind=going.key,
            surcharge=surcharge,
            barred=reason if barred else "",
            option=why_barred or why or self._option_of(going),
            paved=going.paved or (going.key == "rail" and self.walker.mover == "rail"),
            term="amphibious" if why == "move.amp-water" else f"terrain.{going.key.partition('.')[0]}",
        )

    @property
    def _walkable(self) -> float:
        """Give the depth down to which one walks on the bottom (CE p.35)."""
        row = self.edition.numbers["walk.depth"]
        return np.inf if row.unknown else row.value

    def _missing(self, going: GoingRow, option: str) -> str:
        """Name the row without which there is no price here, where no source prints it for this edition."""
        if going.unknown:
            return going.key
        cheaper = option == "move.large-cheaper" and self.options.is_on(option)
        return "large.cheaper" if cheaper and self.edition.numbers["large.cheaper"].unknown else ""

    @property
    def _reason(self) -> str:
        return "move.dry" if self.walker.mover in ("naval", "submersible") else "move.prohibited"

    def _option_of(self, going: GoingRow) -> str:
        return going.option if going.option and self._is_chosen(going.option) else ""

    def _is_chosen(self, option: str) -> bool:
        return self.options.values[option] not in (False, "off")

    def _has(self, words: Iterable[str]) -> bool:
        """Is this mover, with this ability or variant, among these footnotes?"""
        walker = self.walker
        own = {f"{walker.mover}:{code}" for code in walker.abilities} | {f"{walker.mover}:({walker.variant})"}
        return any(word in own for word in words)

    def _barred(self, going: GoingRow) -> tuple[bool, str]:
        mover, is_wet = self.walker.mover, going.depth_from > 0.0 and going.key.startswith("water")
        if mover == "industrial" and is_wet and going.depth_from < self._deep:
            # CE p.34 lists IndustrialMechs here and lets footnote 9 bar only deeper water.
            allowed = self.options.is_on("water.im-depth-1") or "SEAL" in self.walker.abilities
            return not allowed, "water.im-depth-1"
        barred = mover in going.barred and not self._has(going.opened_by) and not self._opening(going)
        if mover == "infantry" and is_wet and barred and not self.options.is_on("water.infantry-needs-umu"):
            return False, "water.infantry-needs-umu"
        if mover == "hover" and barred and going.key.partition(".")[0] == "woods":
            return not self.options.is_on("move.hover-in-woods"), "move.hover-in-woods"
        return barred, ""

    def _opening(self, going: GoingRow) -> AbilityRow | None:
        """Give the ability that opens this terrain to a mover it bars (CE p.93)."""
        return next((row for row in self.skills if _is_named(going.key, row.opens)), None)

    @property
    def _deep(self) -> float:
        """Give the depth from which IndustrialMechs need to be sealed."""
        bands = [row for key, row in self.edition.going.items() if key.startswith("water.")]
        return min((row.depth_from for row in bands if "industrial" in row.barred), default=2.0)

    def _surcharge(self, going: GoingRow, depth: float) -> tuple[float, str]:
        mover, surcharge, option = self.walker.mover, going.surcharge, ""
        if mover in going.movers:
            surcharge = going.surcharges[going.movers.index(mover)]
        opening = self._opening(going) if mover in going.barred else None
        if opening is not None:
            # CE p.93: so many times what a 'Mech pays for the inch, the inch itself counted.
            mech = going.surcharges[going.movers.index("mech")] if "mech" in going.movers else going.surcharge
            base = self.edition.prices["path"].value
            surcharge = opening.opened_factor * (base + mech) - base
        if self._has(going.waived_by) or (going.key == "rapids" and depth < self._first_band() - TOUCH):
            surcharge = 0.0
        if going.key == "surface" and not self.row.on_surface:
            base = self.edition.prices["path"].value
            return self.options.number("move.amp-water") - base, "move.amp-water"
        if going.large_cheaper and self.walker.is_large and surcharge > 0.0:
            option = "move.large-cheaper"
            if self.options.is_on(option):
                surcharge = max(0.0, surcharge - self.edition.number("large.cheaper"))
        for row in self.skills:
            if row.surcharge and _is_named(going.key, row.going):
                surcharge = max(0.0, surcharge + row.surcharge)
        return surcharge, option

    def open_ground(self) -> _Zone | None:
        """Say what ground between the pieces costs this mover or whom it bars; None where it is plain to it."""
        walker = self.walker
        if walker.mover == "wheeled" and walker.is_support and "ORO" not in walker.abilities:
            surcharge = self.options.number("move.wheeled-sv")
            return _Zone(_NOWHERE, -1, "clear", surcharge, option="move.wheeled-sv", term="unpaved")
        if walker.mover in self.edition.going["clear"].barred:
            return _Zone(_NOWHERE, -1, "clear", barred=self._reason, term="terrain.clear")
        return None


def _is_named(key: str, names: Iterable[str]) -> bool:
    """Is a row of the table named, by itself or by its kind?"""
    return key in names or key.partition(".")[0] in names


_NOWHERE = make_polygon([(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)])


def _open_ground(lie: Lie, guide: _Guide, hidden: Shapes) -> list[_Zone]:
    """Give the ground that no piece lies on, where it costs or bars (CE p.34 footnote 1, p.35)."""
    price = guide.open_ground()
    if price is None:
        return []
    families: tuple[str, ...]
    kinds: tuple[str, ...]
    if price.barred:
        families = ("water",) if guide.walker.mover != "rail" else ()
        kinds = ("rail",) if guide.walker.mover == "rail" else ()
    else:
        families, kinds = (), tuple(key for key, row in guide.edition.going.items() if row.paved)
    taken = [
        shape
        for k, piece in enumerate(lie.pieces)
        if lie.rows[k].family in families or (piece.kind in kinds and lie.rows[k].family != "deck")
        for shape in lie.shapes[k]
    ]
    plain = make_polygon([(-FAR, -FAR), (FAR, -FAR), (FAR, FAR), (-FAR, FAR)])
    parts = remainder(plain, shape_array([*taken, *hidden]))
    return [
        _Zone(part, -1, price.kind, price.surcharge, price.barred, price.option, term=price.term)
        for part in parts
    ]


# ---- heights


def cover_level(lie: Lie, k: int, walker: Walker, edition: Edition) -> float:
    """Say how high a deck, roof or wall is for changes of level (CE pp.35, 72)."""
    piece, about = lie.pieces[k], lie.rows[k]
    low, high = lie.extent[piece.id]
    if about.family == "deck":
        return low if piece.height is None else high
    if piece.kind == "wall" and walker.mover != "infantry":
        return low + (high - low) * edition.number("wall.climb-factor")
    return high


def _steep(floor: Floor, limit: float, window: float) -> Ints:
    """Give the slopes that are prohibited ground (CE p.35): steeper than the limit in its window, and higher than it.

    What rises by no more than the limit altogether is climbed like a step of that height, however steep it is.
    """
    if window <= 0.0:
        return np.empty(0, dtype=np.intp)
    steep = steep_cells(floor, limit / window)
    corner, index = corners_of(floor.polygons[steep])
    z = plane_at(floor.plane[steep][index], corner)
    high, low = np.full(len(steep), -np.inf), np.full(len(steep), np.inf)
    np.maximum.at(high, index, z)
    np.minimum.at(low, index, z)
    found: Ints = steep[high - low > limit + TOUCH]
    return found


def _slope_at(lie: Lie, polygon: Polygon) -> str:
    """Name the ramp that a part of the ground belongs to: the one that has the most of it."""
    ramps = [
        (k, shape) for k, about in enumerate(lie.rows) if about.family == "ramp" for shape in lie.shapes[k]
    ]
    if not ramps:
        return ""
    shapes = shape_array(shape for _, shape in ramps)
    common = areas(intersections(shapes, shape_array([polygon] * len(shapes))))
    return lie.pieces[ramps[int(np.argmax(common))][0]].id


def _assumed(lie: Lie) -> Mapping[int, Assumed]:
    return {
        k: Assumed(f"terrain.{piece.id}.class", USUAL_CLASS, "Class of building not given")
        for k, piece in enumerate(lie.pieces)
        if piece.kind == "building" and piece.grade is None
    }
