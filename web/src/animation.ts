// The mass on its surface, played.

import { CaseKeys } from './case_keys';
import { element } from './dom';
import { MotionAnswer, stuckIntervals } from './motion_answer';
import { fitCanvas } from './painter';
import { themeOf } from './theme';

const seconds = 12; // a whole motion plays in this time

export class Animation {
  readonly element: HTMLElement;
  private readonly canvas = element('canvas', {
    role: 'img',
    'aria-label': 'The mass on its surface at the time of the cursor',
  });
  private readonly button = element('button', { type: 'button', class: 'small', id: 'play' }, 'Play');
  private motion: MotionAnswer | null = null;
  private stuck: [number, number][] = [];
  private isMoving = false;
  private belt = 0;
  private size = 1; // of the motion, which fills the picture
  private time = 0;
  private last = 0;
  private isPlaying = false;

  constructor(private readonly onTime: (t: number) => void) {
    this.element = element('div', { class: 'animation' }, this.button, this.canvas);
    this.button.addEventListener('click', () => (this.isPlaying ? this.pause() : this.play()));
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
    if (this.time > motion.final.t) this.time = 0;
    this.paint();
  }

  goTo(t: number): void {
    if (this.isPlaying) return;
    this.time = t;
    this.paint();
  }

  pause(): void {
    this.isPlaying = false;
    this.button.textContent = 'Play';
  }

  private play(): void {
    this.isPlaying = true;
    this.button.textContent = 'Pause';
    this.last = performance.now();
    const step = (now: number): void => {
      if (!this.isPlaying || !this.motion) return;
      this.time += ((now - this.last) / 1000 / seconds) * this.motion.final.t;
      if (this.time > this.motion.final.t) this.time = 0;
      this.last = now;
      this.paint();
      this.onTime(this.time);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  paint(): void {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    if (!this.motion || w === 0) return;
    this.picture(fitCanvas(this.canvas, w, h), w, h);
  }

  private picture(c: CanvasRenderingContext2D, w: number, h: number): void {
    const theme = themeOf();
    const s = this.motion!.samples;
    const place = (this.time / this.motion!.final.t) * (s.t.length - 1);
    const i = Math.min(s.t.length - 1, Math.max(0, Math.floor(place)));
    const j = Math.min(s.t.length - 1, i + 1);
    const between = (list: number[]): number => list[i] + (place - i) * (list[j] - list[i]);
    const size = this.size;
    const reach = 0.26 * w;
    const base = s.base ? (between(s.base) / size) * reach : 0;
    const x = (between(s.x) / size) * reach + (this.isMoving ? base : 0);
    const isStuck = this.stuck.some(([a, b]) => this.time >= a && this.time <= b);
    const floor = h - 16;
    const middle = 0.54 * w;
    const surface = this.isMoving ? base : ((this.belt * this.time) / size) * reach;
    c.fillStyle = theme.stick;
    c.fillRect(0, floor, w, 16);
    c.strokeStyle = theme.faint;
    c.lineWidth = 1;
    c.beginPath();
    const gap = 14;
    for (let k = -1; k * gap < w + gap; ++k) {
      const at = k * gap + (((surface % gap) + gap) % gap);
      c.moveTo(at, floor + 16);
      c.lineTo(at + 8, floor);
    }
    c.moveTo(0, floor + 0.5);
    c.lineTo(w, floor + 0.5);
    c.stroke();
    const wall = 10 + base;
    const box = 46;
    const left = middle + x - box / 2;
    c.fillStyle = theme.faint;
    c.fillRect(wall - 6, floor - 50, 6, 50);
    this.spring(c, wall, left, floor - 24, theme.lines[2]);
    c.fillStyle = theme.lines[isStuck ? 1 : 0];
    c.fillRect(left, floor - 40, box, 40);
    c.fillStyle = theme.paper;
    c.font = '600 12px system-ui, sans-serif';
    c.textAlign = 'center';
    c.fillText(isStuck ? 'stuck' : 'slides', left + box / 2, floor - 16);
  }

  private spring(c: CanvasRenderingContext2D, from: number, to: number, y: number, colour: string): void {
    const turns = 14;
    const span = Math.max(4, to - from);
    c.strokeStyle = colour;
    c.lineWidth = 1.8;
    c.beginPath();
    c.moveTo(from, y);
    for (let k = 0; k <= turns; ++k) {
      const at = from + 8 + ((span - 16) * k) / turns;
      c.lineTo(at, y + (k === 0 || k === turns ? 0 : k % 2 ? -8 : 8));
    }
    c.lineTo(to, y);
    c.stroke();
  }
}
