"""What does heat do to a 'Mech, how much does it make and how much do its sinks take away?"""

from collections.abc import Iterator, Mapping

from astrike.dataclass import dataclass
from astrike.model.explain import Fact, Modifier, facts
from astrike.rulebook.battletech.heat_rows import HeatScaleRow
from astrike.rulebook.battletech.schema import BattleTechEdition


@dataclass(frozen=True, slots=True)
class HeatEffects:
    """What so much heat does, at the end of the Heat Phase."""

    walking: int
    """Walking MP, 0 or less."""
    weapons: int
    """Added to numbers of weapon attacks."""
    shutdown: int | None
    """Number on 2D6 that avoids a shutdown; None where no roll is made."""
    is_off: bool
    """It shuts down without a roll."""
    ammunition: int | None
    """Number on 2D6 that avoids an explosion of ammunition; None where no roll is made."""
    rows: tuple[Modifier, ...]
    """The rows that count for walking and weapons."""


def heat_effects(
    edition: BattleTechEdition, heat: int, *, has_inferno: bool = False, is_out_cold: bool = False
) -> HeatEffects:
    """Say what so much heat does; inferno ammunition aboard is less patient, and so is a pilot who is unconscious.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> found = heat_effects(load_battletech(""), 18)
    >>> found.walking, found.weapons, found.shutdown, found.ammunition
    (-3, 3, 6, None)
    """
    reached = [row for row in edition.heat_scale.values() if row.heat <= heat]
    walking = [row for row in reached if row.walking][-1:]
    weapons = [row for row in reached if row.weapons][-1:]
    shutdown = max((row.shutdown for row in reached), default=0) or None
    ammunition = max((row.ammunition for row in reached), default=0) or None
    if has_inferno:
        ammunition = max((ammunition or 0, *(row.inferno for row in reached))) or None
    is_off = any(row.off for row in reached) or (is_out_cold and heat >= _value(edition, "pilot-out"))
    return HeatEffects(
        walking=sum(row.walking for row in walking),
        weapons=sum(row.weapons for row in weapons),
        shutdown=None if is_off else shutdown,
        is_off=is_off,
        ammunition=ammunition,
        rows=(*(_scale(row, row.walking) for row in walking), *(_scale(row, row.weapons) for row in weapons)),
    )


def restarts_on(edition: BattleTechEdition, heat: int) -> int | None:
    """Give the number on 2D6 to start again at so much heat: 0 where it does by itself, None where it cannot.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> [restarts_on(load_battletech(""), heat) for heat in (13, 22, 30)]
    [0, 8, None]
    """
    if heat < _value(edition, "restart"):
        return 0
    return heat_effects(edition, heat).shutdown


@dataclass(frozen=True, slots=True)
class HeatMade:
    """What makes heat in one turn."""

    moved: str = "stand"
    """`stand`, `walk`, `run`, `jump`, or `jets` for underwater jets."""
    hexes: int = 0
    """Hexes jumped."""
    engine: str = "standard"
    """`standard` or `xxl`."""
    improved_jets: bool = False
    stands: int = 0
    """Tries to stand."""
    engine_hits: int = 0
    stealth: bool = False
    in_fire: bool = False
    fire_hexes: int = 0
    """Hexes on fire that it moved through."""
    infernos: Mapping[int, int] | None = None
    """Inferno missiles that hit, by how many turns ago."""


def heat_made(edition: BattleTechEdition, made: HeatMade) -> tuple[Modifier, ...]:
    """List what makes heat in a turn; what comes from outside has a limit.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> sum(row.value for row in heat_made(load_battletech(""), HeatMade(moved="jump", hexes=0)))
    3
    """
    outside = tuple(_from_outside(edition, made))
    over = sum(row.value for row in outside) - _value(edition, "outside.most")
    limit = (_row(edition, "outside.most", -over),) if over > 0 else ()
    return (*_of_its_own(edition, made), *outside, *limit)


def _of_its_own(edition: BattleTechEdition, made: HeatMade) -> Iterator[Modifier]:
    suffix = ".xxl" if made.engine == "xxl" else ""
    if made.moved in ("walk", "run"):
        yield _each(edition, made.moved + suffix, 1)
    if made.moved == "jump":
        yield from _of_jump(edition, made)
    if made.moved == "jets":
        yield _each(edition, "jets", 1)
    if made.stands:
        yield _each(edition, "stand", made.stands)
    if made.engine_hits:
        row = edition.critical_effects[f"engine.{made.engine_hits}"]
        yield Modifier(row.key, "", row.heat, row.label, row.cite)
    if made.stealth:
        yield _each(edition, "stealth", 1)


def _of_jump(edition: BattleTechEdition, made: HeatMade) -> Iterator[Modifier]:
    hexes = made.hexes * _value(edition, "jump")
    if made.improved_jets:
        heat, key = -(-hexes // _value(edition, "jump.improved")), "jump.improved"
    else:
        heat, key = hexes, "jump"
    least = _value(edition, "jump.least")
    found = _row(edition, key if heat >= least else "jump.least", max(heat, least), hexes=made.hexes)
    yield found
    if made.engine == "xxl":
        yield _row(edition, "jump.xxl", found.value * (_value(edition, "jump.xxl") - 1))


def _from_outside(edition: BattleTechEdition, made: HeatMade) -> Iterator[Modifier]:
    if made.in_fire:
        yield _each(edition, "fire.stand", 1)
    if made.fire_hexes:
        yield _each(edition, "fire.hex", made.fire_hexes)
    turns = edition.heat_figures["inferno.turns"].value
    missiles = sum(count for ago, count in (made.infernos or {}).items() if ago < turns)
    if missiles:
        yield _each(edition, "inferno", missiles)


def dissipated(
    edition: BattleTechEdition,
    sinks: int,
    *,
    in_legs: int = 0,
    is_double: bool = False,
    depth: int = 0,
    is_prone: bool = False,
    lost: int = 0,
) -> tuple[Modifier, ...]:
    """List what so many heat sinks dissipate, `lost` of them by hits, and what the water around them adds.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> found = dissipated(load_battletech(""), 14, in_legs=4, is_double=True, depth=1)
    >>> [row.value for row in found]
    [28, 6]
    """
    key = "sink.double" if is_double else "sink.single"
    each, left = _value(edition, key), max(0, sinks - lost)
    rows = [_row(edition, key, each * left, sinks=left)]
    in_water = left if _all_in_water(edition, depth, is_prone=is_prone) else 0
    if not in_water and depth >= _value(edition, "water.legs"):
        in_water = min(in_legs, left)
    if in_water:
        rows.append(
            _row(edition, "water.most", min(in_water * each, _value(edition, "water.most")), sinks=in_water)
        )
    return tuple(rows)


def _all_in_water(edition: BattleTechEdition, depth: int, *, is_prone: bool) -> bool:
    return depth >= _value(edition, "water.all") or (is_prone and depth >= _value(edition, "water.legs"))


def _value(edition: BattleTechEdition, key: str) -> int:
    return edition.heat_figures[key].value


def _each(edition: BattleTechEdition, key: str, times: int) -> Modifier:
    return _row(edition, key, _value(edition, key) * times, times=times)


def _row(edition: BattleTechEdition, key: str, value: int, **measured: Fact) -> Modifier:
    row = edition.heat_figures[key]
    return Modifier(key, "", value, row.label, row.cite, facts(**measured))


def _scale(row: HeatScaleRow, value: int) -> Modifier:
    return Modifier(row.key, "", value, row.label, row.cite)
