"""What does astrike run on, and under which licenses?

Read from the packages that are installed and from what ships with astrike; each is listed by name with its text.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import NotFound
from astrike.web.http.assets import static_dir
from astrike.web.http.i18n import _
from astrike.web.http.responses import show

SELF: Final = "astrike"

_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")

_TEXTS: Final = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)

_NAMED_BY: Final = {
    "Permission is hereby granted, free of charge, to any person obtaining a copy": "MIT",
    "Mozilla Public License": "MPL-2.0",
    "Apache License": "Apache-2.0",
    "Redistribution and use in source and binary forms": "BSD",
}
"""Of a package that names none: what its text is known by."""

_SHORT: Final = 60
"""Letters of what names a license; more is its text."""

_FONTS: Final = Path(__file__).parents[2] / "report" / "paper" / "fonts"


@dataclass(frozen=True, slots=True)
class LicensedPart:
    """Something that astrike runs on or brings along."""

    key: str
    name: str
    version: str
    license: str
    texts: tuple[str, ...]
    """The texts of its license, as it comes with them."""


@cache
def licensed() -> tuple[LicensedPart, ...]:
    """List everything by name: what ships with astrike, what is installed for it, and what that needs."""
    found = [*_shipped(), *map(_installed, _needed())]
    return tuple(sorted(found, key=lambda each: each.key))


def key_of(name: str) -> str:
    """Give a name as it stands in addresses; packages are the same however they are written.

    >>> key_of("Jinja2_Fragments")
    'jinja2-fragments'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def _shipped() -> Iterator[LicensedPart]:
    vendor = static_dir() / "vendor"
    [htmx] = vendor.glob("htmx-*.min.js")
    version = htmx.name.removeprefix("htmx-").removesuffix(".min.js")
    text = (vendor / "htmx-LICENSE.txt").read_text(encoding="utf-8")
    yield LicensedPart("htmx", "htmx", version, "0BSD", (text,))
    [font] = _FONTS.glob("dejavu-sans-condensed-[0-9]*.ttf")
    text = (_FONTS / "dejavu-LICENSE.txt").read_text(encoding="utf-8")
    version = font.stem.rpartition("-")[2]
    yield LicensedPart(
        "dejavu", "DejaVu Sans Condensed", version, "Bitstream Vera and Arev fonts license", (text,)
    )


def _needed() -> list[Distribution]:
    """Give what is installed for astrike, and for that, without what only tests need."""
    waiting, seen, found = [SELF], {SELF}, []
    while waiting:
        for line in distribution(waiting.pop()).requires or ():
            match = _NAME.match(line)
            if match is None or "extra ==" in line or key_of(match[0]) in seen:
                continue
            seen.add(key_of(match[0]))
            try:
                found.append(distribution(match[0]))
            except PackageNotFoundError:
                continue  # of another system, or another Python
            waiting.append(match[0])
    return found


def _installed(package: Distribution) -> LicensedPart:
    name = package.metadata["Name"]
    texts = tuple(_texts(package))
    return LicensedPart(key_of(name), name, package.version, _named(package, texts), texts)


def _texts(package: Distribution) -> Iterator[str]:
    for file in package.files or ():
        if ".dist-info" in file.parts[0] and _TEXTS.match(file.name):
            yield file.read_text(encoding="utf-8")


def _named(package: Distribution, texts: tuple[str, ...]) -> str:
    """Name a license: as the package's metadata states it, else as its text begins."""
    given = package.metadata
    classes = (
        each.rpartition(" :: ")[2] for each in given.get_all("Classifier") or () if "License ::" in each
    )
    stated = [*(given.get_all("License-Expression") or ()), *(given.get_all("License") or ()), *classes]
    for words in map(str, stated):
        if 0 < len(words) <= _SHORT and "\n" not in words and words != "UNKNOWN":
            return words.strip()
    reported = " ".join(" ".join(texts).split())
    return next((name for mark, name in _NAMED_BY.items() if mark in reported), "")


@dataclass(frozen=True, slots=True)
class LicensesContext:
    """Everything that has a license of its own."""

    licensed: tuple[LicensedPart, ...]


@dataclass(frozen=True, slots=True)
class LicenseContext:
    """One thing that has a license of its own, with the texts of that."""

    one: LicensedPart


def show_licenses() -> str:
    """List what astrike runs on."""
    return show("home/licenses.html", LicensesContext(licensed()))


def show_license(key: str) -> str:
    """Show the license of one of them."""
    found = next((each for each in licensed() if each.key == key), None)
    if found is None:
        raise NotFound(_("There is no page at this address."))
    return show("home/license.html", LicenseContext(found))
