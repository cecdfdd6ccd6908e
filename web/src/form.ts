// Which fields a case has, what they are called, and how far their sliders go.

import { CaseKeys, Value, get, isPlanar, isRatioForm, isStructure, kindOf, numberAt } from './case_keys';
import { planarGroups, planarRatioGroups } from './form_planar';
import { structureGroups } from './form_structure';
import { capital, wordFor } from './vocabulary';

export interface Field {
  key: string;
  label: string;
  unit: string;
  low: number; // least value that makes sense, −∞ where any does
  isOpen: boolean; // the least value itself is not allowed
  range: [number, number]; // of the slider
  fallback: number; // where the case does not give it
}

export interface Choice {
  key: string;
  label: string;
  options: [string, string][];
  value: string;
}

export interface Switch {
  key: string;
  label: string;
  isOn: boolean;
  value: Value; // that switching on sets
}

export interface Group {
  title: string;
  items: (Field | Choice | Switch)[];
}

export const isField = (item: Field | Choice | Switch): item is Field => 'unit' in item;
export const isChoice = (item: Field | Choice | Switch): item is Choice => 'options' in item;

const free = -Infinity;

/** A range that holds `value` in its lower half. */
function above(value: number, least = 1): [number, number] {
  const top = 2.5 * Math.max(Math.abs(value), 1e-300);
  return [0, value === 0 ? least : Number(top.toPrecision(2))];
}

function around(value: number, least: number): [number, number] {
  const size = Number((2.5 * Math.max(Math.abs(value), least)).toPrecision(2));
  return [-size, size];
}

/** Fields of one case. `origin` is the case as it was opened: its values give the sliders their size. */
export function groupsOf(keys: CaseKeys, origin: CaseKeys): Group[] {
  const first = (key: string, fallback: number): number => {
    const value = get(origin, key) ?? get(keys, key);
    return typeof value === 'number' ? value : fallback;
  };
  const positive = (key: string, label: string, unit: string, fallback: number, isOpen: boolean, least = 1): Field => ({
    key,
    label,
    unit,
    low: 0,
    isOpen,
    range: above(first(key, fallback), least),
    fallback,
  });
  const signed = (key: string, label: string, unit: string, least: number): Field => ({
    key,
    label,
    unit,
    low: free,
    isOpen: false,
    range: around(first(key, 0), least),
    fallback: 0,
  });
  if (isStructure(keys)) return structureGroups(keys, positive, signed);
  if (isRatioForm(keys))
    return isPlanar(keys) ? planarRatioGroups(keys, signed, positive) : ratioGroups(keys, signed, positive);
  return isPlanar(keys) ? planarGroups(keys, positive, signed) : physicalGroups(keys, positive, signed);
}

export type Positive = (
  key: string,
  label: string,
  unit: string,
  fallback: number,
  isOpen: boolean,
  least?: number,
) => Field;
export type Signed = (key: string, label: string, unit: string, least: number) => Field;

export const ratio = (key: string, label: string, range: [number, number], isOpen = false, fallback = 0): Field => ({
  key,
  label,
  unit: '',
  low: range[0] < 0 ? free : 0,
  isOpen,
  range,
  fallback,
});

function ratioGroups(keys: CaseKeys, signed: Signed, positive: Positive): Group[] {
  const friction = numberAt(keys, 'ratios.friction');
  const items: Group['items'] = [
    ratio('ratios.friction', 'Friction f = r_y/p₀', [0, 1.2]),
    ratio('ratios.frequency', 'Frequency Ω = ω/ωₙ', [0.02, 2.5], true),
    ratio('ratios.damping', 'Damping ζ', [0, 1]),
    staticSwitch(keys, 'ratios.static', friction),
  ];
  if (keys.has('ratios.static')) items.push(ratio('ratios.static', 'Static friction r_s/p₀', [0, 1.5]));
  items.push(ratio('ratios.offset', 'Constant load over p₀', [-1.5, 1.5]));
  items.push(ratio('ratios.normal_ratio', 'Normal force varies by N₁/N₀', [-2, 2]));
  if (numberAt(keys, 'ratios.normal_ratio') !== 0) items.push(...normalItems(keys, 'ratios', '', positive));
  return [
    { title: 'Ratios (m = k = p₀ = 1)', items },
    {
      title: 'Start and run',
      items: [
        signed('start.position', 'Start position', 'p₀/k', 1),
        signed('start.velocity', 'Start velocity', 'ωₙ·p₀/k', 1),
        positive('run.until', 'Follow until', '1/ωₙ', (20 * 2 * Math.PI) / numberAt(keys, 'ratios.frequency', 1), true),
      ],
    },
  ];
}

/** The frequency of a normal force that varies, where it has its own, and its phase. */
function normalItems(keys: CaseKeys, table: string, unit: string, positive: Positive): Field[] {
  const frequency = `${table}.normal_frequency`;
  const items = keys.has(frequency) ? [positive(frequency, '… at the frequency', unit, 1, true)] : [];
  return [...items, phaseField(`${table}.normal_phase`, '… with the phase')];
}

/** How the normal force of Coulomb friction varies: by a ratio beside a bound, by a force beside a coefficient. */
function variationItems(keys: CaseKeys, positive: Positive, signed: Signed): Field[] {
  if (keys.has('friction.normal_record')) return [];
  const isRatio = keys.has('friction.bound') || !keys.has('friction.normal');
  const key = isRatio ? 'friction.normal_ratio' : 'friction.normal_amplitude';
  const items = [signed(key, 'Normal force varies by' + (isRatio ? ' N₁/N₀' : ''), isRatio ? '' : 'N', 1)];
  return numberAt(keys, key) === 0 ? items : [...items, ...normalItems(keys, 'friction', 'rad/s', positive)];
}

function staticSwitch(keys: CaseKeys, key: string, sliding: number): Switch {
  const larger = Number((1.2 * sliding).toPrecision(4));
  return { key, label: 'Larger static friction', isOn: keys.has(key), value: larger };
}

export function frequencyField(keys: CaseKeys, positive: Positive): Field {
  return keys.has('load.frequency_hz')
    ? positive('load.frequency_hz', 'Load frequency', 'Hz', 1, true)
    : positive('load.frequency', 'Load frequency', 'rad/s', 1, true);
}

export const phaseField = (key = 'load.phase', label = 'Load phase'): Field => ({
  key,
  label,
  unit: 'rad',
  low: free,
  isOpen: false,
  range: [-3.1416, 3.1416],
  fallback: 0,
});

export const scaleField = (key = 'load.scale'): Field => ({
  key,
  label: 'Scale of the record',
  unit: '',
  low: free,
  isOpen: false,
  range: [-3, 3],
  fallback: 1,
});

export function oscillatorItems(keys: CaseKeys, positive: Positive, signed: Signed): Group['items'] {
  const items: Group['items'] = [positive('oscillator.mass', 'Mass', 'kg', 1, true)];
  if (keys.has('spring.linear') || keys.has('spring.cubic')) {
    items.push(signed('spring.linear', 'Spring, linear', 'N/m', 1), signed('spring.cubic', 'Spring, cubic', 'N/m³', 1));
  } else {
    items.push(positive('oscillator.stiffness', 'Stiffness', 'N/m', 1, false));
  }
  const critical = 2 * Math.sqrt(numberAt(keys, 'oscillator.mass', 1) * numberAt(keys, 'oscillator.stiffness', 1));
  items.push(
    positive('oscillator.damping', 'Damping', 'N·s/m', 0, false, Number((0.5 * critical || 1).toPrecision(2))),
  );
  return items;
}

/** The word for a key of a law; where there is none, its symbol as it is. */
const nameOf = (key: string): string =>
  wordFor(key) === key ? key.slice(key.indexOf('.') + 1).replace(/_/g, ' ') : capital(wordFor(key));

function frictionItems(keys: CaseKeys, positive: Positive, signed: Signed): Group['items'] {
  const law = String(keys.get('friction.law') ?? 'coulomb');
  const items: Group['items'] = [];
  const known = ['friction.bound', 'friction.mu', 'friction.mu_kinetic', 'friction.normal'];
  const labels: Record<string, [string, string]> = {
    'friction.bound': ['Sliding friction', 'N'],
    'friction.mu': ['Friction coefficient μ', ''],
    'friction.mu_kinetic': ['Sliding coefficient μ', ''],
    'friction.normal': ['Normal force', 'N'],
  };
  if (law === 'none') return items;
  for (const key of known) if (keys.has(key)) items.push(positive(key, ...labels[key], 1, false));
  if (law === 'coulomb' || law === 'static-kinetic') {
    const isCoefficient = !keys.has('friction.bound') && keys.has('friction.normal');
    const key =
      keys.has('friction.mu_static') || (isCoefficient && !keys.has('friction.static_bound'))
        ? 'friction.mu_static'
        : 'friction.static_bound';
    const sliding = isCoefficient
      ? numberAt(keys, 'friction.mu', numberAt(keys, 'friction.mu_kinetic'))
      : numberAt(keys, 'friction.bound');
    items.push(staticSwitch(keys, key, sliding));
    if (keys.has(key)) items.push(positive(key, 'Static friction', isCoefficient ? '' : 'N', 1, false));
    items.push(...variationItems(keys, positive, signed));
  } else {
    for (const [key, value] of keys) {
      const isOther = key.startsWith('friction.') && typeof value === 'number' && !known.includes(key);
      if (isOther && key !== 'friction.belt_velocity') {
        items.push(positive(key, nameOf(key), '', 1, false));
      }
    }
  }
  items.push(signed('friction.belt_velocity', 'Velocity of the surface', 'm/s', 1));
  return items;
}

function loadItems(keys: CaseKeys, positive: Positive, signed: Signed): Group['items'] {
  const kind = kindOf(keys);
  const options: [string, string][] = [
    ['none', 'none'],
    ['constant', 'constant force'],
    ['harmonic', 'harmonic force'],
    ['base', 'shaking base'],
  ];
  if (!options.some(([name]) => name === kind)) options.push([kind, kind]);
  const items: Group['items'] = [{ key: 'load.kind', label: 'Load', options, value: kind }];
  if (kind === 'constant') items.push(signed('load.force', 'Force', 'N', 1));
  if (kind === 'harmonic') {
    items.push(
      positive('load.amplitude', 'Load amplitude', 'N', 1, false),
      frequencyField(keys, positive),
      phaseField(),
      signed('load.offset', 'Constant part', 'N', numberAt(keys, 'load.amplitude', 1)),
    );
  }
  if (kind === 'harmonics') items.push(...arrayFields(keys, positive));
  if (kind === 'record') items.push(scaleField());
  if (kind === 'base') items.push(...baseItems(keys, positive));
  return items;
}

function arrayFields(keys: CaseKeys, positive: Positive): Field[] {
  const list = keys.get('load.amplitude');
  const count = Array.isArray(list) ? list.length : 0;
  const fields: Field[] = [];
  for (let i = 0; i < count; ++i) {
    fields.push(positive(`load.amplitude[${i}]`, `Amplitude ${i + 1}`, 'N', 1, false));
    fields.push(positive(`load.frequency[${i}]`, `Frequency ${i + 1}`, 'rad/s', 1, true));
  }
  return fields;
}

function baseItems(keys: CaseKeys, positive: Positive): Group['items'] {
  const surface: Choice = {
    key: 'load.surface',
    label: 'Friction surface',
    value: String(keys.get('load.surface') ?? 'fixed'),
    options: [
      ['fixed', 'fixed: only the spring end shakes'],
      ['moving', 'moving: it shakes too'],
    ],
  };
  if (keys.has('load.file')) return [surface, scaleField()];
  const amplitude = keys.has('load.acceleration')
    ? positive('load.acceleration', 'Base acceleration', 'm/s²', 1, false)
    : positive('load.displacement', 'Base displacement', 'm', 1, false);
  return [surface, amplitude, frequencyField(keys, positive), phaseField()];
}

/** How long a motion is followed where the case does not say: as the engine has it. */
export function untilField(keys: CaseKeys, positive: Positive): Field[] {
  const list = keys.get('load.frequency');
  const load = Array.isArray(list)
    ? 0
    : numberAt(keys, 'load.frequency', 2 * Math.PI * numberAt(keys, 'load.frequency_hz'));
  const natural = Math.sqrt(numberAt(keys, 'oscillator.stiffness') / numberAt(keys, 'oscillator.mass', 1));
  const isKnown = keys.has('run.until') || ((load || natural) > 0 && !keys.has('load.file') && !Array.isArray(list));
  const usual = Number(((20 * 2 * Math.PI) / (load || natural || 1)).toPrecision(7));
  return isKnown ? [positive('run.until', 'Follow until', 's', usual, true)] : [];
}

function frictionTitle(keys: CaseKeys): string {
  const law = String(keys.get('friction.law') ?? 'coulomb');
  return law === 'coulomb' ? 'Friction' : `Friction (${law})`;
}

function physicalGroups(keys: CaseKeys, positive: Positive, signed: Signed): Group[] {
  return [
    { title: 'Load', items: loadItems(keys, positive, signed) },
    { title: frictionTitle(keys), items: frictionItems(keys, positive, signed) },
    { title: 'Oscillator', items: oscillatorItems(keys, positive, signed) },
    {
      title: 'Start and run',
      items: [
        signed('start.position', 'Start position', 'm', 1),
        signed('start.velocity', 'Start velocity', 'm/s', 1),
        ...untilField(keys, positive),
      ],
    },
  ];
}

/** What a load of another kind needs; the rest of the case stays. */
export function withLoadKind(keys: CaseKeys, kind: string): CaseKeys {
  const made = new Map(keys);
  const frequency = numberAt(keys, 'load.frequency', 2 * Math.PI * numberAt(keys, 'load.frequency_hz', 0)) || 1;
  const stiffness = numberAt(keys, 'oscillator.stiffness', 1) || 1;
  const force =
    numberAt(keys, 'load.amplitude', numberAt(keys, 'load.force')) ||
    stiffness * numberAt(keys, 'load.displacement') ||
    2 * numberAt(keys, 'friction.bound', 1) ||
    1;
  for (const key of keys.keys()) if (key.startsWith('load.')) made.delete(key);
  made.set('load.kind', kind);
  if (kind === 'constant') made.set('load.force', force);
  if (kind === 'harmonic') made.set('load.amplitude', force).set('load.frequency', frequency);
  if (kind === 'base') {
    made.set('load.surface', 'fixed').set('load.displacement', Number((force / stiffness).toPrecision(6)));
    made.set('load.frequency', frequency);
  }
  if (!made.has('run.until')) {
    const natural = Math.sqrt(stiffness / numberAt(keys, 'oscillator.mass', 1));
    made.set('run.until', Number(((20 * 2 * Math.PI) / natural).toPrecision(3)));
  }
  return made;
}
