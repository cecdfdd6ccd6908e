// The steady state of a structure and its response curve, as the server sends them.

import { activity } from './activity';
import { caseBody } from './api';
import { CaseKeys, entriesOf } from './case_keys';
import { inPieces, postPatiently } from './lanes';

export interface ContactCycle {
  name: string;
  stops_per_cycle: number;
  zero_duration_reversals: number;
  stuck_fraction: number;
  open_fraction: number;
  dissipated: number;
  slip: number;
  transmitted_force: number;
}

/** Numbers are null where there is no steady state. */
export interface StructureSteady {
  regime: string;
  period: number | null;
  load_periods: number | null;
  dof_names: string[];
  amplitude: (number | null)[];
  velocity: (number | null)[];
  drift: (number | null)[];
  multiplier: number | null;
  exponent: number | null;
  free_offsets: number | null;
  damping_loss: number | null;
  input: number | null;
  contacts: ContactCycle[];
  coexists: { regime: string; load_periods: number | null }[];
}

/** `steady` is null, and `why` a sentence, where the load never repeats. */
export interface SteadyAnswer {
  steady: StructureSteady | null;
  why: string;
}

/** Numbers of each degree of freedom and contact over the values of a key; NaN where a value has none, or none yet. */
export interface StructureCurve {
  key: string;
  values: number[];
  regime: string[];
  amplitude: number[][];
  stuck: number[][];
  multiplier: number[];
}

type Piece = { values: number[]; regime: string[] } & Record<string, (number | null)[]>;

export const curvePoints = 129;
const piece = 16; // values of one request: the engine searches in stretches of so many
const lanes = 2;

/** The load frequency [rad/s] where all loads have one and the same; null else. */
export function loadFrequency(keys: CaseKeys): number | null {
  const found = new Set<number>();
  for (let i = 1; i <= entriesOf(keys, 'load'); ++i) {
    const frequency = keys.get(`load[${i}].frequency`);
    const hertz = keys.get(`load[${i}].frequency_hz`);
    if (typeof frequency === 'number') found.add(frequency);
    else if (typeof hertz === 'number') found.add(2 * Math.PI * hertz);
    else if (keys.has(`load[${i}].file`) || frequency !== undefined) return null;
  }
  const [only] = found;
  return found.size === 1 && only > 0 ? only : null;
}

/** From a quarter of the present frequency to twice it. */
export const curveRange = (present: number): [number, number] => [0.25 * present, 2 * present];

/** Asks for the curve over the load frequency and calls `show` as it grows. */
export async function curveOver(
  keys: CaseKeys,
  [from, to]: [number, number],
  control: AbortController,
  show: (curve: StructureCurve) => void,
): Promise<void> {
  const blank = (): number[] => new Array<number>(curvePoints).fill(NaN);
  const key = 'load.frequency';
  const values = blank().map((_, i) => from + (i / (curvePoints - 1)) * (to - from));
  const curve: StructureCurve = { key, values, regime: [], amplitude: [], stuck: [], multiplier: blank() };
  const body = { ...caseBody(keys), key, from, to, count: curvePoints };
  const task = activity.begin('Response curve …', () => control.abort());
  let done = 0;
  try {
    await inPieces(curvePoints, piece, lanes, control.signal, async (lane, first, last) => {
      const sent = await postPatiently(
        '/api/structure-sweep',
        `structure-sweep-${lane}`,
        { ...body, first, last },
        control.signal,
      );
      put(curve, (await sent.json()) as Piece, first);
      done += last - first;
      task.tell(`Response curve: ${done} of ${curvePoints} values`);
      show(curve);
    });
  } finally {
    task.end();
  }
}

function put(curve: StructureCurve, sent: Piece, first: number): void {
  const take = (to: number[], from: (number | null)[]): void =>
    from.forEach((value, i) => (to[first + i] = value ?? NaN));
  const columns = (list: number[][], names: string[]): void =>
    names.forEach((name, i) => take((list[i] ??= new Array<number>(curvePoints).fill(NaN)), sent[name]));
  const names = Object.keys(sent);
  columns(curve.amplitude, names.filter((name) => name.startsWith('amplitude[')));
  columns(curve.stuck, names.filter((name) => name.startsWith('contact') && name.endsWith('.stuck_fraction')));
  take(curve.multiplier, sent.multiplier);
  sent.regime.forEach((regime, i) => (curve.regime[first + i] = regime));
}
