"""What was asked on the command line, and how is it answered there?

Parses, asks, prints. Exit code 0: answered, also with a no; 2: the question or its file is wrong, and standard
error says everything that is. With --json answers and errors are JSON.
"""

import errno
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

import click

from astrike.errors import AstrikeError, EditionError, InputError, Problem
from astrike.model.movement import MODES
from astrike.report.words import visible
from astrike.web.terminal import cannot_write, complain, lament, read_file, say, say_json, translation

WRONG_QUESTION = 2
DEMOS = ("diagram", "big")

_FLAGS = {
    "modifiers": "--modifier",
    "options": "--option",
    **{
        key: f"--{key}"
        for key in (
            "kind", "weapon", "special", "spotter", "overheat", "secondary", "path", "rolls", "edition",
            "environment", "side", "mode", "facing", "mount", "dismount", "land", "to", "profile",
        )
    },
    "take_off": "--take-off",
}  # fmt: skip
"""How a key of the question is written on the command line."""

_ARGUMENTS = {("move", "path"): "X,Y", ("legal", "tables"): "FILE"}
"""By command: keys of the question that are written without a flag."""

_DISK_FAULTS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
_PLAIN_NUMBER = re.compile(r"\s*[+-]?(?:[0-9]{1,15}(?:\.[0-9]*)?|\.[0-9]+)\s*")
_PATH_POINT = re.compile(r"[+-]?[0-9.]+,[+-]?[0-9.]+")


class Program(click.Group):
    """The group of all commands; turns whatever is wrong into words on standard error and an exit code."""

    def main(  # type: ignore[override]  # click's own has overloads for its two modes; this has one
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run one command and end the process."""
        # Before NumPy comes: with threads of its own its small products can take five times as long.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
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
                complain([Problem("command line", error.format_message(), wanted)], as_json=True)
            else:
                lament(_shown(error))
        except OSError as error:
            # Help and version are printed by click itself.
            if error.errno not in _DISK_FAULTS:
                raise
            code = cannot_write(error)
        except AstrikeError as error:
            code = WRONG_QUESTION
            as_json = _wants_json(given)
            at = "astrike" if as_json else ""
            complain(_problems_of(error, at=at, command=given[0] if given else ""), as_json=as_json)
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


@dataclass(frozen=True, slots=True)
class Wishes:
    """What can be said with every question about a table: its settings, and how the answer is wanted."""

    as_json: bool
    edition: str | None
    options: tuple[str, ...]
    environment: str | None

    def body(self, file: str, **more: object) -> dict[str, object]:
        """Put a question about a file's table into the words of the JSON body."""
        from astrike.formats.jsontext import load_json

        return {"table": load_json(read_file(file)), **self.said(**more)}

    def said(self, **more: object) -> dict[str, object]:
        """Put what was said beside the table into the words of the JSON body; what was not said is left out."""
        said = {
            "edition": self.edition,
            "environment": self.environment,
            "options": _pairs(self.options, "--option") or None,
            **more,
        }
        return {key: value for key, value in said.items() if value is not None}


def questions(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of every question about a table; it gets them as its `wishes`."""

    @wraps(function)
    def command(
        *, as_json: bool, edition: str | None, options: tuple[str, ...], environment: str | None, **given: Any
    ) -> None:
        function(**given, wishes=Wishes(as_json, edition, options, environment))

    for decorate in (
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
        click.option("--environment", metavar="ROW", help="A row of the visual range table, such as night."),
        click.option(
            "--option", "options", metavar="ID=VALUE", multiple=True, help="Settle a disputed point."
        ),
        click.option("--edition", metavar="E", help="ce-5.01, ce-7 or classic-2.3.1."),
    ):
        command = decorate(command)
    return command


@click.group(cls=Program, name="astrike", context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="astrike", message="%(prog)s %(version)s")
def main() -> None:
    """Measure a BattleTech: Alpha Strike table and explain what an attack needs, and why.

    FILE is a table file (.astrike.json), or - for standard input. Negative numbers follow --.
    """


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535))
@click.option("--db", default="./astrike.db", show_default=True, help="The file that keeps the tables.")
@click.option("--lan", is_flag=True, help="Listen on all addresses; prints each, with a QR code.")
@click.option(
    "--demo",
    type=click.Choice(DEMOS),
    is_flag=False,
    flag_value=DEMOS[0],
    help="Offer a demo table on the start page (diagram when not said otherwise).",
)
@click.option("--no-rights", is_flag=True, help="Any code of a table opens everything about it.")
def serve(host: str, port: int, db: str, lan: bool, demo: str | None, no_rights: bool) -> None:
    """Serve the web app until interrupted."""
    from astrike.web.serve import serve as serve_app

    serve_app(host, port, db=Path(db), lan=lan, demo=demo, rights=not no_rights)


@main.command(cls=PathCommand)
@click.argument("file")
@click.argument("attacker", metavar="A")
@click.argument("target", metavar="B")
@click.option("--kind", metavar="K", help="weapon (default), indirect, artillery, melee, charge, dfa ...")
@click.option("--weapon", metavar="CODE", help="An artillery weapon.")
@click.option("--special", metavar="CODE", help="A special ability that attacks, such as TUR, REAR or TOR.")
@click.option("--spotter", metavar="P", help="The unit, or X,Y, that spots.")
@click.option("--overheat", metavar="N", help="Overheat points used, 0 to 4.")
@click.option("--secondary", is_flag=True, help="B is a secondary target.")
@click.option(
    "--modifier", "modifiers", metavar="NAME=N", multiple=True, help="A modifier of the table's own."
)
@click.option(
    "--path", metavar="X,Y ...", multiple=True, help="Points of a flight or charge; give it after B."
)
@click.option("--rolls", metavar="N,N ...", help="Dice rolled.")
@questions
def attack(
    file: str,
    attacker: str,
    target: str,
    *,
    wishes: Wishes,
    overheat: str | None,
    secondary: bool,
    modifiers: tuple[str, ...],
    path: tuple[str, ...],
    rolls: str | None,
    **codes: str | None,
) -> None:
    """May A attack B (a unit or X,Y[,Z]), what does it need, and why?"""
    from astrike.report.answer_json import attack_json
    from astrike.report.text import attack_text
    from astrike.web.asking.attacks import ask_attack

    given = _pairs(modifiers, "--modifier", last=True)
    asked = ask_attack(
        wishes.body(
            file,
            attacker=attacker,
            target=target,
            overheat=None if overheat is None else _number(overheat),
            secondary=secondary or None,
            modifiers={name: _number(value) for name, value in given.items()} or None,
            path=[_numbers(point) for point in path] or None,
            rolls=None if rolls is None else _numbers(rolls),
            **codes,
        ),
        table_at="",
    )
    if wishes.as_json:
        say_json(attack_json(asked.answer))
    else:
        say(attack_text(asked.answer, asked.table, translate=translation()))


@main.command()
@click.argument("file")
@click.argument("attacker", metavar="A")
@click.argument("target", metavar="B")
@questions
def sight(
    file: str,
    attacker: str,
    target: str,
    *,
    wishes: Wishes,
) -> None:
    """Does A see B, and is B in cover?"""
    from astrike.report.answer_json import sight_json
    from astrike.report.text import sight_text
    from astrike.web.asking.attacks import ask_sight

    body = wishes.body(file, attacker=attacker, target=target)
    asked = ask_sight(body, table_at="")
    if wishes.as_json:
        say_json(sight_json(asked.answer))
    else:
        say(sight_text(asked.answer, asked.table, translate=translation()))


@main.command()
@click.argument("file")
@click.option("--side", metavar="S", help="Only the attackers of this side.")
@questions
def matrix(
    file: str,
    *,
    side: str | None,
    wishes: Wishes,
) -> None:
    """What does every attacker need against every enemy?"""
    from astrike.report.answer_json import matrix_json
    from astrike.report.matrix_text import matrix_text
    from astrike.web.asking.attacks import ask_matrix

    asked = ask_matrix(wishes.body(file, side=side), table_at="")
    if wishes.as_json:
        say_json(matrix_json(asked.answers))
    else:
        say(matrix_text(asked.answers, asked.table, translate=translation()))


@main.command()
@click.argument("file")
@click.argument("unit", metavar="A")
@click.argument("path", metavar="X,Y[,Z|roof|inside|surface|under] ...", nargs=-1)
@click.option("--mode", metavar="M", help=f"{', '.join(MODES)}; else what fits the card and state.")
@click.option("--facing", metavar="D", help="Degrees at the end.")
@click.option("--mount", metavar="T", help="Board this transport at the end.")
@click.option("--dismount", metavar="T", help="Leave this transport at the start.")
@click.option("--land", is_flag=True, help="Land at the end.")
@click.option("--take-off", is_flag=True, help="Take off at the start.")
@questions
def move(
    file: str,
    unit: str,
    path: tuple[str, ...],
    *,
    wishes: Wishes,
    facing: str | None,
    land: bool,
    take_off: bool,
    **words: str | None,
) -> None:
    """May A go there along this path, and at what cost?"""
    from astrike.report.move_json import move_json
    from astrike.report.move_text import move_text
    from astrike.web.asking.moves import ask_move

    asked = ask_move(
        wishes.body(
            file,
            unit=unit,
            path=[_numbers(point) for point in path],
            facing=None if facing is None else _number(facing),
            land=land or None,
            take_off=take_off or None,
            **words,
        ),
        table_at="",
    )
    if wishes.as_json:
        say_json(move_json(asked.answer))
    else:
        say(move_text(asked.answer, asked.table, translate=translation()))


@main.command()
@click.argument("file")
@click.argument("unit", metavar="A")
@click.option("--mode", metavar="M", help=f"{', '.join(MODES)}; else what fits the card and state.")
@click.option("--to", metavar="X,Y", help="Also find the cheapest way to this point.")
@questions
def reach(
    file: str,
    unit: str,
    *,
    wishes: Wishes,
    mode: str | None,
    to: str | None,
) -> None:
    """Where can A end its move?"""
    from astrike.report.move_json import reach_json
    from astrike.report.move_text import reach_text
    from astrike.web.asking.moves import ask_reach

    asked = ask_reach(
        wishes.body(file, unit=unit, mode=mode, to=None if to is None else _numbers(to)),
        table_at="",
    )
    if wishes.as_json:
        say_json(reach_json(asked.answer, route=asked.route))
    else:
        say(reach_text(asked.answer, asked.table, to=asked.to, route=asked.route, translate=translation()))


@main.command()
@click.argument("file")
@click.argument("unit", metavar="A")
@questions
def unit(
    file: str,
    unit: str,
    *,
    wishes: Wishes,
) -> None:
    """What are A's Move, TMM, arcs and modifiers now, and why?"""
    from astrike.report.move_json import unit_json
    from astrike.report.move_text import unit_text
    from astrike.web.asking.moves import ask_unit

    asked = ask_unit(wishes.body(file, unit=unit), table_at="")
    if wishes.as_json:
        say_json(unit_json(asked.answer))
    else:
        say(unit_text(asked.answer, asked.table, translate=translation()))


@main.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--profile", metavar="P", help="An event's rules for layouts.")
@questions
def legal(
    files: tuple[str, ...],
    *,
    profile: str | None,
    wishes: Wishes,
) -> None:
    """What is wrong with a table, or with several?"""
    from astrike.report.move_json import files_json, legal_json
    from astrike.report.move_text import legal_text
    from astrike.web.asking.legal import ask_legal

    several = len(files) > 1
    said = wishes.said(profile=profile)
    body = {"tables": _documents(files), **said}
    checked = ask_legal(body, tables_at=files if several else [""])
    if wishes.as_json:
        answers = [legal_json(each.findings, skipped=each.skipped, figures=each.figures) for each in checked]
        say_json(files_json(answers, files))
        return
    texts = [
        legal_text(
            each.findings,
            each.table,
            skipped=tuple(each.skipped.values()),
            title=file if several else "",
            translate=translation(),
        )
        for file, each in zip(files, checked, strict=True)
    ]
    say("\n\n\n".join(texts))


@main.command()
@click.argument("pair", metavar="[A B]", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def editions(pair: tuple[str, ...], *, as_json: bool) -> None:
    """List the editions of the rules, or show where two differ."""
    from astrike.editions.compare import differences
    from astrike.editions.loader import DEFAULT, IDS, load_edition
    from astrike.report.answer_json import differences_json, editions_json
    from astrike.report.editions_text import differences_text, editions_text

    if len(pair) not in (0, 2):
        raise click.UsageError("Name no edition or two: A B.", click.get_current_context())
    problems = [
        Problem(place, visible(repr(each)), f"one of {', '.join(IDS)}")
        for place, each in zip("AB", pair, strict=False)
        if each not in IDS
    ]
    if problems:
        raise InputError(problems)
    if not pair:
        all_editions = [load_edition(each) for each in IDS]
        if as_json:
            say_json(editions_json(all_editions, default=DEFAULT))
        else:
            say(editions_text(all_editions, default=DEFAULT, translate=translation()))
        return
    first, second = (load_edition(each) for each in pair)
    rows = differences(first, second)
    if as_json:
        say_json(differences_json(rows))
    else:
        say(differences_text(rows, first, second, translate=translation()))


# ---- words of the command line


def _documents(files: Sequence[str]) -> list[object]:
    """Read files of JSON; what is wrong with any of them is said at once."""
    from astrike.formats.jsontext import FILE, load_json

    found: list[object] = []
    problems: list[Problem] = []
    for file in files:
        try:
            found.append(load_json(read_file(file)))
        except InputError as error:
            is_named = len(files) > 1
            problems += (
                replace(each, at=file) if is_named and each.at == FILE else each for each in error.problems
            )
    if problems:
        raise InputError(problems)
    return found


def _pairs(words: Sequence[str], flag: str, *, last: bool = False) -> dict[str, str]:
    """Split NAME=VALUE at the first sign, or at the last; without one there is no value, which is refused later."""
    found: dict[str, str] = {}
    for word in words:
        name, sign, value = word.rpartition("=") if last else word.partition("=")
        if not sign:
            name, value = word, ""
        if name in found:
            raise InputError([Problem(flag, f"{visible(repr(name))} twice", "each name once")])
        found[name] = value
    return found


def _number(word: str) -> object:
    """Give the number that a word is; what is none stays a word, for the reader to refuse."""
    if not _PLAIN_NUMBER.fullmatch(word):
        return word
    return float(word) if "." in word else int(word)


def _numbers(words: str) -> list[object]:
    return [_number(word) for word in words.split(",")]


def _wants_json(words: Sequence[str]) -> bool:
    return "--json" in (words[: words.index("--")] if "--" in words else words)


def _shown(error: click.ClickException) -> str:
    """Give the words with which click shows its error."""
    shown = StringIO()
    error.show(shown)
    return shown.getvalue().rstrip("\n")


def _problems_of(error: AstrikeError, *, at: str, command: str) -> list[Problem]:
    match error:
        case InputError():
            return [_on_the_command_line(problem, command) for problem in error.problems]
        case EditionError():
            return [Problem("editions", sentence, "complete tables") for sentence in error.problems]
        case _:
            return [Problem(at, error.message, "")]


def _on_the_command_line(problem: Problem, command: str) -> Problem:
    """Name the flag, or the argument, instead of the question's key.

    >>> _on_the_command_line(Problem('options["sight.max"]', "'x'", "a number"), "attack").at
    '--option sight.max'
    >>> _on_the_command_line(Problem("path[1]", "[1]", "[x, y]"), "move").at
    'X,Y 2'
    """
    key = re.split(r"[.\[]", problem.at)[0]
    inside = problem.at[len(key) :]
    if (command, key) in _ARGUMENTS:
        number = re.match(r"\[(\d+)\]", inside)
        place = f" {int(number[1]) + 1}" if number else ""
        return replace(problem, at=f"{_ARGUMENTS[command, key]}{place}")
    if key not in _FLAGS:
        return problem
    name = json.loads(inside[1:-1]) if inside.startswith('["') else inside.removeprefix(".")
    return replace(problem, at=f"{_FLAGS[key]} {name}".strip())
