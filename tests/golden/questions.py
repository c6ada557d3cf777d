"""Writes the questions of the golden set from cases, demos and layouts: `python -m tests.golden --questions`.

The questions are kept as files, so comparing needs nothing of this module. It reads the short form of tests/cases with
the reader of the tests of rules.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path

import tomli

from tests.golden.door import EDITIONS
from tests.golden.files import Question
from tests.rules.scene import AS_WRITTEN, Scene, document_of, placed, scenes

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"
DEMOS = ROOT / "astrike" / "demo"
LAYOUTS = ROOT / "astrike" / "editing" / "data" / "layouts"
PRESETS = ROOT / "astrike" / "presets" / "data"
KINDS = (
    "weapon", "indirect", "artillery", "off-table", "homing", "standard", "melee", "charge", "dfa", "anti-mech",
    "tag", "narc", "taser", "strafe", "strike", "dive-bomb", "altitude-bomb", "surprise",
)  # fmt: skip
STEPS = ((3, 0), (0, 5), (-4, -2))
MODES = ("ground", "jump", "sprint", "vtol", "wige", "submersible")
SMALL = ("target-number-diagram", "border-post", "open-hills", "small-town")
"""Tables that are soon checked: each preset is held against one of them."""
SEED = 7
"""Of dice that a case does not name."""
Json = dict[str, object]


def topics() -> Iterator[tuple[str, list[Question]]]:
    """Give the questions of every file of cases, of the demos and of the layouts."""
    for path in sorted(CASES.glob("*.toml")):
        cases = tomli.loads(path.read_text(encoding="utf-8")).get("case", [])
        if found := [question for place, case in enumerate(cases) for question in of_case(case, place)]:
            yield path.stem, found
    yield "tables-demos", list(of_demos())
    yield "tables-checks", list(of_checks())


# ---- cases


def of_case(case: Mapping[str, object], place: int) -> Iterator[Question]:
    """Ask what a case and its variations ask, and beside that all attacks and where a unit can end its move.

    What takes long is asked of some cases only, or of none but the long comparison.
    """
    own = tuple(str(each) for each in _list(case.get("editions", EDITIONS)))[:1]
    others = tuple(each for each in EDITIONS if each not in own)
    for number, scene in enumerate(scenes(case)):
        name = f"{case['id']} / {scene.name}"
        table = document_of(scene, edition=own[0], pose=AS_WRITTEN)
        to, body = _asked(scene, own[0])
        is_first = number == 0
        if to in ("attack", "sight"):
            brief = {**body, "margin": False}
            yield Question(name, to, table, brief, own)
            yield Question(name, to, table, brief, others, is_long=(place + number) % 6 != 0)
            if is_first:
                yield Question(f"{name} / margin", to, table, body, own, is_long=place % 16 != 0)
                yield Question(f"{name} / matrix", "matrix", table, {}, own, is_long=place % 2 != 0)
                yield Question(f"{name} / matrix", "matrix", table, {}, others, is_long=True)
        elif to in ("move", "blast"):
            yield Question(name, to, table, body, own, is_long=number > 2)
            yield Question(name, to, table, body, others, is_long=not is_first or place % 6 != 0)
        else:
            yield Question(name, to, table, body, EDITIONS)
        if is_first and to == "move":
            yield Question(f"{name} / unit", "unit", table, {"unit": body["unit"]}, own)
        if is_first and to in ("move", "unit"):
            about = {"unit": body["unit"]}
            yield Question(f"{name} / reach", "reach", table, about, own, is_long=place % 8 != 0)


def _asked(scene: Scene, edition: str) -> tuple[str, Json]:
    """Write the question of a scene as the body of a request, without its table."""
    raw = scene.raw
    ask = dict(_table(raw.get("ask", {})))

    def point(at: Sequence[object]) -> list[object]:
        numbers = [value for value in at[:2] if isinstance(value, int | float)]
        return [*placed(scene, numbers, edition=edition, pose=AS_WRITTEN), *at[2:]]

    def words(at: Sequence[object]) -> str:
        return ",".join(str(value) for value in point(at))

    if "legal" in raw:
        return "legal", {"profile": raw["legal"]}
    if "unit" in raw:
        return "unit", {"unit": raw["unit"]}
    if "electronics" in raw:
        return "networks", ask
    if "order" in raw:
        return "order", {"lost": raw["order"]}
    if "move" in raw:
        unit, *path = _list(raw["move"])
        return "move", {"unit": unit, "path": [point(_list(each)) for each in path], **ask}
    if "effect" in raw:
        kind, unit = _list(raw["effect"])
        dice = ask.pop("dice", [])
        chosen = {key: words(value) if isinstance(value, list) else value for key, value in ask.items()}
        named = words(unit) if isinstance(unit, list) else unit
        return "effect", {"kind": kind, "unit": named, "set": chosen, "dice": dice, "seed": SEED}
    if {"blast", "scatter"} & set(raw):
        to = "blast" if "blast" in raw else "scatter"
        at = _list(raw[to])
        body: Json = {"at": point(at[:2]), **({"z": at[2]} if at[2:] else {})}
        known = ("weapon",) if to == "blast" else ("weapon", "dice", "margin", "by", "series")
        body |= {key: ask[key] for key in known if key in ask}
        return to, body if to == "blast" else {"seed": SEED, **body}
    if "sight" in raw:
        a, b = _list(raw["sight"])
        return "sight", {"attacker": a, "target": b}
    a, b = _list(raw["attack"])
    if "path" in ask:
        ask["path"] = [point(_list(each)) for each in _list(ask["path"])]
    if isinstance(ask.get("spotter"), list):
        ask["spotter"] = words(_list(ask["spotter"]))
    return "attack", {"attacker": a, "target": point(b) if isinstance(b, list) else b, **ask}


# ---- tables that ship


def of_demos() -> Iterator[Question]:
    """Ask everything about both demos: all pairs by matrix, every kind of attack, mode and question by some."""
    for path in sorted(DEMOS.glob("*.json")):
        name, table = path.name.partition(".")[0], json.loads(path.read_text(encoding="utf-8"))
        places = {
            each["id"]: each["geometry"]["coordinates"]
            for each in table["features"]
            if each["properties"]["kind"] == "unit"
        }
        for to in ("matrix", "networks", "order"):
            yield Question(f"{name} / {to}", to, table, {}, EDITIONS[:1])
            yield Question(f"{name} / {to}", to, table, {}, EDITIONS[1:], is_long=to == "matrix")
        for number, (a, b) in enumerate(permutations(places, 2)):
            pair = {"attacker": a, "target": b}
            is_long = number % 60 != 0
            yield Question(f"{name} / sight {a} {b}", "sight", table, pair, EDITIONS[:1], is_long=is_long)
            yield Question(f"{name} / margin {a} {b}", "attack", table, pair, EDITIONS[:1], is_long=is_long)
            kind = KINDS[number % len(KINDS)]
            body = {**pair, "kind": kind, "margin": False}
            edition = EDITIONS[number % 5 % 3]
            yield Question(
                f"{name} / {kind} {a} {b}", "attack", table, body, (edition,), is_long=number % 2 != 0
            )
        for number, (unit, (x, y, *_height)) in enumerate(places.items()):
            yield Question(f"{name} / unit {unit}", "unit", table, {"unit": unit}, EDITIONS)
            yield Question(
                f"{name} / reach {unit}",
                "reach",
                table,
                {"unit": unit},
                EDITIONS[:1],
                is_long=number % 8 != 0,
            )
            for mode, (dx, dy) in zip(MODES, (*STEPS, *STEPS), strict=True):
                body = {"unit": unit, "mode": mode, "path": [[x + dx / 2, y], [x + dx, y + dy]]}
                stated = f"{name} / move {unit} {mode}"
                yield Question(stated, "move", table, body, EDITIONS[:1], is_long=number % 6 != 0)
                yield Question(stated, "move", table, body, EDITIONS[1:], is_long=True)
        first, *_between, last = places
        body = {"unit": first, "target": last, "threats": [last]}
        yield Question(f"{name} / prospects {first}", "prospects", table, body, EDITIONS[:1])
        for weapon in ("ART-LT", "ART-AIS", "ART-S", "BOMB-HE"):
            at = {"at": [table["astrike"]["width"] / 2, table["astrike"]["depth"] / 2], "weapon": weapon}
            yield Question(f"{name} / blast {weapon}", "blast", table, at, EDITIONS)
            yield Question(f"{name} / scatter {weapon}", "scatter", table, {**at, "seed": SEED}, EDITIONS)


def of_checks() -> Iterator[Question]:
    """Check both demos and all layouts against every preset; each preset at one table when there is little time."""
    presets = sorted(path.stem for path in PRESETS.glob("*.toml"))
    tables = sorted((*DEMOS.glob("*.json"), *LAYOUTS.glob("*.json")))
    for path in tables:
        table = json.loads(path.read_text(encoding="utf-8"))
        for column, preset in enumerate(presets):
            name = f"{path.name.partition('.')[0]} / {preset}"
            is_usual = preset == "default"
            is_long = not is_usual and path.name.partition(".")[0] != SMALL[column % len(SMALL)]
            yield Question(name, "legal", table, {"profile": preset}, EDITIONS[:1], is_long=is_long)
            if is_usual:
                yield Question(
                    name,
                    "legal",
                    table,
                    {"profile": preset},
                    EDITIONS[1:],
                    is_long=path.name.partition(".")[0] != SMALL[0],
                )


def _table(value: object) -> Json:
    assert isinstance(value, dict), value
    return value


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else [value]
