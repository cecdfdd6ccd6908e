// The two forms of a case: in physical units, and as ratios with m = k = p₀ = 1 (in a plane m = k = r_y = 1).

import { CaseKeys, isPlanar, isRatioForm, numberAt, numbersAt } from './case_keys';

export interface Ratios {
  friction: number;
  frequency: number;
  damping: number;
  static: number | null;
  offset: number;
}

/** Stiffness and natural frequency of a physical case. */
function scales(keys: CaseKeys): { stiffness: number; natural: number } {
  const stiffness = numberAt(keys, 'oscillator.stiffness', numberAt(keys, 'spring.linear'));
  return { stiffness, natural: Math.sqrt(stiffness / numberAt(keys, 'oscillator.mass', 1)) };
}

/** p₀ [N] of a physical case with one harmonic, at this frequency ratio. */
function loadAmplitude(keys: CaseKeys, frequencyRatio: number): number {
  const { stiffness, natural } = scales(keys);
  const frequency = frequencyRatio * natural;
  if (keys.get('load.kind') !== 'base') return numberAt(keys, 'load.amplitude', 1);
  const displacement = keys.has('load.displacement')
    ? numberAt(keys, 'load.displacement')
    : numberAt(keys, 'load.acceleration') / frequency ** 2;
  const isMoving = keys.get('load.surface') === 'moving';
  return isMoving ? numberAt(keys, 'oscillator.mass', 1) * frequency ** 2 * displacement : stiffness * displacement;
}

/** The dimensionless form: time in 1/ωₙ, length in p₀/k. */
export function toRatioForm(keys: CaseKeys, ratios: Ratios): CaseKeys {
  const { stiffness, natural } = scales(keys);
  const length = loadAmplitude(keys, ratios.frequency) / stiffness;
  const made: CaseKeys = new Map();
  if (keys.has('title')) made.set('title', keys.get('title')!);
  made.set('ratios.friction', ratios.friction);
  made.set('ratios.frequency', ratios.frequency);
  made.set('ratios.damping', ratios.damping);
  if (ratios.static !== null && ratios.static > ratios.friction) made.set('ratios.static', ratios.static);
  if (ratios.offset !== 0) made.set('ratios.offset', ratios.offset);
  const position = numberAt(keys, 'start.position') - numberAt(keys, 'oscillator.equilibrium');
  if (position !== 0) made.set('start.position', position / length);
  const velocity = numberAt(keys, 'start.velocity');
  if (velocity !== 0) made.set('start.velocity', velocity / (length * natural));
  if (keys.has('run.until')) made.set('run.until', numberAt(keys, 'run.until') * natural);
  return made;
}

/** The physical form with m = k = p₀ = 1, in which every ratio is the number itself. */
export function toPhysicalForm(keys: CaseKeys): CaseKeys {
  const made: CaseKeys = new Map();
  if (keys.has('title')) made.set('title', keys.get('title')!);
  made.set('oscillator.mass', 1);
  made.set('oscillator.stiffness', 1);
  made.set('oscillator.damping', 2 * numberAt(keys, 'ratios.damping'));
  if (isPlanar(keys)) putPlanarUnits(keys, made);
  else {
    made.set('friction.bound', numberAt(keys, 'ratios.friction'));
    if (keys.has('ratios.static')) made.set('friction.static_bound', numberAt(keys, 'ratios.static'));
    for (const name of ['normal_ratio', 'normal_phase', 'normal_frequency']) {
      if (keys.has(`ratios.${name}`)) made.set(`friction.${name}`, numberAt(keys, `ratios.${name}`));
    }
    made.set('load.kind', 'harmonic');
    made.set('load.amplitude', 1);
    made.set('load.frequency', numberAt(keys, 'ratios.frequency', 1));
    if (keys.has('ratios.offset')) made.set('load.offset', numberAt(keys, 'ratios.offset'));
  }
  for (const [key, value] of keys) if (key.startsWith('start.') || key.startsWith('run.')) made.set(key, value);
  return made;
}

/** The plane with m = k = r_y = 1; a rotating load is (sin(ω·t + π/2), sin(ω·t)). */
function putPlanarUnits(keys: CaseKeys, made: CaseKeys): void {
  const force = numberAt(keys, 'ratios.force', 1);
  const axisRatio = numberAt(keys, 'ratios.axis_ratio', 1);
  const phase = numberAt(keys, 'ratios.phase');
  made.set('oscillator.dimensions', 2);
  if (keys.has('ratios.stiffness')) made.set('oscillator.support_stiffness', 1 / numberAt(keys, 'ratios.stiffness', 1));
  made.set('friction.bound', 1);
  if (axisRatio === 1 && phase === 0) made.set('load.kind', 'rotating').set('load.amplitude', force);
  else {
    made.set('load.kind', 'harmonic').set('load.amplitude', [force, force * axisRatio]);
    made.set('load.phase', [Math.PI / 2, phase]);
  }
  made.set('load.frequency', numberAt(keys, 'ratios.frequency', 1));
}

/** p = (a₁·sin(ω·t + φ₁), a₂·sin(ω·t + φ₂)); null for a load of another form. */
function planarLoad(keys: CaseKeys): { amplitude: number[]; phase: number[] } | null {
  const [amplitude, phase] = [keys.get('load.amplitude'), keys.get('load.phase')];
  const kind = keys.get('load.kind');
  if (kind === 'rotating' && typeof amplitude === 'number' && phase === undefined)
    return { amplitude: [amplitude, amplitude], phase: [Math.PI / 2, 0] };
  const amplitudes = numbersAt(keys, 'load.amplitude');
  if (kind !== 'harmonic' || !amplitudes || Array.isArray(keys.get('load.frequency'))) return null;
  return { amplitude: amplitudes, phase: numbersAt(keys, 'load.phase') ?? [0, 0] };
}

const planarBound = (keys: CaseKeys): number =>
  numberAt(keys, 'friction.bound') || numberAt(keys, 'friction.mu') * numberAt(keys, 'friction.normal');

/** The dimensionless form of a planar case: time in 1/ωₙ, length in r_y/k; null where it has none. */
export function toPlanarRatioForm(keys: CaseKeys): CaseKeys | null {
  const load = planarLoad(keys);
  const bound = planarBound(keys);
  const { stiffness, natural } = scales(keys);
  // The ratios know a first axis that begins at its peak; another beginning is another motion from the same start.
  const beginsAtPeak = load !== null && Math.abs(Math.cos(load.phase[0])) < 1e-12 && Math.sin(load.phase[0]) > 0;
  if (!load || !beginsAtPeak || !(load.amplitude[0] > 0) || !(bound > 0) || !(stiffness > 0)) return null;
  const frequency = numberAt(keys, 'load.frequency', 2 * Math.PI * numberAt(keys, 'load.frequency_hz'));
  const made: CaseKeys = new Map();
  if (keys.has('title')) made.set('title', keys.get('title')!);
  made.set('ratios.dimensions', 2);
  made.set('ratios.force', load.amplitude[0] / bound);
  made.set('ratios.frequency', frequency / natural);
  made.set('ratios.damping', (numberAt(keys, 'oscillator.damping') * natural) / (2 * stiffness));
  if (keys.has('oscillator.support_stiffness'))
    made.set('ratios.stiffness', stiffness / numberAt(keys, 'oscillator.support_stiffness'));
  if (load.amplitude[1] !== load.amplitude[0]) made.set('ratios.axis_ratio', load.amplitude[1] / load.amplitude[0]);
  if (load.phase[1] !== 0) made.set('ratios.phase', load.phase[1]);
  putStart(keys, made, { length: bound / stiffness, velocity: (bound / stiffness) * natural, force: bound });
  if (keys.has('run.until')) made.set('run.until', numberAt(keys, 'run.until') * natural);
  return made;
}

/** The start of a planar case in other units. */
function putStart(from: CaseKeys, to: CaseKeys, unit: { length: number; velocity: number; force: number }): void {
  const sizes: [string, number][] = [
    ['start.position', unit.length],
    ['start.velocity', unit.velocity],
    ['start.friction_force', unit.force],
  ];
  for (const [key, size] of sizes) {
    const values = numbersAt(from, key);
    if (values)
      to.set(
        key,
        values.map((v) => rounded(v / size)),
      );
  }
}

/** The planar case in its units that `keys`, its dimensionless form, has become; what has not changed stays as it was. */
export function backToPlanar(keys: CaseKeys, physical: CaseKeys): CaseKeys {
  const old = toPlanarRatioForm(physical)!;
  const hasChanged = (...names: string[]): boolean =>
    names.some((k) => JSON.stringify(old.get(k)) !== JSON.stringify(keys.get(k)));
  const made = new Map(physical);
  const { stiffness, natural } = scales(physical);
  const bound = planarBound(physical);
  if (hasChanged('ratios.force', 'ratios.axis_ratio', 'ratios.phase')) {
    const size = numberAt(keys, 'ratios.force', 1) * bound;
    const [axis, phase] = [numberAt(keys, 'ratios.axis_ratio', 1), numberAt(keys, 'ratios.phase')];
    if (made.get('load.kind') === 'rotating' && axis === 1 && phase === 0) made.set('load.amplitude', rounded(size));
    else {
      made.set('load.kind', 'harmonic').set('load.amplitude', [rounded(size), rounded(size * axis)]);
      made.set('load.phase', [Math.PI / 2, phase]);
    }
  }
  if (hasChanged('ratios.frequency')) setFrequency(made, numberAt(keys, 'ratios.frequency', 1) * natural);
  if (hasChanged('ratios.damping'))
    made.set('oscillator.damping', rounded((2 * numberAt(keys, 'ratios.damping') * stiffness) / natural));
  if (hasChanged('ratios.stiffness'))
    made.set('oscillator.support_stiffness', rounded(stiffness / numberAt(keys, 'ratios.stiffness', 1)));
  if (hasChanged('start.position', 'start.velocity', 'start.friction_force'))
    putStart(keys, made, { length: stiffness / bound, velocity: stiffness / bound / natural, force: 1 / bound });
  if (hasChanged('run.until')) made.set('run.until', rounded(numberAt(keys, 'run.until') / natural));
  return made;
}

const rounded = (value: number): number => Number(value.toPrecision(13));

function setForce(made: CaseKeys, keys: { force: string; coefficients: string[] }, force: number): void {
  const coefficient = keys.coefficients.find((k) => made.has(k));
  if (made.has(keys.force) || !made.has('friction.normal')) made.set(keys.force, rounded(force));
  else made.set(coefficient ?? keys.coefficients[0], rounded(force / numberAt(made, 'friction.normal', 1)));
}

const slidingKeys = { force: 'friction.bound', coefficients: ['friction.mu_kinetic', 'friction.mu'] };
const holdingKeys = { force: 'friction.static_bound', coefficients: ['friction.mu_static'] };

function setFrequency(made: CaseKeys, frequency: number): void {
  if (made.has('load.frequency_hz')) made.set('load.frequency_hz', rounded(frequency / (2 * Math.PI)));
  else made.set('load.frequency', rounded(frequency));
}

/**
 * The physical case that `keys`, its dimensionless form, has become: `physical` as it was, with what has changed since.
 * `before` are the ratios of `physical`.
 */
export function backToPhysical(keys: CaseKeys, physical: CaseKeys, before: Ratios): CaseKeys {
  const made = new Map(physical);
  const old = toRatioForm(physical, before);
  const { stiffness, natural } = scales(physical);
  const hasChanged = (key: string): boolean =>
    numberAt(old, key, NaN) !== numberAt(keys, key, NaN) && (old.has(key) || keys.has(key));
  const frequency = numberAt(keys, 'ratios.frequency', before.frequency);
  if (hasChanged('ratios.frequency')) setFrequency(made, frequency * natural);
  const force = loadAmplitude(made, frequency);
  const isOtherForce = force !== loadAmplitude(physical, before.frequency);
  const length = force / stiffness;
  if (hasChanged('ratios.friction') || isOtherForce)
    setForce(made, slidingKeys, numberAt(keys, 'ratios.friction') * force);
  if (!keys.has('ratios.static') && old.has('ratios.static'))
    for (const key of [holdingKeys.force, ...holdingKeys.coefficients]) made.delete(key);
  else if (keys.has('ratios.static') && (hasChanged('ratios.static') || isOtherForce))
    setForce(made, holdingKeys, numberAt(keys, 'ratios.static') * force);
  if (hasChanged('ratios.damping'))
    made.set('oscillator.damping', rounded((2 * numberAt(keys, 'ratios.damping') * stiffness) / natural));
  if (hasChanged('ratios.offset')) setOffset(made, numberAt(keys, 'ratios.offset') * force, stiffness);
  if (hasChanged('start.position') || (isOtherForce && keys.has('start.position')))
    made.set(
      'start.position',
      rounded(numberAt(keys, 'start.position') * length + numberAt(physical, 'oscillator.equilibrium')),
    );
  if (hasChanged('start.velocity') || (isOtherForce && keys.has('start.velocity')))
    made.set('start.velocity', rounded(numberAt(keys, 'start.velocity') * length * natural));
  if (hasChanged('run.until')) made.set('run.until', rounded(numberAt(keys, 'run.until') / natural));
  return made;
}

/** A constant force; a base has none, there the spring rests elsewhere. */
function setOffset(made: CaseKeys, force: number, stiffness: number): void {
  if (made.get('load.kind') !== 'base') made.set('load.offset', rounded(force));
  else made.set('oscillator.equilibrium', rounded(numberAt(made, 'oscillator.equilibrium') + force / stiffness));
}

/** The case moved to a point of the plane of ratios, in its own form. */
export function atRatios(keys: CaseKeys, friction: number, frequency: number): CaseKeys {
  const made = new Map(keys);
  if (isRatioForm(keys)) return made.set('ratios.friction', friction).set('ratios.frequency', frequency);
  setFrequency(made, frequency * scales(keys).natural);
  setForce(made, slidingKeys, friction * loadAmplitude(made, frequency));
  return made;
}
