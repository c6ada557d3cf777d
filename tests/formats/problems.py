"""What is wrong with a document, for tests."""

import pytest

from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document


def problems_of(document: object) -> tuple[Problem, ...]:
    """All problems of a document that has some."""
    with pytest.raises(InputError) as caught:
        parse_document(document)
    return caught.value.problems


def places(document: object) -> set[str]:
    """Where the problems are; no two at one place."""
    found = [problem.at for problem in problems_of(document)]
    assert len(found) == len(set(found)), found
    return set(found)
