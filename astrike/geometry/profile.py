"""How high is the ground under the centre along a path?

Straight parts of the height, with drops between them; what a drop costs is for the caller.
"""

from bisect import bisect_left, bisect_right

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import EPSILON, Floats, Ints
from astrike.geometry.elevation import plane_at
from astrike.geometry.ground_partition import CRACK, GroundPartition
from astrike.geometry.sweeps import Track
from astrike.geometry.swept_overlaps import Spans, under_centre
from astrike.tolerance import TOUCH


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """Straight parts (k,) of the height under the centre, in order of travel; what lies between two is a drop."""

    start: Floats
    end: Floats
    z_start: Floats
    z_end: Floats
    cell: Ints

    def __len__(self) -> int:
        return len(self.cell)

    def part_at(self, at: float) -> int:
        """Return the part after so many inches of travel, the later one where two meet."""
        return max(bisect_right(self.start.tolist(), at + TOUCH) - 1, 0)

    def level_on(self, part: int, at: float) -> float:
        """Return the height on a part after so many inches of travel."""
        start, end = float(self.start[part]), float(self.end[part])
        low, high = float(self.z_start[part]), float(self.z_end[part])
        if low == high or end <= start:
            return low
        return low + (high - low) * min(max((at - start) / (end - start), 0.0), 1.0)

    def level_before(self, at: float) -> float:
        """Return the height just before so many inches of travel, a step there left out.

        >>> step = Profile(*(np.array(each) for each in ([0.0, 3.0], [3.0, 5.0], [0.0, 2.0], [0.0, 4.0], [0, 1])))
        >>> step.level_before(3), step.level_after(3), step.level_after(4), step.levels_between(1, 4)
        (0.0, 2.0, 3.0, [0.0, 2.0, 0.0, 3.0])
        """
        part = bisect_left(self.start.tolist(), at - TOUCH) - 1
        return self.level_on(min(max(part, 0), len(self) - 1), at)

    def level_after(self, at: float) -> float:
        """Return the height after so many inches of travel, a step there included."""
        return self.level_on(self.part_at(at), at)

    def levels_between(self, start: float, end: float) -> list[float]:
        """Return the heights from so many inches of travel to so many: at both ends and at every bend."""
        inside = (self.start < end + TOUCH) & (self.end > start - TOUCH)
        return [
            self.level_after(start),
            *self.z_start[inside & (self.start >= start)].tolist(),
            *self.z_end[inside & (self.end <= end)].tolist(),
            self.level_before(end),
        ]


def height_along(track: Track, floor: GroundPartition) -> Profile:
    """Return how high the ground under the centre is along the path.

    On an edge the highest ground counts, and of equally high ground the deepest water. A corner that is only
    touched on the way does not count; one on which the path begins or ends does. The plain and whatever is beyond
    the table is at 0 and cell -1.
    """
    spans = under_centre(track, floor.raised)
    whole = (spans.start <= EPSILON) & (spans.end >= track.total - EPSILON)
    ways = spans.where((spans.end - spans.start > CRACK) | whole)
    mark = np.sort(np.concatenate((ways.start, ways.end, track.offset)))
    mark = mark[np.diff(mark, prepend=-1.0) > EPSILON]
    start, end = mark[:-1], mark[1:]
    cell = _cells_at(track, floor, ways, (start + end) / 2)
    real = (cell >= 0) | (end - start > CRACK) | (track.total <= CRACK)
    start, end, cell = start[real], end[real], cell[real]
    # What a crack takes away, the part before it gets.
    end[:-1] = start[1:]
    z_start, z_end = _heights(track, floor, start, end, cell)
    # The path begins and ends where the unit stands, be it on a corner that the rest of the path leaves at once.
    ends = np.array((0.0, track.total))
    standing = _cells_at(track, floor, spans, ends)
    z_standing, _ = _heights(track, floor, ends, ends, standing)
    first = not len(cell) or abs(z_start[0] - z_standing[0]) > TOUCH
    last = len(cell) > 0 and abs(z_end[-1] - z_standing[1]) > TOUCH
    profile = Profile(
        *(
            np.concatenate((one[:1] if first else one[:0], many, one[1:] if last else one[:0]))
            for one, many in (
                (ends, start),
                (ends, end),
                (z_standing, z_start),
                (z_standing, z_end),
                (standing, cell),
            )
        )
    )
    return _run_together(profile)


def _cells_at(track: Track, floor: GroundPartition, spans: Spans, at: Floats) -> Ints:
    """Return the cell (m,) that counts after so many inches (m,); -1 where there is none."""
    if not len(spans):
        return np.full(len(at), -1, dtype=np.intp)
    here = (spans.start <= at[:, None] + EPSILON) & (spans.end >= at[:, None] - EPSILON)
    x, y = track.at(at).T[:, :, None]
    a, b, c = floor.plane[spans.zone].T
    depth = floor.depth[spans.zone]
    ground = np.where(here, a + b * x + c * y + depth, -np.inf)
    is_highest = here & (ground >= ground.max(axis=1, keepdims=True) - TOUCH)
    deepest = np.where(is_highest, depth, -np.inf).argmax(axis=1)
    return np.where(here.any(axis=1), spans.zone[deepest], -1)


def _heights(
    track: Track, floor: GroundPartition, start: Floats, end: Floats, cell: Ints
) -> tuple[Floats, Floats]:
    """Return the height where each part begins and where it ends; it lies on one leg."""
    leg = track.leg_at((start + end) / 2)
    origin, heading = track.start[leg], track.heading[leg]
    plane = np.where(cell[:, None] >= 0, floor.plane[cell], 0.0) if len(floor) else np.zeros((len(cell), 3))
    rise = (plane[:, 1:] * heading).sum(axis=1)
    base = plane_at(plane, origin) - rise * track.offset[leg]
    return base + rise * start, base + rise * end


def _run_together(profile: Profile) -> Profile:
    """Return the profile with parts of one cell that go on straight as one."""
    length = profile.end - profile.start
    rise = (profile.z_end - profile.z_start) / np.where(length == 0.0, 1.0, length)
    same = profile.cell[1:] == profile.cell[:-1]
    same &= np.abs(profile.z_start[1:] - profile.z_end[:-1]) <= EPSILON
    same &= np.abs(np.diff(rise)) <= EPSILON
    first = np.flatnonzero(np.append(True, ~same))
    last = np.append(first[1:], len(profile)) - 1
    return Profile(
        profile.start[first],
        profile.end[last],
        profile.z_start[first],
        profile.z_end[last],
        profile.cell[first],
    )
