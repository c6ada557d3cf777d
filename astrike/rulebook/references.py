"""What may a word in a row be: the key of another row, one of some words, a word of a list?

So that the rules may follow every name from one table into another, a field says it in its type, as
``Annotated[str, key_of("modifiers")]``, and every value of every column is checked against it when the tables are
loaded. An empty word is allowed where it is the field's default.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.unit import FLAGS


@dataclass(frozen=True, slots=True)
class KnownWords:
    """What words are checked against."""

    keys: Mapping[str, Collection[str]]
    """The keys of each table, also of rows with a mistake."""
    unread: Collection[str]
    """Tables whose keys nobody knows, since their file cannot be read."""
    lists: Mapping[str, Collection[str]]
    """The lists of words of ``editions.toml``."""
    rows: Mapping[str, Mapping[str, Mapping[str, object]]]
    """By table and key what the rows without a mistake say in general."""
    table: str = ""
    """The table in which the words stand."""


Check = Callable[[str, KnownWords], str]
"""Says what is expected in place of a word; empty where the word is allowed."""


@dataclass(frozen=True, slots=True)
class AllowedWords:
    """Stands in the type of a field and says which words it may hold."""

    check: Check
    list_name: str = ""
    """The list of ``editions.toml`` that the words are from: an edition without one of them leaves it out."""


def key_of(*tables: str) -> AllowedWords:
    """Allow the keys of the rows of these tables."""

    def check(word: str, known: KnownWords) -> str:
        if any(word in known.keys.get(table, ()) for table in tables):
            return ""
        is_told = any(table in known.unread for table in tables)
        return "" if is_told else f"a key of {' or '.join(f'{table}.toml' for table in tables)}"

    return AllowedWords(check)


def one_of(*words: str) -> AllowedWords:
    """Allow these words."""
    return AllowedWords(
        lambda word, _known: "" if word in words else f"one of {', '.join(filter(None, words))}"
    )


def word_of(name: str) -> AllowedWords:
    """Allow the words of a list of ``editions.toml``; an edition that leaves one out leaves it out here."""

    def check(word: str, known: KnownWords) -> str:
        words = known.lists.get(name, ())
        return "" if not words or word in words else f"one of the {name} of editions.toml"

    return AllowedWords(check, name)


def either(*choices: AllowedWords) -> AllowedWords:
    """Allow what one of these allows."""

    def check(word: str, known: KnownWords) -> str:
        expected = [each.check(word, known) for each in choices]
        return " or ".join(expected) if all(expected) else ""

    return AllowedWords(check)


def several(each: AllowedWords) -> AllowedWords:
    """Allow words between spaces, each of which is allowed; or none."""
    return AllowedWords(
        lambda text, known: next(
            (f"{expected}, or several" for word in text.split() if (expected := each.check(word, known))), ""
        )
    )


def behind(start: str, rest: AllowedWords) -> AllowedWords:
    """Allow words with such a beginning whose rest is allowed."""

    def check(word: str, known: KnownWords) -> str:
        expected = rest.check(word.removeprefix(start), known)
        return "" if word.startswith(start) and not expected else f"{start} with {expected or 'a word'}"

    return AllowedWords(check)


def joined(first: AllowedWords, sign: str, second: AllowedWords) -> AllowedWords:
    """Allow two words with a sign between them."""

    def check(word: str, known: KnownWords) -> str:
        before, _, after = word.partition(sign)
        expected = first.check(before, known)
        if expected:
            return expected
        expected = second.check(after, known)
        return f"{before}{sign} with {expected}" if expected else ""

    return AllowedWords(check)


def option_setting() -> AllowedWords:
    """Allow an option with one of its values, as ``id=value``."""
    keys = key_of("options")

    def check(word: str, known: KnownWords) -> str:
        key, _, value = word.partition("=")
        row = known.rows.get("options", {}).get(key)
        if row is None:
            return keys.check(key, known)
        given = row.get("values")
        values = list(map(str, given)) if isinstance(given, tuple) else ["true", "false"]
        return "" if value in values else f"{key}= with one of {', '.join(values)}"

    return AllowedWords(check)


def choice_made() -> AllowedWords:
    """Allow a choice that is made, or one with what is chosen, as ``key=word``."""
    keys = key_of("choices")

    def check(word: str, known: KnownWords) -> str:
        key, sign, chosen = word.partition("=")
        row = known.rows.get("choices", {}).get(key)
        if row is None:
            return keys.check(key, known)
        if not sign:
            return ""
        given, most = row.get("values"), row.get("high")
        values = list(map(str, given)) if isinstance(given, tuple) else []
        if isinstance(most, int):
            values += map(str, range(1, most + 1))
        return (
            ""
            if chosen in values
            else f"{key}= with one of {', '.join(values)}"
            if values
            else f"{key} alone"
        )

    return AllowedWords(check)


def _variant(word: str, _known: KnownWords) -> str:
    """Allow the variant of a motive code, in brackets."""
    is_one = word.startswith("(") and word.endswith(")") and len(word) > 2
    return "" if is_one else "a variant as '(b)'"


def _gun(word: str, known: KnownWords) -> str:
    """Allow the keys of artillery weapons as one card or the other spells them."""
    keys = known.keys.get("artillery", ())
    is_one = word.replace("-", "") in {key.replace("-", "") for key in keys} or "artillery" in known.unread
    return "" if is_one else "a key of artillery.toml"


def _surroundings(text: str, known: KnownWords) -> str:
    """Allow something about a table's surroundings, as ``weather=fog``; gravity alone has no word behind it."""
    name, _, word = text.partition("=")
    if name not in SURROUNDINGS or bool(word) == (name == "gravity"):
        return "=..., ".join(SURROUNDINGS)
    if name in ("weather", "light"):
        expected = key_of("conditions").check(word, known)
        row = known.rows.get("conditions", {}).get(word)
        is_other = row is not None and row.get("kind") != name
        return f"{name}= with a key of conditions.toml of that kind" if expected or is_other else ""
    return f"{name}= with a number" if name == "wind" and not word.isdecimal() else ""


SURROUNDINGS: Final = ("atmosphere", "weather", "light", "wind", "gravity")
"""What of a table's surroundings an effect may be about."""
_ABILITY: Final = key_of("abilities")

AbilityKey = Annotated[str, _ABILITY]
AbilityKeys = Annotated[str, several(_ABILITY)]
"""Keys of abilities between spaces."""
CarriedKey = Annotated[str, either(_ABILITY, AllowedWords(_gun))]
"""A special ability, or artillery as one card or the other spells it."""
CarriedKeys = Annotated[str, several(either(_ABILITY, AllowedWords(_gun)))]
"""Words of `CarriedKey` between spaces."""
BearerKey = Annotated[str, either(_ABILITY, behind("state:", one_of(*FLAGS)))]
"""An ability, or a state as ``state:NAME``."""
ArcKey = Annotated[str, key_of("arcs")]
BonusKey = Annotated[str, key_of("bonuses")]
BracketKey = Annotated[str, key_of("brackets")]
ChosenWord = Annotated[str, choice_made()]
CriticalEffectKey = Annotated[str, key_of("critical_effects")]
GoingKey = Annotated[str, key_of("going", "terrain")]
GunKey = Annotated[str, key_of("artillery")]
HazardKey = Annotated[str, key_of("hazards")]
KindKey = Annotated[str, key_of("kinds")]
ModifierKey = Annotated[str, key_of("modifiers")]
MoverKey = Annotated[str, key_of("movers")]
MoverWith = Annotated[str, joined(key_of("movers"), ":", either(_ABILITY, AllowedWords(_variant)))]
"""A mover with a special ability or, in brackets, a variant of the motive code."""
NumberKey = Annotated[str, key_of("numbers")]
OptionKey = Annotated[str, key_of("options")]
OptionValueWord = Annotated[str, option_setting()]
SurroundingsWord = Annotated[str, AllowedWords(_surroundings)]
"""What of a table's surroundings it is about, as ``weather=fog``."""
SupportKey = Annotated[str, key_of("support")]
TerrainKey = Annotated[str, key_of("terrain")]
UnitKey = Annotated[str, key_of("units")]
UnitOrTerrainKey = Annotated[str, key_of("units", "terrain")]

KindFamily = Annotated[str, one_of("weapon", "indirect", "artillery", "physical", "extra", "air", "surprise")]
"""A family of kinds of attack."""
Part = Annotated[str, one_of("S", "A", "T", "O", "R")]
"""A letter of the Target Number: skill, attacker, target, other, range."""


def problems_of(
    allowed: AllowedWords, value: object, known: KnownWords, *, default: object
) -> Iterator[tuple[str, str]]:
    """Give the words of a value that are not allowed, each with what is expected."""
    for word in value if isinstance(value, tuple) else (value,):
        text = str(word)
        if text or default != "":
            expected = allowed.check(text, known)
            if expected:
                yield text, expected
