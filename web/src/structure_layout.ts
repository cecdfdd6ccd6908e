// Where the masses of a structure stand, and which springs and contacts join them how: the geometry of its picture.

import { Shape, StructureMotion } from './structure_answer';

/** How a contact is drawn. */
export type ContactForm =
  | { kind: 'floor'; mass: number } // under a mass
  | { kind: 'lane'; ends: [number, number]; lane: number; weights: { mass: number; text: string }[] }; // from −1, the left wall, or a mass, to a mass or `masses`, the right wall

export interface Layout {
  masses: number;
  hasLeftWall: boolean;
  hasRightWall: boolean;
  row: [number, number][]; // springs between neighbours, walls included: −1 and `masses`
  arcs: { ends: [number, number]; level: number }[]; // springs that pass over masses
  hung: number[]; // masses with a spring to the ground of their own, which is drawn above them
  contacts: ContactForm[];
  lanes: number;
  levels: number;
}

/** The lowest lane in which nothing overlaps these ends. */
function laneFor(taken: [number, number][][], ends: [number, number]): number {
  const isFree = (lane: [number, number][]): boolean => lane.every(([a, b]) => b <= ends[0] || a >= ends[1]);
  const found = taken.findIndex(isFree);
  const lane = found < 0 ? taken.length : found;
  (taken[lane] ??= []).push(ends);
  return lane;
}

const weightText = (w: number): string => String(Number(w.toPrecision(3))).replace('-', '−');

/** A contact of the ground to one mass, between two, or along any direction. */
function contactForm(
  contact: Shape['contacts'][0],
  masses: number,
  taken: [number, number][][],
): { form: ContactForm; wall: number | null } {
  const touched = contact.direction.flatMap((w, i) => (w === 0 ? [] : [i]));
  if (touched.length === 1) {
    const [mass] = touched;
    const wall = contact.stiffness === null ? null : mass === 0 ? -1 : mass === masses - 1 ? masses : null;
    if (wall === null) return { form: { kind: 'floor', mass }, wall };
    const ends: [number, number] = wall < 0 ? [wall, mass] : [mass, wall];
    return { form: { kind: 'lane', ends, lane: laneFor(taken, ends), weights: [] }, wall };
  }
  const ends: [number, number] = [touched[0], touched[touched.length - 1]];
  const isPlain = touched.length === 2 && contact.direction[ends[0]] === -contact.direction[ends[1]];
  const weights = isPlain ? [] : touched.map((mass) => ({ mass, text: weightText(contact.direction[mass]) }));
  return { form: { kind: 'lane', ends, lane: laneFor(taken, ends), weights }, wall: null };
}

export function layoutOf(motion: StructureMotion): Layout {
  const masses = motion.dof_names.length;
  const { links, contacts } = motion.shape;
  const lanes: [number, number][][] = [];
  const levels: [number, number][][] = [];
  const made = contacts.map((c) => contactForm(c, masses, lanes));
  const hasGround = (mass: number): boolean => links.some((l) => l.a === 0 && l.b === mass);
  const row: [number, number][] = [];
  const arcs: Layout['arcs'] = [];
  const hung: number[] = [];
  for (const { a, b } of links) {
    if (a === 0 && b === 1) row.push([-1, 0]);
    else if (a === 0 && b === masses) row.push([masses - 1, masses]);
    else if (a === 0) hung.push(b - 1);
    else if (b === a + 1) row.push([a - 1, b - 1]);
    else arcs.push({ ends: [a - 1, b - 1], level: laneFor(levels, [a - 1, b - 1]) });
  }
  return {
    masses,
    hasLeftWall: hasGround(1) || made.some((m) => m.wall === -1),
    hasRightWall: (masses > 1 && hasGround(masses)) || made.some((m) => m.wall === masses),
    row,
    arcs,
    hung,
    contacts: made.map((m) => m.form),
    lanes: lanes.length,
    levels: levels.length,
  };
}

/** How far the masses move, all together and against their neighbours. */
export interface Travel {
  least: number;
  most: number;
  apart: number;
}

export function travelOf(motion: StructureMotion, layout: Layout): Travel {
  const { x } = motion.samples;
  let [least, most, apart] = [0, 0, 0];
  for (const list of x) {
    for (const v of list) {
      if (v < least) least = v;
      if (v > most) most = v;
    }
  }
  const ends = (i: number): number[] | null => (i < 0 || i >= layout.masses ? null : x[i]);
  const neighbours = Array.from({ length: layout.masses - 1 }, (_, i): [number, number] => [i, i + 1]);
  if (layout.hasLeftWall) neighbours.push([-1, 0]);
  if (layout.hasRightWall) neighbours.push([layout.masses - 1, layout.masses]);
  for (const [a, b] of neighbours) {
    const [from, to] = [ends(a), ends(b)];
    const count = (from ?? to)!.length;
    for (let k = 0; k < count; ++k) apart = Math.max(apart, Math.abs((to?.[k] ?? 0) - (from?.[k] ?? 0)));
  }
  return { least, most, apart };
}

/** Pixels: the width of a mass, the distance of two at rest, the first one at rest, and what one metre is. */
export interface Spacing {
  box: number;
  pitch: number;
  first: number;
  scale: number;
}

const closest = 0.45; // of the room between two masses that they may come nearer by
const wallWidth = 8;

/** Fits masses, walls and their whole travel into `width`. */
export function spacingOf(layout: Layout, travel: Travel, width: number): Spacing {
  const walls = Number(layout.hasLeftWall) + Number(layout.hasRightWall);
  const room = width - 2 * wallWidth;
  const gaps = layout.masses - 1 + walls;
  const box = Math.max(4, Math.min(58, (0.42 * room) / (layout.masses + walls)));
  const range = travel.most - travel.least;
  const swing = travel.apart > 0 ? (closest * range) / travel.apart : 0; // travel, in rooms between two masses
  const tight = 1.3 * box;
  let pitch = gaps + swing > 0 ? (room - box + swing * box) / (gaps + swing) : tight;
  let scale = travel.apart > 0 ? (closest * (pitch - box)) / travel.apart : 0;
  if (pitch < tight || travel.apart === 0) {
    pitch = Math.min(tight, gaps > 0 ? (0.8 * (room - box)) / gaps : tight);
    scale = range > 0 ? Math.max(0, room - box - gaps * pitch) / range : 0;
    if (range === 0 && gaps > 0) pitch = (room - box) / gaps;
  }
  const first = wallWidth + (layout.hasLeftWall ? pitch : 0) + box / 2 - travel.least * scale;
  return { box, pitch, first, scale };
}
