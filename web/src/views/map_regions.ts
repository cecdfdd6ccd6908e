// Where a map of stops says what happens: for each region the cell farthest from its edges.

import { Plane, columns, rows, regimeNames } from './map_plane';

export interface RegionLabel {
  text: string;
  part: [number, number]; // of the window, from the left and from below
  room: [number, number]; // of the window, to either side along each direction
}

const side = 100; // of the grid that is looked at
const leastArea = 0.006; // of the plane; smaller regions have the legend only

/** What a cell is called; cells of one text are one region where they touch. */
function textAt(plane: Plane, cell: number): string {
  const regime = regimeNames[plane.regime[cell]];
  if (regime === 'permanent-stick') return 'never moves';
  if (regime === 'continuous') return 'moves all the time';
  if (regime === 'chaotic') return 'chaotic';
  if (regime !== 'stick-slip') return '';
  const stops = plane.stopsAt(cell);
  return stops === 0 ? 'moves all the time' : `${stops} stop${stops === 1 ? '' : 's'}`;
}

/** For each square of the grid, how many squares away its region ends, along rows and columns (the smaller of both). */
function depths(texts: string[]): Int32Array {
  const found = new Int32Array(side * side);
  const pass = (at: (i: number, k: number) => number): void => {
    for (let i = 0; i < side; ++i) {
      for (let k = 0, run = 0; k < side; ++k) {
        run = k > 0 && texts[at(i, k)] === texts[at(i, k - 1)] ? run + 1 : 1;
        found[at(i, k)] = Math.min(found[at(i, k)] || side, run);
      }
    }
  };
  pass((i, k) => i * side + k);
  pass((i, k) => i * side + side - 1 - k);
  pass((i, k) => k * side + i);
  pass((i, k) => (side - 1 - k) * side + i);
  return found;
}

/** How far the region of a square reaches to the nearer side along a step. */
function reach(texts: string[], row: number, column: number, down: number, right: number): number {
  let n = 0;
  for (;;) {
    const ends = [1, -1].map((s) => [row + s * (n + 1) * down, column + s * (n + 1) * right]);
    const isInside = ends.every(
      ([r, c]) => r >= 0 && r < side && c >= 0 && c < side && texts[r * side + c] === texts[row * side + column],
    );
    if (!isInside) return n + 0.5;
    ++n;
  }
}

/** One label for each kind of region, where it is widest. */
export function regionLabels(plane: Plane): RegionLabel[] {
  const texts = Array.from({ length: side * side }, (_, i) => {
    const row = Math.floor(((Math.floor(i / side) + 0.5) * rows) / side);
    const column = Math.floor((((i % side) + 0.5) * columns) / side);
    return textAt(plane, row * columns + column);
  });
  const depth = depths(texts);
  const best = new Map<string, number[]>(); // the deepest squares, from below
  const area = new Map<string, number>();
  texts.forEach((text, i) => {
    if (text === '') return;
    area.set(text, (area.get(text) ?? 0) + 1);
    const deepest = best.get(text);
    if (!deepest || depth[i] > depth[deepest[0]]) best.set(text, [i]);
    else if (depth[i] === depth[deepest[0]]) deepest.push(i);
  });
  return [...best]
    .filter(([text]) => area.get(text)! >= leastArea * side * side)
    .map(([text, deepest]) => {
      const i = deepest[Math.floor(deepest.length / 2)];
      const [row, column] = [Math.floor(i / side), i % side];
      return {
        text,
        part: [(column + 0.5) / side, (row + 0.5) / side],
        room: [reach(texts, row, column, 0, 1) / side, reach(texts, row, column, 1, 0) / side],
      };
    });
}
