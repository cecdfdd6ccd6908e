// Regular or chaotic: section, friction characteristic, exponent with its error, and a bifurcation diagram that fills in.

import { activity } from '../activity';
import { Channel, caseBody, isDropped, isLost, post } from '../api';
import { CaseKeys, get, isPeriodicLoad, isPlanar, isRatioForm, numberAt } from '../case_keys';
import { Chart } from '../chart';
import { element, readable } from '../dom';
import { inPieces, postPatiently } from '../lanes';
import { typedNumber } from '../numbers';
import type { MotionAnswer } from '../motion_answer';
import { XYPanel } from '../panel';
import { axesOf } from '../units';
import { Commands, Host, TextFile, View, csvOf, measure } from '../view';
import { axisFor, capital, wordFor } from '../vocabulary';

interface Section {
  diverging: boolean;
  points: { t: number[]; x: number[]; v: number[] };
}

interface Exponent {
  exponent: number | null;
  standard_error: number | null;
  periods: number;
  label: string;
}

interface Diagram {
  diagrams: { columns: { value: number; attractors: { label: string; x: number[]; v: number[] }[] }[] }[];
}

const sectionPoints = 2000;
const columns = 140;
const piece = 2; // values of one request
const lanes = 2; // requests at a time
const quiet = 250; // ms without a change before long work starts
const runs = 16;
const estimates = [640, 3200, 12800]; // periods, each more exact than the last
const attractorPeriods = 1000;
const attractorPoints = 120;
const starts = 1; // that of the case

/** An order in which a range fills in evenly: halves, quarters, … */
function evenOrder(count: number): number[] {
  const bits = Math.ceil(Math.log2(count));
  const made: number[] = [];
  for (let i = 0; i < 2 ** bits; ++i) {
    let mirrored = 0;
    for (let b = 0; b < bits; ++b) if (i & (1 << b)) mirrored |= 1 << (bits - 1 - b);
    if (mirrored < count) made.push(mirrored);
  }
  return made;
}

export class ChaosView implements View {
  readonly id = 'chaos';
  readonly title = 'Chaos';
  readonly panel: HTMLElement;
  private readonly sectionChannel = new Channel('section', 'Computing the section');
  private readonly motionChannel = new Channel('characteristic', 'Computing the motion');
  private readonly exponentText = element('p', { class: 'exponent', id: 'chaos-exponent', 'aria-live': 'polite' });
  private readonly section = new XYPanel();
  private readonly characteristic = new XYPanel();
  private readonly diagram = new XYPanel('wide-square');
  private readonly key = element('select', { id: 'chaos-key' });
  private readonly from = element('input', { type: 'text', inputmode: 'decimal', id: 'chaos-from', size: '7' });
  private readonly to = element('input', { type: 'text', inputmode: 'decimal', id: 'chaos-to', size: '7' });
  private readonly again = element('button', { type: 'button', class: 'small' }, 'Draw again');
  private readonly problem = element('p', { class: 'problem', role: 'alert' });
  private keys: CaseKeys = new Map();
  private work = new AbortController();
  private timer = 0;
  private made: Chart[] = [];
  private dots: { value: number[]; x: number[]; v: number[]; label: string[] } = { value: [], x: [], v: [], label: [] };
  private kept: { key: string; from: string; to: string } | null = null; // of the address, until the keys are known

  constructor(private readonly host: Host) {
    const tools = element(
      'div',
      { class: 'tools' },
      element('label', { for: 'chaos-key' }, 'Bifurcation over'),
      this.key,
      element('label', { for: 'chaos-from' }, 'from'),
      this.from,
      element('label', { for: 'chaos-to' }, 'to'),
      this.to,
      this.again,
    );
    this.problem.hidden = true;
    const rerun = (): void => {
      this.startLongWork();
      this.host.stateChanged();
    };
    this.key.addEventListener('change', () => {
      this.suggestRange();
      rerun();
    });
    this.again.addEventListener('click', rerun);
    for (const input of [this.from, this.to]) input.addEventListener('change', rerun);
    const hint = element(
      'p',
      { class: 'hint' },
      'The section looks at the motion once a load period: one dot means it repeats each period, a cloud means chaos. ',
      'The exponent is positive where small differences grow.',
    );
    this.panel = element(
      'div',
      {},
      this.exponentText,
      element('div', { class: 'squares two' }, this.section.element, this.characteristic.element),
      tools,
      this.problem,
      this.diagram.element,
      hint,
    );
  }

  async update(keys: CaseKeys, began: number): Promise<void> {
    this.keys = keys;
    this.work.abort();
    clearTimeout(this.timer);
    if (isPlanar(keys) || !isPeriodicLoad(keys)) {
      this.rest();
      this.made = [];
      this.host.explain(
        'The section needs motion along a line under a periodic load: start from such a case, for example stefanski-fig3b.',
      );
      return;
    }
    this.fillKeys();
    try {
      const section = await this.sectionChannel.ask<Section>('/api/section', {
        ...caseBody(keys),
        points: sectionPoints,
        transient: 100,
      });
      if (!section) return;
      this.host.accept();
      this.drawSection(section);
      measure('section-drawn', began);
      const until = 60 * (section.points.t.length > 1 ? section.points.t[1] - section.points.t[0] : 1);
      const motion = await this.motionChannel.ask<MotionAnswer>('/api/motion', {
        ...caseBody(keys),
        until,
        samples: 8001,
      });
      if (!motion) return;
      this.drawCharacteristic(motion);
      this.timer = window.setTimeout(() => this.startLongWork(), quiet);
    } catch (error) {
      this.host.refuse(error);
    }
  }

  rest(): void {
    this.work.abort();
    clearTimeout(this.timer);
    this.sectionChannel.cancel();
    this.motionChannel.cancel();
  }

  private startLongWork(): void {
    this.work.abort();
    this.work = new AbortController();
    void this.estimate(this.work.signal);
    void this.fill(this.work.signal);
  }

  private fillKeys(): void {
    const candidates = isRatioForm(this.keys)
      ? ['ratios.frequency', 'ratios.friction', 'ratios.damping']
      : [
          'load.amplitude',
          'load.displacement',
          'load.frequency',
          'load.frequency_hz',
          'friction.bound',
          'friction.normal',
          'friction.mu_static',
          'oscillator.damping',
          'spring.cubic',
        ];
    const present = candidates.filter((k) => typeof get(this.keys, k) === 'number');
    const old = this.key.value;
    if (present.join() === [...this.key.options].map((o) => o.value).join()) return;
    this.key.replaceChildren(...present.map((k) => element('option', { value: k }, capital(wordFor(k)))));
    if (present.includes(old)) this.key.value = old;
    this.suggestRange();
    if (this.kept && present.includes(this.kept.key)) {
      this.key.value = this.kept.key;
      this.from.value = this.kept.from;
      this.to.value = this.kept.to;
    }
    this.kept = null;
  }

  private suggestRange(): void {
    const value = numberAt(this.keys, this.key.value, 1) || 1;
    this.from.value = String(Number((0.5 * value).toPrecision(3)));
    this.to.value = String(Number((1.5 * value).toPrecision(3)));
  }

  private drawSection(section: Section): void {
    const { x, v } = section.points;
    const distinct = new Set(x.map((value, i) => `${value.toPrecision(6)}/${v[i].toPrecision(6)}`)).size;
    const title = section.diverging
      ? 'Section: the motion diverges'
      : distinct <= 24
        ? `Section: ${distinct} point${distinct > 1 ? 's' : ''}`
        : `Section: ${x.length} points`;
    this.made[0] = {
      title,
      xLabel: axesOf(this.keys).position + ', once a load period',
      yLabel: axesOf(this.keys).velocity,
      series: [{ label: '', x, y: v, colour: 0, kind: 'dots', radius: distinct <= 24 ? 4 : 1 }],
    };
    this.section.show(this.made[0]);
  }

  private drawCharacteristic(motion: MotionAnswer): void {
    const half = Math.floor(motion.samples.t.length / 2);
    this.made[1] = {
      title: 'Friction characteristic',
      xLabel: axesOf(this.keys).velocity,
      yLabel: axesOf(this.keys).friction,
      series: [
        {
          label: '',
          x: motion.samples.v.slice(half),
          y: motion.samples.friction.slice(half),
          colour: 1,
          kind: 'dots',
          radius: 0.8,
        },
      ],
    };
    this.characteristic.show(this.made[1]);
  }

  private async estimate(signal: AbortSignal): Promise<void> {
    this.exponentText.textContent = 'Largest Lyapunov exponent: computing …';
    const task = activity.begin('Estimating the Lyapunov exponent …', () => this.work.abort());
    try {
      for (const periods of estimates) {
        const response = await post(
          '/api/lyapunov',
          'lyapunov',
          { ...caseBody(this.keys), periods, transient: 100, runs },
          signal,
        );
        const e = (await response.json()) as Exponent;
        const what =
          e.label === 'chaotic'
            ? 'chaotic: small differences grow'
            : e.label === 'diverging'
              ? 'the motion diverges'
              : 'regular: small differences do not grow';
        const number =
          e.exponent === null
            ? e.label === 'diverging'
              ? 'does not exist'
              : '−∞'
            : `${readable(e.exponent, 4)} ± ${readable(e.standard_error, 2)} 1/s`;
        this.exponentText.textContent = `Largest Lyapunov exponent: ${number} over ${e.periods} periods; ${what}.`;
        if (e.exponent === null) return;
      }
    } catch (error) {
      if (isLost(error)) this.host.refuse(error);
      else if (!isDropped(error))
        this.exponentText.textContent = 'Largest Lyapunov exponent: ' + (error as Error).message;
      else if (this.exponentText.textContent.endsWith('…'))
        this.exponentText.textContent = 'Largest Lyapunov exponent: not computed.';
    } finally {
      task.end();
    }
  }

  private async fill(signal: AbortSignal): Promise<void> {
    const range = this.range();
    const key = this.key.value;
    this.problem.hidden = !('problem' in range);
    this.problem.textContent = 'problem' in range ? range.problem : '';
    if ('problem' in range || key === '') return;
    const { low, high } = range;
    this.dots = { value: [], x: [], v: [], label: [] };
    this.drawDiagram(key, low, high);
    const order = evenOrder(columns).map((i) => low + ((high - low) * i) / (columns - 1));
    const began = performance.now();
    let done = 0;
    const task = activity.begin(`Bifurcation diagram: 0 of ${columns} values`, () => this.work.abort());
    try {
      await inPieces(order.length, piece, lanes, signal, async (lane, first, last) => {
        const diagram = await this.ask(key, order.slice(first, last), lane, signal);
        for (const column of diagram.diagrams[0].columns) this.take(column);
        done += last - first;
        task.tell(`Bifurcation diagram: ${done} of ${columns} values`);
        this.drawDiagram(key, low, high);
        if (done === piece) measure('bifurcation-first', began);
      });
      this.host.say(`Bifurcation diagram complete: ${columns} values`);
    } catch (error) {
      if (isDropped(error)) return;
      if (isLost(error)) this.host.refuse(error);
      this.problem.hidden = isLost(error);
      this.problem.textContent = (error as Error).message.replace(/^case(:\d+)?: /, '');
    } finally {
      task.end();
    }
  }

  /** The ends of the diagram as typed, or what is wrong with them. */
  private range(): { low: number; high: number } | { problem: string } {
    const [low, high] = [typedNumber(this.from.value), typedNumber(this.to.value)];
    if ('problem' in low) return { problem: `from "${this.from.value}" ${low.problem}` };
    if ('problem' in high) return { problem: `to "${this.to.value}" ${high.problem}` };
    if (low.value < high.value) return { low: low.value, high: high.value };
    return { problem: `from ${this.from.value} to ${this.to.value}: the first must be below the second` };
  }

  private async ask(key: string, values: number[], lane: number, signal: AbortSignal): Promise<Diagram> {
    const response = await postPatiently(
      '/api/bifurcation',
      `bifurcation-${lane}`,
      { ...caseBody(this.keys), key, values, periods: attractorPeriods, points: attractorPoints, starts },
      signal,
    );
    return (await response.json()) as Diagram;
  }

  private take(column: Diagram['diagrams'][0]['columns'][0]): void {
    for (const attractor of column.attractors) {
      attractor.x.forEach((x, i) => {
        this.dots.value.push(column.value);
        this.dots.x.push(x);
        this.dots.v.push(attractor.v[i]);
        this.dots.label.push(attractor.label);
      });
    }
  }

  private drawDiagram(key: string, low: number, high: number): void {
    const pick = (is: (label: string) => boolean): { x: number[]; y: number[] } => {
      const kept = this.dots.label.map((label, i) => (is(label) ? i : -1)).filter((i) => i >= 0);
      return { x: kept.map((i) => this.dots.value[i]), y: kept.map((i) => this.dots.x[i]) };
    };
    const regular = pick((label) => label.startsWith('P'));
    const chaotic = pick((label) => label === 'chaotic');
    const other = pick((label) => !label.startsWith('P') && label !== 'chaotic');
    const present = numberAt(this.keys, key);
    const isInside = present >= low && present <= high && this.dots.x.length > 0;
    const range = this.dots.x.length > 0 ? [Math.min(...this.dots.x), Math.max(...this.dots.x)] : [0, 1];
    this.made[2] = {
      title: 'Bifurcation diagram',
      xLabel: axisFor(key),
      yLabel: axesOf(this.keys).position + ', once a load period',
      xRange: [low, high],
      series: [
        { label: 'periodic', ...regular, colour: 0, kind: 'dots', radius: 1.4 },
        { label: 'chaotic', ...chaotic, colour: 1, kind: 'dots', radius: 0.7 },
        ...(other.x.length > 0
          ? [{ label: 'not settled', ...other, colour: 4, kind: 'dots' as const, radius: 1 }]
          : []),
        ...(isInside
          ? [{ label: 'present', x: [present, present], y: range, colour: 2, dash: [4, 4], width: 1.3 }]
          : []),
      ],
    };
    this.diagram.show(this.made[2]);
  }

  charts(): Chart[] {
    return this.made.filter(Boolean);
  }

  async csv(): Promise<TextFile> {
    return {
      name: 'bifurcation.csv',
      text: csvOf([this.key.value, 'label', 'x', 'v'], [this.dots.value, this.dots.label, this.dots.x, this.dots.v]),
    };
  }

  commands(): Commands {
    const section = { points: sectionPoints, transient: 100 };
    const exponent = { periods: estimates[2], transient: 100, runs };
    const words = (named: Record<string, number>): string[] =>
      Object.entries(named).flatMap(([key, value]) => ['--' + key, String(value)]);
    const made: Commands = {
      shell: [
        { verb: 'poincare', takesCase: true, words: [...words(section), '--out', 'section.csv'] },
        { verb: 'lyapunov', takesCase: true, words: [...words(exponent), '--json'] },
      ],
      python: [
        { result: 'section', name: 'poincare', takesCase: true, named: section },
        { result: 'exponent', name: 'lyapunov', takesCase: true, named: exponent },
      ],
    };
    const range = this.range();
    if ('problem' in range || this.key.value === '') return made;
    const diagram = { periods: attractorPeriods, points: attractorPoints };
    const over = `${this.key.value}=${range.low}:${range.high}:${columns}`;
    made.shell.push({
      verb: 'bifurcation',
      takesCase: true,
      words: ['--over', over, ...words({ ...diagram, starts }), '--no-sweeps', '--out', 'bifurcation.csv'],
    });
    made.python.push({
      result: 'diagram',
      name: 'bifurcation',
      takesCase: true,
      named: { over: [this.key.value, range.low, range.high, columns], ...diagram, sweeps: false },
    });
    return made;
  }

  recolour(): void {
    [this.section, this.characteristic, this.diagram].forEach((p) => p.paint());
  }

  state(): Map<string, string> {
    if (this.key.value === '') return new Map();
    return new Map([['over', `${this.key.value},${this.from.value},${this.to.value}`]]);
  }

  restore(state: Map<string, string>): void {
    const [key, from, to] = (state.get('over') ?? '').split(',');
    if (!key || !from || !to) return;
    this.kept = { key, from, to };
  }
}
