// The address of the page: the view, the case, and the keys in which it differs from the built-in one. A link comes from
// anywhere, so only known names pass, numbers only as numbers, and what was left out is told.

import {
  CaseKeys,
  Value,
  entryOf,
  generalKey,
  isWhole,
  keysOf,
  matrixKeys,
  textKeys,
  wordKeys,
  wordListKeys,
} from './case_keys';
import { plainText } from './quote';

export interface BuiltIn {
  name: string;
  title: string;
  toml: string;
  kind: string; // the name of its view, where it has one of its own
}

/** What the page knows: the built-in cases, and every key that a case may have. */
export interface Vocabulary {
  cases: BuiltIn[];
  keys: string[];
  views: string[];
}

export interface PageState {
  view: string;
  name: string | null; // of the built-in case that it started from; null for a case of its own
  origin: CaseKeys; // that case
  keys: CaseKeys;
  physical: CaseKeys | null; // what a dimensionless case was before, in its units
  own: Map<string, string>; // of the view
}

export interface Decoded extends PageState {
  problems: string[];
}

const longestText = 200;
const mostNumbers = 1000; // of an array, or of a matrix
const mostEntries = 50; // tables [[contact]], or [[load]]
const mostProblems = 3; // that are told
const physicalPrefix = 'physical.';
const viewPrefix = 'view.';

/** The text shortened for a message. */
const shown = (text: string): string => plainText(text.length > 40 ? text.slice(0, 40) + '…' : text);

const isNumber = (v: unknown): v is number => typeof v === 'number' && Number.isFinite(v);
const isList = (v: unknown): v is unknown[] => Array.isArray(v) && v.length > 0 && v.length <= mostNumbers;
const textOf = (v: string): string => plainText(v).slice(0, longestText);
const wordOf = (v: unknown): number | string | null => (isNumber(v) ? v : typeof v === 'string' ? textOf(v) : null);

/** The value that the text of a key means, or what it must be. */
function valueOf(key: string, text: string): { value: Value } | { must: string } {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    read = text;
  }
  const name = generalKey(key);
  if (textKeys.has(name)) return typeof read === 'string' ? { value: textOf(read) } : { must: 'a text in quotes' };
  if (wordKeys.has(name)) {
    const word = wordOf(read);
    return word === null ? { must: 'a number, or a name in quotes' } : { value: word };
  }
  if (wordListKeys.has(name)) {
    const words = isList(read) ? read.map(wordOf) : [null];
    return words.every((w) => w !== null) ? { value: words } : { must: 'a list of numbers or names in quotes' };
  }
  if (matrixKeys.has(name)) return matrixOf(read);
  if (isNumber(read)) return { value: read };
  if (isList(read) && read.every(isNumber)) return { value: read };
  return { must: 'a number' };
}

function matrixOf(read: unknown): { value: Value } | { must: string } {
  const isMatrix =
    isList(read) &&
    read.every((row): row is number[] => isList(row) && row.every(isNumber)) &&
    read.flat().length <= mostNumbers;
  return isMatrix ? { value: read } : { must: `a list of rows of numbers, at most ${mostNumbers}` };
}

/** Whether a case may have a key of this name. */
export function isKnownKey(known: Vocabulary, key: string): boolean {
  return !key.includes('[]') && entryOf(key) <= mostEntries && known.keys.includes(generalKey(key));
}

/** Reads the part of an address after "#". Never throws. */
export function decode(hash: string, known: Vocabulary, usual: string): Decoded {
  const entries = [...new URLSearchParams(hash)];
  const problems: string[] = [];
  const first = (name: string): string | undefined => entries.find(([key]) => key === name)?.[1];
  const keys: CaseKeys = new Map();
  const physical: CaseKeys = new Map();
  const own = new Map<string, string>();
  const without: string[] = [];
  for (const [name, text] of entries) {
    if (name === 'view' || name === 'case') continue;
    if (name === 'without') without.push(text);
    else if (name.startsWith(viewPrefix)) own.set(name.slice(viewPrefix.length), text.slice(0, longestText));
    else {
      const isPhysical = name.startsWith(physicalPrefix);
      const key = isPhysical ? name.slice(physicalPrefix.length) : name;
      if (!isKnownKey(known, key)) {
        problems.push(`${shown(name)} is not a key of a case`);
        continue;
      }
      const read = valueOf(key, text);
      if ('must' in read) problems.push(`${key} = ${shown(text)} must be ${read.must}`);
      else (isPhysical ? physical : keys).set(key, read.value);
    }
  }
  const wanted = first('case');
  const found = known.cases.find((c) => c.name === wanted);
  if (wanted && !found) problems.push(`there is no built-in case ${shown(wanted)}`);
  const isOwn = !found && isWhole(keys);
  const start = found ?? (isOwn ? undefined : (known.cases.find((c) => c.name === usual) ?? known.cases[0]));
  const origin = start ? keysOf(start.toml) : new Map(keys);
  const whole = new Map([...origin, ...keys]);
  for (const key of without) whole.delete(key);
  return {
    view: known.views.find((v) => v === first('view')) ?? known.views[0],
    name: start?.name ?? null,
    origin,
    keys: whole,
    physical: physical.size > 0 ? physical : null,
    own,
    problems,
  };
}

/** Whether the page is meant to change to this address: one without any entry belongs to a link within the page. */
export const isState = (hash: string): boolean => hash === '' || hash.includes('=');

export function encode(state: PageState): string {
  const made = new URLSearchParams({ view: state.view });
  if (state.name) made.set('case', state.name);
  const start: CaseKeys = state.name ? state.origin : new Map();
  for (const [key, value] of differences(start, state.keys)) made.set(key, JSON.stringify(value));
  for (const key of start.keys()) if (!state.keys.has(key)) made.append('without', key);
  for (const [key, value] of state.physical ?? []) made.set(physicalPrefix + key, JSON.stringify(value));
  for (const [key, value] of state.own) made.set(viewPrefix + key, value);
  return made.toString();
}

/** The keys that differ from those at the start. */
export const differences = (start: CaseKeys, keys: CaseKeys): [string, Value][] =>
  [...keys].filter(([key, value]) => JSON.stringify(start.get(key)) !== JSON.stringify(value));

/** What is told of a link that was not understood in whole; empty where it was. */
export function complaint(problems: string[]): string {
  if (problems.length === 0) return '';
  const more = problems.length - mostProblems;
  const list = problems.slice(0, mostProblems).join('; ') + (more > 0 ? `; and ${more} more` : '');
  return `Left out of this link: ${list}.`;
}
