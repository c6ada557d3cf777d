"""How a comparison reads: what differs most, then file by file."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tests.golden.compare import Difference, shown

MOST_KINDS: Final = 25
MOST_ANSWERS: Final = 6
"""Of one file."""
MOST_PLACES: Final = 6
"""Of one answer."""


def report(found: Sequence[Difference], stale: Iterable[str]) -> Iterator[str]:
    """Give the lines of the report; nothing when everything is as it was."""
    yield from (f"Stale entry in differences.toml, it matches nothing: {each}" for each in stale)
    if not found:
        return
    yield f"{len(found):,} differences in {len({(e.room, e.topic, e.name) for e in found}):,} answers. By kind:"
    kinds = Counter((each.kind, each.key, shown(each.old, 60), shown(each.new, 60)) for each in found)
    for (kind, key, old, new), count in kinds.most_common(MOST_KINDS):
        stated = {"changed": f"{old} -> {new}", "added": f"new: {new}", "removed": f"gone: {old}"}[kind]
        yield f"  {count:6,} x {key or 'the whole answer'}: {stated}"
    if len(kinds) > MOST_KINDS:
        yield f"  ... and {len(kinds) - MOST_KINDS:,} more kinds"
    files: dict[str, dict[str, list[Difference]]] = defaultdict(lambda: defaultdict(list))
    for each in found:
        files[f"{each.room}/{each.topic}"][each.name].append(each)
    for file, answers in sorted(files.items()):
        yield f"{file}: {sum(map(len, answers.values())):,} differences in {len(answers):,} answers"
        for name, places in list(answers.items())[:MOST_ANSWERS]:
            yield f"  {name}"
            yield from (f"    {each.text()}" for each in places[:MOST_PLACES])
            if len(places) > MOST_PLACES:
                yield f"    ... and {len(places) - MOST_PLACES:,} more"
        if len(answers) > MOST_ANSWERS:
            yield f"  ... and {len(answers) - MOST_ANSWERS:,} more answers"
