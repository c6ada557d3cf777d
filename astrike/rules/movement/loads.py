"""Do buildings and bridges carry who stands on them or in them?

Which question: how much do the Sizes on a piece add up to, and how much does it carry? The same for a move that ends
there or leads over it, and for a table as it stands. Sources: CE pp.64, 70, 72.
"""

from astrike.model.explain import Facts, facts
from astrike.model.legality import Finding
from astrike.rules.battlefield import Field
from astrike.rules.movement.construction import building_class


def overload(field: Field, name: str, *, coming: int | None = None) -> tuple[str, Facts] | None:
    """Give the hazard and what was measured where a piece carries too much; None where it holds.

    Who is `coming` counts once, wherever it stands now.
    """
    k = field.lie.index[name]
    piece, family = field.lie.pieces[k], field.lie.rows[k].family
    riders = _riders(field, name, but=coming)
    riders += [] if coming is None else [coming]
    load = sum(_weight(field, i) for i in riders)
    if family == "solid" and piece.kind == "building":
        row = building_class(piece, field.edition)
        if not row.unlimited and load > row.capacity:
            return "building-load", facts(load=load, capacity=row.capacity, units=len(riders))
    elif (
        family == "deck" and piece.cf is not None and piece.cf < min(load, field.edition.number("bridge.cf"))
    ):
        return "bridge-load", facts(load=load, capacity=piece.cf, units=len(riders))
    return None


def overloaded(field: Field) -> tuple[Finding, ...]:
    """Name every building and bridge of a table that carries more than it can, with who is on it or in it.

    Where an edition prints no figure it is a remark, as nobody can say.
    """
    found: list[Finding] = []
    names = dict.fromkeys(name for body in field.units.of for name in (body.inside, body.on) if name)
    for name in names:
        broken = overload(field, name)
        if broken is None:
            continue
        key, measured = broken
        row = field.edition.hazards[key]
        riders = [field.units.units[i] for i in _riders(field, name)]
        found.append(
            Finding(
                f"standing.{key}",
                "warning" if row.conf == "unknown" else "error",
                row.label,
                row.cite,
                riders[0].at,
                by=(name, *(unit.id for unit in riders)),
                facts=measured,
            )
        )
    return tuple(found)


def _riders(field: Field, name: str, *, but: int | None = None) -> list[int]:
    return [
        i
        for i, body in enumerate(field.units.of)
        if i != but
        and name in (body.inside, body.on)
        and field.units.units[i].is_on_table
        and "destroyed" not in field.units.units[i].state
    ]


def _weight(field: Field, i: int) -> float:
    """Give the Size that a unit counts for the load: conventional infantry nothing (CE p.72)."""
    unit, number = field.units.units[i], field.edition.number
    if field.units.rank[i] > 0:
        return number("load.large")
    if unit.type == "BA":
        return number("load.battle-armor")
    return 0.0 if field.units.rows[i].infantry else float(unit.size)
