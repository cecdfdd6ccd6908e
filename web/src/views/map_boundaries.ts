// The curves between regimes: from the server, their strokes on the map, and what they mean.

import { post } from '../api';
import { Chart } from '../chart';
import { element } from '../dom';
import { Theme } from '../theme';
import { Question } from './map_cells';

export interface Curve {
  kind: string;
  x: number[];
  y: number[];
}

interface Kind {
  name: string;
  look: string; // class of its stroke in the legend
  dash?: number[];
  meaning: string;
}

const kinds: Record<string, Kind> = {
  C: { name: 'C', look: 'solid', meaning: 'the stop at a reversal vanishes' },
  A: { name: 'A', look: 'dash-dot', dash: [9, 3, 2, 3], meaning: 'a slide vanishes' },
  B: { name: 'B', look: 'dashed', dash: [7, 4], meaning: 'a stop in passing appears' },
  Cprime: { name: 'C′', look: 'dotted', dash: [2, 3], meaning: 'a stop becomes a back-slide' },
};

const seedLines = 60;

/** Asks the server once for each window. */
export class Tracer {
  private readonly traced = new Map<string, Curve[]>();

  async trace(question: Question, signal: AbortSignal): Promise<Curve[]> {
    const key = JSON.stringify(question);
    const old = this.traced.get(key);
    if (old) return old;
    const response = await post('/api/boundary', 'boundary', { ...question, seed_lines: seedLines }, signal);
    const { curves } = (await response.json()) as { curves: Curve[] };
    this.traced.set(key, curves);
    return curves;
  }
}

/** Each curve on a wider one in the colour of the paper, so that it shows on every cell. */
export function strokesOf(curves: Curve[], theme: Theme): NonNullable<Chart['overlay']> {
  return curves.flatMap(({ kind, x, y }) => [
    { x, y, stroke: { colour: theme.paper, width: 3 } },
    { x, y, stroke: { colour: theme.ink, width: 1.3, dash: kinds[kind]?.dash } },
  ]);
}

export function meaningsOf(curves: Curve[]): HTMLElement[] {
  return Object.entries(kinds)
    .filter(([key]) => curves.some((c) => c.kind === key))
    .map(([, { name, look, meaning }]) =>
      element('span', {}, element('i', { class: 'stroke ' + look }), `${name}: ${meaning}`),
    );
}
