"""Compare what the program answers with the golden set, or record it: `make golden`. See README.md here."""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from multiprocessing import Pool
from types import MappingProxyType
from typing import Final

from tests.golden import answers, files
from tests.golden.compare import Difference, differences, rounded

PROCESSES: Final = 2
MOST_SHOWN: Final = 12
"""Of the differences in one file."""
ROOMS: Final[Mapping[str, tuple[Callable[[], list[str]], Callable[..., dict[str, object]]]]] = (
    MappingProxyType({"answers": (answers.topics, answers.answers)})
)
Job = tuple[str, str, bool, bool]
Done = tuple[str, str, int, float, list[Difference]]


def main() -> int:
    """Do what was asked for; 1 when something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--all", action="store_true", help="also what takes long")
    parser.add_argument("--keep", action="store_true", help="write the set anew")
    parser.add_argument("--questions", action="store_true", help="write the questions of the cases anew before")
    parser.add_argument("--room", choices=[*ROOMS], help="only one of these")
    parser.add_argument("--topic", help="only one file of it")
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
    jobs.sort(key=_size, reverse=True)
    with Pool(PROCESSES) as pool:
        done = []
        for each in pool.imap_unordered(_work, jobs):
            done.append(each)
            if asked.keep or asked.all:
                print(f"{each[0]}/{each[1]}: {each[2]} in {each[3]:.1f} s", flush=True)
    counts = Counter[str]()
    for room, _topic, count, _seconds, _found in done:
        counts[room] += count
    found = [each for row in done for each in row[4]]
    for each in found[:50]:
        print(each.room, each.topic, each.name, each.text())
    said = ", ".join(f"{number:,} {room}" for room, number in counts.items())
    print(f"{'recorded' if asked.keep else 'compared'} {said} in {time.monotonic() - started:.0f} s: {len(found)} differences")
    return 1 if found else 0


def _size(job: Job) -> int:
    path = files.DATA / job[0] / f"{job[1]}.json.xz"
    asked = files.DATA / "questions" / f"{job[1]}.json.xz"
    return next((each.stat().st_size for each in (path, asked) if each.exists()), 0)


def _work(job: Job) -> Done:
    room, topic, is_all, is_kept = job
    started = time.process_time()
    made = ROOMS[room][1](topic, is_all=is_all)
    if is_kept:
        known = {} if is_all else files.read_answers(room, topic)
        known |= {name: rounded(answer) for name, answer in made.items()}
        files.write_answers(room, topic, known)
        return room, topic, len(made), time.process_time() - started, []
    known = files.read_answers(room, topic)
    found: list[Difference] = []
    for name in made:
        if name not in known:
            found.append(Difference("added", "", new=made[name], room=room, topic=topic, name=name))
            continue
        found += [
            replace(each, room=room, topic=topic, name=name) for each in differences(known[name], made[name])
        ]
    return room, topic, len(made), time.process_time() - started, found


if __name__ == "__main__":
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    sys.exit(main())
