"""Values that hypothesis makes up for any question, from what the question itself describes.

`sensible(question)` gives questions as they can be asked; `values_at_limits(member)` JSON values just inside and just
outside of what a field may hold.
"""

from typing import Any

from hypothesis import strategies as st

from astrike.formats.questions import preset_ids
from astrike.formats.typed_words import fact_in
from astrike.model.inch_limits import FARTHEST
from astrike.model.movement import HEIGHT_WORDS, Waypoint
from astrike.model.question_schema import (
    LARGEST_ANGLE,
    LEAST_ANGLE,
    AngleField,
    CodeField,
    EditionField,
    FactField,
    FlatPointField,
    FormFieldPerName,
    Kind,
    ListField,
    NamedField,
    NumberField,
    OnlyWith,
    OptionValuesField,
    PathPointField,
    PlaceField,
    PresetField,
    QuestionField,
    RosterField,
    SideIdField,
    TableField,
    TableSizeField,
    TextField,
    UnitIdField,
    UnitOrPieceField,
    WholeField,
    WordField,
    YesNoField,
    members_of,
    question_of_values,
)
from astrike.rulebook.loader import IDS

TABLE = {
    "type": "FeatureCollection",
    "astrike": {"format": 1, "name": "Empty", "width": 48, "depth": 36},
    "features": [],
}

_LETTERS = st.characters(exclude_categories=("Cs", "Cc"))
_PRINTED = _LETTERS.filter(str.isprintable)
_WORDS = st.text(_LETTERS, min_size=1, max_size=20).map(str.strip).filter(bool)
_CODES = st.text("ABCXYZ019-/.", min_size=1, max_size=8)


@st.composite
def sensible(draw: st.DrawFn, question: type) -> Any:
    """A question with any of its fields given, none of which contradicts another."""
    values: dict[str, Any] = {}
    for member in members_of(question):
        if not member.is_needed and member.described.needed_without is None and draw(st.booleans()):
            continue
        if _speaks_against(member.described.only_with, values):
            continue
        if isinstance(member.described.form, FormFieldPerName):
            names = member.described.form.names[values[member.described.form.key]]
            kinds = st.fixed_dictionaries({}, optional={name: _values(names[name], {}) for name in names})
            drawn = draw(kinds)
            values[member.name] = tuple((name, drawn[name]) for name in names if name in drawn)  # as forms do
            continue
        values[member.name] = draw(_values(member.described.holds, values))
    return question_of_values(question, values)


def _speaks_against(rule: OnlyWith | None, values: dict[str, Any]) -> bool:
    return rule is not None and values.get(rule.key, "weapon") not in rule.words


def _values(holds: Kind, values: dict[str, Any]) -> st.SearchStrategy[Any]:
    match holds:
        case WordField(allowed):
            return st.sampled_from(allowed)
        case CodeField():
            return _CODES
        case WholeField(low, high):
            return st.integers(low, high)
        case NumberField(low, high):
            return st.floats(low, high).map(_as_addresses_say)
        case AngleField():
            return st.floats(0, 360, exclude_max=True).map(lambda degrees: _as_addresses_say(degrees) % 360)
        case YesNoField():
            return st.booleans()
        case FactField():
            # A word that reads as a number or a yes is one, wherever it is typed.
            words = _WORDS.filter(lambda word: fact_in(word) == word)
            return st.one_of(st.booleans(), st.integers(-999, 999), words)
        case UnitIdField(but):
            return _WORDS.filter(lambda unit: unit != values.get(but))
        case TextField() | SideIdField() | UnitOrPieceField():
            return _WORDS
        case FlatPointField():
            return st.tuples(_lengths(), _lengths())
        case TableSizeField(low, high):
            return st.tuples(st.floats(low, high), st.floats(low, high))
        case TableField():
            return st.just(TABLE)
        case RosterField():
            return st.sampled_from(["Atlas", TABLE, [{"chassis": "Atlas"}]])
        case PresetField():
            return st.sampled_from([*preset_ids(), {"id": "own"}])
        case EditionField():
            return st.sampled_from(IDS)
        case OptionValuesField():
            return st.dictionaries(_WORDS, st.sampled_from([True, 1.5, "flak", ["immobile"]]), max_size=3)
        case PlaceField(None):
            return _WORDS
        case PlaceField(point):
            assert point is not None
            return st.one_of(_WORDS, st.builds(point, _lengths(), _lengths(), st.none() | _lengths()))
        case PathPointField(heights):
            no_heights = _speaks_against(heights, values)
            height = st.none() if no_heights else st.none() | st.sampled_from(HEIGHT_WORDS) | _lengths()
            return st.builds(Waypoint, _lengths(), _lengths(), height)
        case ListField(of, most, fewest=fewest, are_different=are_different):
            found = st.lists(
                _values(of, values), min_size=fewest, max_size=min(most, 6), unique=are_different
            )
            return found.map(tuple)
        case NamedField(of, most, longest_name=longest):
            names = (
                _WORDS.filter(str.isprintable)
                if longest is None
                else st.text(_PRINTED, min_size=1, max_size=longest)
            )
            pairs = st.tuples(names.map(str.strip).filter(bool), _values(of, values))
            return st.lists(pairs, max_size=min(most, 5), unique_by=lambda pair: pair[0]).map(tuple)


def _as_addresses_say(number: float) -> float:
    """A number with as many digits after the point as an address has."""
    return round(number, 7)


def _lengths() -> st.SearchStrategy[float]:
    """Inches in steps of a thousandth, as far as anything may be."""
    most = round(FARTHEST * 1000)
    return st.integers(-most, most).map(lambda thousandths: thousandths / 1000)


def values_at_limits(member: QuestionField) -> st.SearchStrategy[object]:
    """JSON values for a field: some that it may hold, some that it just may not, and some of another type."""
    odd: list[object] = [None, True, 0, -1, 1.5, 2.0, "", " ", "x", "ü", [], [1], [[1, 2]], {}, {"a": 1}]
    holds = member.described.holds
    if isinstance(holds, TableField):
        return st.sampled_from([None, TABLE])  # what else is wrong with one the reader of tables says
    if isinstance(holds, UnitIdField) and holds.but:
        odd = [each for each in odd if not isinstance(each, str)]  # that it is another unit no schema can say
    if isinstance(holds, ListField) and isinstance(holds.of, TableField):
        odd = [each for each in odd if not isinstance(each, list) or not each]
    return st.one_of(st.sampled_from(odd), _at_limits(holds))


def _at_limits(holds: Kind) -> st.SearchStrategy[object]:
    match holds:
        case WordField(allowed):
            return st.sampled_from((*allowed, allowed[0].upper(), f"{allowed[0]} "))
        case CodeField(_, longest):
            fitting = (1, longest, longest + 1)
            return st.sampled_from([*("A" * count for count in fitting), " tur ", "\t", "a\nb", "Ä"])
        case WholeField(low, high):
            return st.sampled_from([low - 1, low, high, high + 1, float(high), high + 0.5, f"{low}"])
        case NumberField(low, high):
            return st.sampled_from([low - 0.001, low, high, high + 0.001, 10**400])
        case AngleField():
            return _at_limits(NumberField(LEAST_ANGLE, LARGEST_ANGLE))
        case YesNoField():
            return st.sampled_from([True, False, 0, "true"])
        case FactField():
            return st.sampled_from([True, 0.5, "word", "", None, [], {}])
        case UnitIdField(but) if but:
            # That it is another unit no schema can say.
            return st.sampled_from(["B", "y" * 200, 7, ["B"]])
        case UnitIdField() | SideIdField() | UnitOrPieceField():
            return st.sampled_from(["A", "z" * 200, 7, ["A"]])
        case TextField(longest):
            return st.sampled_from(["A", "", "x" * longest, "x" * (longest + 1)])
        case TableSizeField(low, high):
            edges = st.sampled_from([low - 0.001, low, high, high + 0.001, True])
            return st.tuples(edges, edges).map(list) | st.sampled_from([[low], [low, low, low], [low, None]])
        case TableField():
            return st.just(TABLE)
        case RosterField():
            return st.sampled_from(["Atlas", "", {}, [], 7, True])
        case PresetField():
            return st.sampled_from(["default", "Default", {}, 7, ["default"]])
        case EditionField():
            return st.sampled_from([*IDS, "ce-9", "", 7])
        case OptionValuesField():
            return st.sampled_from([{}, {"sight.eye": 0.9}, {"crippled.by": ["immobile"]}, [], "sight.eye"])
        case FlatPointField():
            return st.tuples(_edge(), _edge()).map(list) | st.sampled_from([[1], [1, 2, 3], [1, 2, None]])
        case PlaceField():
            return st.one_of(st.sampled_from(["A", [1, 2, 3, 4], [1]]), st.tuples(_edge(), _edge()).map(list))
        case PathPointField():
            heights = st.sampled_from([None, *HEIGHT_WORDS, "attic", FARTHEST, FARTHEST + 1, True])
            return st.one_of(
                st.tuples(_edge(), _edge()).map(list),
                st.tuples(_edge(), _edge(), heights).map(list),
                st.sampled_from([[1], [1, 2, 3, 4], "1,2"]),
            )
        case ListField(of, most):
            good = st.sampled_from([[], [_good(of)]])
            full = st.sampled_from([most, most + 1]).map(
                lambda count: [_good(of, number) for number in range(count)]
            )
            return st.one_of(st.lists(_at_limits(of), max_size=3), good, full)
        case NamedField(of, most, longest_name=longest):
            names = st.sampled_from(
                ["a", " ", "", "a\nb\x07", "x" * (longest or 9), "x" * ((longest or 9) + 1)]
            )
            full = st.sampled_from([most, most + 1]).map(
                lambda count: {f"n{k}": _good(of) for k in range(count)}
            )
            return st.one_of(st.dictionaries(names, _at_limits(of), max_size=2), full)


def _edge() -> st.SearchStrategy[object]:
    return st.sampled_from([0, 1.5, FARTHEST, -FARTHEST, FARTHEST + 0.001, True, "1"])


def _good(of: Kind, number: int = 0) -> object:
    match of:
        case WholeField(low):
            return low
        case PathPointField():
            return [number, 0]
        case NumberField(low):
            return low
        case TableField():
            return TABLE
        case FactField():
            return True
        case _:
            return f"unit-{number}"
