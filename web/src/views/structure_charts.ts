// The charts of a structure: motion of its degrees of freedom, states, loops and losses of its contacts.

import { BarLook, Chart, Series } from '../chart';
import { readable } from '../dom';
import { ContactState, Interval, StructureMotion, acrossContact, contactName, massName } from '../structure_answer';

/** What a chart shows of the degrees of freedom: all of them, or one, counted from 1. */
export type Chosen = 'all' | number;

export const mostCurves = 5; // that a chart has colours for

const looks: Record<ContactState, BarLook> = {
  stick: { label: 'stick', colour: 'faint', part: 'middle' },
  'slide+': { label: 'slide +', colour: 4, part: 'upper' },
  'slide−': { label: 'slide −', colour: 0, part: 'lower' },
  open: { label: 'open', colour: 'faint', part: 'frame' },
  closed: { label: 'closed', colour: 2, part: 'middle' },
};

const time = 'time t [s]';

function curves(motion: StructureMotion, chosen: Chosen, of: 'x' | 'v'): Series[] {
  const { t } = motion.samples;
  const all = motion.samples[of].map((y, i) => ({ label: massName(motion, i), x: t, y, colour: i }));
  return chosen === 'all' ? all.slice(0, mostCurves) : [{ ...all[chosen - 1], colour: 0 }];
}

/** Displacement and velocity over time. */
export function motionCharts(motion: StructureMotion, chosen: Chosen): Chart[] {
  const who = chosen === 'all' ? '' : ` of ${massName(motion, chosen - 1)}`;
  return [
    { title: 'Displacement' + who, xLabel: time, yLabel: 'x [m]', series: curves(motion, chosen, 'x'), bands: [] },
    { title: 'Velocity' + who, xLabel: time, yLabel: 'v [m/s]', series: curves(motion, chosen, 'v'), bands: [] },
  ];
}

/** The share of the time in each state, in words. */
function shares(intervals: Interval[], end: number): string {
  const words = (Object.keys(looks) as ContactState[]).flatMap((state) => {
    const share = intervals.filter((i) => i.state === state).reduce((sum, i) => sum + i.to - i.from, 0) / end;
    return share > 0 ? [`${looks[state].label} ${readable(100 * share, 3)} %`] : [];
  });
  return words.join(', ');
}

export function stateChart(motion: StructureMotion, states: Interval[][]): Chart {
  const { t } = motion.samples;
  const seen = new Set(states.flatMap((list) => list.map((i) => i.state)));
  return {
    title: 'Contact states',
    xLabel: time,
    yLabel: '',
    description: motion.contact_names
      .map((_, j) => `${contactName(motion, j)}: ${shares(states[j], motion.final.t)}`)
      .join('; '),
    series: [{ label: '', x: t, y: new Float64Array(t.length), colour: 0 }], // below all rows: it carries the cursor
    rows: {
      names: motion.contact_names,
      bars: states.flatMap((list, row) => list.map(({ from, to, state }) => ({ row, from, to, look: looks[state] }))),
      looks: (Object.keys(looks) as ContactState[]).filter((s) => seen.has(s)).map((s) => looks[s]),
    },
    xRange: [0, motion.final.t],
  };
}

/** Friction against the displacement across the contact. */
export function loopChart(motion: StructureMotion, j: number): Chart {
  return {
    title: `Loop of ${contactName(motion, j)}`,
    xLabel: 'displacement across it [m]',
    yLabel: 'friction r [N]',
    series: [{ label: '', x: acrossContact(motion, j), y: motion.samples.friction[j], colour: 1 }],
  };
}

/** Where the energy went. */
export function energyChart(motion: StructureMotion): Chart {
  const { friction, damping } = motion.energy;
  const names = [...motion.contact_names, 'damping'];
  const values = [...friction, damping];
  const look = (row: number): BarLook => ({ label: '', colour: row < friction.length ? 1 : 3, part: 'whole' });
  return {
    title: 'Energy dissipated',
    xLabel: 'energy [J]',
    yLabel: '',
    description: names.map((name, i) => `${name} ${readable(values[i], 6)} J`).join('; '),
    series: [{ label: '', x: [0, 1.05 * Math.max(...values) || 1], y: [0, 0], colour: 0 }],
    rows: { names, bars: values.map((value, row) => ({ row, from: 0, to: value, look: look(row) })), looks: [] },
  };
}
