// The cells of a map from the server: a coarse picture at once, then the fine one band by band.

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
  band(first: number, last: number): void; // these rows are fine
}

const bandRows = 32;
const coarse = 10; // cells of the first picture are this many times larger

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
  size: number,
  band: number,
  signal: AbortSignal,
  done: (first: number, last: number) => void,
): Promise<void> {
  const counts = { x_count: Math.ceil(columns / size), y_count: Math.ceil(rows / size) };
  await inPieces(counts.y_count, band, quickLanes, signal, async (lane, first, last) => {
    const body = { ...question, ...counts, first_row: first, last_row: last };
    const response = await postPatiently('/api/map', `map-${lane}`, body, signal);
    plane.put(await response.arrayBuffer(), counts.x_count, first, last - first, size);
    done(first, last);
  });
}

/** Fills the plane with the cells of `window`. */
export async function fillPlane(
  plane: Plane,
  window: Window,
  question: Question,
  signal: AbortSignal,
  progress: Progress,
): Promise<void> {
  const coarseBand = Math.ceil(rows / coarse / quickLanes);
  await fetchRows(plane, question, coarse, coarseBand, signal, () => {});
  plane.window = window;
  progress.coarse();
  await fetchRows(plane, question, 1, bandRows, signal, (first, last) => progress.band(first, last));
}
