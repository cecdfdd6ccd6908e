// A motion as the server sends it, along a line or in a plane: what its events say, and its file.

import { caseBody, post } from './api';
import { CaseKeys } from './case_keys';
import { Commands } from './view';

/** What both kinds of motion have. */
export interface EventfulMotion {
  events: { t: number; kind: string; direction?: unknown }[];
  final: { t: number; phase: string };
}

export interface MotionAnswer extends EventfulMotion {
  termination: string;
  events: { t: number; kind: string; x: number; direction: number }[];
  period: number | null;
  final: { t: number; x: number; v: number; phase: string };
  samples: {
    t: number[];
    x: number[];
    v: number[];
    a: number[];
    friction: number[];
    base?: number[];
    x_absolute?: number[];
  };
  energy: { input: number; friction: number; damping: number; stored: number; imbalance: number };
  peak: { x: number; v: number; total_slip: number; slips: number };
}

/** The intervals at rest, from the events. */
export function stuckIntervals(motion: EventfulMotion): [number, number][] {
  const intervals: [number, number][] = [];
  const first = motion.events[0];
  let since: number | null = (first ? first.kind === 'stick-to-slide' && first.t > 0 : motion.final.phase === 'stick')
    ? 0
    : null;
  for (const e of motion.events) {
    const comesToRest = e.kind === 'slide-to-stick' || (e.kind === 'close' && e.direction === 0);
    if (comesToRest) since = e.t;
    else if (since !== null) {
      intervals.push([since, e.t]);
      since = null;
    }
  }
  if (since !== null) intervals.push([since, motion.final.t]);
  return intervals;
}

/** Whether there is no contact at a time, from the events. */
export function isOpenAt(motion: EventfulMotion, time: number): boolean {
  const changes = motion.events.filter((e) => e.kind === 'open' || e.kind === 'close');
  const last = changes.filter((e) => e.t <= time).pop();
  if (last) return last.kind === 'open';
  return changes[0] ? changes[0].kind === 'close' : motion.final.phase === 'open';
}

export const stopsOf = (motion: EventfulMotion): number =>
  motion.events.filter((e) => e.kind === 'slide-to-stick').length;

export const timesText = (count: number): string => (count === 1 ? 'once' : `${count} times`);

export async function motionCsv(keys: CaseKeys, samples: number, view: string, path = '/api/motion'): Promise<string> {
  const response = await post(path, view, { ...caseBody(keys), samples, format: 'csv' });
  return response.text();
}

/** The commands that follow a motion. */
export const simulation = (samples: number, name: string): Commands => ({
  shell: [
    {
      verb: 'simulate',
      takesCase: true,
      words: ['--samples', String(samples), '--out', name + '.csv', '--plot', name + '.svg'],
    },
  ],
  python: [{ result: 'motion', name: 'simulate', takesCase: true, named: {} }],
});
