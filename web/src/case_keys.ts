// A case as its keys, "table.key" → value, and the TOML that the server reads and writes.

export type Value = number | string | boolean | number[];
export type CaseKeys = Map<string, Value>;

const number = /^[+-]?(\d[\d_]*)?(\.\d+)?([eE][+-]?\d+)?$/;

function valueOf(text: string): Value {
  if (text.startsWith('[')) {
    return text
      .slice(1, -1)
      .split(',')
      .map((s) => s.trim())
      .filter(Boolean)
      .map((s) => Number(s));
  }
  if (text.startsWith('"')) return JSON.parse(text) as string;
  if (text.startsWith("'")) return text.slice(1, -1);
  if (text === 'true' || text === 'false') return text === 'true';
  return number.test(text) ? Number(text) : text;
}

/** Reads the plain TOML that the server writes: tables of numbers, strings and arrays of numbers on one line. */
export function keysOf(toml: string): CaseKeys {
  const keys: CaseKeys = new Map();
  let table = '';
  for (const raw of toml.split('\n')) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const header = /^\[(\w+)\]$/.exec(line);
    if (header) {
      table = header[1] + '.';
      continue;
    }
    const equals = line.indexOf('=');
    if (equals > 0) keys.set(table + line.slice(0, equals).trim(), valueOf(line.slice(equals + 1).trim()));
  }
  return keys;
}

function tomlValue(value: Value): string {
  if (Array.isArray(value)) return '[' + value.map(String).join(', ') + ']';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

export function tomlOf(keys: CaseKeys): string {
  const tables = new Map<string, string[]>();
  for (const [key, value] of keys) {
    const dot = key.indexOf('.');
    const table = dot < 0 ? '' : key.slice(0, dot);
    if (!tables.has(table)) tables.set(table, []);
    tables.get(table)!.push(`${key.slice(dot + 1)} = ${tomlValue(value)}`);
  }
  const order = ['', 'ratios', 'oscillator', 'spring', 'friction', 'load', 'start', 'run'];
  const parts: string[] = [];
  for (const table of order) {
    const lines = tables.get(table);
    if (lines) parts.push((table ? `[${table}]\n` : '') + lines.join('\n') + '\n');
  }
  return parts.join('\n');
}

/** "load.amplitude[1]" is an element of an array. */
export function get(keys: CaseKeys, path: string): Value | undefined {
  const element = /^(.*)\[(\d+)\]$/.exec(path);
  if (!element) return keys.get(path);
  const list = keys.get(element[1]);
  return Array.isArray(list) ? list[Number(element[2])] : undefined;
}

export function set(keys: CaseKeys, path: string, value: Value): void {
  const element = /^(.*)\[(\d+)\]$/.exec(path);
  if (!element) {
    keys.set(path, value);
    return;
  }
  const list = keys.get(element[1]);
  const copy = Array.isArray(list) ? [...list] : [0, 0];
  copy[Number(element[2])] = value as number;
  keys.set(element[1], copy);
}

export function numberAt(keys: CaseKeys, path: string, fallback = 0): number {
  const value = get(keys, path);
  return typeof value === 'number' ? value : fallback;
}

export const isPlanar = (keys: CaseKeys): boolean => keys.get('oscillator.dimensions') === 2;
export const isRatioForm = (keys: CaseKeys): boolean => [...keys.keys()].some((k) => k.startsWith('ratios.'));
export const kindOf = (keys: CaseKeys): string =>
  isRatioForm(keys) ? 'harmonic' : String(keys.get('load.kind') ?? 'none');

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

/** p₀ [N] of a physical case with one harmonic. */
function loadAmplitude(keys: CaseKeys, ratios: Ratios): number {
  const { stiffness, natural } = scales(keys);
  const frequency = ratios.frequency * natural;
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
  const length = loadAmplitude(keys, ratios) / stiffness;
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
  made.set('friction.bound', numberAt(keys, 'ratios.friction'));
  if (keys.has('ratios.static')) made.set('friction.static_bound', numberAt(keys, 'ratios.static'));
  made.set('load.kind', 'harmonic');
  made.set('load.amplitude', 1);
  made.set('load.frequency', numberAt(keys, 'ratios.frequency', 1));
  if (keys.has('ratios.offset')) made.set('load.offset', numberAt(keys, 'ratios.offset'));
  for (const [key, value] of keys) if (key.startsWith('start.') || key.startsWith('run.')) made.set(key, value);
  return made;
}

/** The case moved to a point of the plane of ratios, in its own form. */
export function atRatios(keys: CaseKeys, present: Ratios, friction: number, frequency: number): CaseKeys {
  const made = new Map(keys);
  if (isRatioForm(keys)) {
    made.set('ratios.friction', friction);
    made.set('ratios.frequency', frequency);
    return made;
  }
  const natural = scales(keys).natural;
  const w = frequency * natural;
  if (made.has('load.frequency_hz')) made.set('load.frequency_hz', w / (2 * Math.PI));
  else made.set('load.frequency', w);
  const force = friction * loadAmplitude(made, { ...present, frequency });
  if (made.has('friction.bound')) made.set('friction.bound', force);
  else {
    const key = made.has('friction.mu_kinetic') ? 'friction.mu_kinetic' : 'friction.mu';
    made.set(key, force / numberAt(made, 'friction.normal', 1));
  }
  return made;
}
