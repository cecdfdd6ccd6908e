// The mass on its surface, played.

import { CaseKeys } from './case_keys';
import { element } from './dom';
import { drawGround, drawSpring } from './drawing';
import { MotionAnswer, stuckIntervals } from './motion_answer';
import { fitCanvas } from './painter';
import { Player } from './player';
import { themeOf } from './theme';
import { unitsOf } from './units';

export class Animation {
  readonly element: HTMLElement;
  private readonly canvas = element('canvas', {
    role: 'img',
    'aria-label': 'The mass on its surface at the time of the cursor',
  });
  private readonly player: Player;
  private motion: MotionAnswer | null = null;
  private stuck: [number, number][] = [];
  private isMoving = false;
  private belt = 0;
  private size = 1; // of the motion, which fills the picture

  constructor(onTime: (t: number) => void) {
    this.player = new Player('play', (t) => {
      this.paint();
      onTime(t);
    });
    this.element = element('div', { class: 'animation' }, this.canvas, this.player.element);
    new ResizeObserver(() => this.paint()).observe(this.canvas);
  }

  show(motion: MotionAnswer, keys: CaseKeys): void {
    this.motion = motion;
    this.stuck = stuckIntervals(motion);
    this.isMoving = keys.get('load.surface') === 'moving';
    const belt = keys.get('friction.belt_velocity');
    this.belt = typeof belt === 'number' ? belt : 0;
    const largest = (list: number[]): number => list.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
    this.size = Math.max(largest(motion.samples.x), largest(motion.samples.base ?? []), 1e-300);
    this.player.show(motion.final.t, unitsOf(keys).time);
    this.paint();
  }

  goTo(t: number): void {
    if (this.player.goTo(t)) this.paint();
  }

  pause(): void {
    this.player.pause();
  }

  paint(): void {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    if (!this.motion || w === 0) return;
    this.picture(fitCanvas(this.canvas, w, h), w, h);
  }

  private picture(c: CanvasRenderingContext2D, w: number, h: number): void {
    const theme = themeOf();
    const s = this.motion!.samples;
    const time = this.player.time;
    const place = (time / this.motion!.final.t) * (s.t.length - 1);
    const i = Math.min(s.t.length - 1, Math.max(0, Math.floor(place)));
    const j = Math.min(s.t.length - 1, i + 1);
    const between = (list: number[]): number => list[i] + (place - i) * (list[j] - list[i]);
    const size = this.size;
    const reach = 0.26 * w;
    const base = s.base ? (between(s.base) / size) * reach : 0;
    const x = (between(s.x) / size) * reach + (this.isMoving ? base : 0);
    const isStuck = this.stuck.some(([a, b]) => time >= a && time <= b);
    const floor = h - 16;
    const middle = 0.54 * w;
    const surface = this.isMoving ? base : ((this.belt * time) / size) * reach;
    drawGround(c, { x: 0, y: floor, w, h: 16 }, { fill: theme.stick, stroke: theme.faint }, surface);
    const wall = 10 + base;
    const box = 46;
    const left = middle + x - box / 2;
    c.fillStyle = theme.faint;
    c.fillRect(wall - 6, floor - 50, 6, 50);
    drawSpring(c, [wall, floor - 24], [left, floor - 24], theme.lines[2], 8);
    c.fillStyle = theme.lines[isStuck ? 1 : 0];
    c.fillRect(left, floor - 40, box, 40);
    c.fillStyle = theme.paper;
    c.font = '600 12px system-ui, sans-serif';
    c.textAlign = 'center';
    c.fillText(isStuck ? 'stuck' : 'slides', left + box / 2, floor - 16);
  }
}
