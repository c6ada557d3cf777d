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
    yield from _broken_bonuses(tables)
    yield from _broken_effects(tables)


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
    for table, attribute in (("movers", "types"), ("kinds", "strikers")):
        for row in tables[table].values():
            for named in getattr(row, attribute, ()):
                if named not in tables["units"]:
                    yield f"{table}.toml: {row.key} names type {named!r}; expected a key of units.toml"
    for row in tables["going"].values():
        given, expected = len(getattr(row, "surcharges", ())), len(getattr(row, "movers", ()))
        if given != expected:
            found = f"going.toml: {row.key} has {given} values in surcharges"
            yield f"{found}; expected {expected}, one a mover"


def _broken_kinds(tables: Tables) -> Iterator[str]:
    for row in tables["kinds"].values():
        arrives = getattr(row, "arrives", "")
        if arrives not in ARRIVES:
            yield f"kinds.toml: {row.key} arrives {arrives!r}; expected one of {', '.join(ARRIVES)}"
        for code in getattr(row, "codes", ()):
            if not _is_ability(code, tables):
                found = f"kinds.toml: {row.key} names {code!r} in codes"
                yield f"{found}; expected a key of abilities.toml or artillery.toml"
        for motion in getattr(row, "motions", ()):
            if motion not in MOTIONS:
                yield f"kinds.toml: {row.key} names {motion!r} in motions; expected one of {', '.join(MOTIONS)}"


def _is_ability(code: str, tables: Tables) -> bool:
    """Is it an ability, or artillery as one card or the other spells it?"""
    guns = {key.replace("-", "") for key in tables["artillery"]}
    return code in tables["abilities"] or code.replace("-", "") in guns


def _broken_bonuses(tables: Tables) -> Iterator[str]:
    families = {getattr(row, "family", "") for row in tables["kinds"].values()}
    for table in ("bonuses", "choices"):
        for row in tables[table].values():
            where = f"{table}.toml: {row.key}"
            for kind in getattr(row, "kinds", ()):
                if kind not in tables["kinds"]:
                    yield f"{where} names {kind!r} in kinds; expected a key of kinds.toml"
            for family in getattr(row, "families", ()):
                if family not in families:
                    yield f"{where} names {family!r} in families; expected one of {', '.join(sorted(families))}"
    for row in tables["bonuses"].values():
        where, ability = f"bonuses.toml: {row.key}", getattr(row, "ability", "")
        if ability and not ability.startswith("state:") and ability not in tables["abilities"]:
            yield f"{where} names ability {ability!r}; expected a key of abilities.toml, or state:FLAG"
        for attribute, other in (("choice", "choices"), ("option", "options")):
            key, _, word = getattr(row, attribute, "").partition("=")
            values = getattr(tables[other].get(key), "values", ())
            if key and key not in tables[other]:
                yield f"{where} names {attribute} {key!r}; expected a key of {other}.toml"
            elif word and values and word not in values:
                yield f"{where} names {attribute} {key}={word}; expected one of {', '.join(values)}"
        for key in getattr(row, "over", ()):
            if key not in tables["bonuses"]:
                yield f"{where} names {key!r} in over; expected a key of bonuses.toml"
    for row in tables["choices"].values():
        where, values, needs = (
            f"choices.toml: {row.key}",
            getattr(row, "values", ()),
            getattr(row, "needs", ()),
        )
        if needs and len(needs) != len(values):
            yield f"{where} has {len(needs)} values in needs; expected {len(values)}, one a word"
        for pilot in (*getattr(row, "pilot", ()), *getattr(row, "target_pilot", ())):
            if pilot not in tables["abilities"]:
                yield f"{where} names {pilot!r}; expected a key of abilities.toml"
        for option in getattr(row, "options", ()):
            if option not in tables["options"]:
                yield f"{where} names {option!r} in options; expected a key of options.toml"


SURROUNDINGS: Final = ("atmosphere", "weather", "light", "wind", "gravity")
"""What of a table's surroundings an effect may be about, as `weather=fog`; gravity alone has no word behind it."""


def _broken_effects(tables: Tables) -> Iterator[str]:
    for row in tables["effects"].values():
        name, _, word = getattr(row, "when", "").partition("=")
        where = f"effects.toml: {row.key} is for {getattr(row, 'when', '')!r}"
        if name not in SURROUNDINGS or bool(word) == (name == "gravity"):
            yield f"{where}; expected {'=..., '.join(SURROUNDINGS)}"
        elif name in ("weather", "light"):
            known = [key for key, each in tables["conditions"].items() if getattr(each, "kind", "") == name]
            if word not in known:
                yield f"{where}; expected one of {', '.join(known)}"
        elif name == "wind" and not word.isdigit():
            yield f"{where}; expected a number"
