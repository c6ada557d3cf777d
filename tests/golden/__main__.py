"""Compare what the program answers with the golden set, or record it: `make golden`. See README.md here."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from multiprocessing import Pool
from types import MappingProxyType
from typing import Final

from tests.golden import answers, files, pages, rulings
from tests.golden.compare import Difference, differences, rounded
from tests.golden.report import report
from tests.golden.wanted import read_wanted

PROCESSES: Final = 2
Topics = Callable[[], list[str]]
Make = Callable[..., dict[str, object]]
ROOMS: Final[Mapping[str, tuple[Topics, Make]]] = MappingProxyType(
    {
        "answers": (answers.topics, answers.answers),
        "pages": (pages.topics, pages.answers),
        "rulings": (rulings.topics, rulings.answers),
    }
)
Job = tuple[str, str, bool, bool]
"""Room, topic, also what takes long, write it anew."""
Done = tuple[str, str, int, float, list[Difference]]
"""Room, topic, how many answers, seconds of work, what differs."""


def main() -> int:
    """Do what was asked for; 1 when something differs."""
    parser = _parser()
    asked = parser.parse_args()
    started = time.monotonic()
    if asked.questions:
        from tests.golden import questions

        for topic, found in questions.topics():
            files.write_questions(topic, found)
    jobs: list[Job] = [
        (room, topic, asked.all, asked.keep)
        for room, (topics, _make) in ROOMS.items()
        if asked.room in (None, room)
        for topic in topics()
        if asked.topic in (None, topic)
    ]
    if not jobs:
        parser.error(
            f"there is no file {asked.topic!r} to compare; expected one of {', '.join(_files(asked.room))}"
        )
    jobs.sort(key=_size, reverse=True)
    done: list[Done] = []
    with Pool(PROCESSES) as pool:
        for each in pool.imap_unordered(_work, jobs):
            done.append(each)
            if asked.times:
                print(f"{each[0]}/{each[1]}: {each[2]:,} in {each[3]:.1f} s", flush=True)
    counts = Counter[str]()
    for room, _topic, count, _seconds, _found in done:
        counts[room] += count
    stated = ", ".join(f"{count:,} {room}" for room, count in sorted(counts.items()))
    took = f"in {time.monotonic() - started:.0f} s"
    if asked.keep:
        print(f"Recorded {stated} {took}.")
        return 0
    wanted = read_wanted()
    rest = wanted.rest(each for row in sorted(done) for each in row[4])
    is_whole = asked.room is None and asked.topic is None
    stale = wanted.stale(is_all=asked.all) if is_whole else []
    for line in report(rest, stale):
        print(line)
    accepted = sum(wanted.used.values())
    verdict = (
        f"{len(rest):,} differ, {len(stale):,} entries are stale" if rest or stale else "all as they were"
    )
    print(f"Compared {stated} {took}: {verdict}; {accepted:,} wanted differences.")
    return 1 if rest or stale else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--all", action="store_true", help="also ask what takes long")
    parser.add_argument("--keep", action="store_true", help="write the answers anew")
    parser.add_argument(
        "--questions", action="store_true", help="first write the questions of the cases anew"
    )
    parser.add_argument("--room", choices=[*ROOMS], help="only one of these")
    parser.add_argument("--topic", help="only one file")
    parser.add_argument("--times", action="store_true", help="say how long each file takes")
    return parser


def _files(wanted: str | None) -> list[str]:
    """Name the files of one room, or of all."""
    return sorted(
        {topic for room, (topics, _) in ROOMS.items() if wanted in (None, room) for topic in topics()}
    )


def _size(job: Job) -> int:
    room, topic, _is_all, _is_kept = job
    path = files.DATA / room / f"{topic}.json.xz"
    return path.stat().st_size if path.exists() else 0


def _work(job: Job) -> Done:
    room, topic, is_all, is_kept = job
    started = time.process_time()
    made = ROOMS[room][1](topic, is_all=is_all)
    known = files.read_answers(room, topic)
    if is_kept:
        # What takes long stays as it was where it is not asked.
        rest = {} if is_all or room == "pages" else known
        files.write_answers(room, topic, {**rest, **{name: rounded(each) for name, each in made.items()}})
        return room, topic, len(made), time.process_time() - started, []
    read = read_wanted().reader(f"{room}/{topic}")
    found = between(known, made, has_all=is_all or room == "pages", read=read)
    found = [replace(each, room=room, topic=topic) for each in found]
    return room, topic, len(made), time.process_time() - started, found


def between(
    known: Mapping[str, object],
    made: Mapping[str, object],
    *,
    has_all: bool,
    read: Callable[[str], str] = str,
) -> list[Difference]:
    """Give all differences between answers by name; `has_all` is false where some were not asked."""
    found = [Difference("added", "", new=made[name], name=name) for name in made if name not in known]
    if has_all:
        found += [Difference("removed", "", old=known[name], name=name) for name in known if name not in made]
    for name in made:
        if name in known:
            found += [replace(each, name=name) for each in differences(known[name], made[name], read=read)]
    return found


if __name__ == "__main__":
    sys.exit(main())
