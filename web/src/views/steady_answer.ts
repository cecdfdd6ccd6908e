// The steady state as the server sends it, and what is said of it.

import { element, fact, readable } from '../dom';
import { Units } from '../units';
import { capital } from '../vocabulary';

/** A motion that another start leads to. */
export interface OtherMotion {
  regime: string;
  load_periods: number;
  amplitude_ratio: number | null;
  stops_per_cycle: number | null;
  multiplier: number | null;
  start: { position: number; velocity: number };
}

export interface Steady {
  regime: string;
  stops_per_cycle: number | null;
  stops_then_reverse: number | null;
  stops_then_same_direction: number | null;
  zero_duration_reversals: number | null;
  amplitude_ratio: number | null;
  velocity_ratio: number | null;
  dissipated_ratio: number | null;
  stuck_fraction: number | null;
  multiplier: number | null;
  map_period: string | null;
  residual: number | null;
  period: number | null;
  load_periods: number | null;
  amplitude: number | null;
  velocity: number | null;
  dissipated: number | null;
  x_max: number | null;
  x_min: number | null;
  phase_lag: number | null;
  transmissibility: number | null;
  transmitted_force: number | null;
  friction_ratio: number | null;
  frequency_ratio: number | null;
  damping_ratio: number | null;
  family: { x_max: [number, number]; x_min: [number, number] } | null;
  rest_positions: [number, number] | null;
  growth_per_cycle: number | null;
  exponent?: number | null;
  exponent_error?: number | null;
  coexists: (string | OtherMotion)[];
}

export interface SteadyAnswer {
  steady: Steady;
  why: string;
  cycle: { t: number[]; x: number[]; v: number[]; friction: number[]; stuck: [number, number][] } | null;
}

const regimes: Record<string, string> = {
  'permanent-stick': 'Permanent stick: the load never overcomes the friction',
  continuous: 'Continuous: it moves all the time',
  'stick-slip': 'Stick-slip: it stops and starts',
  unbounded: 'Unbounded: the amplitude grows for ever',
  'non-unique': 'Not unique: the start decides which of many motions it is',
  chaotic: 'Chaotic: it never repeats',
  'not-converged': 'No steady motion was found',
};

const isRepeating = (s: Steady): boolean => (s.load_periods ?? 1) > 1;

function stopsText(s: Steady): string {
  if (s.regime === 'permanent-stick') return 'none, it never moves';
  if (s.stops_per_cycle === 0) return 'none';
  const count = (v: number | null): string => readable(v, 5);
  return `${count(s.stops_per_cycle)} a cycle: ${count(s.stops_then_reverse)} then reverse, ${count(s.stops_then_same_direction)} then go on`;
}

const otherText = (other: string | OtherMotion, length: string): string => {
  if (typeof other === 'string') return other;
  const parts = [
    other.load_periods > 1 ? `${other.regime}, repeats after ${other.load_periods} load periods` : other.regime,
  ];
  if (other.amplitude_ratio !== null) parts.push(`amplitude ratio ${readable(other.amplitude_ratio)}`);
  if (other.stops_per_cycle !== null) parts.push(`${readable(other.stops_per_cycle, 4)} stops a cycle`);
  return `${parts.join(', ')}; from x = ${readable(other.start.position)} ${length}, v = ${readable(other.start.velocity)}`;
};

/** The facts of a steady state, in the units of the case. */
export function steadyCard({ steady: s, why }: SteadyAnswer, units: Units, isRatio: boolean): HTMLElement[] {
  const list = element('dl');
  const put = (name: string, value: string, id = ''): void => list.append(fact(name, value, id));
  const both = (value: number | null, unit: string, ratio: number | null): string =>
    isRatio
      ? `${readable(ratio ?? value, 10)}`
      : `${readable(value, 10)} ${unit}` + (ratio !== null ? ` (ratio ${readable(ratio, 8)})` : '');
  const isChaotic = s.regime === 'chaotic';
  if (isRepeating(s))
    put('Repeats after', `${s.load_periods} load periods; counts and losses are means per load period`);
  if (s.exponent !== null && s.exponent !== undefined)
    put(
      'Lyapunov exponent',
      `${readable(s.exponent, 4)}${s.exponent_error ? ` ± ${readable(s.exponent_error, 2)}` : ''} 1/${units.time === 's' ? 's' : '(1/ωₙ)'}`,
      'steady-exponent',
    );
  if (s.stuck_fraction !== null) {
    const mean = isChaotic ? ', mean' : '';
    put('Stops' + mean, stopsText(s), 'steady-stops');
    put('Reversals without a stop' + mean, readable(s.zero_duration_reversals, 5));
    put('At rest' + mean, `${readable(100 * s.stuck_fraction, 6)} % of the cycle`);
    put('Amplitude' + mean, both(s.amplitude, units.length, s.amplitude_ratio), 'steady-amplitude');
    put('Largest speed', both(s.velocity, units.velocity, s.velocity_ratio));
    put('Friction loss a cycle' + mean, both(s.dissipated, units.energy, s.dissipated_ratio), 'steady-dissipated');
    putDetails(s, units, put);
  }
  if (s.family)
    put(
      'Family',
      `x_max anywhere from ${readable(s.family.x_max[0])} to ${readable(s.family.x_max[1])}, x_min from ${readable(s.family.x_min[0])} to ${readable(s.family.x_min[1])} (p₀/k); the numbers above are of the member that this start leads to`,
      'steady-family',
    );
  if (s.rest_positions)
    put('Can rest', `from x = ${readable(s.rest_positions[0])} to ${readable(s.rest_positions[1])} ${units.length}`);
  for (const other of s.coexists) put('Other starts lead to', otherText(other, units.length));
  if (why) put('Why', capital(why) + '.', 'steady-why');
  return [element('h3', { id: 'steady-regime', class: 'regime ' + s.regime }, regimes[s.regime] ?? s.regime), list];
}

function putDetails(s: Steady, units: Units, put: (name: string, value: string, id?: string) => void): void {
  if (s.phase_lag !== null) put('Phase lag', readable(s.phase_lag, 8) + ' rad');
  if (s.transmissibility !== null) put('Transmissibility', readable(s.transmissibility, 8));
  if (s.transmitted_force !== null) put('Transmitted force', `${readable(s.transmitted_force, 8)} ${units.force}`);
  if (s.multiplier !== null)
    put(
      'Multiplier',
      readable(s.multiplier, 8) + (s.map_period ? ` per ${s.map_period} period` : ''),
      'steady-multiplier',
    );
  if (s.residual !== null) put('Closure error', readable(s.residual, 2));
}
