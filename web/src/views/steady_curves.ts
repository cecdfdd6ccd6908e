// The response against frequency: asked for in pieces, drawn with the present case in it.

import { activity } from '../activity';
import { caseBody } from '../api';
import { CaseKeys, kindOf, numberAt } from '../case_keys';
import { Chart } from '../chart';
import { readable } from '../dom';
import { inPieces, postPatiently } from '../lanes';
import { axisFor, wordFor } from '../vocabulary';
import type { Steady } from './steady_answer';

/** Columns of numbers by their names; null where a point has none, or has none yet. */
export interface Sweep {
  key: string;
  values: number[];
  regime: string[];
  columns: Map<string, (number | null)[]>;
}

type Piece = { key: string; values: number[]; regime: string[] } & Record<string, (number | null)[]>;

export interface FrequencyAxis {
  key: string;
  present: number;
}

export const sweepPoints = 313; // with which a sweep from 0.05 to 2 meets Ω = 1/2, 1/4 and 1/8, where families are
const piece = 24; // values of one request
const lanes = 2;
const notColumns = new Set(['version', 'key', 'values', 'regime']);

/** The frequency in the form that the case has; null where its load has none. */
export function frequencyAxis(keys: CaseKeys, s: Steady): FrequencyAxis | null {
  // Beside a normal force with a frequency of its own, hardly any load has a common period with it.
  if (['friction.normal_frequency', 'ratios.normal_frequency'].some((key) => keys.has(key))) return null;
  if (s.frequency_ratio !== null) return { key: 'frequency_ratio', present: s.frequency_ratio };
  const kind = kindOf(keys);
  const hasOne = kind === 'harmonic' || (kind === 'base' && !keys.has('load.file'));
  if (!hasOne) return null;
  const key = keys.has('load.frequency_hz') ? 'load.frequency_hz' : 'load.frequency';
  return { key, present: numberAt(keys, key, 1) };
}

/** Asks for the curve and calls `show` as it grows. */
export async function sweepOver(
  keys: CaseKeys,
  key: string,
  range: [number, number],
  control: AbortController,
  show: (sweep: Sweep) => void,
): Promise<void> {
  const blank = <T>(value: T): T[] => new Array<T>(sweepPoints).fill(value);
  const sweep: Sweep = { key, values: blank(NaN), regime: blank(''), columns: new Map() };
  const step = (range[1] - range[0]) / (sweepPoints - 1);
  sweep.values.forEach((_, i) => (sweep.values[i] = range[0] + i * step));
  const body = { ...caseBody(keys), key, from: range[0], to: range[1], count: sweepPoints };
  const task = activity.begin('Response curve …', () => control.abort());
  let done = 0;
  try {
    await inPieces(sweepPoints, piece, lanes, control.signal, async (lane, first, last) => {
      const response = await postPatiently('/api/sweep', `sweep-${lane}`, { ...body, first, last }, control.signal);
      put(sweep, (await response.json()) as Piece, first);
      done += last - first;
      task.tell(`Response curve: ${done} of ${sweepPoints} values`);
      show(sweep);
    });
  } finally {
    task.end();
  }
}

function put(sweep: Sweep, sent: Piece, first: number): void {
  for (const name of Object.keys(sent)) {
    if (notColumns.has(name)) continue;
    if (!sweep.columns.has(name)) sweep.columns.set(name, new Array<number | null>(sweepPoints).fill(null));
  }
  sent.values.forEach((value, i) => {
    sweep.values[first + i] = value;
    sweep.regime[first + i] = sent.regime[i];
    for (const [name, column] of sweep.columns) column[first + i] = sent[name]?.[i] ?? null;
  });
}

/** Neighbouring values where the mass rests for part of the cycle. */
function stickBands(values: number[], fraction: number[]): [number, number][] {
  const bands: [number, number][] = [];
  values.forEach((v, i) => {
    if (i + 1 === values.length || !(fraction[i] > 0)) return;
    const last = bands[bands.length - 1];
    if (last && last[1] === v) last[1] = values[i + 1];
    else bands.push([v, values[i + 1]]);
  });
  return bands;
}

const runaway = 20; // times the bulk of a curve: a resonance without damping

/** The range that shows a response, and its largest value where that is cut off. */
export function rangeOfResponse(y: number[], present: number): { range: [number, number]; cut: number | null } {
  const finite = y.filter(Number.isFinite).sort((a, b) => a - b);
  const largest = finite[finite.length - 1] || 1;
  const bulk = finite[Math.floor(0.97 * (finite.length - 1))] || largest;
  const isCut = largest > runaway * bulk;
  const top = Math.max(1.1 * (isCut ? bulk : largest), 1.1 * present);
  return { range: [0, top], cut: top < largest ? largest : null };
}

/** Response and stops over the frequency; empty where no point has a number. */
export function curveCharts(sweep: Sweep, s: Steady, axis: FrequencyAxis): Chart[] {
  const name = ['transmissibility', 'amplitude_ratio', 'amplitude'].find((n) => sweep.columns.has(n));
  if (!name) return [];
  const column = (key: string): number[] => (sweep.columns.get(key) ?? []).map((v) => (v === null ? NaN : v));
  const y = column(name);
  if (!y.some(Number.isFinite)) return [];
  const value = (s as unknown as Record<string, number | null>)[name] ?? null;
  const { range, cut } = rangeOfResponse(y, value ?? 0);
  const bands = stickBands(sweep.values, column('stuck_fraction'));
  const families = sweep.values.flatMap((x, i) =>
    sweep.regime[i] === 'non-unique' && Number.isFinite(y[i]) ? [{ x, y: y[i], colour: 3, label: 'event' }] : [],
  );
  return [
    {
      title: 'Response' + (cut === null ? '' : `: the peak is cut off, it reaches ${readable(cut, 4)} on these points`),
      xLabel: axisFor(axis.key),
      yLabel: axisFor(name),
      series: [{ label: wordFor(name), x: sweep.values, y, colour: 0 }],
      bands,
      yRange: range,
      marks: [...(value !== null ? [{ x: axis.present, y: value, colour: 1 }] : []), ...families],
    },
    {
      title: 'Stops a cycle',
      xLabel: axisFor(axis.key),
      yLabel: wordFor('stops_per_cycle'),
      series: [{ label: wordFor('stops_per_cycle'), x: sweep.values, y: column('stops_per_cycle'), colour: 2 }],
      bands,
      marks: s.stops_per_cycle !== null ? [{ x: axis.present, y: s.stops_per_cycle, colour: 1 }] : [],
    },
  ];
}
