"""How do networks and electronic fields read on a terminal? Explained, at most 78 columns wide."""

from collections.abc import Iterator

from astrike.model.electronics_answer import ElectronicField, NetworkAnswer, NetworksAnswer
from astrike.model.table import Table
from astrike.report.words.names import names_of
from astrike.report.words.numbers import height
from astrike.report.words.pages import page_words
from astrike.report.words.reasons import reason_words
from astrike.report.words.terminal import FOUR_COLUMNS, grid, small_print, with_small_print, wrapped
from astrike.report.words.texts import Names, Translate, listed, untranslated
from astrike.report.words.texts import to_translate as _

ROLE_WORDS = {"master": _("master"), "slave": _("slave"), "peer": _("member")}


def networks_text(answer: NetworksAnswer, table: Table, *, translate: Translate = untranslated) -> str:
    """Explain every network with its members, and every electronic field."""
    names = names_of(table)
    lines: list[str] = []
    for network in answer.networks:
        lines += [*_network_lines(network, names, answer.edition, translate), ""]
    if not answer.networks:
        lines += [translate(_("There are no networks on this table.")), ""]
    if answer.electronic_fields:
        lines.append(translate(_("Electronic fields:")))
        lines += grid(
            [_field_row(each, names, answer.edition, translate) for each in answer.electronic_fields],
            FOUR_COLUMNS,
        )
        lines.append("")
    rows = [*small_print(answer.options_used, (), translate), (translate(_("Edition")), answer.edition)]
    return with_small_print(lines[:-1], rows, translate)


def _network_lines(network: NetworkAnswer, names: Names, edition: str, translate: Translate) -> Iterator[str]:
    state = translate(_("on") if network.on else _("off"))
    yield f"{network.id}: {translate(network.label)} ({page_words(network.cite, edition)}): {state}"
    for member in network.members:
        word = translate(_("on") if member.on else _("off"))
        why = "; ".join(reason_words(each, names, edition, translate) for each in member.reasons)
        role = translate(ROLE_WORDS[member.role])
        yield from wrapped(
            f"  {listed([member.unit], names)} ({role}): {word}{f': {why}' if why else ''}",
            indent="    ",
        )
    for finding in network.findings:
        yield from wrapped(f"  {reason_words(finding, names, edition, translate)}", indent="    ")


def _field_row(
    each: ElectronicField, names: Names, edition: str, translate: Translate
) -> tuple[str, str, str, str]:
    why = ", ".join(reason_words(reason, names, edition, translate) for reason in each.reasons)
    return (
        each.code,
        listed([each.unit], names),
        height(each.radius),
        translate(_("on") if each.on else _("off")) + (f": {why}" if why else ""),
    )
