"""Everything of an event as one archive, and back again: which files stand in it, and is what comes in what it says?

A zip with `event.json`, `layouts/*.astrike.json`, `tables/N.astrike.json`, `tables/locked.json` where some are locked,
`rulings/r-NNNN.json` and, for people and programs but not brought back, `log.json` and `calls.json`. What comes in is
distrusted: size, number and names of the files are checked before anything is unpacked, and what is unpacked stops
as promised.
"""

import io
import lzma
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import IO, Final, TypeVar

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem, TooLarge
from astrike.formats.checks import Problems
from astrike.formats.events.event_file import LONGEST_NAME, read_event, write_event
from astrike.formats.events.ruling_file import kept_json, read_kept
from astrike.formats.json_text import FILE, MAX_BYTES, json_bytes, load_json, shown
from astrike.formats.table.table_file import EXTENSION, parse_document, write_document
from astrike.model.byte_limits import ARCHIVE, RULING, UNPACKED
from astrike.model.events.event import MOST_TABLES, Event
from astrike.model.ruling import ArchivedRuling

Value = TypeVar("Value")

LARGEST_ARCHIVE: Final = ARCHIVE.most
LARGEST_UNPACKED: Final = UNPACKED.most
MOST_FILES: Final = 5_000
MOST_LAYOUTS: Final = 60
LARGEST_RULING: Final = RULING.most
_EVENT: Final = "event.json"
_INDEX: Final = "layouts/index.json"
_LAYOUT: Final = re.compile(r"layouts/[0-9]{1,3}\.astrike\.json")
_LOCKED: Final = "tables/locked.json"
_TABLE: Final = re.compile(r"tables/([0-9]{1,2})\.astrike\.json")
_FOLDERS: Final = ("layouts/", "tables/", "rulings/")
"""As programs add them that pack folders."""
_RULING: Final = re.compile(r"rulings/[0-9A-Za-z_-]{1,80}\.json")
_LEFT_OUT: Final = re.compile(r"(?:log|calls)\.json|README\.txt")
_DIRECTORY: Final = 1_000_000
"""Bytes for what a zip says at its end about each of its files."""
_WHEN: Final = (1980, 1, 1, 0, 0, 0)
"""Archives of the same event are the same bytes."""


@dataclass(frozen=True, slots=True)
class EventArchive:
    """What an archive holds: layouts by name, tables by number."""

    event: Event
    layouts: Mapping[str, Mapping[str, object]]
    tables: Mapping[int, Mapping[str, object]]
    rulings: Iterable[ArchivedRuling]
    """The newest first, where they come from an event."""
    log: object
    locked: frozenset[int] = frozenset()
    """Numbers of the tables that only the organizer may change."""
    calls: Sequence[object] = ()
    """Who called a judge, and what came of it."""


def pack_archive(archive: EventArchive, out: IO[bytes]) -> None:
    """Write an archive into a file that can be read and written.

    What is written can be brought back: an event too large for that is refused, and its largest files are named.
    """
    names = {f"layouts/{number}{EXTENSION}": name for number, name in enumerate(archive.layouts, 1)}
    files: dict[str, bytes] = {
        _EVENT: json_bytes(write_event(archive.event)),
        _INDEX: json_bytes(dict(names)),
    }
    for path, name in names.items():
        files[path] = write_document(archive.layouts[name])
    for number, table in archive.tables.items():
        files[f"tables/{number}{EXTENSION}"] = write_document(table)
    if archive.locked:
        files[_LOCKED] = json_bytes(sorted(archive.locked))
    files["log.json"] = json_bytes(archive.log)
    if archive.calls:
        files["calls.json"] = json_bytes(archive.calls)
    whole = sum(map(len, files.values()))
    _refuse_too_large(files, whole)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, data in files.items():
            packed.writestr(zipfile.ZipInfo(path, _WHEN), data, zipfile.ZIP_DEFLATED)
        if out.tell() > LARGEST_ARCHIVE - _DIRECTORY:
            found = f"{out.tell():,} bytes, packed"
            raise InputError([Problem(_EVENT, found, f"at most {LARGEST_ARCHIVE:,} bytes")])
        # One after the other: each carries a whole table. Beyond what can be brought back, the oldest are left out.
        for ruling in archive.rulings:
            data = json_bytes(kept_json(ruling))
            if len(data) > LARGEST_RULING:
                continue
            whole += len(data)
            if whole > LARGEST_UNPACKED or out.tell() + len(data) > LARGEST_ARCHIVE - _DIRECTORY:
                break
            path = f"rulings/r-{ruling.number:04d}.json"
            packed.writestr(zipfile.ZipInfo(path, _WHEN), data, zipfile.ZIP_DEFLATED)


def _refuse_too_large(files: Mapping[str, bytes], whole: int) -> None:
    problems = [
        Problem(path, f"{len(data):,} bytes", f"at most {MAX_BYTES:,} bytes")
        for path, data in files.items()
        if len(data) > MAX_BYTES and not _LEFT_OUT.fullmatch(path)
    ]
    if whole > LARGEST_UNPACKED:
        largest = sorted(files, key=lambda path: len(files[path]), reverse=True)[:3]
        found = f"{whole:,} bytes, most of them in {', '.join(largest)}"
        problems.append(Problem(FILE, found, f"at most {LARGEST_UNPACKED:,} bytes in all"))
    if problems:
        raise InputError(problems)


def read_archive(source: bytes | IO[bytes]) -> EventArchive:
    """Read the event, layouts, tables and rulings of an archive, or name everything that is wrong with it.

    An archive that lies on the disk is read from there, file by file.
    """
    file = io.BytesIO(source) if isinstance(source, bytes) else source
    size = file.seek(0, io.SEEK_END)
    if size > LARGEST_ARCHIVE:
        raise TooLarge([Problem(FILE, f"{size:,} bytes", f"at most {LARGEST_ARCHIVE:,} bytes")])
    try:
        with zipfile.ZipFile(file) as packed:
            return _read(packed)
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        NotImplementedError,
        EOFError,
        OSError,
        RuntimeError,
        ValueError,
        zlib.error,
        lzma.LZMAError,
    ) as error:
        # RuntimeError: a file that is locked with a password. ValueError: a name that is no text.
        raise InputError(
            [Problem(FILE, "an archive that cannot be unpacked", "a zip of an event")]
        ) from error


def _read(packed: zipfile.ZipFile) -> EventArchive:
    _check_files(packed)
    problems = Problems()
    event = _event_of(packed, problems)
    names = _names_of(packed, problems)
    locked = _locked_of(packed, problems)
    layouts: dict[str, Mapping[str, object]] = {}
    tables: dict[int, Mapping[str, object]] = {}
    rulings: list[ArchivedRuling] = []
    for info in packed.infolist():
        if info.filename == _INDEX:
            continue
        if _LAYOUT.fullmatch(info.filename):
            document = _table_in(packed, info, problems)
            name = names.get(info.filename)
            if name is None:
                problems.append(Problem(info.filename, "no name for it", f"a name in {_INDEX}"))
            elif document is not None:
                layouts[name] = document
        elif match := _TABLE.fullmatch(info.filename):
            document = _table_in(packed, info, problems)
            if document is not None:
                tables[int(match[1])] = document
        elif _RULING.fullmatch(info.filename):
            ruling = _ruling_in(packed, info, problems)
            if ruling is not None and ruling.number in (each.number for each in rulings):
                at = f"{info.filename}, number"
                problems.append(Problem(at, str(ruling.number), "a number that no other ruling has"))
            elif ruling is not None:
                rulings.append(ruling)
    _check_whole(packed, event, names, tables, problems)
    if problems or event is None:
        raise InputError(problems)
    return EventArchive(event, layouts, tables, rulings, [], locked & tables.keys())


def _check_files(packed: zipfile.ZipFile) -> None:
    """Check what the archive says about its files, before any of them is unpacked."""
    problems = Problems()
    files = packed.infolist()
    if len(files) > MOST_FILES:
        raise InputError([Problem(FILE, f"{len(files):,} files", f"at most {MOST_FILES:,} files")])
    seen: set[str] = set()
    for info in files:
        at = info.filename[:80] or FILE
        is_known = info.filename in (_EVENT, _INDEX, _LOCKED, *_FOLDERS) or any(
            each.fullmatch(info.filename) for each in (_LAYOUT, _TABLE, _RULING, _LEFT_OUT)
        )
        if not is_known or stat.S_ISLNK(info.external_attr >> 16):
            expected = f"{_EVENT}, layouts/N{EXTENSION}, tables/N{EXTENSION}, rulings, log.json or calls.json"
            problems.append(Problem(at, "a file that belongs to no event", expected))
        elif info.filename in seen:
            problems.append(Problem(at, "this file twice", "each file once"))
        elif info.file_size > (most := _most_of(info)) and not _LEFT_OUT.fullmatch(info.filename):
            problems.append(Problem(at, f"{info.file_size:,} bytes", f"at most {most:,} bytes"))
        seen.add(info.filename)
    whole = sum(info.file_size for info in files if not _LEFT_OUT.fullmatch(info.filename))
    if whole > LARGEST_UNPACKED:
        problems.append(Problem(FILE, f"{whole:,} bytes unpacked", f"at most {LARGEST_UNPACKED:,} bytes"))
    if _EVENT not in seen:
        problems.append(Problem(_EVENT, "nothing", "the event"))
    if problems:
        raise InputError(problems)


def _most_of(info: zipfile.ZipInfo) -> int:
    return LARGEST_RULING if _RULING.fullmatch(info.filename) else MAX_BYTES


def _event_of(packed: zipfile.ZipFile, problems: Problems) -> Event | None:
    def read() -> Event:
        return read_event(_json_in(packed, packed.getinfo(_EVENT)))

    return _within(_EVENT, read, problems)


def _names_of(packed: zipfile.ZipFile, problems: Problems) -> dict[str, str]:
    if _INDEX not in packed.namelist():
        return {}
    index = _within(_INDEX, lambda: _json_in(packed, packed.getinfo(_INDEX)), problems)
    if not isinstance(index, dict):
        problems.append(Problem(_INDEX, shown(index), "an object: the names of the layouts by their files"))
        return {}
    names: dict[str, str] = {}
    for path, name in index.items():
        is_name = isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()
        if not is_name or name != name.strip():
            problems.append(Problem(f"{_INDEX}, {path[:60]}", shown(name), f"1 to {LONGEST_NAME} characters"))
        elif name in names.values():
            problems.append(Problem(f"{_INDEX}, {path[:60]}", shown(name), "a name that no other layout has"))
        else:
            names[path] = name
    return names


def _locked_of(packed: zipfile.ZipFile, problems: Problems) -> frozenset[int]:
    if _LOCKED not in packed.namelist():
        return frozenset()
    found = _within(_LOCKED, lambda: _json_in(packed, packed.getinfo(_LOCKED)), problems)
    if not isinstance(found, list) or not all(isinstance(each, int) for each in found):
        problems.append(Problem(_LOCKED, shown(found), "a list: numbers of the tables that are locked"))
        return frozenset()
    return frozenset(found)


def _table_in(
    packed: zipfile.ZipFile, info: zipfile.ZipInfo, problems: Problems
) -> Mapping[str, object] | None:
    def read() -> Mapping[str, object]:
        return parse_document(_json_in(packed, info)).document

    return _within(info.filename, read, problems)


def _ruling_in(packed: zipfile.ZipFile, info: zipfile.ZipInfo, problems: Problems) -> ArchivedRuling | None:
    return _within(info.filename, lambda: read_kept(_json_in(packed, info)), problems)


def _check_whole(
    packed: zipfile.ZipFile,
    event: Event | None,
    names: Mapping[str, str],
    tables: Mapping[int, object],
    problems: Problems,
) -> None:
    """Check that what the files name is there."""
    present = set(packed.namelist())
    problems.extend(
        Problem(_INDEX, shown(path), "a file of the archive") for path in names if path not in present
    )
    if len(names) > MOST_LAYOUTS:
        problems.append(Problem(_INDEX, f"{len(names)} layouts", f"at most {MOST_LAYOUTS}"))
    if event is None:
        return
    numbers = {seat.number for seat in event.seats}
    for number in sorted(numbers ^ set(tables)):
        at = f"tables/{number}{EXTENSION}"
        if number in numbers and at not in present:
            problems.append(Problem(at, "nothing", "a table of the event"))
        elif number not in numbers:
            problems.append(Problem(at, "a table", f"a number of 1 to {MOST_TABLES} that the event has"))
    problems.extend(
        Problem(f"{_EVENT}, games", shown(name), "a layout of the archive")
        for name in sorted(event.layouts_used() - set(names.values()))
    )


def _json_in(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> object:
    # No more is unpacked than was promised and is allowed, whatever the packed bytes hold.
    with packed.open(info) as file:
        most = _most_of(info)
        return load_json(file.read(most + 1), most_bytes=most)


def _within(at: str, read: Callable[[], Value], problems: Problems) -> Value | None:
    """Read a part of the archive; its problems are named by its file."""
    try:
        return read()
    except InputError as error:
        problems.extend(Problem(f"{at}, {each.at}", each.found, each.expected) for each in error.problems)
        return None
