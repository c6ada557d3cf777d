"""What does this JSON ask, and how is a question written down? One reader and one writer for every question.

Requests, commands and saved rulings all come through here; what each field may hold is described at the question
itself (`model.question_schema`). Every problem is collected with its place, and named in the words of the field.

Longer than most modules: one reader and one writer, kept together so that they stay each other's image.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from astrike.dataclass import dataclass
from astrike.errors import Problem, child
from astrike.formats.checks import Fields, is_number, number_or_none, number_words, one_of
from astrike.formats.json_text import shown
from astrike.model.inch_limits import FARTHEST
from astrike.model.movement import HEIGHT_WORDS, Waypoint
from astrike.model.question_limits import (
    FLAT_POINT_WORDS,
    field_words,
    is_name,
    is_within_limits,
    name_words,
    too_many,
)
from astrike.model.question_schema import (
    CODE_PATTERN,
    LARGEST_ANGLE,
    LEAST_ANGLE,
    AngleField,
    CodeField,
    EditionField,
    FactField,
    FlatPointField,
    Kind,
    ListField,
    NamedField,
    NamedRecordsField,
    NestedField,
    NestedListField,
    NothingOrField,
    NumberField,
    OnlyWith,
    OptionValuesField,
    PathPointField,
    PlaceField,
    PresetField,
    QuestionField,
    RecordField,
    RosterField,
    SideIdField,
    Single,
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
    values_of,
    within_a_turn,
)
from astrike.model.table import Table
from astrike.rulebook.systems import edition_words, ids_of

POINT_WORDS: Final = (
    f"[x, y] or [x, y, z] in inches up to {FARTHEST:g}, z also one of {', '.join(HEIGHT_WORDS)}"
)
"""What a point of a path looks like."""
_TYPED_POINT_WORDS: Final = f"X,Y or X,Y,Z in inches up to {FARTHEST:g}"
_PLACE_WORDS: Final = f"the id of a unit, [x, y] or [x, y, z] in inches up to {FARTHEST:g}"
_NUMBER: Final = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_POINT: Final = re.compile(rf"\s*{_NUMBER}\s*(?:,\s*{_NUMBER}\s*){{1,2}}")
_CODE: Final = re.compile(CODE_PATTERN)
_WRONG: Final = object()

Question = TypeVar("Question")


def read_fields(question: type[Question], fields: Fields, table: Table | None = None) -> Question | None:
    """Read a question from the members of a JSON object; None where anything is wrong, which is noted there.

    Without a table no id is looked up. Members that belong to no field are for whoever asks to refuse.
    """
    before = len(fields.problems)
    values = read_values(question, fields, table)
    found: Question | None = question_of_values(question, values) if len(fields.problems) == before else None
    return found


def read_values(question: type, fields: Fields, table: Table | None = None) -> dict[str, Any]:
    """Read the members that are a question's, and note what is wrong; give those that are right.

    Of values under names those that are right are given where others are not.
    """
    reader = _Reader(question, fields, table)
    found: dict[str, Any] = {}
    for member in members_of(question):
        value = reader.member(member)
        if value is not _WRONG:
            found[member.name] = value
        elif isinstance(member.described.holds, NamedField):
            found[member.name] = reader.right_pairs(member.described.holds, member.name)
    return found


def written(question: object) -> dict[str, object]:
    """Write a question as JSON has it; what is at its default is left out."""
    values = values_of(question)
    return {
        member.name: _written(member.described.holds, values[member.name])
        for member in members_of(type(question))
        if member.is_needed or values[member.name] != member.default
    }


def coordinates(value: object) -> list[float] | None:
    """Give a list of coordinates, or None when it is something else."""
    if not isinstance(value, list | tuple):
        return None
    found = [
        float(item)
        for item in value
        if isinstance(item, int | float) and is_number(item, -FARTHEST, FARTHEST)
    ]
    return found if len(found) == len(value) else None


def waypoint_of(value: object) -> Waypoint | None:
    """Give a point of a path and how high the base is there, or None when it is something else.

    >>> waypoint_of([12, 5]), waypoint_of([12, 5, "roof"]), waypoint_of([12, 5, "high"])
    (Waypoint(x=12.0, y=5.0, z=None), Waypoint(x=12.0, y=5.0, z='roof'), None)
    """
    if not isinstance(value, list) or len(value) not in (2, 3) or (flat := coordinates(value[:2])) is None:
        return None
    height = value[2] if len(value) == 3 else None
    if height is None or (isinstance(height, str) and height in HEIGHT_WORDS):
        return Waypoint(flat[0], flat[1], height)
    number = coordinates([height])
    return Waypoint(flat[0], flat[1], number[0]) if number else None


def is_point(words: str) -> bool:
    """Are these words a point, X,Y or X,Y,Z?"""
    return bool(_POINT.fullmatch(words))


def is_place(words: str, table: Table | None) -> bool:
    """Do these words name a unit or a sensor of the table, or a point? Without a table no id is looked up."""
    if table is None or table.unit(words) is not None:
        return True
    if any(marker.id == words and marker.kind == "sensor" for marker in table.markers):
        return True
    return is_point(words) and coordinates([float(word) for word in words.split(",")]) is not None


def is_code(words: str, longest: int) -> bool:
    """May a weapon or special ability be called so?"""
    return len(words) <= longest and bool(_CODE.fullmatch(words))


def unit_words(table: Table | None, *, but: object = None) -> str:
    """Say which units there are, or which others than one."""
    what = "the id of a unit" if but is None else "the id of another unit"
    if table is None:
        return what
    ids = [unit.id for unit in table.units if unit.id != but]
    if ids:
        return one_of(ids)
    return (
        f"{what}, but there are none on this table"
        if but is None
        else f"{what}, but there is none on this table"
    )


def preset_ids() -> tuple[str, ...]:
    """List the presets there are."""
    from astrike.presets.loader import IDS as PRESET_IDS  # most questions have no preset

    return PRESET_IDS


def word_now(question: type, key: str, given: object) -> object:
    """Give the word that stands in a field, its default where nothing does."""
    return _member(question, key).default if given is None else given


def speaks_against(question: type, rule: OnlyWith, given: object) -> bool:
    """Does what was given in the other field speak against a rule? A word that is wrong itself does not."""
    word, holds = word_now(question, rule.key, given), _member(question, rule.key).described.holds
    is_known = given is None or not isinstance(holds, WordField) or word in holds.allowed
    return is_known and word not in rule.words


def _member(question: type, key: str) -> QuestionField:
    return next(member for member in members_of(question) if member.name == key)


def only_with_words(other: str, word: object) -> str:
    """Say that a field is not for this word of another.

    >>> only_with_words("kind", "weapon")
    'nothing: it does not go with kind weapon'
    """
    return f"nothing: it does not go with {other} {word}"


@dataclass(frozen=True, slots=True)
class _Reader:
    question: type
    fields: Fields
    table: Table | None

    def member(self, member: QuestionField) -> object:
        """Read one field: its value, its default, or `_WRONG`."""
        key, described, value = member.name, member.described, self.fields.values.get(member.name)
        is_empty = value is None or (
            isinstance(described.holds, ListField) and value == [] and described.holds.fewest
        )
        if (
            is_empty
            and described.left_out_with is not None
            and self._may_be_left_out(described.left_out_with)
        ):
            return ()
        if value is None and not member.is_needed:
            needed = described.needed_without
            if needed is not None and not self.fields.is_given(needed.key):
                self.fields.report(key, needed.words)
                return _WRONG
            return member.default
        if is_empty:
            self.fields.report(key, self._needed_words(described.holds))
            return _WRONG
        found = self._value(described.holds, key, value)
        rule = described.only_with
        if rule is not None and found is not _WRONG and found != member.default and self._is_not_for(rule):
            word = word_now(self.question, rule.key, self.fields.values.get(rule.key))
            self.fields.report(key, only_with_words(rule.key, word))
            return _WRONG
        return found

    def _may_be_left_out(self, rule: OnlyWith) -> bool:
        return self.fields.is_given(rule.or_given) or not self._is_not_for(rule)

    def _is_not_for(self, rule: OnlyWith) -> bool:
        return speaks_against(self.question, rule, self.fields.values.get(rule.key))

    def _needed_words(self, holds: Kind) -> str:
        match holds:
            case UnitIdField() | PlaceField() | UnitOrPieceField():
                return unit_words(self.table)
            case ListField(of=PathPointField()):
                return f"at least one point: {POINT_WORDS}"
            case _:
                return self._words(holds)

    def _words(self, holds: Kind) -> str:
        """Say what a field may hold."""
        match holds:
            case WordField() | WholeField() | YesNoField() | FactField():
                return field_words(holds)
            case TextField(longest, shortest):
                return f"text of {f'{shortest} to' if shortest else 'at most'} {longest} characters"
            case CodeField(what):
                return what
            case NumberField(low, high, what):
                return what or number_words(low, high)
            case AngleField():
                return number_words(LEAST_ANGLE, LARGEST_ANGLE)
            case UnitIdField(but):
                return unit_words(self.table, but=self._other(but))
            case SideIdField():
                sides = self._sides()
                return one_of(sides) if sides else "nothing: no unit on this table has a side"
            case PlaceField():
                return f"{unit_words(self.table)}, or {_TYPED_POINT_WORDS}"
            case UnitOrPieceField():
                pieces = [] if self.table is None else [piece.id for piece in self.table.terrain]
                return f"{unit_words(self.table)}{f', or {one_of(pieces)}' if pieces else ''}"
            case FlatPointField():
                return FLAT_POINT_WORDS
            case PathPointField(heights):
                return POINT_WORDS if self._has_heights(heights) else FLAT_POINT_WORDS
            case TableSizeField(low, high):
                return f"width and depth, each {number_words(low, high)}"
            case TableField():
                return "an object: a GeoJSON FeatureCollection"
            case RosterField():
                return "a roster as text or as JSON"
            case PresetField():
                return f"{one_of(preset_ids())}, or a preset of your own"
            case EditionField(system):
                return edition_words(system)
            case OptionValuesField():
                return "an object"
            case ListField(TableField() | RosterField(), most, noun, fewest):
                return f"a list of {fewest} to {most} {noun}"
            case ListField() | NestedListField():
                return "a list"
            case RecordField():
                return "an object"
            case NothingOrField(of):
                return f"{self._words(of)}, or null"
            case NamedRecordsField():
                return "an object of names and objects"
            case NamedField(of):
                return f"an object of names and {'whole numbers' if isinstance(of, WholeField) else 'values'}"

    def _value(self, holds: Kind, key: str, value: object) -> object:
        """Read the value of a field, or note what is wrong with it."""
        match holds:
            case ListField():
                return self._list(holds, key, value)
            case NamedField():
                return self._named(holds, key, value)
            case RecordField() | NothingOrField() | NestedListField() | NamedRecordsField():
                return self._nested(holds, child(self.fields.at, key), value)
            case PlaceField() if isinstance(value, list):
                return self._place(holds, key, value)
            case PlaceField(None):
                return self._place_in_words(holds, key, value)
            case PlaceField() if isinstance(value, str) and is_point(value) and not self._is_unit(value):
                return self._place(holds, key, [float(word) for word in value.split(",")])
            case PlaceField():
                found = value if self._is_unit(value) else _WRONG
                if found is _WRONG:
                    self.fields.report(key, unit_words(self.table))
                return found
            case CodeField(_, longest) if isinstance(value, str) and len(value) > longest:
                self.fields.report(key, f"text of at most {longest} characters")
                return _WRONG
            case EditionField(system):
                if self._single(holds, value) is _WRONG:
                    self.fields.report(key, edition_words(system, value))
                    return _WRONG
                return value
            case _:
                found = self._single(holds, value)
                if found is _WRONG:
                    self.fields.report(key, self._words(holds))
                return found

    def _single(self, holds: Single, value: object) -> object:
        """Read a value that stands alone or in a list."""
        is_right = False
        match holds:
            case TextField(longest, shortest):
                is_right = isinstance(value, str) and shortest <= len(value) <= longest
            case WordField() | YesNoField() | FactField():
                is_right = is_within_limits(holds, value)
            case CodeField(_, longest):
                return value.strip().upper() if isinstance(value, str) and is_code(value, longest) else _WRONG
            case WholeField():
                return (
                    int(value)
                    if isinstance(value, int | float) and is_within_limits(holds, value)
                    else _WRONG
                )
            case NumberField(low, high):
                return (
                    float(value) if isinstance(value, int | float) and is_number(value, low, high) else _WRONG
                )
            case AngleField():
                angle = number_or_none(value, low=LEAST_ANGLE, high=LARGEST_ANGLE)
                return _WRONG if angle is None else within_a_turn(angle)
            case UnitIdField(but):
                is_right = self._is_unit(value) and value != self._other(but)
            case SideIdField():
                is_right = isinstance(value, str) and (self.table is None or value in self._sides())
            case PathPointField(heights):
                point = waypoint_of(value)
                is_right = point is not None and (point.z is None or self._has_heights(heights))
                return point if is_right else _WRONG
            case FlatPointField():
                flat = coordinates(value) if isinstance(value, list) else None
                return tuple(flat) if flat is not None and len(flat) == 2 else _WRONG
            case TableSizeField(low, high):
                sides = (
                    [each for each in value if is_number(each, low, high)] if isinstance(value, list) else []
                )
                is_right = isinstance(value, list) and len(value) == len(sides) == 2
                return tuple(map(float, sides)) if is_right else _WRONG
            case TableField():
                is_right = True
            case OptionValuesField():
                is_right = isinstance(value, dict)
            case RosterField():
                is_right = isinstance(value, str | bytes | dict | list)
            case PresetField():
                is_right = isinstance(value, Mapping) or (isinstance(value, str) and value in preset_ids())
            case EditionField(system):
                is_right = isinstance(value, str) and value in ids_of(system)
            case UnitOrPieceField():
                is_right = isinstance(value, str) and (
                    self._is_unit(value) or self._is_piece(value) or is_point(value)
                )
        return value if is_right else _WRONG

    def _list(self, holds: ListField, key: str, value: object) -> object:
        if isinstance(holds.of, TableField | RosterField):
            return self._documents(holds, key, value)
        if not isinstance(value, list):
            self.fields.report(key, "a list")
            return _WRONG
        if many := too_many(holds, len(value)):
            self.fields.report(key, many[1], found=many[0])
            return _WRONG
        if len(value) < holds.fewest:
            expected = f"at least {holds.fewest} {holds.noun}"
            self.fields.report(key, expected, found=f"{len(value)} {holds.noun}")
            return _WRONG
        found: list[object] = []
        for number, item in enumerate(value):
            single = self._single(holds.of, item)
            if single is _WRONG or (holds.are_different and single in found):
                words = f"{self._words(holds.of)}{', each once' if holds.are_different else ''}"
                self.fields.problems.append(
                    Problem(child(child(self.fields.at, key), number), shown(item), words)
                )
            else:
                found.append(single)
        return tuple(found) if len(found) == len(value) else _WRONG

    def _nested(self, holds: NestedField | ListField, at: str, value: object) -> object:
        """Read what has values inside, all of them, with the place of each that is wrong."""
        problems = self.fields.problems
        match holds:
            case NothingOrField(of):
                found = None if value is None else self._single(of, value)
                if found is not _WRONG:
                    return found
                problems.append(Problem(at, shown(value), self._words(holds)))
                return _WRONG
            case RecordField(record) if isinstance(value, dict):
                return _record(record, Fields(value, at, problems), self.table)
            case NamedRecordsField(of, most, noun, longest) if isinstance(value, dict):
                if len(value) > most:
                    problems.append(Problem(at, f"{len(value):,} {noun}", f"at most {most:,} {noun}"))
                    return _WRONG
                wrong = [name for name in value if not is_name(name, longest)]
                problems.extend(Problem(child(at, name), shown(name), name_words(longest)) for name in wrong)
                inside = list(self._named_records(of, at, value))
                return _WRONG if wrong or any(each is _WRONG for _, each in inside) else tuple(inside)
            case NestedListField(of, most, noun, fewest) | ListField(of, most, noun, fewest) if isinstance(
                value, list
            ):
                if not fewest <= len(value) <= most:
                    expected = f"{fewest:,} to {most:,} {noun}" if fewest else f"at most {most:,} {noun}"
                    problems.append(Problem(at, f"{len(value):,} {noun}", expected))
                    return _WRONG
                items = [self._item(of, child(at, number), item) for number, item in enumerate(value)]
                return _WRONG if any(item is _WRONG for item in items) else tuple(items)
            case _:
                problems.append(Problem(at, shown(value), self._words(holds)))
                return _WRONG

    def _named_records(
        self, of: NestedField, at: str, values: Mapping[str, object]
    ) -> Iterator[tuple[str, object]]:
        """Read objects under names; equal ones are read once, since a map of hexes has thousands of a few kinds."""
        known: dict[object, object] = {}
        for name, each in values.items():
            key = _key_of(each)
            found = known.get(key, _WRONG) if key is not None else _WRONG
            if found is _WRONG:
                found = self._nested(of, child(at, name), each)
                known[key] = found
            yield name, found

    def _item(self, holds: Single | NestedField | ListField, at: str, value: object) -> object:
        """Read one item of a list inside."""
        if isinstance(holds, NestedField | ListField):
            return self._nested(holds, at, value)
        found = self._single(holds, value)
        if found is _WRONG:
            self.fields.problems.append(Problem(at, shown(value), self._words(holds)))
        return found

    def _documents(self, holds: ListField, key: str, value: object) -> object:
        """Read a list of what has readers of its own; how many there may be is said in one sentence."""
        if not isinstance(value, list) or not holds.fewest <= len(value) <= holds.most:
            found = f"a list of {len(value):,}" if isinstance(value, list) else shown(value)
            self.fields.report(key, self._words(holds), found=found)
            return _WRONG
        at = child(self.fields.at, key)
        wrong = [
            Problem(child(at, number), shown(item), self._words(holds.of))
            for number, item in enumerate(value)
            if self._single(holds.of, item) is _WRONG
        ]
        self.fields.problems.extend(wrong)
        return _WRONG if wrong else tuple(value)

    def _named(self, holds: NamedField, key: str, value: object) -> object:
        given = self.fields.object(key, self._words(holds))
        if given is None:
            return _WRONG
        if many := too_many(holds, len(given.values)):
            self.fields.report(key, many[1], found=many[0])
            return _WRONG
        found: list[tuple[str, object]] = []
        seen: set[str] = set()
        for typed, each in given.values.items():
            single = self._single(holds.of, each)
            name = typed if holds.longest_name is None else typed.strip()
            is_twice = name in seen
            seen.add(name)
            if not is_name(name, holds.longest_name):
                given.report(typed, name_words(holds.longest_name), found=shown(typed))
            elif is_twice:
                given.report(typed, "each name once", found=shown(typed))
            elif single is _WRONG:
                given.report(typed, self._words(holds.of))
            else:
                found.append((name, single))
        return tuple(found) if len(found) == len(given.values) else _WRONG

    def right_pairs(self, holds: NamedField, key: str) -> tuple[tuple[str, object], ...]:
        """Give those values under names that are right."""
        given = self.fields.values.get(key)
        if not isinstance(given, dict) or too_many(holds, len(given)):
            return ()
        read = {name: self._single(holds.of, value) for name, value in given.items()}
        return tuple(
            (name, value)
            for name, value in read.items()
            if value is not _WRONG and is_name(name, holds.longest_name)
        )

    def _place(self, holds: PlaceField, key: str, value: Sequence[object]) -> object:
        numbers = coordinates(value)
        if numbers is None or len(numbers) not in (2, 3):
            self.fields.report(key, _PLACE_WORDS)
            return _WRONG
        if holds.point is None:
            return ",".join(f"{number:.12g}" for number in numbers)
        return holds.point(numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else None)

    def _place_in_words(self, holds: PlaceField, key: str, value: object) -> object:
        if not isinstance(value, str) or len(value) > holds.longest:
            self.fields.report(key, f"text of at most {holds.longest} characters")
            return _WRONG
        if is_place(value, self.table):
            return value
        self.fields.report(key, self._words(holds))
        return _WRONG

    def _is_unit(self, value: object) -> bool:
        return isinstance(value, str) and (self.table is None or self.table.unit(value) is not None)

    def _is_piece(self, value: str) -> bool:
        return self.table is not None and self.table.piece(value) is not None

    def _other(self, but: str) -> object:
        return self.fields.values.get(but) if but else None

    def _sides(self) -> list[str]:
        units = () if self.table is None else self.table.units
        return list(dict.fromkeys(unit.side for unit in units if unit.side is not None))

    def _has_heights(self, rule: OnlyWith | None) -> bool:
        return rule is None or not self._is_not_for(rule)


_DEEPEST_KEY: Final = 3
"""Objects with more inside each other are not compared."""


def _key_of(value: object, deep: int = _DEEPEST_KEY) -> object:
    """Give what is equal for values that are read alike; None for what is too deep to compare.

    >>> _key_of({"level": 1}) == _key_of({"level": True}), _key_of([[[[1]]]]) is None
    (False, True)
    """
    if value is None or isinstance(value, str | int | float):
        return type(value), value
    if not deep or not isinstance(value, dict | list):
        return None
    items = value.values() if isinstance(value, dict) else value
    keys = [_key_of(each, deep - 1) for each in items]
    if None in keys:
        return None
    return (tuple(value), *keys) if isinstance(value, dict) else tuple(keys)


def _record(record: type, fields: Fields, table: Table | None) -> object:
    """Read an object with fields of its own; it has no others."""
    known = [member.name for member in members_of(record)]
    unknown = [name for name in fields.values if name not in known]
    for name in unknown:
        fields.report(name, one_of(known), found=f"unknown key {shown(name)}")
    found: object = read_fields(record, fields, table)
    return _WRONG if found is None or unknown else found


# ---- writing


def _written(holds: Kind, value: object) -> object:
    match value:
        case _ if isinstance(holds, NestedField):
            return _written_inside(holds, value)
        case Waypoint(x, y, None):
            return [x, y]
        case Waypoint(x, y, z):
            return [x, y, z]
        case str() | bool() | int() | float():
            return value
        case tuple() if isinstance(holds, NamedField):
            return _object(holds, value)
        case Mapping() | list() | bytes():
            return value
        case tuple() if isinstance(holds, FlatPointField | TableSizeField):
            return list(value)
        case tuple() if isinstance(holds, ListField):
            return [_written(holds.of, item) for item in value]
        case _ if isinstance(holds, PlaceField):
            return _coordinates(value)
        case _:
            raise AssertionError(f"{value} is not what {holds} holds")


def _written_inside(holds: NestedField, value: object) -> object:
    match holds:
        case NothingOrField():
            return value
        case RecordField():
            return written(value)
        case NestedListField(of):
            assert isinstance(value, tuple)
            return [_written(of, item) for item in value]
        case NamedRecordsField():
            assert isinstance(value, tuple)
            return {name: written(each) for name, each in value}


def _object(holds: NamedField, pairs: tuple[tuple[str, object], ...]) -> dict[str, object]:
    """Give values by name; numbers of one name count together."""
    found: dict[str, object] = {}
    for name, value in pairs:
        before = found.get(name)
        if isinstance(holds.of, WholeField) and isinstance(before, int) and isinstance(value, int):
            found[name] = before + value
        else:
            found[name] = value
    return found


def _coordinates(point: object) -> list[float]:
    x, y, z = (getattr(point, axis) for axis in ("x", "y", "z"))
    return [x, y] if z is None else [x, y, z]
