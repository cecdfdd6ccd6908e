// Cells of a map from the server, several bands of rows at a time.

import { Refusal, post } from '../api';

/** How many bands are asked for at a time. */
export const lanes = Math.max(2, Math.min(4, navigator.hardwareConcurrency || 2));

/** Runs `task` over all rows in bands. */
export async function shareRows(
  total: number,
  band: number,
  signal: AbortSignal,
  task: (lane: number, first: number, last: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async (lane: number): Promise<void> => {
    while (next < total && !signal.aborted) {
      const first = next;
      next = Math.min(total, next + band);
      await task(lane, first, next);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
  if (signal.aborted) throw new DOMException('', 'AbortError');
}

/** One band; a busy server is asked again. */
export async function fetchBand(question: object, lane: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const mostAttempts = 5;
  const pause = 200; // ms
  for (let attempt = 0; ; ++attempt) {
    try {
      return await (await post('/api/map', `map-${lane}`, question, signal)).arrayBuffer();
    } catch (error) {
      const isBusy = error instanceof Refusal && error.status === 503 && attempt < mostAttempts;
      if (!isBusy) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
