// A case as its keys, "table.key" → value, and the TOML that the server reads and writes.

export type Value = number | string | boolean | number[];
export type CaseKeys = Map<string, Value>;

/** The keys whose values are words; all others are numbers or lists of numbers. */
export const textKeys = new Set(['title', 'friction.law', 'load.kind', 'load.surface', 'load.quantity', 'load.file']);

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
  return typeof value === 'string' ? JSON.stringify(value).replace(/\x7f/g, '\\u007f') : String(value);
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

export const isPlanar = (keys: CaseKeys): boolean =>
  keys.get('oscillator.dimensions') === 2 || keys.get('ratios.dimensions') === 2;
export const isRatioForm = (keys: CaseKeys): boolean => [...keys.keys()].some((k) => k.startsWith('ratios.'));
export const kindOf = (keys: CaseKeys): string =>
  isRatioForm(keys) ? 'harmonic' : String(keys.get('load.kind') ?? 'none');

/** Whether the load repeats itself for ever. */
export function isPeriodicLoad(keys: CaseKeys): boolean {
  const kind = kindOf(keys);
  return ['harmonic', 'harmonics', 'rotating'].includes(kind) || (kind === 'base' && !keys.has('load.file'));
}
