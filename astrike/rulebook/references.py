"""Do the rows of an edition go together: is there a row wherever another one names it by its key?

Which question: may the rules follow every name from one table into another? Every problem is a sentence with file,
key, what was found and what is expected.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from astrike.model.unit import MOTIONS
from astrike.rulebook.row import Row

Tables = Mapping[str, Mapping[str, Row]]
ARRIVES: Final = ("direct", "indirect", "physical", "area", "strafe")
"""How attacks arrive at armor."""


def broken_references(tables: Tables) -> Iterator[str]:
    """Name the keys that rows name and that no row has."""
    modifiers = tables["modifiers"].keys()
    arcs = tables["arcs"].keys()
    for table, attribute, known, what in (
        ("brackets", "modifier", modifiers, "modifiers"),
        ("units", "modifier", modifiers, "modifiers"),
        ("terrain", "modifier", modifiers, "modifiers"),
        ("conditions", "modifier", modifiers, "modifiers"),
        ("units", "arc", arcs, "arcs"),
        ("brackets", "option", tables["options"].keys(), "options"),
        ("going", "option", tables["options"].keys(), "options"),
        ("going", "hazard", tables["hazards"].keys(), "hazards"),
        ("munitions", "modifier", modifiers, "modifiers"),
        ("kinds", "modifier", modifiers, "modifiers"),
        ("kinds", "critical", tables["follow_ups"].keys(), "follow_ups"),
        ("kinds", "mode", tables["modes"].keys(), "modes"),
        ("artillery", "reach", tables["brackets"].keys(), "brackets"),
        ("altitudes", "bracket", tables["brackets"].keys(), "brackets"),
    ):
        for row in tables[table].values():
            named = getattr(row, attribute)
            if named and named not in known:
                yield f"{table}.toml: {row.key} names {attribute} {named!r}; expected a key of {what}.toml"
    for row in tables["terrain"].values():
        grades = getattr(row, "grades", ())
        for attribute in ("grade_height", "grade_limit", "grade_modifier"):
            given = getattr(row, attribute, ())
            if given and len(given) != len(grades):
                found = f"terrain.toml: {row.key} has {len(given)} values in {attribute}"
                yield f"{found}; expected {len(grades)}, one a grade"
        for named in getattr(row, "grade_modifier", ()):
            if named and named not in modifiers:
                yield f"terrain.toml: {row.key} names modifier {named!r}; expected a key of modifiers.toml"
    yield from _broken_movers(tables)
    yield from _broken_kinds(tables)


def _broken_movers(tables: Tables) -> Iterator[str]:
    movers = tables["movers"].keys()
    for table, attribute in (
        ("going", "movers"),
        ("going", "barred"),
        ("going", "opened_by"),
        ("going", "waived_by"),
        ("going", "bog_movers"),
        ("modes", "movers"),
        ("effects", "movers"),
        ("hazards", "movers"),
        ("hazards", "spared"),
        ("abilities", "movers"),
    ):
        for row in tables[table].values():
            for named in getattr(row, attribute):
                if named.partition(":")[0] not in movers:
                    found = f"{table}.toml: {row.key} names {named!r} in {attribute}"
                    yield f"{found}; expected a key of movers.toml"
    for row in tables["movers"].values():
        for named in getattr(row, "types", ()):
            if named not in tables["units"]:
                yield f"movers.toml: {row.key} names type {named!r}; expected a key of units.toml"
    for row in tables["going"].values():
        given, expected = len(getattr(row, "surcharges", ())), len(getattr(row, "movers", ()))
        if given != expected:
            found = f"going.toml: {row.key} has {given} values in surcharges"
            yield f"{found}; expected {expected}, one a mover"


def _broken_kinds(tables: Tables) -> Iterator[str]:
    guns = {key.replace("-", "") for key in tables["artillery"]}
    for row in tables["kinds"].values():
        arrives = getattr(row, "arrives", "")
        if arrives not in ARRIVES:
            yield f"kinds.toml: {row.key} arrives {arrives!r}; expected one of {', '.join(ARRIVES)}"
        for code in getattr(row, "codes", ()):
            if code not in tables["abilities"] and code.replace("-", "") not in guns:
                found = f"kinds.toml: {row.key} names {code!r} in codes"
                yield f"{found}; expected a key of abilities.toml or artillery.toml"
        for motion in getattr(row, "motions", ()):
            if motion not in MOTIONS:
                yield f"kinds.toml: {row.key} names {motion!r} in motions; expected one of {', '.join(MOTIONS)}"
