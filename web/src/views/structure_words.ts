// What the motion of a structure is told in: a summary, and the rows of its tables.

import { readable } from '../dom';
import { timesText } from '../motion_answer';
import { StructureMotion, massName } from '../structure_answer';

const eventWords: Record<string, string> = {
  'slide-to-stick': 'sticks',
  'stick-to-slide': 'starts to slide',
  reversal: 'turns round',
  open: 'opens',
  close: 'closes',
};

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

function sticking(motion: StructureMotion): string {
  if (motion.contact_names.length === 0) return '';
  if (motion.events.length === 0) return ' No contact ever changes its state.';
  const stops = motion.events.filter((e) => e.kind === 'slide-to-stick').length;
  return stops === 0 ? ' No contact comes to stick once it slides.' : ` Contacts come to stick ${timesText(stops)}.`;
}

export function summaryOf(motion: StructureMotion): string {
  const largest = motion.peak.x.reduce((best, x, i) => (x > motion.peak.x[best] ? i : best), 0);
  const size = [
    count(motion.dof_names.length, 'mass', 'masses'),
    count(motion.contact_names.length, 'contact', 'contacts'),
    count(motion.events.length, 'event', 'events'),
  ].join(', ');
  const end =
    motion.termination === 'reached-end'
      ? ''
      : ' It was followed no further, because it has too many events for the page; the command line has no limit.';
  return `${size} in ${readable(motion.final.t, 5)} s.${sticking(motion)} Largest |x| ${readable(motion.peak.x[largest])} m, of ${massName(motion, largest)}.${end}`;
}

export const contactHeader = ['contact', 'at the end', 'total slip [m]', 'dissipated [J]'];

export const contactRows = (motion: StructureMotion): string[][] =>
  motion.contact_names.map((name, j) => [
    name,
    motion.final.contacts[j],
    readable(motion.peak.total_slip[j], 6),
    readable(motion.energy.friction[j], 6),
  ]);

export const eventHeader = ['t [s]', 'contact', 'what happens', 'direction'];

export const eventRows = (motion: StructureMotion, most: number): string[][] =>
  motion.events
    .slice(0, most)
    .map((e) => [
      readable(e.t, 10),
      motion.contact_names[e.contact - 1],
      eventWords[e.kind] ?? e.kind,
      e.direction > 0 ? '+' : e.direction < 0 ? '−' : '',
    ]);
