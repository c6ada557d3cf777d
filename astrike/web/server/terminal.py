"""How does a terminal, or a program at its other end, give the program a file and get its output?

Nothing here fails with a traceback: files that cannot be read are reported as problems, and a reader that closes its
end early is not an error.
"""

import gettext
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import click

from astrike.errors import InputError, Problem
from astrike.formats.json_text import MAX_BYTES
from astrike.report.words.texts import Translate, visible
from astrike.web.http.assets import locale_dir

CANNOT_WRITE = 1
"""Exit code for an answer that could not be printed, to a full disk for instance."""
STANDARD_INPUT = "-"


def translation() -> Translate:
    """Give the translation into the language of this terminal, where we have one."""
    return gettext.translation("astrike", locale_dir(), fallback=True).gettext


def read_file(file: str, *, most: int = MAX_BYTES) -> bytes:
    """Read a file, or standard input; never more than so many bytes, as many as a table file may have."""
    name = "standard input" if file == STANDARD_INPUT else file
    data, found = b"", ""
    try:
        if not file:
            found = "nothing"
        elif file != STANDARD_INPUT:
            with Path(file).open("rb") as opened:
                data = opened.read(most + 1)
        elif sys.stdin is None:
            found = "nothing: it is closed"
        else:
            data = sys.stdin.buffer.read(most + 1)
        if len(data) > most:
            found = f"more than {most:,} bytes"
    except FileNotFoundError:
        found = "no such file"
    except IsADirectoryError:
        found = "a folder"
    except PermissionError:
        found = "a file that may not be read"
    except (OSError, ValueError) as error:
        found = f"what cannot be read ({getattr(error, 'strerror', None) or error})"
    if found:
        what = "a table file" if most == MAX_BYTES else "a file"
        expected = f"{what} of at most {most:,} bytes, or - for standard input"
        raise InputError([Problem(visible(name) or "FILE", found, expected)])
    return data


def write_file(file: str, data: bytes) -> None:
    """Write a file whole or not at all, or standard output; raise `InputError` where that cannot be."""
    if file == STANDARD_INPUT:
        if sys.stdout is not None:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        return
    path = Path(file)
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        expected = "a file that can be written, or - for standard output"
        raise InputError([Problem(visible(file) or "OUT", error.strerror or str(error), expected)]) from error


def print_text(text: str) -> None:
    """Print an answer; a reader who has seen enough and left is no error."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    shown = text if _fits(text, encoding) else text.encode(encoding, "replace").decode(encoding)
    try:
        click.echo(shown)
    except BrokenPipeError:
        _discard_the_rest(sys.stdout)
    except OSError as error:
        sys.exit(cannot_write(error))


def cannot_write(error: OSError) -> int:
    """Say that an answer could not be printed, and give the exit code for that."""
    _discard_the_rest(sys.stdout)
    print_failure(f"astrike: the answer cannot be written: {error.strerror or error}")
    return CANNOT_WRITE


def print_json(answer: Mapping[str, object]) -> None:
    """Print an answer as JSON, in letters that the terminal has."""
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print_text(text if _fits(text, encoding) else json.dumps(answer, allow_nan=False))


def print_problems(problems: Sequence[Problem], *, as_json: bool) -> None:
    """Say on standard error everything that is wrong."""
    if as_json:
        errors = [{"at": each.at, "found": each.found, "expected": each.expected} for each in problems]
        text = json.dumps({"errors": errors})
    else:
        text = "\n".join(f"astrike: {visible(_sentence(each))}" for each in problems)
    print_failure(text)


def print_failure(text: str) -> None:
    """Write on standard error; when that does not work either, there is nobody left to tell."""
    if sys.stderr is None:
        return
    try:
        click.echo(text, err=True)
    except OSError:
        _discard_the_rest(sys.stderr)


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _discard_the_rest(stream: TextIO) -> None:
    """Let what is still in the buffer go nowhere, or Python would complain about it when it ends."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _sentence(problem: Problem) -> str:
    if not problem.at:
        return problem.found
    return problem.sentence if problem.expected else f"{problem.at}: {problem.found}"
