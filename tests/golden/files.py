"""How questions and answers lie on disk: one JSON text per line, sorted by name, packed with LZMA."""

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).parent / "data"
_PACKING = [{"id": lzma.FILTER_LZMA2, "preset": 6}]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the API about a table, under some editions."""

    name: str
    to: str
    """The last word of the address: ``attack``, ``legal``."""
    table: Mapping[str, object]
    body: Mapping[str, object]
    editions: tuple[str, ...]
    is_long: bool = False
    """Left out unless everything is compared: it takes long."""

    def bodies(self) -> Iterator[tuple[str, dict[str, object]]]:
        """Give the name of every answer and what is sent for it."""
        for edition in self.editions:
            about = {"tables": [self.table]} if self.to == "legal" else {"table": self.table}
            yield f"{self.name} [{edition}]", {**about, **self.body, "edition": edition}


def read_questions(topic: str) -> list[Question]:
    """Read the questions of a topic."""
    return [
        Question(name, to, table, body, tuple(editions), is_long)
        for name, to, table, body, editions, is_long in _read(DATA / "questions" / f"{topic}.json.xz")
    ]


def write_questions(topic: str, questions: Sequence[Question]) -> None:
    """Write the questions of a topic."""
    rows = [[each.name, each.to, each.table, each.body, each.editions, each.is_long] for each in questions]
    names = [(each.name, edition) for each in questions for edition in each.editions]
    assert len(set(names)) == len(names), sorted({n for n in names if names.count(n) > 1})
    _write(DATA / "questions" / f"{topic}.json.xz", rows)


def topics_asked() -> list[str]:
    """Name the topics that have questions."""
    return sorted(path.name.partition(".")[0] for path in (DATA / "questions").glob("*.json.xz"))


def read_answers(room: str, topic: str) -> dict[str, object]:
    """Read what was answered, by name; nothing where nothing was recorded."""
    path = DATA / room / f"{topic}.json.xz"
    return {str(name): answer for name, answer in _read(path)} if path.exists() else {}


def write_answers(room: str, topic: str, answers: Mapping[str, object]) -> None:
    """Write what was answered."""
    _write(DATA / room / f"{topic}.json.xz", sorted(answers.items()))


def _read(path: Path) -> Iterator[list]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        yield from (json.loads(line) for line in file)


def _write(path: Path, rows: Iterable[object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(
        json.dumps(row, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n" for row in rows
    )
    path.write_bytes(lzma.compress(text.encode(), format=lzma.FORMAT_XZ, filters=_PACKING))
