// A structure at one time: masses in a row, their springs and dampers, and each contact in the colour of what it does.

import { Place, drawArrow, drawDashpot, drawGround, drawSpring } from './drawing';
import { ContactState, Interval, StructureMotion, stateAt, valuesAt } from './structure_answer';
import { ContactForm, Layout, Spacing } from './structure_layout';
import { Theme } from './theme';

const height = { box: 40, lane: 34, level: 18, hanging: 36, ground: 12, name: 18 };
const margin = 8;

/** A contact does this, in a colour and with a sign, so that the colour alone need not tell. */
export const stateColour = (state: ContactState, theme: Theme): string =>
  ({ stick: theme.faint, 'slide+': theme.lines[4], 'slide−': theme.lines[0], open: theme.grid, closed: theme.lines[2] })[state];
const stateSign: Record<ContactState, string> = { stick: '■', 'slide+': '→', 'slide−': '←', open: '○', closed: '●' };

/** The room under the ground, for the names of contacts with it. */
const roomUnder = (layout: Layout): number =>
  margin + (layout.contacts.some((form) => form.kind === 'floor') ? height.name : 0);

/** The height that a picture needs. */
export function heightOf(layout: Layout): number {
  const above = layout.levels * height.level + layout.lanes * height.lane + (layout.hung.length > 0 ? height.hanging : 0);
  return margin + height.name + above + height.box + height.ground + roomUnder(layout);
}

/** What is the same at all times. */
export interface Scene {
  motion: StructureMotion;
  layout: Layout;
  spacing: Spacing;
  states: Interval[][];
  dampers: boolean[]; // of a chain: from the wall to the first mass, …
  width: number;
  height: number;
}

export class StructurePicture {
  private readonly floor: number;
  private readonly top: number; // of the masses
  private readonly position: number[];

  constructor(
    private readonly c: CanvasRenderingContext2D,
    private readonly scene: Scene,
    private readonly time: number,
    private readonly theme: Theme,
  ) {
    this.floor = scene.height - roomUnder(scene.layout) - height.ground;
    this.top = this.floor - height.box;
    const { x, t } = scene.motion.samples;
    const { first, pitch, scale } = scene.spacing;
    this.position = valuesAt(t, x, time).map((value, k) => first + k * pitch + scale * value);
  }

  draw(): void {
    const { layout, motion } = this.scene;
    const ground = { fill: this.theme.stick, stroke: this.theme.faint };
    drawGround(this.c, { x: 0, y: this.floor, w: this.scene.width, h: height.ground }, ground);
    this.walls();
    this.springs();
    layout.contacts.forEach((form, j) => form.kind === 'lane' && this.lane(form, j));
    for (let i = 0; i < layout.masses; ++i) this.mass(i);
    for (let i = 0; i < layout.masses; ++i) this.pads(i);
    for (const { direction } of motion.shape.loads) this.load(direction);
  }

  private wallX(end: number): number {
    return end < 0 ? margin : this.scene.width - margin;
  }

  /** The side of a mass, or a wall, that looks to the other end. */
  private edge(end: number, side: -1 | 1): number {
    const { layout, spacing } = this.scene;
    if (end < 0 || end >= layout.masses) return this.wallX(end);
    return this.position[end] + (side * spacing.box) / 2;
  }

  private walls(): void {
    const { layout, width } = this.scene;
    const y = margin + height.name;
    this.c.fillStyle = this.theme.faint;
    if (layout.hasLeftWall) this.c.fillRect(0, y, margin, this.floor - y);
    if (layout.hasRightWall) this.c.fillRect(width - margin, y, margin, this.floor - y);
  }

  private springs(): void {
    const { layout, dampers } = this.scene;
    const colour = this.theme.lines[2];
    for (const [a, b] of layout.row) {
      const hasDamper = dampers[b] ?? false;
      const y = this.top + height.box * (hasDamper ? 0.32 : 0.5);
      const [from, to] = [this.edge(a, 1), this.edge(b, -1)];
      drawSpring(this.c, [from, y], [to, y], colour, Math.min(7, (to - from) / 4));
      if (hasDamper) drawDashpot(this.c, from, to, this.top + 0.74 * height.box, this.theme.lines[3]);
    }
    layout.hung.forEach((i) => this.hang(i));
    const base = this.top - layout.lanes * height.lane - 12;
    for (const { ends, level } of layout.arcs) {
      const y = base - level * height.level;
      this.riser(this.position[ends[0]], y, colour);
      this.riser(this.position[ends[1]], y, colour);
      drawSpring(this.c, [this.position[ends[0]], y], [this.position[ends[1]], y], colour, 5);
    }
  }

  /** A spring from a mass up to a piece of ground. */
  private hang(i: number): void {
    const x = this.position[i];
    const y = margin + height.name;
    this.c.fillStyle = this.theme.faint;
    this.c.fillRect(x - 14, y - 4, 28, 4);
    drawSpring(this.c, [x, y], [x, this.top], this.theme.lines[2], 5);
  }

  private riser(x: number, y: number, colour: string): void {
    this.line([x, this.top], [x, y], colour);
  }

  private line(from: Place, to: Place, colour: string, width = 1.6): void {
    this.c.strokeStyle = colour;
    this.c.lineWidth = width;
    this.c.beginPath();
    this.c.moveTo(...from);
    this.c.lineTo(...to);
    this.c.stroke();
  }

  /** The height of the plates in a lane. */
  private laneTop(lane: number): number {
    return this.top - 10 - lane * height.lane;
  }

  private text(text: string, x: number, y: number, room: number, colour = this.theme.ink, size = 11): boolean {
    this.c.font = `${size}px system-ui, sans-serif`;
    const w = this.c.measureText(text).width;
    if (w > room) return false;
    this.c.fillStyle = colour;
    this.c.textAlign = 'center';
    // Text stays within the picture.
    this.c.fillText(text, Math.min(this.scene.width - w / 2 - 2, Math.max(w / 2 + 2, x)), y);
    return true;
  }

  private stateOf(j: number): ContactState {
    return stateAt(this.scene.states[j], this.time);
  }

  /** The name with the sign of the state where there is room, else the sign. */
  private label(j: number, x: number, y: number, room: number): void {
    const sign = stateSign[this.stateOf(j)];
    const name = this.scene.motion.contact_names[j];
    if (!this.text(`${name} ${sign}`, x, y, room))
      this.text(`${j + 1} ${sign}`, x, y, room) || this.text(sign, x, y, room);
  }

  /** A contact between two masses, or a mass and a wall, as two plates; a spring beside them where it is elastic. */
  private lane(form: ContactForm & { kind: 'lane' }, j: number): void {
    const { layout, motion, spacing } = this.scene;
    const aside = Math.min(7, spacing.box / 4);
    const isMass = (end: number): boolean => end >= 0 && end < layout.masses;
    const y = this.laneTop(form.lane);
    const colour = stateColour(this.stateOf(j), this.theme);
    const [from, to] = form.ends.map((end, k) =>
      isMass(end) ? this.position[end] + (k ? -aside : aside) : this.wallX(end),
    );
    form.ends.forEach((end, k) => isMass(end) && this.riser(k ? to : from, y, this.theme.faint));
    const middle = (from + to) / 2;
    const half = Math.min(16, (to - from) / 5);
    this.line([from, y], [middle - half, y], this.theme.faint);
    if (motion.shape.contacts[j].stiffness === null) this.line([middle + half, y], [to, y], this.theme.faint);
    else drawSpring(this.c, [middle + half, y], [to, y], this.theme.faint, Math.min(4, half / 2));
    this.c.fillStyle = colour;
    this.c.fillRect(middle - half, y + 1, 1.5 * half, 5);
    this.c.fillRect(middle - half / 2, y - 6, 1.5 * half, 5);
    this.label(j, middle, y - 11, to - from);
    for (const { mass, text } of form.weights) {
      if (mass !== form.ends[0] && mass !== form.ends[1]) this.riser(this.position[mass], y, this.theme.faint);
      const x = mass === form.ends[0] ? from : mass === form.ends[1] ? to : this.position[mass];
      this.text(text, x + 8, y + 11, 40, this.theme.faint, 10);
    }
  }

  private mass(i: number): void {
    const { box } = this.scene.spacing;
    const { layout, motion } = this.scene;
    const left = this.position[i] - box / 2;
    const isOnFloor = layout.contacts.some((form) => form.kind === 'floor' && form.mass === i);
    const wheel = Math.min(4, box / 5);
    const tall = height.box - (isOnFloor ? 6 : 2 * wheel);
    this.c.fillStyle = this.theme.paper;
    this.c.strokeStyle = this.theme.ink;
    this.c.lineWidth = 1.6;
    this.c.fillRect(left, this.top, box, tall);
    this.c.strokeRect(left, this.top, box, tall);
    if (!isOnFloor) {
      this.c.fillStyle = this.theme.faint;
      this.c.beginPath();
      for (const x of [left + 0.25 * box, left + 0.75 * box]) {
        this.c.moveTo(x + wheel, this.floor - wheel);
        this.c.arc(x, this.floor - wheel, wheel, 0, 2 * Math.PI);
      }
      this.c.fill();
    }
    const y = this.top + tall / 2 + 4;
    if (!this.text(motion.dof_names[i], this.position[i], y, box - 4))
      this.text(String(i + 1), this.position[i], y, box - 2);
  }

  /** The contacts of a mass with the ground, side by side under it. */
  private pads(i: number): void {
    const { layout, motion, spacing } = this.scene;
    const own = layout.contacts.flatMap((form, j) => (form.kind === 'floor' && form.mass === i ? [j] : []));
    const w = spacing.box / own.length;
    own.forEach((j, k) => {
      const left = this.position[i] - spacing.box / 2 + k * w;
      const state = this.stateOf(j);
      this.c.fillStyle = stateColour(state, this.theme);
      // An open contact stands off the ground.
      this.c.fillRect(left + 1, this.floor - 6, w - 2, state === 'open' ? 3 : 6);
      if (motion.shape.contacts[j].stiffness !== null)
        drawSpring(this.c, [left + 2, this.floor - 8], [left + w - 2, this.floor - 8], this.theme.faint, 3);
      const room = own.length > 1 ? w : this.roomBelow(i);
      this.label(j, left + w / 2, this.scene.height - margin - 3, room);
      const v = motion.shape.contacts[j].surface_velocity;
      if (v !== 0) {
        const length = Math.min(24, w);
        this.c.save();
        this.c.translate(left + w / 2, this.floor + height.ground / 2);
        this.c.scale(Math.sign(v), 1);
        drawArrow(this.c, [-length / 2, 0], length, this.theme.ink);
        this.c.restore();
      }
    });
  }

  /** How wide a name may be under a mass: as far as to the next one that has a name there. */
  private roomBelow(i: number): number {
    const { layout, spacing, width } = this.scene;
    const others = layout.contacts.flatMap((form) => (form.kind === 'floor' && form.mass !== i ? [form.mass] : []));
    const nearest = Math.min(...others.map((mass) => Math.abs(this.position[mass] - this.position[i])));
    return Math.min(width, Math.max(spacing.box, nearest - 4));
  }

  /** A load on single masses; what shakes all of them is told in words. */
  private load(direction: number[]): void {
    const { spacing } = this.scene;
    const touched = direction.flatMap((w, i) => (w === 0 ? [] : [i]));
    if (touched.length === direction.length && direction.length > 1) return;
    for (const i of touched) {
      const x = this.position[i] + spacing.box / 2;
      const y = this.top + 9;
      drawArrow(this.c, [x + 1, y], 16, this.theme.lines[1]);
      this.text('p', x + 9, y - 5, 20, this.theme.lines[1]);
    }
  }
}
