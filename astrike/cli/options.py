"""How is a question written on the command line, and how are mistakes in it reported?

Words, numbers, names with values, and the settings that every question takes; the commands are defined elsewhere.
Exit code 2 means that the question or its file is wrong; standard error then lists every problem.
"""

import errno
import gc
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import StringIO
from typing import Any, NoReturn

import click

from astrike.errors import AstrikeError, EditionError, InputError, Problem, StorageError
from astrike.formats.json_text import DoubledKeys, made_from
from astrike.formats.typed_words import fact_in, number_in, sum_in
from astrike.model.question_schema import (
    AngleField,
    FlatPointField,
    ListField,
    NamedField,
    NumberField,
    OptionValuesField,
    PathPointField,
    QuestionField,
    TableSizeField,
    TextField,
    WholeField,
    YesNoField,
    members_of,
)
from astrike.report.words.texts import visible
from astrike.web.server.terminal import cannot_write, print_failure, print_problems, read_file

WRONG_QUESTION = 2
CHECK_FAILED = 1
"""What was asked about is not as it has to be, and the exit code was to say so."""
CHECK_HELP = "Exit code 1 where something fails."

_FLAGS = {"to": "--to", "kind": "--kind", "height": "--height", "width": "--size", "depth": "--size"}
"""How a key is written on the command line that no question describes."""
_WORD = re.compile(r"[\w,]+")
"""The part of an argument's name in the help that problems call it by: `X,Y` of `X,Y[,Z] ...`."""

_MOST_YOUNG = 250_000
"""New objects between two looks for garbage: more than all modules make, which come to stay."""
_DISK_FAULTS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
_PATH_POINT = re.compile(r"[+-]?[0-9.]+,[+-]?[0-9.]+(?:,(?:[+-]?[0-9.]+|[a-z]+))?")


class Program(click.Group):
    """The group of all commands; turns whatever is wrong into words on standard error and an exit code."""

    def main(  # type: ignore[override]  # click's own has overloads for its two modes; this has one
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run one command and end the process."""
        # Before NumPy comes: with threads of its own its small products can take five times as long.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        gc.set_threshold(_MOST_YOUNG)
        given = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        try:
            code = super().main(given, prog_name or "astrike", **extra)
        except click.Abort:
            code = 130
        except click.ClickException as error:
            code = error.exit_code
            if _wants_json(given):
                wanted = (
                    f"{error.ctx.command_path} --help"
                    if isinstance(error, click.UsageError) and error.ctx
                    else ""
                )
                print_problems([Problem("command line", error.format_message(), wanted)], as_json=True)
            else:
                print_failure(_shown(error))
        except OSError as error:
            # Help and version are printed by click itself.
            if error.errno not in _DISK_FAULTS:
                raise
            code = cannot_write(error)
        except AstrikeError as error:
            code = WRONG_QUESTION
            as_json = _wants_json(given)
            at = "astrike" if as_json else ""
            command = self.commands.get(given[0], self) if given else self
            print_problems(_problems_of(error, at=at, command=command), as_json=as_json)
        sys.exit(code if isinstance(code, int) else 0)


class PathCommand(click.Command):
    """A command whose --path takes as many points as follow it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give every point after --path a --path of its own, which is what click understands."""
        meant: list[str] = []
        in_path = False
        for word in args:
            if in_path and _PATH_POINT.fullmatch(word) and meant[-1] != "--path":
                meant.append("--path")
            in_path = word == "--path" or (in_path and bool(_PATH_POINT.fullmatch(word)))
            meant.append(word)
        return super().parse_args(ctx, meant)


class QuestionCommand(PathCommand):
    """A command that asks a question; its arguments and options are those that the question describes.

    What was given comes to the command as `asked`, in the words of the JSON body; what was not is left out of it.
    """

    def __init__(self, *args: Any, question: str, **extra: Any) -> None:
        super().__init__(*args, **extra)
        self._question = question

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Give what the question describes, between the command's own arguments and its own options."""
        own = super().get_params(ctx)
        described = [_parameter(member) for member in self._members() if _is_on_commands(member)]
        arguments = [each for each in (*own, *described) if isinstance(each, click.Argument)]
        options = [each for each in (*described, *own) if isinstance(each, click.Option)]
        return [*arguments, *options]

    def invoke(self, ctx: click.Context) -> Any:
        """Put what was given together and run the command."""
        asked = {
            member.name: _asked(member, ctx.params.pop(member.name))
            for member in self._members()
            if _is_on_commands(member)
        }
        ctx.params["asked"] = {key: value for key, value in asked.items() if value is not None}
        return super().invoke(ctx)

    def place_of(self, key: str, inside: str) -> str | None:
        """Name the argument or option that a key of the question is written with; None for other keys."""
        member = next((each for each in self._members() if each.name == key), None)
        if member is None:
            return None
        if not member.described.argument:
            return member.option and f"{member.option} {_name_of(inside)}".strip()
        word, number = _WORD.search(member.described.argument), re.match(r"\[(\d+)\]", inside)
        return f"{word and word[0]}{f' {int(number[1]) + 1}' if number else ''}"

    def _members(self) -> tuple[QuestionField, ...]:
        from astrike.cli.requests import questions_of_commands
        from astrike.web.questions.shared_fields import settings_of

        question = questions_of_commands()[self._question]
        return (*members_of(question), *settings_of(question))


def _is_on_commands(member: QuestionField) -> bool:
    return bool(member.described.argument) or member.option is not None


def _parameter(member: QuestionField) -> click.Parameter:
    """Make the argument or option of a field."""
    described = member.described
    holds = described.holds
    is_repeated = isinstance(holds, NamedField | OptionValuesField) or (
        isinstance(holds, ListField) and not isinstance(holds.of, WholeField)
    )
    if described.argument:
        return click.Argument(
            [member.name],
            metavar=described.argument,
            nargs=-1 if is_repeated else 1,
            required=member.is_needed and described.left_out_with is None,
        )
    names = [str(member.option), member.name]
    if isinstance(holds, YesNoField):
        return click.Option(names, is_flag=True, help=described.help)
    return click.Option(
        names,
        metavar=described.metavar,
        multiple=is_repeated,
        required=member.is_needed,
        help=described.help,
    )


def _asked(member: QuestionField, given: Any) -> object:
    """Give what was written for a field in the words of the JSON body, a file by its name; None where nothing was."""
    match member.described.holds:
        case YesNoField():
            return given or None
        case NamedField(WholeField() | NumberField()):
            pairs = pairs_of(given, last=True)
            return made_from(pairs, {name: number_of(str(value)) for name, value in pairs.items()}) or None
        case NamedField(TextField()):
            return pairs_of(given, last=True) or None
        case NamedField():
            return choices_of(given)
        case OptionValuesField():
            return pairs_of(given) or None
        case ListField(PathPointField()):
            return [numbers_of(point) for point in given] or None
        case ListField(WholeField()):
            return None if given is None else dice_of(given)
        case ListField():
            return list(given) or None
        case WholeField() | NumberField() | AngleField():
            return None if given is None else number_of(given)
        case PathPointField() | FlatPointField() | TableSizeField():
            return None if given is None else numbers_of(given)
        case _:
            return given


def as_json_option(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command print its answer as JSON."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


# ---- words of the command line


def table_of(file: str) -> object:
    """Read a table; problems with its file are reported together with all others."""
    from astrike.web.questions.body import UnreadFile

    try:
        return _table_in(file)
    except InputError as error:
        return UnreadFile(error.problems)


def _table_in(file: str) -> object:
    """Read a table; another tool's map is placed as its reader proposes, and standard error says so."""
    from astrike.formats.encodings import LARGEST_IMPORT
    from astrike.web.questions.table_files import table_in

    data = read_file(file, most=LARGEST_IMPORT)
    document, label = table_in(data, name=file)
    if label:
        print_failure(
            f"astrike: {visible(file)}: {label}, laid as it proposes itself; astrike convert says what was guessed"
        )
    return document


def documents_of(files: Sequence[str]) -> list[object]:
    """Read files of JSON, or maps of other tools; problems with any are reported together with all others."""
    from astrike.formats.json_text import FILE
    from astrike.web.questions.body import UnreadFile

    found: list[object] = []
    if files.count("-") > 1:
        raise InputError([Problem("-", f"standard input {files.count('-')} times", "it once")])
    for file in files:
        try:
            found.append(_table_in(file))
        except InputError as error:
            named = (
                replace(each, at=file if each.at in (FILE, file) else f"{file}, {each.at}")
                for each in error.problems
            )
            found.append(UnreadFile(error.problems if len(files) == 1 else named))
    return found


def preset_of(word: str) -> object:
    """Give the preset of a file that ends in .toml or .json; every other word stays what it is, an id."""
    if not word.lower().endswith((".toml", ".json")):
        return word
    from astrike.presets.loader import parse_preset
    from astrike.web.questions.body import UnreadFile

    try:
        return parse_preset(read_file(word).decode("utf-8", "replace"), at="profile")
    except InputError as error:
        return UnreadFile(error.problems)


def pairs_of(words: Sequence[str], *, last: bool = False) -> dict[str, object]:
    """Split NAME=VALUE at the first sign, or at the last; a name twice, or without a value, is refused later."""
    found: dict[str, object] = {}
    twice: list[str] = []
    for word in words:
        name, sign, value = word.rpartition("=") if last else word.partition("=")
        if not sign:
            name, value = word, ""
        if name in found:
            twice.append(name)
        found[name] = value
    return DoubledKeys(found, tuple(dict.fromkeys(twice))) if twice else found


def number_of(word: str) -> object:
    """Give the number that a word is; what is none stays a word, for the reader to refuse."""
    number = number_in(word)
    return word if number is None else number


def dice_of(words: str) -> list[object]:
    """Give the numbers that stand between commas, dice that count together as their sum.

    >>> dice_of("8,3+5,x")
    [8, 8, 'x']
    """
    return [word if (number := sum_in(word)) is None else number for word in words.split(",")]


def numbers_of(words: str) -> list[object]:
    """Give the numbers that stand between commas."""
    return [number_of(word) for word in words.split(",")]


def _wants_json(words: Sequence[str]) -> bool:
    return "--json" in (words[: words.index("--")] if "--" in words else words)


def _shown(error: click.ClickException) -> str:
    """Give the words with which click shows its error."""
    shown = StringIO()
    error.show(shown)
    return shown.getvalue().rstrip("\n")


def _problems_of(error: AstrikeError, *, at: str, command: click.Command) -> list[Problem]:
    match error:
        case InputError():
            return [_on_the_command_line(problem, command) for problem in error.problems]
        case StorageError() if error.path is not None:
            return [Problem(str(error.path), error.message, "")]
        case EditionError():
            return [Problem("editions", sentence, "complete tables") for sentence in error.problems]
        case _:
            return [Problem(at, error.message, "")]


def _on_the_command_line(problem: Problem, command: click.Command) -> Problem:
    """Name the flag, or the argument, instead of the question's key.

    >>> move = QuestionCommand("move", question="move")
    >>> _on_the_command_line(Problem('options["sight.max"]', "'x'", "a number"), move).at
    '--option sight.max'
    >>> _on_the_command_line(Problem("path[1]", "[1]", "[x, y]"), move).at
    'X,Y 2'
    """
    key = re.split(r"[.\[]", problem.at)[0]
    inside = problem.at[len(key) :]
    place = command.place_of(key, inside) if isinstance(command, QuestionCommand) else None
    if place is None and key in _FLAGS:
        place = f"{_FLAGS[key]} {_name_of(inside)}".strip()
    return problem if place is None else replace(problem, at=place)


def _name_of(inside: str) -> str:
    """Give the name that stands behind a key.

    >>> _name_of('["sight.max"]'), _name_of(".clock"), _name_of("")
    ('sight.max', 'clock', '')
    """
    return str(json.loads(inside[1:-1])) if inside.startswith('["') else inside.removeprefix(".")


def choices_of(words: Sequence[str]) -> dict[str, object] | None:
    """Read NAME or NAME=VALUE; a name alone is a yes."""
    pairs = pairs_of([word if "=" in word else f"{word}=true" for word in words])
    return made_from(pairs, {name: fact_in(str(value)) for name, value in pairs.items()}) or None
