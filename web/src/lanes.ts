// Long work for the server, asked for in pieces, several at a time.

import { Refusal, post } from './api';

/** How many pieces of quick work are asked for at a time. */
export const quickLanes = Math.max(2, Math.min(4, navigator.hardwareConcurrency || 2));

/** Runs `task` over 0 … total in pieces [first, last), one after the other in each lane. */
export async function inPieces(
  total: number,
  piece: number,
  lanes: number,
  signal: AbortSignal,
  task: (lane: number, first: number, last: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async (lane: number): Promise<void> => {
    while (next < total && !signal.aborted) {
      const first = next;
      next = Math.min(total, next + piece);
      await task(lane, first, next);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
  if (signal.aborted) throw new DOMException('', 'AbortError');
}

/** As `post`, but a busy server is asked again. */
export async function postPatiently(path: string, view: string, body: object, signal: AbortSignal): Promise<Response> {
  const mostAttempts = 5;
  const pause = 200; // ms
  const tooManyRequests = 429;
  for (let attempt = 0; ; ++attempt) {
    try {
      return await post(path, view, body, signal);
    } catch (error) {
      const isBusy = error instanceof Refusal && error.status === tooManyRequests && attempt < mostAttempts;
      if (!isBusy) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
