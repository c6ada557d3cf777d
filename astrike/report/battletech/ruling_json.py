"""What does the ruling card of a question about classic BattleTech hold as JSON?"""

from collections.abc import Mapping
from typing import Any, Final

from astrike.dataclass import dataclass
from astrike.report.battletech.json_parts import BATTLETECH_EDITION
from astrike.report.schema import TEXT, JsonRecord, JsonShape, key

_OBJECT: Final[JsonShape[Mapping[str, Any]]] = JsonShape({"type": "object"}, dict)


@dataclass(frozen=True, slots=True)
class RulingWords:
    """A question and its answer as people read them."""

    question: str
    verdict: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ClassicRuling:
    """A question with its answer, and by what it was answered."""

    card: str
    question: Mapping[str, Any]
    answer: Mapping[str, Any]
    edition: str
    edition_digest: str
    engine: str
    words: RulingWords


CLASSIC_RULING: Final = JsonRecord[ClassicRuling](
    "",
    key("card", TEXT, help="The card that was asked."),
    key("question", _OBJECT, help="The question, as the API takes it."),
    key("answer", _OBJECT, help="The answer, as the API gives it."),
    BATTLETECH_EDITION,
    key("edition_digest", TEXT, help="Its fingerprint."),
    key("engine", TEXT, help="Version of astrike."),
    key(
        "words",
        JsonRecord[RulingWords](
            "",
            key("question", TEXT, help="The question in words."),
            key("verdict", TEXT, help="What stands large."),
            key("sentence", TEXT, help="The sentence below it."),
        ),
        help="As people read them.",
    ),
)
