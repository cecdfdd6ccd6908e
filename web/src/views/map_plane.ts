// The cells of a map, as the server sends them: bands of rows, column of numbers after column of numbers.

import { csvOf } from '../view';
import { Range, Window, sizeOf } from './map_window';

export const columns = 500;
export const rows = 500;
export const noCase = 255;
export const regimeNames = [
  'permanent-stick',
  'continuous',
  'stick-slip',
  'unbounded',
  'non-unique',
  'not-converged',
  'chaotic',
];

export class Plane {
  window: Window | null = null;
  size = 1; // how many times the side of a cell is that of the finest
  readonly amplitude = new Float64Array(rows * columns).fill(NaN);
  readonly velocity = new Float64Array(rows * columns).fill(NaN);
  readonly stuck = new Float64Array(rows * columns).fill(NaN);
  readonly dissipated = new Float64Array(rows * columns).fill(NaN);
  readonly multiplier = new Float64Array(rows * columns).fill(NaN);
  readonly reversing = new Uint16Array(rows * columns);
  readonly passing = new Uint16Array(rows * columns);
  readonly regime = new Uint8Array(rows * columns).fill(noCase);

  /** Puts a band of cells that are `size` times as large as those of the plane in each direction. */
  put(bytes: ArrayBuffer, width: number, first: number, height: number, size: number): void {
    const n = width * height;
    const doubles = [this.amplitude, this.velocity, this.stuck, this.dissipated, this.multiplier];
    doubles.forEach((to, k) => this.spread(new Float64Array(bytes, 8 * n * k, n), to, width, first, size));
    const after = 8 * n * doubles.length;
    this.spread(new Uint16Array(bytes, after, n), this.reversing, width, first, size);
    this.spread(new Uint16Array(bytes, after + 2 * n, n), this.passing, width, first, size);
    this.spread(new Uint8Array(bytes, after + 4 * n, n), this.regime, width, first, size);
  }

  /** Forgets what is known of the cells, but for the picture that stands until others come. */
  clear(): void {
    this.regime.fill(regimeNames.indexOf('not-converged'));
    for (const list of [this.amplitude, this.velocity, this.stuck, this.dissipated, this.multiplier]) list.fill(NaN);
  }

  /** The cell at a point; −1 outside. */
  indexAt(x: number, y: number): number {
    if (!this.window) return -1;
    const part = (v: number, r: Range): number => (v - r[0]) / sizeOf(r);
    const c = Math.floor(part(x, this.window.x) * columns);
    const r = Math.floor(part(y, this.window.y) * rows);
    return c >= 0 && c < columns && r >= 0 && r < rows ? r * columns + c : -1;
  }

  stopsAt(i: number): number {
    return this.reversing[i] + this.passing[i];
  }

  csv(): string {
    if (!this.window) throw new Error('there is no map yet');
    const { x, y } = this.window;
    const [across, up] = [columns / this.size, rows / this.size];
    const centre = (r: Range, i: number, n: number): number => r[0] + ((i + 0.5) * sizeOf(r)) / n;
    const all = <T>(value: (i: number) => T): T[] =>
      Array.from({ length: up * across }, (_, k) =>
        value(Math.floor(k / across) * this.size * columns + (k % across) * this.size),
      );
    const cells: [string, ArrayLike<number | string | null>][] = [
      ['friction_ratio', all((i) => centre(x, (i % columns) / this.size, across))],
      ['frequency_ratio', all((i) => centre(y, Math.floor(i / columns) / this.size, up))],
      ['regime', all((i) => (this.regime[i] === noCase ? '' : regimeNames[this.regime[i]]))],
      ['stops_per_cycle', all((i) => (Number.isNaN(this.stuck[i]) ? null : this.stopsAt(i)))],
      ['amplitude_ratio', all((i) => this.amplitude[i])],
      ['velocity_ratio', all((i) => this.velocity[i])],
      ['stuck_fraction', all((i) => this.stuck[i])],
      ['dissipated_ratio', all((i) => this.dissipated[i])],
      ['multiplier', all((i) => this.multiplier[i])],
    ];
    return csvOf(
      cells.map(([name]) => name),
      cells.map(([, values]) => values),
    );
  }

  private spread<T extends Float64Array | Uint16Array | Uint8Array>(
    from: T,
    to: T,
    width: number,
    first: number,
    size: number,
  ): void {
    if (size === 1) {
      to.set(from, first * columns);
      return;
    }
    const height = from.length / width;
    const inner = Math.ceil(rows / size);
    for (let r = 0; r < rows; ++r) {
      const source = Math.min(inner - 1, Math.floor((r * inner) / rows)) - first;
      if (source < 0 || source >= height) continue;
      for (let c = 0; c < columns; ++c)
        to[r * columns + c] = from[source * width + Math.min(width - 1, Math.floor((c * width) / columns))];
    }
  }
}
