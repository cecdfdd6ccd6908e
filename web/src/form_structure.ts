// The fields of a structure: the numbers that its case has, load by load, contact by contact, and along its chain.

import { CaseKeys, entriesOf, generalKey, get, numberAt } from './case_keys';
import { Field, Group, Positive, Signed, phaseField, scaleField } from './form';
import { capital } from './vocabulary';

const mostFields = 24; // of one list

type Kind = 'positive' | 'least' | 'signed' | 'phase'; // above 0, from 0, any, an angle

/** Label, unit and range of a key. */
const described: Record<string, [string, string, Kind]> = {
  'load[].force': ['Force', 'N', 'signed'],
  'load[].amplitude': ['Amplitude', 'N', 'least'],
  'load[].displacement': ['Base displacement', 'm', 'least'],
  'load[].acceleration': ['Base acceleration', 'm/s²', 'least'],
  'load[].frequency': ['Frequency', 'rad/s', 'positive'],
  'load[].frequency_hz': ['Frequency', 'Hz', 'positive'],
  'load[].phase': ['Phase', 'rad', 'phase'],
  'load[].offset': ['Constant part', 'N', 'signed'],
  'contact[].bound': ['Friction bound', 'N', 'least'],
  'contact[].mu': ['Friction coefficient μ', '', 'least'],
  'contact[].normal': ['Normal force', 'N', 'least'],
  'contact[].static_bound': ['Static friction', 'N', 'least'],
  'contact[].mu_static': ['Static coefficient μ', '', 'least'],
  'contact[].stiffness': ['Stiffness', 'N/m', 'positive'],
  'contact[].surface_velocity': ['Velocity of the surface', 'm/s', 'signed'],
  'contact[].normal_ratio': ['Normal force varies by', '', 'signed'],
  'contact[].normal_amplitude': ['Normal force varies by', 'N', 'signed'],
  'contact[].normal_frequency': ['… at the frequency', 'rad/s', 'positive'],
  'contact[].normal_phase': ['… with the phase', 'rad', 'phase'],
  'contact[].normal_stiffness': ['Normal stiffness', 'N/m', 'positive'],
  'contact[].preload': ['Preload', 'N', 'signed'],
  'contact[].gap': ['Gap', 'm', 'signed'],
};

interface Makers {
  positive: Positive;
  signed: Signed;
}

function fieldFor(key: string, label: string, unit: string, kind: Kind, { positive, signed }: Makers): Field {
  if (kind === 'phase') return phaseField(key, label);
  if (kind === 'signed') return signed(key, label, unit, 1);
  return positive(key, label, unit, 1, kind === 'positive');
}

/** One table [[name]]: those of its keys that are numbers, in the order above. */
function tableItems(keys: CaseKeys, table: string, makers: Makers): Field[] {
  const fields: Field[] = [];
  for (const [general, [label, unit, kind]] of Object.entries(described)) {
    const key = table + general.slice(general.indexOf('.'));
    if (generalKey(key) !== general) continue;
    const value = keys.get(key);
    if (typeof value === 'number') fields.push(fieldFor(key, label, unit, kind, makers));
    if (!Array.isArray(value)) continue;
    value
      .slice(0, mostFields)
      .forEach((_, i) => fields.push(fieldFor(`${key}[${i}]`, `${label} ${i + 1}`, unit, kind, makers)));
  }
  return fields;
}

const wordAt = (keys: CaseKeys, key: string): string => {
  const value = keys.get(key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

function loadGroup(keys: CaseKeys, i: number, count: number, makers: Makers): Group {
  const table = `load[${i}]`;
  const kind = wordAt(keys, table + '.kind');
  const name = wordAt(keys, table + '.name') || (count > 1 ? String(i) : '');
  const on = wordAt(keys, table + '.on');
  const items = tableItems(keys, table, makers);
  if (keys.has(table + '.file')) items.push(scaleField(table + '.scale'));
  return { title: `Load ${name} (${kind}${on ? ' on ' + on : ''})`.replace('  ', ' '), items };
}

function contactGroup(keys: CaseKeys, j: number, makers: Makers): Group {
  const table = `contact[${j}]`;
  return { title: `Contact ${wordAt(keys, table + '.name') || j}`, items: tableItems(keys, table, makers) };
}

/** What a mass of a chain is called. */
function massName(keys: CaseKeys, i: number): string {
  const names = keys.get('structure.names');
  return i === 0 ? 'ground' : Array.isArray(names) ? String(names[i - 1]) : `mass ${i}`;
}

function listGroup(
  keys: CaseKeys,
  key: string,
  title: string,
  labelOf: (i: number) => string,
  unit: string,
  makers: Makers,
): Group {
  const list = keys.get(key);
  const count = Array.isArray(list) ? list.length : 0;
  const shown = Math.min(count, mostFields);
  return {
    title: shown < count ? `${title} (the first ${shown} of ${count})` : title,
    items: Array.from({ length: shown }, (_, i) =>
      makers.positive(`${key}[${i + 1}]`, labelOf(i + 1), unit, 1, key === 'structure.masses'),
    ),
  };
}

function chainGroups(keys: CaseKeys, makers: Makers): Group[] {
  const masses = keys.get('structure.masses');
  const count = Array.isArray(masses) ? masses.length : 0;
  const joint = (i: number): string => `${massName(keys, i - 1)} – ${i > count ? 'ground' : massName(keys, i)}`;
  return [
    listGroup(keys, 'structure.masses', 'Masses', (i) => capital(massName(keys, i)), 'kg', makers),
    listGroup(keys, 'structure.springs', 'Springs', (i) => capital(joint(i)), 'N/m', makers),
    listGroup(keys, 'structure.dampers', 'Dampers', (i) => capital(joint(i)), 'N·s/m', makers),
  ];
}

function dampingItems(keys: CaseKeys, { positive }: Makers): Field[] {
  if (keys.has('structure.modal_damping'))
    return [positive('structure.modal_damping', 'Ratio ζ of every mode', '', 0, false, 0.2)];
  if (!Array.isArray(keys.get('structure.rayleigh'))) return [];
  return [
    positive('structure.rayleigh[1]', 'α, of the masses', '1/s', 0, false, 0.1),
    positive('structure.rayleigh[2]', 'β, of the stiffness', 's', 0, false, 0.1),
  ];
}

function startItems(keys: CaseKeys, { positive, signed }: Makers): Field[] {
  const items: Field[] = [];
  for (const [key, label, unit] of [
    ['start.position', 'x', 'm'],
    ['start.velocity', 'v', 'm/s'],
  ]) {
    const list = keys.get(key);
    if (!Array.isArray(list)) continue;
    list
      .slice(0, mostFields)
      .forEach((_, i) => items.push(signed(`${key}[${i}]`, `Start ${label} of ${massName(keys, i + 1)}`, unit, 1)));
  }
  const usual = usualEnd(keys);
  if (keys.has('run.until') || usual !== null) items.push(positive('run.until', 'Follow until', 's', usual ?? 1, true));
  return items;
}

/** 20 periods of the slowest load; null where the case has a record, or no load that repeats itself. */
function usualEnd(keys: CaseKeys): number | null {
  let longest: number | null = null;
  for (let i = 1; i <= entriesOf(keys, 'load'); ++i) {
    if (keys.has(`load[${i}].file`)) return null;
    const frequency = get(keys, `load[${i}].frequency`);
    const slowest = Array.isArray(frequency)
      ? Math.min(...(frequency as number[]))
      : numberAt(keys, `load[${i}].frequency`, 2 * Math.PI * numberAt(keys, `load[${i}].frequency_hz`));
    if (slowest > 0) longest = Math.max(longest ?? 0, (20 * 2 * Math.PI) / slowest);
  }
  return longest === null ? null : Number(longest.toPrecision(7));
}

export function structureGroups(keys: CaseKeys, positive: Positive, signed: Signed): Group[] {
  const makers = { positive, signed };
  const loads = entriesOf(keys, 'load');
  const contacts = entriesOf(keys, 'contact');
  return [
    ...Array.from({ length: loads }, (_, i) => loadGroup(keys, i + 1, loads, makers)),
    ...Array.from({ length: Math.min(contacts, mostFields) }, (_, j) => contactGroup(keys, j + 1, makers)),
    ...chainGroups(keys, makers),
    { title: 'Damping', items: dampingItems(keys, makers) },
    { title: 'Start and run', items: startItems(keys, makers) },
  ];
}
