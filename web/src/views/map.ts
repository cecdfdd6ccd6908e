// The plane of friction ratio and frequency ratio: coarse at once, finer while you look, boundaries as curves.

import { Channel, caseBody, isDropped, post } from '../api';
import { CaseKeys, Ratios, atRatios, isPlanar } from '../case_keys';
import { Chart, paintChart } from '../chart';
import { element, readable } from '../dom';
import { CanvasPainter } from '../painter';
import { Theme, themeOf } from '../theme';
import { Commands, Host, TextFile, View, csvOf, measure } from '../view';
import { Window, Plane, columns, noCase, regimeNames, rows } from './map_plane';
import { fetchBand, lanes, shareRows } from './map_cells';
import { followPointer } from './map_pointer';
import { Shade, legendOf, shadeOf } from './map_colours';

interface Boundaries {
  curves: { kind: string; x: number[]; y: number[] }[];
}

const home: Window = { x: [0, 1.1], y: [0.1, 1.6] };
const bandRows = 32;
const coarse = 10; // cells of the first picture are this many times larger
const quiet = 120; // ms without zooming before cells are computed

const observables: [string, string][] = [
  ['stops_per_cycle', 'Stops a cycle'],
  ['amplitude_ratio', 'Amplitude k·X/p₀'],
  ['velocity_ratio', 'Speed k·V/(ω·p₀)'],
  ['stuck_fraction', 'Share of the cycle at rest'],
  ['dissipated_ratio', 'Friction loss a cycle'],
  ['multiplier', 'Multiplier'],
];

const strokes: Record<string, number[] | undefined> = { A: [9, 3, 2, 3], B: [7, 4], C: undefined, Cprime: [2, 3] };
const kinds: [string, string, string][] = [
  ['C', 'solid', 'the stop at a reversal vanishes'],
  ['A', 'dash-dot', 'a slide vanishes'],
  ['B', 'dashed', 'a stop in passing is born'],
  ['Cprime', 'dotted', 'a stop becomes a back-slide'],
];

export class MapView implements View {
  readonly id = 'map';
  readonly title = 'Map';
  readonly panel: HTMLElement;
  private readonly reader = new Channel('map-read');
  private readonly canvas = element('canvas', {
    tabindex: '0',
    role: 'application',
    'aria-label':
      'Map of friction ratio and frequency ratio. Arrow keys move the cross, Enter takes its point, plus and minus zoom, 0 shows all.',
    'aria-describedby': 'map-reading',
  });
  private readonly place = element('div', { class: 'chart map-chart' }, this.canvas);
  private readonly selection = element('div', { class: 'selection' });
  private readonly reading = element('p', { class: 'reading', id: 'map-reading', 'aria-live': 'polite' });
  private readonly legend = element('div', { class: 'map-legend' });
  private readonly lineLegend = element('div', { class: 'map-legend' });
  private readonly choice = element('select', { id: 'map-observable' });
  private readonly curvesBox = element('input', { type: 'checkbox', id: 'map-curves' });
  private readonly plane = new Plane();
  private readonly raster = element('canvas');
  private window: Window = { x: [...home.x], y: [...home.y] };
  private present: Ratios | null = null;
  private keys: CaseKeys = new Map();
  private boundaries: Boundaries | null = null;
  private readonly known = new Map<string, Boundaries>();
  private work = new AbortController();
  private asked = '';
  private timer = 0;
  private frame: ReturnType<typeof paintChart> | null = null;
  private cross: [number, number] | null = null;
  private shade: Shade = shadeOf('stops_per_cycle', this.plane);
  private isAwake = false;

  constructor(private readonly host: Host) {
    for (const [value, text] of observables) this.choice.append(element('option', { value }, text));
    this.choice.addEventListener('change', () => {
      this.colour();
      this.host.stateChanged();
    });
    this.curvesBox.checked = true;
    this.curvesBox.addEventListener('change', () => this.paint());
    const button = (text: string, label: string, act: () => void): HTMLElement => {
      const made = element('button', { type: 'button', class: 'small', 'aria-label': label }, text);
      made.addEventListener('click', act);
      return made;
    };
    this.selection.hidden = true;
    this.place.append(this.selection);
    const tools = element(
      'div',
      { class: 'tools' },
      element('label', { for: 'map-observable' }, 'Colour'),
      this.choice,
      element('span', { class: 'switch' }, this.curvesBox, element('label', { for: 'map-curves' }, 'Boundaries')),
      button('+', 'Zoom in', () => this.zoom(0.6)),
      button('−', 'Zoom out', () => this.zoom(1 / 0.6)),
      button('All', 'Whole plane', () => this.go({ x: [...home.x], y: [...home.y] })),
    );
    const hint = element(
      'p',
      { class: 'hint' },
      'Click a point to take its friction and frequency. Wheel or drag to zoom. Cells: 500 × 500.',
    );
    this.panel = element('div', {}, tools, this.place, this.reading, this.legend, this.lineLegend, hint);
    this.raster.width = columns;
    this.raster.height = rows;
    followPointer(this.canvas, this.selection, () => this.frame, {
      hover: (x, y) => this.read(x, y),
      click: (x, y) => this.take(x, y),
      drag: (window) => this.go(window),
      wheel: (factor, x, y) => this.zoom(factor, x, y),
    });
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    this.canvas.addEventListener('blur', () => {
      this.cross = null;
      this.paint();
    });
    new ResizeObserver(() => this.paint()).observe(this.place);
  }

  async update(keys: CaseKeys, began: number): Promise<void> {
    this.keys = keys;
    this.isAwake = true;
    try {
      const answer = isPlanar(keys)
        ? { ratios: null }
        : await this.reader.ask<{ ratios: Ratios | null }>('/api/read', caseBody(keys));
      if (!answer) return;
      this.host.accept();
      this.present = answer.ratios;
      this.panel.classList.toggle('empty', !this.present);
      if (!this.present) {
        this.host.say(
          'The map needs a linear spring, Coulomb friction on a surface at rest, and one harmonic load or base: start from such a case.',
        );
        return;
      }
      this.compute(began);
      this.paint();
    } catch (error) {
      this.host.refuse(error);
    }
  }

  rest(): void {
    this.isAwake = false;
    this.work.abort();
    this.asked = '';
  }

  /** Cells for the window, unless they are there or on their way. */
  private compute(began: number): void {
    const damping = this.present!.damping;
    const holding = this.present!.static ?? 0;
    const wanted = JSON.stringify([this.window, damping, holding > this.present!.friction ? holding : 0]);
    if (wanted === this.asked) return;
    this.asked = wanted;
    this.work.abort();
    this.work = new AbortController();
    const statics = holding > this.present!.friction ? holding : 0;
    void this.fill({ x: [...this.window.x], y: [...this.window.y] }, damping, statics, this.work.signal, began);
  }

  private async fill(
    window: Window,
    damping: number,
    holding: number,
    signal: AbortSignal,
    began: number,
  ): Promise<void> {
    const question = {
      x_from: window.x[0],
      x_to: window.x[1],
      y_from: window.y[0],
      y_to: window.y[1],
      damping,
      static: holding,
    };
    try {
      const few = { ...question, x_count: Math.ceil(columns / coarse), y_count: Math.ceil(rows / coarse) };
      await shareRows(few.y_count, Math.ceil(few.y_count / lanes), signal, async (lane, first, last) => {
        const bytes = await fetchBand({ ...few, first_row: first, last_row: last }, lane, signal);
        this.plane.put(bytes, few.x_count, first, last - first, coarse);
      });
      this.plane.window = window;
      this.boundaries = null;
      this.colour();
      measure('map-first', began);
      this.host.say('Computing the fine map …');
      const full = { ...question, x_count: columns, y_count: rows };
      await shareRows(rows, bandRows, signal, async (lane, first, last) => {
        const bytes = await fetchBand({ ...full, first_row: first, last_row: last }, lane, signal);
        this.plane.put(bytes, columns, first, last - first, 1);
        this.colour(first, last);
      });
      this.colour();
      measure('map-complete', began);
      await this.trace(question, holding, signal);
    } catch (error) {
      if (!isDropped(error)) this.host.refuse(error);
    }
  }

  private async trace(question: object, holding: number, signal: AbortSignal): Promise<void> {
    if (holding > 0) {
      this.host.say('Complete. Boundaries are known for equal static and sliding friction only.');
      return;
    }
    const key = JSON.stringify(question);
    if (!this.known.has(key)) {
      this.host.say('Complete; tracing the boundaries …');
      const response = await post('/api/boundary', 'boundary', { ...question, seed_lines: 60 }, signal);
      this.known.set(key, (await response.json()) as Boundaries);
    }
    this.boundaries = this.known.get(key)!;
    this.host.say(`Complete: ${columns} × ${rows} cells, ${this.boundaries.curves.length} boundary curves.`);
    this.lineLegend.replaceChildren(
      ...kinds
        .filter(([kind]) => this.boundaries!.curves.some((c) => c.kind === kind))
        .map(([kind, look, text]) =>
          element('span', {}, element('i', { class: 'stroke ' + look }), `${kind === 'Cprime' ? 'C′' : kind}: ${text}`),
        ),
    );
    this.paint();
  }

  private colour(first = 0, last = rows): void {
    if (first === 0 && last === rows) {
      this.shade = shadeOf(this.choice.value, this.plane);
      this.legend.replaceChildren(...legendOf(this.choice.value, this.shade, this.plane));
    }
    const context = this.raster.getContext('2d')!;
    const image = context.createImageData(columns, last - first);
    for (let row = first; row < last; ++row) {
      for (let c = 0; c < columns; ++c) {
        const [r, g, b] = this.shade.colour(row * columns + c);
        const at = 4 * ((last - 1 - row) * columns + c);
        image.data[at] = r;
        image.data[at + 1] = g;
        image.data[at + 2] = b;
        image.data[at + 3] = 255;
      }
    }
    context.putImageData(image, 0, rows - last);
    this.paint();
  }

  private chart(theme: Theme): Chart {
    const name = observables.find(([key]) => key === this.choice.value)![1];
    const halo = theme.paper;
    const overlay: NonNullable<Chart['overlay']> = [];
    for (const curve of this.curvesBox.checked ? (this.boundaries?.curves ?? []) : []) {
      overlay.push({ x: curve.x, y: curve.y, stroke: { colour: halo, width: 3 } });
      overlay.push({ x: curve.x, y: curve.y, stroke: { colour: theme.ink, width: 1.3, dash: strokes[curve.kind] } });
    }
    return {
      title: name,
      xLabel: 'friction ratio f',
      yLabel: 'frequency ratio Ω',
      series: [],
      xRange: this.window.x,
      yRange: this.window.y,
      image: this.raster,
      imageRange: this.plane.window ?? this.window,
      overlay,
      marks: this.present ? [{ x: this.present.friction, y: this.present.frequency, colour: 1 }] : [],
    };
  }

  private paint(): void {
    const { clientWidth: w, clientHeight: h } = this.place;
    if (w === 0 || !this.present) return;
    const scale = devicePixelRatio || 1;
    this.canvas.width = Math.round(w * scale);
    this.canvas.height = Math.round(h * scale);
    const context = this.canvas.getContext('2d')!;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const theme = themeOf();
    this.frame = paintChart(new CanvasPainter(context), this.chart(theme), { x: 0, y: 0, w, h }, theme);
    if (this.cross) {
      const [x, y] = [this.frame.toX(this.cross[0]), this.frame.toY(this.cross[1])];
      for (const [colour, width] of [
        [theme.paper, 4],
        [theme.ink, 1.5],
      ] as const) {
        context.strokeStyle = colour;
        context.lineWidth = width;
        context.beginPath();
        context.moveTo(x - 10, y);
        context.lineTo(x + 10, y);
        context.moveTo(x, y - 10);
        context.lineTo(x, y + 10);
        context.stroke();
      }
    }
  }

  private read(x: number, y: number): void {
    const i = this.plane.indexAt(x, y);
    const where = `f = ${readable(x, 4)}, Ω = ${readable(y, 4)}`;
    if (i < 0) {
      this.reading.textContent = where;
      return;
    }
    const p = this.plane;
    const regime =
      p.regime[i] === noCase ? 'static friction below sliding friction: no such case' : regimeNames[p.regime[i]];
    const stops = p.reversing[i] + p.passing[i];
    this.reading.textContent = `${where}: ${regime}, ${stops} stops a cycle, amplitude ${readable(p.amplitude[i], 5)}, at rest ${readable(100 * p.stuck[i], 4)} %`;
  }

  private take(x: number, y: number): void {
    if (!this.present) return;
    const round = (v: number, span: number): number => Number(v.toFixed(Math.max(0, Math.ceil(-Math.log10(span)) + 3)));
    const f = round(x, this.window.x[1] - this.window.x[0]);
    const w = round(y, this.window.y[1] - this.window.y[0]);
    this.host.setCase(atRatios(this.keys, this.present, f, w));
  }

  private go(window: Window): void {
    const size = (r: [number, number]): number => r[1] - r[0];
    if (size(window.x) < 1e-9 || size(window.y) < 1e-9) return;
    window.x[0] = Math.max(0, window.x[0]);
    window.y[0] = Math.max(0.02, window.y[0]);
    window.x[1] = Math.min(1000, Math.max(window.x[1], window.x[0] + 1e-9));
    window.y[1] = Math.min(1000, Math.max(window.y[1], window.y[0] + 1e-9));
    this.window = window;
    this.paint();
    this.host.stateChanged();
    const began = performance.now();
    clearTimeout(this.timer);
    this.timer = window_.setTimeout(() => this.isAwake && this.present && this.compute(began), quiet);
  }

  private zoom(factor: number, x?: number, y?: number): void {
    const about = (r: [number, number], at: number): [number, number] => [
      at + (r[0] - at) * factor,
      at + (r[1] - at) * factor,
    ];
    const middle = (r: [number, number]): number => (r[0] + r[1]) / 2;
    this.go({
      x: about(this.window.x, x ?? this.cross?.[0] ?? middle(this.window.x)),
      y: about(this.window.y, y ?? this.cross?.[1] ?? middle(this.window.y)),
    });
  }

  private key(event: KeyboardEvent): void {
    if (!this.present) return;
    const step = event.shiftKey ? 0.1 : 0.02;
    const dx = step * (this.window.x[1] - this.window.x[0]);
    const dy = step * (this.window.y[1] - this.window.y[0]);
    const at: [number, number] = this.cross ?? [this.present.friction, this.present.frequency];
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-dx, 0],
      ArrowRight: [dx, 0],
      ArrowUp: [0, dy],
      ArrowDown: [0, -dy],
    };
    const clamp = (v: number, r: [number, number]): number => Math.min(r[1], Math.max(r[0], v));
    if (moves[event.key]) {
      this.cross = [
        clamp(at[0] + moves[event.key][0], this.window.x),
        clamp(at[1] + moves[event.key][1], this.window.y),
      ];
      this.read(...this.cross);
      this.paint();
    } else if (event.key === 'Enter' && this.cross) this.take(...this.cross);
    else if (event.key === '+' || event.key === '=') this.zoom(0.6);
    else if (event.key === '-') this.zoom(1 / 0.6);
    else if (event.key === '0') this.go({ x: [...home.x], y: [...home.y] });
    else return;
    event.preventDefault();
  }

  charts(): Chart[] {
    return this.present ? [this.chart({ ...themeOf(), paper: '#ffffff', ink: '#1c1c1c' })] : [];
  }

  async csv(): Promise<TextFile> {
    const p = this.plane;
    if (!p.window) throw new Error('there is no map yet');
    const centre = (r: [number, number], i: number, n: number): number => r[0] + ((i + 0.5) * (r[1] - r[0])) / n;
    const f: number[] = [];
    const w: number[] = [];
    const regime: string[] = [];
    const stops: (number | null)[] = [];
    for (let i = 0; i < rows * columns; ++i) {
      f.push(centre(p.window.x, i % columns, columns));
      w.push(centre(p.window.y, Math.floor(i / columns), rows));
      regime.push(p.regime[i] === noCase ? '' : regimeNames[p.regime[i]]);
      stops.push(Number.isNaN(p.stuck[i]) ? null : p.reversing[i] + p.passing[i]);
    }
    const text = csvOf(
      [
        'friction_ratio',
        'frequency_ratio',
        'regime',
        'stops_per_cycle',
        'amplitude_ratio',
        'velocity_ratio',
        'stuck_fraction',
        'dissipated_ratio',
        'multiplier',
      ],
      [f, w, regime, stops, p.amplitude, p.velocity, p.stuck, p.dissipated, p.multiplier],
    );
    return { name: 'map.csv', text };
  }

  commands(): Commands {
    const { x, y } = this.window;
    const fixed = this.present
      ? ` --damping-ratio ${this.present.damping}${this.present.static ? ` --static-ratio ${this.present.static}` : ''}`
      : '';
    const axes = (n: string): string =>
      `--x friction_ratio=${x[0]}:${x[1]}${n} --y frequency_ratio=${y[0]}:${y[1]}${n}`;
    const ratios = `damping_ratio=${this.present?.damping ?? 0}${this.present?.static ? `, static_ratio=${this.present.static}` : ''}`;
    return {
      shell: `stickslip map${fixed} ${axes(':500')} --observables ${this.choice.value} --out map.nc --plot map.png\nstickslip boundary${fixed} ${axes('')} --out boundaries.csv`,
      python: `plane = stickslip.map(x=("friction_ratio", ${x[0]}, ${x[1]}, 500), y=("frequency_ratio", ${y[0]}, ${y[1]}, 500), ${ratios}, observables=["${this.choice.value}"])\ncurves = stickslip.boundary(x=("friction_ratio", ${x[0]}, ${x[1]}), y=("frequency_ratio", ${y[0]}, ${y[1]}), damping_ratio=${this.present?.damping ?? 0})`,
    };
  }

  recolour(): void {
    this.paint();
  }

  state(): Record<string, string> {
    const w = [...this.window.x, ...this.window.y].map((v) => Number(v.toPrecision(6))).join(',');
    return { window: w, colour: this.choice.value };
  }

  restore(state: URLSearchParams): void {
    const w = (state.get('window') ?? '').split(',').map(Number);
    const isSound =
      w.length === 4 &&
      w.every(Number.isFinite) &&
      w[0] >= 0 &&
      w[0] < w[1] &&
      w[1] <= 1000 &&
      w[2] >= 0.02 &&
      w[2] < w[3] &&
      w[3] <= 1000;
    if (isSound) this.window = { x: [w[0], w[1]], y: [w[2], w[3]] };
    const colour = state.get('colour');
    if (observables.some(([key]) => key === colour)) this.choice.value = colour!;
  }
}

const window_ = globalThis.window;
