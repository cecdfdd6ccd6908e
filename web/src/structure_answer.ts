// The motion of a structure as the server sends it, and what its contacts do when.

/** Degrees of freedom and contacts are counted from 1 in links and events; lists of them begin with the first. */
export interface StructureMotion {
  termination: string;
  dof_names: string[];
  contact_names: string[];
  events: { t: number; contact: number; kind: string; direction: number }[];
  final: { t: number; x: number[]; v: number[]; contacts: string[] };
  samples: { t: number[]; x: number[][]; v: number[][]; friction: number[][] }; // of each degree of freedom, of each contact
  energy: { input: number; friction: number[]; damping: number; stored: number; imbalance: number };
  peak: { x: number[]; v: number[]; total_slip: number[] };
  shape: Shape;
}

export interface Shape {
  links: { a: number; b: number; stiffness: number }[]; // springs; 0 is the ground
  contacts: { direction: number[]; stiffness: number | null; surface_velocity: number }[];
  loads: { direction: number[] }[];
}

/** What a degree of freedom or a contact is called; one without a name has its number. */
const called = (name: string, kind: string): string => (/^\d+$/.test(name) ? `${kind} ${name}` : name);
export const massName = (motion: StructureMotion, i: number): string => called(motion.dof_names[i], 'mass');
export const contactName = (motion: StructureMotion, j: number): string => called(motion.contact_names[j], 'contact');

/** The last of the rising entries that is not above `value`, from 0. */
export function indexAt<T>(rising: T[], value: number, of: (entry: T) => number): number {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (of(rising[middle]) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The values of several lists over the same times, at one time. */
export function valuesAt(times: number[], lists: number[][], t: number): number[] {
  const i = indexAt(times, t, (time) => time);
  const j = Math.min(times.length - 1, i + 1);
  const part = times[j] > times[i] ? (t - times[i]) / (times[j] - times[i]) : 0;
  return lists.map((list) => list[i] + part * (list[j] - list[i]));
}

export type ContactState = 'stick' | 'slide+' | 'slide−' | 'open' | 'closed';

export interface Interval {
  from: number;
  to: number;
  state: ContactState;
}

const sliding = (direction: number): ContactState => (direction > 0 ? 'slide+' : direction < 0 ? 'slide−' : 'stick');

/** A contact without a direction of slip is a stop: open or closed. */
const isStop = (motion: StructureMotion, j: number): boolean => motion.shape.contacts[j].direction.every((w) => w === 0);

function stateAfter(event: StructureMotion['events'][0], stops: boolean): ContactState {
  if (event.kind === 'open') return 'open';
  if (stops) return 'closed';
  return event.kind === 'slide-to-stick' ? 'stick' : sliding(event.direction);
}

/** What each contact does over the whole time. Slides of the very start are events at 0; before an event a contact sticks, or is open where it closes. */
export function statesOf(motion: StructureMotion): Interval[][] {
  const states: Interval[][] = motion.contact_names.map(() => []);
  const present = motion.contact_names.map((_, j): { from: number; state: ContactState } => {
    const first = motion.events.find((e) => e.contact === j + 1);
    const isOpen = first ? first.kind === 'close' : motion.final.contacts[j] === 'open';
    return { from: 0, state: isOpen ? 'open' : isStop(motion, j) ? 'closed' : 'stick' };
  });
  const finish = (j: number, to: number): void => {
    const { from, state } = present[j];
    if (to > from) states[j].push({ from, to, state });
  };
  for (const event of motion.events) {
    const j = event.contact - 1;
    finish(j, event.t);
    present[j] = { from: event.t, state: stateAfter(event, isStop(motion, j)) };
  }
  present.forEach((_, j) => finish(j, motion.final.t));
  return states;
}

/** The state at a time. */
export const stateAt = (intervals: Interval[], t: number): ContactState =>
  intervals[indexAt(intervals, t, (i) => i.from)]?.state ?? 'stick';

/** Displacement across a contact, wᵀx − v·t, at each sample. */
export function acrossContact(motion: StructureMotion, j: number): number[] {
  const { direction, surface_velocity } = motion.shape.contacts[j];
  const { t, x } = motion.samples;
  const taking = direction.flatMap((w, i) => (w === 0 ? [] : [{ w, x: x[i] }]));
  return t.map((time, k) => taking.reduce((sum, d) => sum + d.w * d.x[k], -surface_velocity * time));
}
