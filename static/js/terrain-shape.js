// Where the corners of a piece lie, and what it looks like moved, turned or stretched. Inches only; no screen, no server.
// What the server makes of a piece in the end is what counts; this is what a finger sees until then.
const radians = (degrees) => (degrees * Math.PI) / 180;
const STEPS = 8;
const ROUND = 48;

export const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const tidy3 = (value) => Math.round(value * 1000) / 1000 || 0;
const between = (a, b, share) => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];

export function turnedPoint([x, y], degrees, [cx, cy]) {
  const [sine, cosine] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))];
  return [cx + (x - cx) * cosine + (y - cy) * sine, cy - (x - cx) * sine + (y - cy) * cosine];
}

export function boxOf(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { west: Math.min(...xs), south: Math.min(...ys), east: Math.max(...xs), north: Math.max(...ys) };
}

// Every point of a piece, for its box and its middle.
export const pointsOf = (piece) => (piece.form === "point" ? [piece.at] : piece.rings.flatMap(([outer]) => outer));

export const middleOf = (pieces) => {
  const { west, south, east, north } = boxOf(pieces.flatMap(pointsOf));
  return [(west + east) / 2, (south + north) / 2];
};

// ---- curves, as the server bends them: through every corner, without a loop however unevenly they lie

function handle(before, start, end, one, other) {
  if (!one || !other) return between(start, end, 1 / 3);
  const whole = 3 * one * (one + other);
  const own = 2 * one * one + 3 * one * other + other * other;
  return [0, 1].map((axis) => (one * one * end[axis] - other * other * before[axis] + own * start[axis]) / whole);
}

function bend(before, start, end, after) {
  const [a, b, c] = [apart(before, start), apart(start, end), apart(end, after)].map(Math.sqrt);
  return [handle(before, start, end, a, b), handle(after, end, start, c, b)];
}

function onBend(start, one, other, end, t) {
  const s = 1 - t;
  return [0, 1].map((axis) =>
    s * s * s * start[axis] + 3 * s * s * t * one[axis] + 3 * s * t * t * other[axis] + t * t * t * end[axis]);
}

export function curve(corners, isOpen = false) {
  const count = corners.length;
  if (count < 3) return corners;
  const at = (index) => (isOpen
    ? corners[index] ?? (index < 0 ? between(corners[1], corners[0], 2) : between(corners[count - 2], corners[count - 1], 2))
    : corners[(index + count) % count]);
  const found = [];
  for (let index = 0; index < count - (isOpen ? 1 : 0); index += 1) {
    const [one, other] = bend(at(index - 1), at(index), at(index + 1), at(index + 2));
    for (let step = 0; step < STEPS; step += 1) found.push(onBend(at(index), one, other, at(index + 1), step / STEPS));
  }
  return isOpen ? [...found, corners[count - 1]] : found;
}

// The middle of the edge that begins at a corner.
export function middleOfEdge(corners, index, isCurved, isOpen = false) {
  const line = isCurved && corners.length > 2 ? curve(corners, isOpen) : null;
  return line ? line[index * STEPS + STEPS / 2] : between(corners[index], corners[(index + 1) % corners.length], 0.5);
}

// ---- forms

export function drawn({ form, at, width, depth, turn = 0, sides }) {
  const [x, y] = at;
  let corners;
  if (form === "ellipse") {
    corners = Array.from({ length: ROUND }, (_, step) => radians((360 * step) / ROUND))
      .map((angle) => [x + (width / 2) * Math.cos(angle), y + (depth / 2) * Math.sin(angle)]);
  } else if (form === "regular") {
    corners = Array.from({ length: sides }, (_, step) => radians((360 * step) / sides))
      .map((angle) => [x - (width / 2) * Math.sin(angle), y + (width / 2) * Math.cos(angle)]);
  } else {
    corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([e, n]) => [x + (e * width) / 2, y + (n * depth) / 2]);
  }
  return corners.map((corner) => turnedPoint(corner, turn, at));
}

export const isMeasured = (piece) => ["rectangle", "ellipse", "regular"].includes(piece.form);

// The lines that can be changed corner by corner: the outline, then the holes; of a strip its middle line.
export const linesOf = (piece) => (piece.form === "strip" ? [piece.points] : [piece.corners ?? [], ...(piece.holes ?? [])]);

function through(piece, change) {
  const all = (points) => (points ? points.map(change) : points);
  return {
    ...piece, at: piece.at && change(piece.at), corners: all(piece.corners), points: all(piece.points),
    holes: piece.holes?.map(all), rings: piece.rings?.map((rings) => rings.map(all)),
  };
}

export const moved = (piece, dx, dy) => through(piece, ([x, y]) => [x + dx, y + dy]);

export function turned(piece, degrees, about) {
  const found = through(piece, (point) => turnedPoint(point, degrees, about));
  return { ...found, turn: (((piece.turn ?? 0) + degrees) % 360 + 360) % 360 };
}

// Stretched so that it is so wide and deep in its own directions, the anchor staying where it is.
export function resized(piece, width, depth, anchor) {
  const turn = isMeasured(piece) ? piece.turn ?? 0 : 0;
  const { width: wide, depth: deep } = sizeOf(piece);
  const found = through(piece, (point) => {
    const [x, y] = turnedPoint(point, -turn, anchor);
    return turnedPoint([anchor[0] + ((x - anchor[0]) * width) / wide, anchor[1] + ((y - anchor[1]) * depth) / deep], turn, anchor);
  });
  return { ...found, width, depth };
}

export function sizeOf(piece) {
  if (isMeasured(piece)) return { width: piece.width, depth: piece.form === "regular" ? piece.width : piece.depth };
  const { west, south, east, north } = boxOf(pointsOf(piece));
  return { width: east - west, depth: north - south };
}

// With other corners in one of its lines; what had a form of its own is free from then on.
export function reshaped(piece, ring, corners) {
  if (piece.form === "strip") return { ...piece, points: corners, isSketch: true };
  const lines = linesOf(piece).map((line, index) => (index === ring ? corners : line));
  const isCurved = Boolean(piece.curved);
  const outlines = lines.map((line) => (isCurved ? curve(line) : line));
  return {
    ...piece, form: "free", corners: lines[0], holes: lines.slice(1), rings: [outlines, ...(piece.rings ?? []).slice(1)],
  };
}

// ---- is a place in it, or near its edge?

function isInside([x, y], ring) {
  let inside = false;
  for (let index = 0, last = ring.length - 1; index < ring.length; last = index, index += 1) {
    const [ax, ay] = ring[index];
    const [bx, by] = ring[last];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

export function nearestOn([x, y], [ax, ay], [bx, by]) {
  const square = (bx - ax) ** 2 + (by - ay) ** 2;
  const share = square ? Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square, 0), 1) : 0;
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
}

// 0 inside, else inches to the nearest edge. A zone lies around everything: only its edge counts.
export function away(point, piece) {
  if (piece.form === "point") return apart(point, piece.at);
  let best = Infinity;
  for (const rings of piece.rings) {
    if (piece.rank && isInside(point, rings[0]) && !rings.slice(1).some((hole) => isInside(point, hole))) return 0;
    for (const ring of rings) {
      ring.forEach((corner, index) => {
        best = Math.min(best, apart(point, nearestOn(point, corner, ring[(index + 1) % ring.length])));
      });
    }
  }
  return best;
}
