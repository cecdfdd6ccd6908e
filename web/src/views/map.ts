// The plane of friction ratio and frequency ratio: coarse at once, finer while you look, boundaries as curves.

import { activity } from '../activity';
import { Channel, caseBody, isDropped } from '../api';
import { CaseKeys, elsewhere } from '../case_keys';
import { Chart } from '../chart';
import { element, readable } from '../dom';
import { Ratios, atRatios } from '../forms';
import { printTheme } from '../theme';
import { Commands, Host, TextFile, View, measure } from '../view';
import { capital, wordFor } from '../vocabulary';
import { Curve, Tracer, meaningsOf } from './map_boundaries';
import { fillPlane, questionOf } from './map_cells';
import { mapCommands } from './map_commands';
import { Shade, legendOf, shadeOf } from './map_colours';
import { followKeys } from './map_keyboard';
import { MapPicture, Point, Scene } from './map_picture';
import { Plane, columns, noCase, regimeNames, rows } from './map_plane';
import { RegionLabel, regionLabels } from './map_regions';
import { followPointer } from './map_pointer';
import {
  Window,
  clamp,
  copyOf,
  middleOf,
  sizeOf,
  textOf,
  wholePlane,
  windowOf,
  withinLimits,
  zoomed,
} from './map_window';

const quiet = 120; // ms without zooming before cells are computed
const searching = 'Searching for the attractor of each cell, which takes minutes';
const zoomIn = 0.6;
const zoomOut = 1 / zoomIn;

const observables = [
  'stops_per_cycle',
  'amplitude_ratio',
  'velocity_ratio',
  'stuck_fraction',
  'dissipated_ratio',
  'multiplier',
];

export class MapView implements View {
  readonly id = 'map';
  readonly title = 'Map';
  readonly panel: HTMLElement;
  private readonly reader = new Channel('map-read', 'Reading the case');
  private readonly picture = new MapPicture(() => this.scene());
  private readonly reading = element('p', { class: 'reading', id: 'map-reading', 'aria-live': 'polite' });
  private readonly legend = element('div', { class: 'map-legend' });
  private readonly lineLegend = element('div', { class: 'map-legend' });
  private readonly choice = element('select', { id: 'map-observable' });
  private readonly curvesBox = element('input', { type: 'checkbox', id: 'map-curves' });
  private readonly plane = new Plane();
  private readonly tracer = new Tracer();
  private window = wholePlane();
  private present: Ratios | null = null;
  private keys: CaseKeys = new Map();
  private curves: Curve[] = [];
  private work = new AbortController();
  private asked = '';
  private told = '';
  private regions: RegionLabel[] = [];
  private timer = 0;
  private cross: Point | null = null;
  private shade: Shade = shadeOf('stops_per_cycle', this.plane);
  private isAwake = false;

  constructor(private readonly host: Host) {
    for (const value of observables) this.choice.append(element('option', { value }));
    this.choice.addEventListener('change', () => {
      this.colour();
      this.host.stateChanged();
    });
    this.curvesBox.checked = true;
    this.curvesBox.addEventListener('change', () => this.picture.paint());
    const hint = element(
      'p',
      { class: 'hint' },
      `Click a point to take its friction and frequency. Wheel or drag to zoom.`,
    );
    this.panel = element(
      'div',
      {},
      this.tools(),
      this.picture.element,
      this.reading,
      this.legend,
      this.lineLegend,
      hint,
    );
    this.followUser();
  }

  private tools(): HTMLElement {
    const button = (text: string, label: string, act: () => void): HTMLElement => {
      const made = element('button', { type: 'button', class: 'small', 'aria-label': label }, text);
      made.addEventListener('click', act);
      return made;
    };
    return element(
      'div',
      { class: 'tools' },
      element('label', { for: 'map-observable' }, 'Colour'),
      this.choice,
      element('span', { class: 'switch' }, this.curvesBox, element('label', { for: 'map-curves' }, 'Boundaries')),
      button('+', 'Zoom in', () => this.zoom(zoomIn)),
      button('−', 'Zoom out', () => this.zoom(zoomOut)),
      button('All', 'Whole plane', () => this.go(wholePlane())),
    );
  }

  private followUser(): void {
    const { canvas, selection } = this.picture;
    followPointer(canvas, selection, () => this.picture.frame, {
      hover: (x, y) => this.read(x, y),
      click: (x, y) => this.take(x, y),
      drag: (window) => this.go(window),
      wheel: (factor, x, y) => this.zoom(factor, x, y),
    });
    followKeys(canvas, {
      move: (right, up) => this.moveCross(right, up),
      take: () => this.cross && this.take(...this.cross),
      zoom: (direction) => this.zoom(direction === 'in' ? zoomIn : zoomOut),
      showAll: () => this.go(wholePlane()),
    });
    canvas.addEventListener('blur', () => {
      this.cross = null;
      this.picture.paint();
    });
  }

  async update(keys: CaseKeys, began: number): Promise<void> {
    this.keys = keys;
    this.isAwake = true;
    for (const option of this.choice.options) option.textContent = capital(wordFor(option.value));
    try {
      const other = elsewhere(keys);
      const answer = other
        ? { ratios: null }
        : await this.reader.ask<{ ratios: Ratios | null }>('/api/read', caseBody(keys));
      if (!answer) return;
      this.present = answer.ratios;
      if (!this.present) {
        this.work.abort();
        this.asked = '';
        this.host.explain(
          other
            ? `The map needs the ratios of one mass on a line, and this case ${other.words}: see the view ${other.view}.`
            : 'The map needs a linear spring, Coulomb friction on a surface at rest, and one harmonic load or base: start from such a case.',
        );
        return;
      }
      this.host.accept();
      this.compute(began);
      this.picture.paint();
    } catch (error) {
      this.host.refuse(error);
    }
  }

  rest(): void {
    this.isAwake = false;
    this.reader.cancel();
    this.stop();
  }

  /** Cells for the window, unless they are there or on their way. */
  private compute(began: number): void {
    const { damping, friction, static: holding } = this.present!;
    const larger = holding !== null && holding > friction ? holding : 0;
    const wanted = JSON.stringify([this.window, damping, larger]);
    if (wanted === this.asked) {
      this.host.say(this.told);
      return;
    }
    this.asked = wanted;
    this.told = '';
    this.work.abort();
    this.work = new AbortController();
    void this.fill(copyOf(this.window), damping, larger, this.work.signal, began);
  }

  private async fill(
    window: Window,
    damping: number,
    holding: number,
    signal: AbortSignal,
    began: number,
  ): Promise<void> {
    const question = questionOf(window, damping, holding);
    const task = activity.begin(holding > 0 ? searching + ' …' : 'Computing the map …', () => this.stop());
    try {
      await fillPlane(this.plane, window, question, signal, {
        coarse: () => {
          this.curves = [];
          this.colour();
          measure('map-first', began);
        },
        band: (first, last, part) => {
          task.tell(`${holding > 0 ? searching : 'Computing the map'}: ${Math.round(100 * part)} %`);
          this.picture.colour(this.shade, first, last);
          this.picture.paint();
        },
      });
      this.colour();
      measure('map-complete', began);
      if (holding > 0) {
        this.tell(
          `Complete: ${columns / this.plane.size} × ${rows / this.plane.size} cells. Boundaries are traced for equal static and sliding friction only.`,
        );
        return;
      }
      task.tell('Tracing the boundaries …');
      this.curves = await this.tracer.trace(question, signal);
      this.tell(`Complete: ${columns} × ${rows} cells, ${this.curves.length} boundary curves.`);
      this.lineLegend.replaceChildren(...meaningsOf(this.curves));
      this.picture.paint();
    } catch (error) {
      if (isDropped(error)) return;
      this.asked = '';
      this.host.refuse(error);
    } finally {
      task.end();
    }
  }

  private tell(text: string): void {
    this.told = text;
    this.host.say(text);
  }

  private stop(): void {
    this.work.abort();
    this.asked = '';
  }

  /** Colours all cells anew, on the scale that fits them. */
  private colour(): void {
    this.shade = shadeOf(this.choice.value, this.plane);
    this.legend.replaceChildren(...legendOf(this.choice.value, this.shade, this.plane));
    this.regions = this.choice.value === 'stops_per_cycle' ? regionLabels(this.plane) : [];
    this.picture.colour(this.shade, 0, rows);
    this.picture.paint();
  }

  private scene(): Scene | null {
    if (!this.present) return null;
    return {
      title: capital(wordFor(this.choice.value)),
      window: this.window,
      imageWindow: this.plane.window ?? this.window,
      curves: this.curvesBox.checked ? this.curves : [],
      regions: this.regions,
      present: [this.present.friction, this.present.frequency],
      cross: this.cross,
    };
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
    this.reading.textContent = `${where}: ${regime}, ${p.stopsAt(i)} stops a cycle, amplitude ${readable(p.amplitude[i], 5)}, at rest ${readable(100 * p.stuck[i], 4)} %`;
  }

  private take(x: number, y: number): void {
    if (!this.present) return;
    const round = (v: number, span: number): number => Number(v.toFixed(Math.max(0, Math.ceil(-Math.log10(span)) + 3)));
    const f = round(x, sizeOf(this.window.x));
    const w = round(y, sizeOf(this.window.y));
    this.host.setCase(atRatios(this.keys, f, w));
  }

  private go(wanted: Window): void {
    const allowed = withinLimits(wanted);
    if (!allowed) return;
    this.window = allowed;
    this.picture.paint();
    this.host.stateChanged();
    const began = performance.now();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.isAwake && this.present && this.compute(began), quiet);
  }

  private zoom(factor: number, x?: number, y?: number): void {
    this.go(
      zoomed(
        this.window,
        factor,
        x ?? this.cross?.[0] ?? middleOf(this.window.x),
        y ?? this.cross?.[1] ?? middleOf(this.window.y),
      ),
    );
  }

  private moveCross(right: number, up: number): void {
    if (!this.present) return;
    const { x, y } = this.window;
    const [fromX, fromY] = this.cross ?? [this.present.friction, this.present.frequency];
    this.cross = [clamp(fromX + right * sizeOf(x), x), clamp(fromY + up * sizeOf(y), y)];
    this.read(...this.cross);
    this.picture.paint();
  }

  charts(): Chart[] {
    const scene = this.scene();
    return scene ? [this.picture.chart(scene, printTheme)] : [];
  }

  async csv(): Promise<TextFile> {
    return { name: 'map.csv', text: this.plane.csv() };
  }

  commands(): Commands {
    return mapCommands(this.window, this.present, this.choice.value, columns / this.plane.size);
  }

  recolour(): void {
    this.picture.paint();
  }

  state(): Map<string, string> {
    return new Map([
      ['window', textOf(this.window)],
      ['colour', this.choice.value],
    ]);
  }

  restore(state: Map<string, string>): void {
    this.window = windowOf(state.get('window') ?? '') ?? this.window;
    const colour = state.get('colour') ?? '';
    if (observables.includes(colour)) this.choice.value = colour;
  }
}
