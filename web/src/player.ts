// The time of a motion, played: a button, and a slider that goes to any time.

import { element, readable } from './dom';

const seconds = 12; // a whole motion plays in this time
const steps = 1000; // of the slider

export class Player {
  readonly element: HTMLElement;
  private readonly button: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private present = 0;
  private end = 0;
  private unit = '';
  private last = 0;
  private isPlaying = false;

  /** `onTime` hears of every time that the user goes to or that is played. */
  constructor(
    id: string,
    private readonly onTime: (t: number) => void,
  ) {
    this.button = element('button', { type: 'button', class: 'small', id }, 'Play');
    this.slider = element('input', {
      type: 'range',
      id: id + '-time',
      min: '0',
      max: String(steps),
      value: '0',
      'aria-label': 'Time of the picture',
    });
    this.element = element('div', { class: 'player' }, this.button, this.slider);
    this.button.addEventListener('click', () => (this.isPlaying ? this.pause() : this.play()));
    this.slider.addEventListener('input', () => {
      this.pause();
      this.go((Number(this.slider.value) / steps) * this.end);
      this.onTime(this.present);
    });
  }

  get time(): number {
    return this.present;
  }

  /** A motion from 0 to `end`. */
  show(end: number, unit: string): void {
    this.end = end;
    this.unit = unit;
    this.go(this.present > end ? 0 : this.present);
  }

  /** To this time, unless another one is being played. */
  goTo(t: number): boolean {
    if (this.isPlaying) return false;
    this.go(t);
    return true;
  }

  pause(): void {
    this.isPlaying = false;
    this.button.textContent = 'Play';
  }

  private go(t: number): void {
    this.present = t;
    this.slider.value = String(this.end > 0 ? Math.round((t / this.end) * steps) : 0);
    this.slider.setAttribute('aria-valuetext', `t = ${readable(t, 4)} ${this.unit}`);
  }

  private play(): void {
    this.isPlaying = true;
    this.button.textContent = 'Pause';
    this.last = performance.now();
    const step = (now: number): void => {
      if (!this.isPlaying) return;
      const next = this.present + ((now - this.last) / 1000 / seconds) * this.end;
      this.last = now;
      this.go(next > this.end ? 0 : next);
      this.onTime(this.present);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}
