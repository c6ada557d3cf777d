"""How is a great deal said in a few notes?"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from astrike.model.notes import Note

MOST_NOTES: Final = 80
"""More than anybody reads."""


def summed(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Give notes as they are, or those that say the same as one where there are too many.

    >>> [note.sentence for note in summed(Note(f"tree {n}", "left out") for n in range(1000))]
    ['left out (1000 times)']
    """
    given = tuple(notes)
    if len(given) <= MOST_NOTES:
        return given
    words: Counter[str] = Counter()
    for note in given:
        words[note.words] += note.count
    few = tuple(Note("", said, count) for said, count in words.most_common(MOST_NOTES))
    more = sum(words.values()) - sum(note.count for note in few)
    return (*few, Note("", "said besides, too much to list", more)) if more else few
