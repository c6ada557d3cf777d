"""What do the presets prescribe, from which source, and how certain is each figure? Each can be downloaded."""

from collections.abc import Iterator

from flask import Response

from astrike.dataclass import dataclass
from astrike.model.explain import Citation
from astrike.presets.laying_order import LAYING_ORDERS
from astrike.presets.list_schema import ListLimit
from astrike.presets.loader import DATA, IDS, load_preset
from astrike.presets.scenario_schema import ScenarioToken
from astrike.presets.schema import LIMITS, Preset
from astrike.report.layout.sentences import bounds_words, general_words, terrain_words
from astrike.rulebook.loader import DEFAULT_EDITION
from astrike.rules.layout.limit_checks import general_key
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import download_of, show

_UNITS = {"value": "pv", "unit-value": "pv", "share": "share"}

_NO_SOURCE = Citation("", None)


@dataclass(frozen=True, slots=True)
class PresetFigure:
    """One figure that a preset prescribes."""

    label: str
    value: str
    cite: Citation
    confidence: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PresetPart:
    """Figures that belong together."""

    title: str
    figures: tuple[PresetFigure, ...]


@dataclass(frozen=True, slots=True)
class PresetsContext:
    """All presets that come along."""

    presets: tuple[Preset, ...]


@dataclass(frozen=True, slots=True)
class PresetContext:
    """One preset, part by part."""

    preset: Preset
    edition: str
    """Id of the edition that it is for."""
    parts: tuple[PresetPart, ...]


def show_presets() -> str:
    """Show which presets there are."""
    return show("layout/presets.html", PresetsContext(tuple(load_preset(each) for each in IDS)))


def show_preset(preset_id: str) -> str:
    """Show what a preset prescribes."""
    preset = load_preset(preset_id)
    parts = (
        PresetPart(_("Event"), tuple(_event(preset))),
        PresetPart(_("Lists"), tuple(_lists(preset))),
        PresetPart(_("In one game"), tuple(_limit(each) for each in preset.lists.game)),
        PresetPart(_("Layout"), tuple(_layout(preset))),
        PresetPart(_("Deployment"), tuple(_deployments(preset))),
        PresetPart(_("Scenarios"), tuple(_scenarios(preset))),
        PresetPart(_("Besides units"), tuple(_extras(preset))),
        PresetPart(
            _("Optional rules"),
            tuple(PresetFigure(tr(e.label), "", _reported(e.ref), e.confidence) for e in preset.rules),
        ),
    )
    shown = tuple(part for part in parts if part.figures)
    return show("layout/preset.html", PresetContext(preset, preset.edition or DEFAULT_EDITION, shown))


def download_preset(preset_id: str) -> Response:
    """Give a preset as the file it is kept in."""
    preset = load_preset(preset_id)
    data = (DATA / f"{preset.id}.toml").read_bytes()
    return download_of(data, name=preset.id, extension=".toml", media_type="application/toml")


def _event(preset: Preset) -> Iterator[PresetFigure]:
    if preset.table is not None:
        size = f"{preset.table.width:g} × {preset.table.depth:g}″"
        text = size if preset.table.is_only else _("%(size)s to begin with", size=size)
        yield PresetFigure(_("Table"), text, _NO_SOURCE, preset.table.confidence)
    yield PresetFigure(
        _("Base that has to pass"), f"{preset.base:g}″", _NO_SOURCE, preset.confidence_of("base")
    )
    if preset.bases:
        widths = ", ".join(f"{key} {width:g}″" for key, width in preset.bases.items())
        yield PresetFigure(_("Widths of bases"), widths, _NO_SOURCE, preset.confidence_of("bases"))
    if preset.tolerance is not None:
        yield PresetFigure(
            _("Tolerance"), f"{preset.tolerance:g}″", _NO_SOURCE, preset.confidence_of("tolerance")
        )
    yield PresetFigure(_("Edition"), preset.edition or DEFAULT_EDITION, _NO_SOURCE, "")
    for key, label, value in (
        ("clock.rounds", _("Rounds"), preset.clock.rounds),
        ("clock.minutes", _("Minutes a game"), preset.clock.minutes),
        ("clock.turns", _("Turns"), preset.clock.turns),
    ):
        if value is not None:
            yield PresetFigure(label, f"{value:g}", _NO_SOURCE, preset.confidence_of(key))
    for option, wanted in preset.options.items():
        yield PresetFigure(option, str(wanted).lower(), _NO_SOURCE, preset.confidence_of(f"options.{option}"))


def _lists(preset: Preset) -> Iterator[PresetFigure]:
    lists = preset.lists
    if lists.types:
        yield PresetFigure(
            _("Types of units"), ", ".join(lists.types), _reported(lists.types_ref), preset.confidence
        )
    if lists.forbidden:
        codes = ", ".join(lists.forbidden)
        yield PresetFigure(
            _("Special abilities that nobody may have"),
            codes,
            _reported(lists.forbidden_ref),
            preset.confidence,
        )
    yield from (_limit(each) for each in lists.limits)
    if lists.hitch:
        yield PresetFigure(
            _("Trailers need a unit with a hitch"), "", _reported(lists.hitch_ref), preset.confidence
        )
    yield from (
        PresetFigure(tr(each.label), "", _reported(each.ref), preset.confidence) for each in lists.by_hand
    )


def _reported(source: str) -> Citation:
    """Cite what an organizer names; that is no page of a printing."""
    return Citation(source, None)


def _limit(limit: ListLimit) -> PresetFigure:
    said = bounds_words(limit.at_least, limit.at_most, _UNITS.get(limit.measure, "count"), translate=tr)
    return PresetFigure(
        tr(limit.label),
        _("none, or %(said)s", said=said) if limit.or_none else said,
        _reported(limit.ref),
        limit.confidence,
    )


def _layout(preset: Preset) -> Iterator[PresetFigure]:
    if preset.layout.symmetry:
        yield PresetFigure(_("Symmetry"), tr(preset.layout.symmetry), _NO_SOURCE, preset.confidence)
    if preset.layout.quadrants:
        yield PresetFigure(
            _("Order of laying terrain"),
            tr(preset.layout.quadrants),
            LAYING_ORDERS[preset.layout.quadrants].cite,
            preset.confidence_of("layout.quadrants"),
        )
    for key, limit in preset.layout.limits.items():
        kind = LIMITS[general_key(key)]
        label = tr(kind.label)
        if general_words(f"layout.{key}").find("KIND") > 0:
            label = f"{terrain_words(key.split('.')[1], translate=tr)}: {label}"
        said = bounds_words(limit.at_least, limit.at_most, kind.unit, translate=tr)
        yield PresetFigure(label, said, limit.cite, limit.confidence)


def _deployments(preset: Preset) -> Iterator[PresetFigure]:
    for each in preset.deployments:
        zones = [f"{tr(zone.side)}: {tr(zone.rule)} {zone.inches:g}″" for zone in each.zones]
        if each.apart is not None:
            zones.append(_("enemies %(inches)s apart", inches=f"{each.apart:g}″"))
        yield PresetFigure(tr(each.label), "; ".join(zones), each.cite, each.confidence, tr(each.note))


def _scenarios(preset: Preset) -> Iterator[PresetFigure]:
    for each in preset.scenarios:
        said = []
        if each.plays_to is not None:
            said.append(_("to %(points)s points", points=f"{each.plays_to:g}"))
        if each.turns is not None:
            said.append(_("%(turns)s turns", turns=each.turns))
        tokens = [_token(token) for token in each.tokens]
        note = " ".join(filter(None, (tr(each.note), *tokens)))
        yield PresetFigure(tr(each.label), ", ".join(said), each.cite, each.confidence, note)


def _token(token: ScenarioToken) -> str:
    """State where an objective token is and who holds it."""
    texts = (
        (_("%(n)s from the own edge at least"), token.from_home),
        (_("%(n)s from the enemy edge at least"), token.from_enemy),
        (_("%(n)s from the enemy edge at most"), token.near_enemy),
        (_("%(n)s from the centre at most"), token.near_centre),
        (_("%(n)s apart"), token.apart),
        (_("held within %(n)s") if token.hold else _("held by base contact"), token.hold),
        (_("denied within %(n)s"), token.deny),
    )
    said = [text.replace("%(n)s", f"{inches:g}″") for text, inches in texts if inches is not None]
    label = tr(token.label) if token.count is None else f"{token.count} × {tr(token.label)}"
    return f"{label}: {', '.join(said)}." if said else f"{label}."


def _extras(preset: Preset) -> Iterator[PresetFigure]:
    for each in preset.lists.extras:
        said = f"{each.value:g} {each.currency}"
        if each.at_most is not None:
            said = _("%(value)s, at most %(count)s", value=said, count=each.at_most)
        yield PresetFigure(tr(each.label), said, each.cite, each.confidence)
