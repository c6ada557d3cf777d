"""The quick check is the engine without a table: what is true on a table, said aloud, gives the same ledger."""

import random
import subprocess
import sys
from dataclasses import replace
from functools import cache

import pytest

from astrike.formats.table.table_file import parse_document
from astrike.model.attack_answer import AttackAnswer
from astrike.model.unit import Unit
from astrike.rulebook.loader import IDS, load_edition
from astrike.rulebook.schema import Edition
from astrike.rules.odds import probability
from astrike.rules.quick.attack import quick_attack, shot_as_stated
from astrike.rules.quick.move import QuickMoveQuestion, quick_move
from astrike.rules.quick.question import (
    ARMORS,
    BLOWS,
    DID,
    OTHERS,
    SHOOTERS,
    STATES,
    TARGET_DID,
    TARGETS,
    TERRAIN,
    QuickQuestion,
    rows_stated,
)
from astrike.rules.quick.scatter import QuickScatterQuestion, is_by_margin, quick_scatter
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.asking import matrix
from tests.builders import Json

CE = "ce-5.01"
CLASSIC = "classic-2.3.1"
LATER = "ce-7"
BRACKETS = ("short", "medium", "long", "extreme", "horizon")


# ---- the same as on a table


KINDS = ("BM", "BM", "BM", "BM", "IM", "CV", "SV", "CI", "BA", "PM")
SPECIALS = ("STL", "MAS", "LMAS", "SHLD", "LG", "BFC", "TSM", "ECM")
PIECES = (
    "woods",
    "woods",
    "woods",
    "woods",
    "smoke",
    "smoke",
    "jungle",
    "heavy-industrial",
    "planted-fields",
)


def crowd(seed: int, edition: str) -> PreparedTable:
    """Twelve against twelve, of every kind and in every state, among woods, smoke and walls."""
    chance = random.Random(seed)
    units = [soldier(chance, f"{side}{number}", side) for side in "ab" for number in range(12)]
    pieces: list[Json] = []
    for number in range(16):
        x, y = chance.uniform(4, 60), chance.uniform(4, 44)
        wide, deep = chance.uniform(1.5, 6), chance.uniform(1.5, 6)
        kind = chance.choice(PIECES if edition != CLASSIC else PIECES[:4])
        more = {"class_": chance.choice(("light", "heavy"))} if kind == "smoke" else {}
        pieces.append(builders.area(f"t{number}", builders.box(x, y, x + wide, y + deep), kind=kind, **more))
    for number in range(5):
        x, y = chance.uniform(4, 60), chance.uniform(4, 44)
        outline = builders.box(x, y, x + chance.uniform(0.3, 5), y + chance.uniform(0.3, 5))
        pieces.append(builders.area(f"w{number}", outline, kind="wall", height=chance.choice((0.75, 1, 1.5))))
    document = builders.document(
        *units, *pieces, edition=edition, width=66, depth=48, options={"practical-los": False}
    )
    return prepare_table(parse_document(document))


def soldier(chance: random.Random, name: str, side: str) -> Json:
    kind = chance.choice(KINDS)
    at = (chance.uniform(2, 64), chance.uniform(2, 46))
    inches = chance.choice((4, 6, 8, 10, 12, 14, 18, 24, 36))
    flies = kind == "CV" and chance.random() < 0.3
    specials = [code for code in SPECIALS if chance.random() < 0.12]
    infantry = kind in ("CI", "BA")
    states = [] if chance.random() < 0.75 else [chance.choice(("hull-down", "immobile", "bogged"))]
    if infantry and chance.random() < 0.3:
        states = [chance.choice(("dug-in", "on-the-deck"))]
    return builders.unit(
        name,
        at,
        type=kind,
        side=side,
        size=chance.randint(1, 4),
        skill=chance.randint(0, 7),
        tmm=chance.randint(0, 5),
        move=f'{inches}"v' if flies else f'{inches}"/{inches}"j',
        motion=chance.choice(
            ("vtol", "standstill") if flies else ("ground", "ground", "jump", "standstill", "minimum")
        ),
        heat=chance.choice((0, 0, 1, 2, 3)) if kind in ("BM", "IM") else 0,
        hits={"fire-control": chance.choice((0, 0, 0, 1, 2))},
        specials=specials,
        state=states,
        elevation=4 if flies else None,
    )


def said_about(prepared: PreparedTable, answer: AttackAnswer) -> QuickQuestion:
    """Say aloud what is true of an attack on a table, as a player reads it off cards, table and tape."""
    edition = prepared.edition
    attacker, target = prepared.unit_of(answer.attacker), prepared.unit_of(answer.target)
    a, t = prepared.place_of(attacker.id), prepared.place_of(target.id)
    mine, theirs = prepared.motions[a].manner, prepared.motions[t].manner
    lies = {(term.key, term.label) for term in (*answer.tally.modifiers, *answer.considered)}
    others = {
        word for word, row in OTHERS.items() if (_emitted(edition, row), edition.modifiers[row].label) in lies
    }
    return QuickQuestion(
        edition=edition.id,
        skill=attacker.skill,
        did="infantry" if prepared.units.rows[a].infantry else mine if mine == "jump" else still(mine),
        tmm=tmm_of(prepared, t),
        target_did=theirs if theirs in TARGET_DID else "ground",
        bracket=str(answer.bracket),
        others=frozenset(others),
        heat=min(attacker.heat, 3),
        fire_control=attacker.hits.fire_control,
        shooter=shooter_of(attacker),
        target=kind_of(prepared, target),
        state=state_of(target, theirs),
        armor=armor_of(target),
    )


def _emitted(edition: Edition, row: str) -> str:
    return edition.modifiers[row].emits or row


def still(manner: str) -> str:
    return "standstill" if manner in ("standstill", "immobile") else "ground"


def tmm_of(prepared: PreparedTable, t: int) -> int:
    motion = prepared.motions[t]
    if "target-movement-lookup" in prepared.edition.steps:
        inches = motion.jump if motion.manner == "jump" else motion.ground
        return next(row.tmm for row in prepared.edition.tmm.values() if (inches or 0) <= row.upto)
    return motion.jump_tmm if motion.manner == "jump" else motion.tmm


def shooter_of(unit: Unit) -> str:
    if unit.type == "SV":
        return "support-basic" if unit.has("BFC") else "support"
    return "industrial" if unit.type == "IM" else ""


def kind_of(prepared: PreparedTable, unit: Unit) -> str:
    i = prepared.place_of(unit.id)
    names = {"CV": "vehicle", "SV": "vehicle", "CI": "infantry", "BA": "battle-armor", "PM": "protomech"}
    if prepared.units.airborne[i]:
        return "flying"
    return "large" if unit.has("LG") else names.get(unit.type, "")


def state_of(unit: Unit, manner: str) -> str:
    return next((word for word in STATES if word in unit.state), "minimum" if manner == "minimum" else "")


def armor_of(unit: Unit) -> str:
    codes = {"STL": "stealth", "MAS": "mimetic", "LMAS": "mimetic-light"}
    return next((word for code, word in codes.items() if unit.has(code)), "")


def is_sayable(prepared: PreparedTable, answer: AttackAnswer) -> bool:
    """One armor at most, and no large unit that is something else as well: the quick check has one word for each."""
    target = prepared.unit_of(answer.target)
    is_one = not target.has("LG") or target.type in ("BM", "IM")
    return is_one and sum(target.has(code) for code in ("STL", "MAS", "LMAS")) <= 1


@pytest.mark.parametrize("edition", IDS)
def test_what_is_true_on_a_table_said_aloud_gives_the_same_ledger(edition: str) -> None:
    compared = 0
    for seed in range(5):
        prepared = crowd(seed, edition)
        for answer in matrix(prepared):
            if answer.refusals or not is_sayable(prepared, answer):
                continue
            said = said_about(prepared, answer)
            quick = quick_attack(said).answer
            assert quick.refusals == (), (seed, answer.attacker, answer.target, said, quick.refusals)
            assert terms(quick) == terms(answer), (seed, answer.attacker, answer.target, said)
            assert (quick.target_number, quick.probability) == (answer.target_number, answer.probability)
            compared += 1
    assert compared > 350


def terms(answer: AttackAnswer) -> list[tuple[str, str, int, str, str]]:
    """The ledger as it is read; what is measured may be said in other words."""
    return sorted((m.part, m.key, m.value, m.label, m.cite.page) for m in answer.tally.modifiers)


# ---- each word by itself


@cache
def plain(edition: str, **more: object) -> AttackAnswer:
    return quick_attack(QuickQuestion(edition=edition, **more)).answer  # type: ignore[arg-type]  # fields of Said


def added(before: AttackAnswer, after: AttackAnswer) -> list[tuple[str, str, int, str, str]]:
    """The terms that came in."""
    return [term for term in terms(after) if term not in terms(before)]


def expected_of(edition: str, key: str) -> tuple[str, str, int, str, str]:
    row = load_edition(edition).modifiers[key]
    return row.part, row.emits or row.key, row.value, row.label, row.ref


@pytest.mark.parametrize("bracket", BRACKETS)
@pytest.mark.parametrize("edition", IDS)
def test_each_word_adds_its_own_row_or_says_that_none_is_printed(edition: str, bracket: str) -> None:
    rules = load_edition(edition)
    if rules.modifiers[rules.brackets[bracket].modifier].unknown:
        assert quick_attack(QuickQuestion(edition=edition, bracket=bracket)).answer.target_number is None
        return
    for word in (
        "woods",
        "cover",
        "jungle",
        "industrial",
        "smoke",
        "smoke-heavy",
        "spotting",
        "shield",
        "emi",
    ):
        row = rules.modifiers[OTHERS[word]]
        quick = quick_attack(QuickQuestion(edition=edition, bracket=bracket, others=frozenset({word})))
        assert quick.idle == (), word
        if row.unknown:
            assert [reason.key for reason in quick.answer.refusals] == [row.key]
        else:
            assert quick.answer.refusals == ()
            assert added(plain(edition, bracket=bracket), quick.answer) == [expected_of(edition, row.key)]


@pytest.mark.parametrize("extra", [(), ("indirect",), ("area",)], ids=["direct", "indirect", "area"])
@pytest.mark.parametrize("edition", IDS)
def test_what_units_are_counts_in_every_kind_of_attack(edition: str, extra: tuple[str, ...]) -> None:
    rules = load_edition(edition)
    for field, rows in (("shooter", SHOOTERS), ("target", TARGETS), ("state", STATES), ("armor", ARMORS)):
        for word, key in rows.items():
            about = {field: word, "target_did": "standstill" if field == "armor" else "ground"}
            quick = quick_attack(QuickQuestion(edition=edition, others=frozenset(extra), **about))  # type: ignore[arg-type]
            assert quick.idle == (), (field, word)
            named = {reason.key for reason in quick.answer.refusals}
            assert all(rules.modifiers[each].unknown for each in named if each in rules.modifiers)
            if key and not rules.modifiers[key].unknown:
                assert expected_of(edition, key) in [*terms(quick.answer), *considered(quick.answer)]


def considered(answer: AttackAnswer) -> list[tuple[str, str, int, str, str]]:
    return [(m.part, m.key, m.value, m.label, m.cite.page) for m in answer.considered]


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ({"woods": "terrain.woods", "cover": "terrain.cover"}, {}),
        ({"woods": "terrain.woods", "secondary": "attack.secondary"}, {}),
        ({"rear-weapon": "attack.rear-weapon"}, {}),
        ({"underwater": "terrain.underwater", "woods": "terrain.woods"}, {}),
        ({"underwater": "terrain.underwater", "cover": "terrain.cover"}, {"bracket": "short"}),
        ({"indirect": "attack.indirect", "woods": "terrain.woods", "cover": "terrain.cover"}, {}),
        ({"indirect": "attack.indirect", "spotter-attacks": "attack.spotter-attacks"}, {"bracket": "short"}),
        ({"indirect": "attack.indirect", "remote": "attack.remote"}, {"bracket": "long"}),
        ({"area": "attack.area", "woods": "terrain.woods", "cover": "terrain.cover"}, {"bracket": "long"}),
        ({"spotting": "attacker.spotting", "shield": "attacker.shield"}, {}),
    ],
    ids=lambda words: "+".join(words) or "medium",
)
def test_words_add_up(words: dict[str, str], more: dict[str, str]) -> None:
    quick = quick_attack(QuickQuestion(others=frozenset(words), **more))  # type: ignore[arg-type]  # the bracket alone
    assert quick.answer.refusals == ()
    assert quick.idle == ()
    assert added(plain(CE, **more), quick.answer) == sorted(expected_of(CE, key) for key in words.values())


def test_of_see_through_terrain_the_highest_counts_alone() -> None:
    quick = quick_attack(QuickQuestion(others=frozenset({"woods", "smoke-heavy", "jungle"})))
    assert [term[1:3] for term in added(plain(CE), quick.answer)] == [("terrain.smoke", 2)]
    assert quick.idle == ("woods", "jungle")


@pytest.mark.parametrize("target", ["vehicle", "infantry", "battle-armor", "protomech"])
def test_cover_is_for_mechs(target: str) -> None:
    quick = quick_attack(QuickQuestion(target=target, others=frozenset({"cover"})))
    assert quick.idle == ("cover",)
    assert quick.answer.target_number == quick_attack(QuickQuestion(target=target)).answer.target_number


def test_a_spotter_of_no_indirect_fire_adds_nothing() -> None:
    assert quick_attack(QuickQuestion(others=frozenset({"spotter-attacks", "remote"}))).idle == (
        "spotter-attacks",
        "remote",
    )


def test_a_spotter_that_attacks_is_refused_where_the_edition_says_so() -> None:
    said = QuickQuestion(others=frozenset({"indirect", "spotter-attacks"}))
    assert quick_attack(said).answer.target_number == 10
    later = quick_attack(replace(said, edition=LATER)).answer
    assert [reason.key for reason in later.refusals] == ["spotter.attacked"]


@pytest.mark.parametrize("edition", IDS)
def test_whatever_is_said_gets_an_answer(edition: str) -> None:
    chance = random.Random(edition)
    for _ in range(60):
        said = QuickQuestion(
            edition=edition,
            kind=chance.choice(("weapon", "weapon", "artillery", *BLOWS)),
            skill=chance.randint(0, 7),
            did=chance.choice(DID),
            tmm=chance.randint(0, 5),
            target_did=chance.choice(TARGET_DID),
            bracket=chance.choice(BRACKETS),
            others=frozenset(chance.sample(tuple(OTHERS), chance.randint(0, 5))),
            heat=chance.randint(0, 3),
            shooter=chance.choice(tuple(SHOOTERS)),
            target=chance.choice(tuple(TARGETS)),
            state=chance.choice(tuple(STATES)),
            armor=chance.choice(tuple(ARMORS)),
            gun="ART-T",
            at_point=chance.random() < 0.5,
        )
        said = replace(said, at_point=said.at_point and said.kind == "artillery")
        quick = quick_attack(said)
        total = sum(term.value for term in quick.answer.tally.modifiers)
        assert quick.answer.target_number == (None if quick.answer.refusals else total)
        assert quick.answer.probability == (0.0 if quick.answer.refusals else probability(total))
        assert set(quick.idle) <= {word for word, _ in rows_stated(said)}


def test_what_is_not_said_is_no_fact() -> None:
    plain = shot_as_stated(QuickQuestion())
    assert plain.spotting is None
    assert plain.circumstances.see_through == ()
    assert plain.target.woods == frozenset()
    assert (plain.sight.state, plain.sight.reasons, plain.bonuses) == ("clear", (), ())
    spotted = shot_as_stated(QuickQuestion(others=frozenset({"indirect"}), spotter_did="jump"))
    assert spotted.spotting is not None
    assert spotted.spotting.terms == (("attack.indirect", None), ("spotter.jump", None))
    assert len(shot_as_stated(QuickQuestion(others=frozenset(TERRAIN))).circumstances.see_through) == len(
        TERRAIN
    )


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize("bracket", BRACKETS)
@pytest.mark.parametrize("others", [(), ("underwater",)], ids=["dry", "wet"])
def test_inches_lie_in_the_bracket_that_was_said(edition: str, bracket: str, others: tuple[str, ...]) -> None:
    shot = shot_as_stated(QuickQuestion(edition=edition, bracket=bracket, others=frozenset(others)))
    assert shot.bracket is not None
    assert shot.bracket.key == bracket


def test_a_quick_check_is_answered_where_nothing_can_be_measured() -> None:
    """Neither geometry nor a prepared table is loaded for it."""
    code = (
        "import sys; from astrike.rules.quick.attack import quick_attack; "
        "from astrike.rules.quick.question import QuickQuestion; "
        "numbers = [quick_attack(QuickQuestion(kind=kind)).answer.target_number for kind in ('weapon', 'charge')]; "
        "print(numbers, [name for name in sys.modules if name.split('.')[0] in ('numpy', 'shapely', 'scipy') "
        "or name.startswith(('astrike.geometry', 'astrike.rules.table.prepared_table'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[8, 7] []"


# ---- T as said


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize("tmm", range(6))
@pytest.mark.parametrize(
    ("did", "plus"), [("ground", 0), ("jump", 1), ("standstill", None), ("immobile", None)]
)
def test_the_target_counts_what_it_did(edition: str, tmm: int, did: str, plus: int | None) -> None:
    answer = quick_attack(QuickQuestion(edition=edition, tmm=tmm, target_did=did)).answer
    part = sum(term.value for term in answer.tally.modifiers if term.part == "T")
    assert part == ({"standstill": 0, "immobile": -4}[did] if plus is None else tmm + plus)


# ---- blows: numbers of the rules (CE p.46, AS p.43)


@pytest.mark.parametrize(
    ("edition", "said", "number", "damage"),
    [
        (CE, QuickQuestion(kind="standard", size=3), 6, (3, 0, 0)),
        (CE, QuickQuestion(kind="standard", size=3, from_behind=True), 6, (4, 0, 0)),
        (CE, QuickQuestion(kind="melee", size=3), 6, (4, 0, 0)),
        (CE, QuickQuestion(kind="charge", size=3, own_tmm=3, weight=2), 7, (4, 1, 0)),
        (CE, QuickQuestion(kind="charge", size=3, own_tmm=3, weight=3), 7, (4, 2, 0)),
        (CE, QuickQuestion(kind="charge", size=4, own_tmm=0, weight=4), 7, (4, 1, 0)),
        (LATER, QuickQuestion(kind="charge", size=2, own_tmm=5, weight=1), 7, (4, 2, 0)),
        (CE, QuickQuestion(kind="dfa", size=2, own_tmm=2), 9, (4, 2, 3)),
        (CE, QuickQuestion(kind="dfa", size=2, own_tmm=2, jets="JMPS2"), 9, (5, 2, 3)),
        (CE, QuickQuestion(kind="dfa", size=2, own_tmm=2, jets="JMPW2"), 9, (3, 2, 3)),
        (CE, QuickQuestion(kind="dfa", size=2, own_tmm=2, jets="JMPS1"), 9, (4, 2, 3)),
        (CE, QuickQuestion(kind="standard", size=2, myomer="TSM"), 6, (3, 0, 0)),
        (CE, QuickQuestion(kind="standard", size=2, myomer="I-TSM"), 8, (3, 0, 0)),
        (CE, QuickQuestion(kind="anti-mech", striker="BA", short=3), 7, (3, 0, 0)),
        (CE, QuickQuestion(kind="anti-mech", striker="CI", short=1), 10, (1, 0, 0)),
        (CE, QuickQuestion(kind="anti-mech", striker="BA", others=frozenset({"carrier"})), 10, (1, 0, 0)),
        (CE, QuickQuestion(kind="standard", size=4, others=frozenset({"big"})), 7, (4, 0, 0)),
        (CLASSIC, QuickQuestion(kind="charge", size=3, inches=12.0, weight=3), 7, (5, 1, 0)),
        (CLASSIC, QuickQuestion(kind="charge", size=3, inches=10.0, weight=2), 7, (4, 0, 0)),
    ],
)
def test_a_blow_needs_and_does_what_the_rules_say(
    edition: str, said: QuickQuestion, number: int, damage: tuple[int, int, int]
) -> None:
    answer = quick_attack(replace(said, edition=edition)).answer
    assert answer.target_number == number
    dealt = answer.damage
    assert (dealt.target, dealt.attacker_on_hit, dealt.attacker_on_miss) == damage


def test_a_charge_without_inches_cannot_be_worked_out_in_the_classic_rules() -> None:
    answer = quick_attack(QuickQuestion(edition=CLASSIC, kind="charge")).answer
    assert answer.target_number == 7
    assert answer.damage.target is None


@pytest.mark.parametrize("kind", BLOWS)
@pytest.mark.parametrize("edition", IDS)
def test_blows_carry_neither_range_nor_heat_nor_fire_control(edition: str, kind: str) -> None:
    striker = "BA" if kind == "anti-mech" else "BM"
    said = QuickQuestion(edition=edition, kind=kind, striker=striker)
    loaded = replace(said, heat=3, fire_control=2, armor="stealth", bracket="long")
    assert terms(quick_attack(loaded).answer) == terms(quick_attack(said).answer)


# ---- artillery and scatter


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize(
    ("said", "number"),
    [
        (QuickQuestion(kind="artillery", gun="ART-LT"), 11),
        (QuickQuestion(kind="artillery", gun="ART-LT", bracket="short"), 11),
        (QuickQuestion(kind="artillery", gun="ART-LTC"), 9),
        (QuickQuestion(kind="artillery", gun="ART-LTC", bracket="long"), 11),
        (QuickQuestion(kind="artillery", gun="ART-T", at_point=True), 9),
        (QuickQuestion(kind="artillery", gun="ART-T", at_point=True, target_did="immobile"), 9),
        (QuickQuestion(kind="artillery", gun="ART-TC", at_point=True, bracket="short"), 5),
        (QuickQuestion(kind="artillery", gun="ART-S", at_point=True, others=frozenset({"indirect"})), 10),
        (
            QuickQuestion(
                kind="artillery", gun="ART-S", at_point=True, others=frozenset({"indirect"}), tag="TAG"
            ),
            9,
        ),
        (
            QuickQuestion(
                kind="artillery", gun="ART-S", at_point=True, others=frozenset({"indirect"}), tag="LTAG"
            ),
            9,
        ),
        (
            QuickQuestion(
                kind="artillery", gun="ART-S", at_point=True, others=frozenset({"indirect", "remote"})
            ),
            13,
        ),
    ],
)
def test_artillery_needs_what_the_rules_say(edition: str, said: QuickQuestion, number: int) -> None:
    assert quick_attack(replace(said, edition=edition)).answer.target_number == number


def test_a_cannon_does_not_fire_beyond_its_bracket() -> None:
    answer = quick_attack(QuickQuestion(kind="artillery", gun="ART-SC", bracket="long")).answer
    assert [reason.key for reason in answer.refusals] == ["range.none"]


@pytest.mark.parametrize(("gun", "per"), [("ART-LT", 2), ("ART-LTC", 1)])
@pytest.mark.parametrize("edition", IDS)
def test_scatter_reproduces_the_dice(edition: str, gun: str, per: int) -> None:
    for direction in range(1, 7):
        for distance in range(1, 7):
            found = quick_scatter(QuickScatterQuestion(edition, gun, direction, distance, (20.0, 30.0)))
            assert found.bearing == (direction - 1) * 60
            assert found.inches == distance * per
            east, north = found.final[0] - 20, found.final[1] - 30
            assert (east**2 + north**2) ** 0.5 == pytest.approx(distance * per)
    assert is_by_margin(edition) == (edition == LATER)


# ---- move


@pytest.mark.parametrize(
    ("moving", "modes"),
    [
        (QuickMoveQuestion(), {"ground": (8, 1), "sprint": (12, 1), "jump": (6, 2)}),
        (QuickMoveQuestion(heat=2), {"ground": (4, 0), "sprint": (6, 0), "jump": (6, 2)}),
        (QuickMoveQuestion(move='10"', heat=1, myomer=True), {"ground": (12, 2), "sprint": (18, 2)}),
        (QuickMoveQuestion(move='10"t', type="CV", paved=True), {"ground": (12, 2), "sprint": (17, 2)}),
        (
            QuickMoveQuestion(move='10"t', type="CV", motive=("-2", "half")),
            {"ground": (4, 0), "sprint": (6, 0)},
        ),
        (QuickMoveQuestion(move='14"', mp=1), {"ground": (7, 1), "sprint": (11, 1)}),
        (QuickMoveQuestion(move='8"/6"j', tmm=3), {"ground": (8, 3), "sprint": (12, 3), "jump": (6, 4)}),
        (QuickMoveQuestion(edition=CLASSIC, move='8"/12"j', heat=1), {"ground": (6, 1), "jump": (12, 3)}),
    ],
)
def test_move_and_tmm_are_those_of_a_unit_on_a_table(
    moving: QuickMoveQuestion, modes: dict[str, tuple[float, int]]
) -> None:
    found = {mode.mode: (mode.available, mode.tmm) for mode in quick_move(moving).modes}
    assert {mode: found[mode] for mode in modes} == modes


def test_shut_down_units_do_not_move() -> None:
    answer = quick_move(QuickMoveQuestion(heat=4))
    assert all(reason.key == "move.immobile" for mode in answer.modes for reason in mode.refusals)
    assert {mode.tmm for mode in answer.modes} == {-4}


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize("kind", ["standard", "charge"])
def test_who_says_that_it_strikes_something_in_flight_stands_as_high(edition: str, kind: str) -> None:
    answer = quick_attack(QuickQuestion(edition=edition, kind=kind, target="flying")).answer
    assert answer.refusals == ()
    assert "type.flying" in [modifier.key for modifier in answer.tally.modifiers]
