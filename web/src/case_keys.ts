// A case as its keys, "table.key" → value, and the TOML that the server reads and writes.

export type Word = number | string;
export type Value = number | string | boolean | number[] | Word[] | number[][];
export type CaseKeys = Map<string, Value>;

/** The tables of which a structure may have several: their keys are contact[1].bound, counted from 1. */
const listed = /^(contact|load)\[([1-9]\d*)\]\./;

/** The key without the number of its table, "contact[].bound". */
export const generalKey = (key: string): string => key.replace(listed, '$1[].');

/** The number of the table that a key belongs to; 0 where there is one table of that name. */
export const entryOf = (key: string): number => Number(listed.exec(key)?.[2] ?? 0);

/** The keys whose values are words; all others are numbers or lists of numbers, but for those below. */
export const textKeys = new Set([
  'title',
  'friction.law',
  'friction.normal_record',
  'load.kind',
  'load.surface',
  'load.quantity',
  'load.file',
  'contact[].name',
  'contact[].normal_record',
  'load[].name',
  'load[].kind',
  'load[].quantity',
  'load[].file',
]);

/** A degree of freedom, by its number or its name; lists of these; matrices, row by row. */
export const wordKeys = new Set(['contact[].on', 'contact[].normal_on', 'load[].on']);
export const wordListKeys = new Set(['structure.names', 'contact[].between', 'contact[].normal_between']);
export const matrixKeys = new Set(['structure.mass', 'structure.stiffness', 'structure.damping']);

const number = /^[+-]?(\d[\d_]*)?(\.\d+)?([eE][+-]?\d+)?$/;
const piece = /\s*(\[|\]|,|"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,\[\]]+)/y;

function scalarOf(text: string): number | string | boolean {
  if (text.startsWith('"')) return JSON.parse(text) as string;
  if (text.startsWith("'")) return text.slice(1, -1);
  if (text === 'true' || text === 'false') return text === 'true';
  return number.test(text) ? Number(text) : text;
}

/** A value on one line: a number, a text, or an array of these or of arrays. */
function valueOf(text: string): Value {
  const open: unknown[][] = [[]];
  piece.lastIndex = 0;
  for (let found = piece.exec(text); found; found = piece.exec(text)) {
    const [, part] = found;
    if (part === '[') open.push([]);
    else if (part === ']' && open.length > 1) {
      const list = open.pop()!;
      open[open.length - 1].push(list);
    } else if (part !== ',' && part !== ']') open[open.length - 1].push(scalarOf(part));
  }
  return (open[0][0] ?? '') as Value;
}

/** Reads the plain TOML that the server writes: each value on one line. */
export function keysOf(toml: string): CaseKeys {
  const keys: CaseKeys = new Map();
  const counts = new Map<string, number>();
  let table = '';
  for (const raw of toml.split('\n')) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const list = /^\[\[(\w+)\]\]$/.exec(line);
    if (list) {
      const entry = (counts.get(list[1]) ?? 0) + 1;
      counts.set(list[1], entry);
      table = `${list[1]}[${entry}].`;
      continue;
    }
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
  if (Array.isArray(value)) return '[' + value.map((v) => tomlValue(v)).join(', ') + ']';
  return typeof value === 'string' ? JSON.stringify(value).replace(/\x7f/g, '\\u007f') : String(value);
}

/** How many tables [[name]] the keys tell of: up to the highest number. */
export function entriesOf(keys: CaseKeys, name: string): number {
  let count = 0;
  for (const key of keys.keys()) {
    const found = listed.exec(key);
    if (found && found[1] === name) count = Math.max(count, Number(found[2]));
  }
  return count;
}

export function tomlOf(keys: CaseKeys): string {
  const tables = new Map<string, string[]>();
  for (const [key, value] of keys) {
    const dot = key.indexOf('.');
    const table = dot < 0 ? '' : key.slice(0, dot);
    if (!tables.has(table)) tables.set(table, []);
    tables.get(table)!.push(`${key.slice(dot + 1)} = ${tomlValue(value)}`);
  }
  const order = ['', 'ratios', 'oscillator', 'spring', 'friction', 'load', 'structure', 'start', 'run'];
  const parts: string[] = [];
  const put = (header: string, lines: string[]): void =>
    void parts.push([...(header ? [header] : []), ...lines, ''].join('\n'));
  for (const table of order) {
    const lines = tables.get(table);
    if (lines) put(table && `[${table}]`, lines);
  }
  for (const name of ['contact', 'load'])
    for (let i = 1; i <= entriesOf(keys, name); ++i) put(`[[${name}]]`, tables.get(`${name}[${i}]`) ?? []);
  return parts.join('\n');
}

/** "load.amplitude[1]" is an element of an array; those of a structure's own tables are counted from 1. */
function elementOf(path: string): { list: string; at: number } | null {
  const found = /^(.*)\[(\d+)\]$/.exec(path);
  return found && { list: found[1], at: Number(found[2]) - (found[1].startsWith('structure.') ? 1 : 0) };
}

export function get(keys: CaseKeys, path: string): Value | undefined {
  const element = elementOf(path);
  if (!element) return keys.get(path);
  const list = keys.get(element.list);
  return Array.isArray(list) ? list[element.at] : undefined;
}

export function set(keys: CaseKeys, path: string, value: Value): void {
  const element = elementOf(path);
  if (!element) {
    keys.set(path, value);
    return;
  }
  const list = keys.get(element.list);
  const copy = Array.isArray(list) ? [...(list as number[])] : [0, 0];
  copy[element.at] = value as number;
  keys.set(element.list, copy);
}

export function numberAt(keys: CaseKeys, path: string, fallback = 0): number {
  const value = get(keys, path);
  return typeof value === 'number' ? value : fallback;
}

/** The array of numbers of a key, if it has one. */
export function numbersAt(keys: CaseKeys, key: string): number[] | null {
  const list = keys.get(key);
  return Array.isArray(list) && (list as unknown[]).every((v) => typeof v === 'number') ? (list as number[]) : null;
}

export const isPlanar = (keys: CaseKeys): boolean =>
  keys.get('oscillator.dimensions') === 2 || keys.get('ratios.dimensions') === 2;
export const isStructure = (keys: CaseKeys): boolean => [...keys.keys()].some((k) => k.startsWith('structure.'));
/** What a case is that is no mass on a line, and the view that shows it. */
export function elsewhere(keys: CaseKeys): { words: string; view: string } | null {
  if (isStructure(keys)) return { words: 'is a structure of several masses', view: 'Structure' };
  return isPlanar(keys) ? { words: 'moves in a plane', view: 'Planar' } : null;
}
/** Whether the keys describe a case, not only changes of one. */
export const isWhole = (keys: CaseKeys): boolean =>
  [...keys.keys()].some((k) => /^(ratios|oscillator|structure)\./.test(k));
export const isRatioForm = (keys: CaseKeys): boolean => [...keys.keys()].some((k) => k.startsWith('ratios.'));
export const kindOf = (keys: CaseKeys): string =>
  isRatioForm(keys) ? 'harmonic' : String(keys.get('load.kind') ?? 'none');

/** Whether the load repeats itself for ever. */
export function isPeriodicLoad(keys: CaseKeys): boolean {
  const kind = kindOf(keys);
  return ['harmonic', 'harmonics', 'rotating'].includes(kind) || (kind === 'base' && !keys.has('load.file'));
}

/** How many sensors a record of such a case may have; none where numbers are not identified. */
export function sensorsOf(keys: CaseKeys): 'none' | 'one' | 'many' {
  if (isPlanar(keys)) return 'none';
  return isStructure(keys) ? 'many' : 'one';
}

/** The numbers that a record, or a response curve, usually tells of a case. */
export function usualFit(keys: CaseKeys, isCurve: boolean): string[] {
  const mostContacts = 6;
  if (isStructure(keys)) {
    const count = Math.min(mostContacts, entriesOf(keys, 'contact'));
    return Array.from({ length: count }, (_, i) => `contact[${i + 1}].${keys.has(`contact[${i + 1}].mu`) ? 'mu' : 'bound'}`);
  }
  const start = isCurve ? [] : ['start.position', 'start.velocity'];
  if (isRatioForm(keys)) return ['ratios.friction', 'ratios.damping', ...start];
  return [keys.has('friction.mu') ? 'friction.mu' : 'friction.bound', 'oscillator.damping', 'oscillator.stiffness', ...start];
}
