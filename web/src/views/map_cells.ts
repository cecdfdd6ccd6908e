// The cells of a map from the server: a coarse picture at once, then the fine one band by band.

import { Refusal } from '../api';
import { inPieces, postPatiently, quickLanes } from '../lanes';
import { Plane, columns, rows } from './map_plane';
import { Window } from './map_window';

/** What the server is asked about a window of the plane. */
export interface Question {
  x_from: number;
  x_to: number;
  y_from: number;
  y_to: number;
  damping: number;
  static: number; // 0: as large as the sliding friction
}

export interface Progress {
  coarse(): void; // all cells are there, large
  band(first: number, last: number, part: number): void; // these rows of the plane are finer; part of all work that is done
}

/** One pass over the plane: cells of `size` times the least side, `band` rows of them in one question. */
interface Pass {
  size: number;
  band: number;
}

/** Milliseconds for a thousand cells: a coarse picture at once, then all of them. */
const quickPasses: Pass[] = [
  { size: 10, band: Math.ceil(rows / 10 / quickLanes) },
  { size: 1, band: 32 },
];
/** With static friction above sliding friction each cell is a search for an attractor: row by row, and not as fine. */
const searchPasses: Pass[] = [
  { size: 20, band: 1 },
  { size: 10, band: 1 },
  { size: 5, band: 1 },
];

export const questionOf = (window: Window, damping: number, holding: number): Question => ({
  x_from: window.x[0],
  x_to: window.x[1],
  y_from: window.y[0],
  y_to: window.y[1],
  damping,
  static: holding,
});

async function fetchRows(
  plane: Plane,
  question: Question,
  { size, band }: Pass,
  signal: AbortSignal,
  done: (first: number, last: number) => void,
): Promise<void> {
  const counts = { x_count: Math.ceil(columns / size), y_count: Math.ceil(rows / size) };
  await inPieces(counts.y_count, band, quickLanes, signal, async (lane, first, last) => {
    const body = { ...question, ...counts, first_row: first, last_row: last };
    try {
      const response = await postPatiently('/api/map', `map-${lane}`, body, signal);
      plane.put(await response.arrayBuffer(), counts.x_count, first, last - first, size);
    } catch (error) {
      // A row of searches that take too long keeps what a coarser pass found.
      const isTooLong = error instanceof Refusal && error.status === 503 && question.static > 0;
      if (!isTooLong) throw error;
    }
    done(first * size, Math.min(rows, last * size));
  });
}

/** Fills the plane with the cells of `window`, from coarse to fine. */
export async function fillPlane(
  plane: Plane,
  window: Window,
  question: Question,
  signal: AbortSignal,
  progress: Progress,
): Promise<void> {
  const [coarse, ...finer] = question.static > 0 ? searchPasses : quickPasses;
  const cost = ({ size }: Pass): number => (rows / size) ** 2;
  const whole = [coarse, ...finer].reduce((sum, pass) => sum + cost(pass), 0);
  if (question.static > 0) plane.clear(); // a row may stay away
  await fetchRows(plane, question, coarse, signal, () => {});
  plane.window = window;
  plane.size = coarse.size;
  progress.coarse();
  let done = cost(coarse);
  for (const pass of finer) {
    await fetchRows(plane, question, pass, signal, (first, last) => {
      done += (cost(pass) * (last - first)) / rows;
      progress.band(first, last, done / whole);
    });
    plane.size = pass.size;
  }
}
