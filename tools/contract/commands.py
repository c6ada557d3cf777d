"""Which commands are there, and what does each take? Read from the program's own parser."""

import inspect
from collections.abc import Mapping, Sequence

import click

from tools.contract.block import Block, Row

SETTING = "--environment"
"""An option of every question about a table."""


def command_blocks(program: click.Group) -> Mapping[str, Block]:
    """Give a block for each command, and one for the options of every question about a table."""
    asking = [command for command in program.commands.values() if SETTING in _flags(command)]
    shared = [row for row in _rows(asking[0]) if all(row in _rows(command) for command in asking)]
    return {
        "every question by command": Block(HEAD, tuple(shared)),
        **{
            f"command {name}": _block(program, name, command, shared=shared if command in asking else [])
            for name, command in program.commands.items()
        },
    }


HEAD = ("Option", "Takes", "Default", "What for")


def _block(program: click.Group, name: str, command: click.Command, *, shared: Sequence[Row]) -> Block:
    context = click.Context(command, info_name=name, parent=click.Context(program, info_name=program.name))
    usage = " ".join(command.collect_usage_pieces(context)).replace("[OPTIONS] ", "").replace("[OPTIONS]", "")
    reported = " ".join(inspect.cleandoc(command.help or "").replace("\n\n", " \n").split())
    rows = [row for row in _rows(command) if row not in shared]
    takes = f" {usage}" if usage else ""
    return Block(
        HEAD,
        tuple(rows),
        before=f"`astrike {name}{takes}`\n\n{reported}",
        after="Also the [options of every question](#options-of-every-question)." if shared else "",
    )


def _flags(command: click.Command) -> set[str]:
    return {flag for option in _options(command) for flag in option.opts}


def _rows(command: click.Command) -> list[Row]:
    return [_row(option) for option in _options(command)]


def _options(command: click.Command) -> list[click.Option]:
    """List what a command takes beside its help; a question may describe it."""
    found = command.get_params(click.Context(command, help_option_names=[]))
    return [option for option in found if isinstance(option, click.Option)]


def _row(option: click.Option) -> Row:
    takes = "" if option.is_flag else f"`{option.metavar or _kind(option.type)}`"
    repeated = "may be repeated" if option.multiple else ""
    needed = "needed" if option.required else ""
    default = option.default if option.show_default else None
    return (
        ", ".join(f"`{flag}`" for flag in option.opts),
        "; ".join(part for part in (takes, repeated, needed) if part),
        "" if default is None else f"`{default}`",
        option.help or "",
    )


def _kind(kind: object) -> str:
    if isinstance(kind, click.Choice):
        return "|".join(map(str, kind.choices))
    if isinstance(kind, click.IntRange):
        return f"{kind.min} to {kind.max}" if kind.max is not None else f"{kind.min} or more"
    return str(getattr(kind, "name", "")).upper()
