// The bifurcation diagram: over which key and range, and the attractors along it, filled in from coarse to fine.

import { activity } from '../activity';
import { caseBody, isDropped, isLost } from '../api';
import { CaseKeys, get, isRatioForm, numberAt } from '../case_keys';
import { Chart } from '../chart';
import { element } from '../dom';
import { inPieces, postPatiently } from '../lanes';
import { typedNumber } from '../numbers';
import { XYPanel } from '../panel';
import { axesOf } from '../units';
import { Commands, Host, TextFile, csvOf, measure } from '../view';
import { axisFor, capital, wordFor } from '../vocabulary';

interface Answer {
  diagrams: { columns: { value: number; attractors: { label: string; x: number[]; v: number[] }[] }[] }[];
}

interface Range {
  low: number;
  high: number;
}

const columns = 140;
const piece = 2; // values of one request
const lanes = 2; // requests at a time
const attractor = { periods: 1000, points: 120 };
const starts = 1; // that of the case

const physicalKeys = [
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
const ratioKeys = ['ratios.frequency', 'ratios.friction', 'ratios.damping'];

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

export class BifurcationDiagram {
  readonly element: HTMLElement;
  chart: Chart | null = null;
  private readonly panel = new XYPanel('wide-square');
  private readonly key = element('select', { id: 'chaos-key' });
  private readonly from = element('input', { type: 'text', inputmode: 'decimal', id: 'chaos-from', size: '7' });
  private readonly to = element('input', { type: 'text', inputmode: 'decimal', id: 'chaos-to', size: '7' });
  private readonly problem = element('p', { class: 'problem', role: 'alert' });
  private keys: CaseKeys = new Map();
  private dots: { value: number[]; x: number[]; v: number[]; label: string[] } = { value: [], x: [], v: [], label: [] };
  private kept: { key: string; from: string; to: string } | null = null; // of the address, until the keys are known

  /** `rerun` is called when the user wants another diagram. */
  constructor(
    private readonly host: Host,
    rerun: () => void,
  ) {
    const again = element('button', { type: 'button', class: 'small' }, 'Draw again');
    const tools = element(
      'div',
      { class: 'tools' },
      element('label', { for: 'chaos-key' }, 'Bifurcation over'),
      this.key,
      element('label', { for: 'chaos-from' }, 'from'),
      this.from,
      element('label', { for: 'chaos-to' }, 'to'),
      this.to,
      again,
    );
    this.problem.hidden = true;
    this.key.addEventListener('change', () => {
      this.suggestRange();
      rerun();
    });
    again.addEventListener('click', rerun);
    for (const input of [this.from, this.to]) input.addEventListener('change', rerun);
    this.element = element('div', {}, tools, this.problem, this.panel.element);
  }

  /** Offers the keys of a case; the key and range stay where they fit it. */
  offer(keys: CaseKeys): void {
    this.keys = keys;
    const present = (isRatioForm(keys) ? ratioKeys : physicalKeys).filter((k) => typeof get(keys, k) === 'number');
    const old = this.key.value;
    if (present.join() !== [...this.key.options].map((o) => o.value).join()) {
      this.key.replaceChildren(...present.map((k) => element('option', { value: k }, capital(wordFor(k)))));
      if (present.includes(old)) this.key.value = old;
    }
    const range = this.range();
    const value = numberAt(keys, this.key.value, NaN);
    if (this.key.value !== old || 'problem' in range || !(value >= range.low && value <= range.high))
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
    const ends = [0.5 * value, 1.5 * value].sort((a, b) => a - b);
    [this.from.value, this.to.value] = ends.map((v) => String(Number(v.toPrecision(3))));
  }

  /** The ends of the diagram as typed, or what is wrong with them. */
  private range(): Range | { problem: string } {
    const [low, high] = [typedNumber(this.from.value), typedNumber(this.to.value)];
    if ('problem' in low) return { problem: `from "${this.from.value}" ${low.problem}` };
    if ('problem' in high) return { problem: `to "${this.to.value}" ${high.problem}` };
    if (low.value < high.value) return { low: low.value, high: high.value };
    return { problem: `from ${this.from.value} to ${this.to.value}: the first value must be below the second` };
  }

  private tellProblem(sentence: string): void {
    this.problem.hidden = sentence === '';
    this.problem.textContent = sentence;
  }

  async fill(control: AbortController): Promise<void> {
    const range = this.range();
    const key = this.key.value;
    this.tellProblem('problem' in range ? range.problem : '');
    if ('problem' in range || key === '') return;
    this.dots = { value: [], x: [], v: [], label: [] };
    this.draw(key, range);
    const step = (range.high - range.low) / (columns - 1);
    const order = evenOrder(columns).map((i) => range.low + step * i);
    const began = performance.now();
    let done = 0;
    const task = activity.begin(`Bifurcation diagram: 0 of ${columns} values`, () => control.abort());
    try {
      await inPieces(order.length, piece, lanes, control.signal, async (lane, first, last) => {
        const answer = await this.ask(key, order.slice(first, last), lane, control.signal);
        for (const column of answer.diagrams[0].columns) this.take(column);
        done += last - first;
        task.tell(`Bifurcation diagram: ${done} of ${columns} values`);
        this.draw(key, range);
        if (done === piece) measure('bifurcation-first', began);
      });
      this.host.say(`Bifurcation diagram complete: ${columns} values`);
    } catch (error) {
      if (isLost(error)) this.host.refuse(error);
      else if (!isDropped(error)) this.tellProblem((error as Error).message.replace(/^case(:\d+)?: /, ''));
    } finally {
      task.end();
    }
  }

  private async ask(key: string, values: number[], lane: number, signal: AbortSignal): Promise<Answer> {
    const body = { ...caseBody(this.keys), key, values, ...attractor, starts };
    return (await (await postPatiently('/api/bifurcation', `bifurcation-${lane}`, body, signal)).json()) as Answer;
  }

  private take(column: Answer['diagrams'][0]['columns'][0]): void {
    for (const attractor of column.attractors) {
      attractor.x.forEach((x, i) => {
        this.dots.value.push(column.value);
        this.dots.x.push(x);
        this.dots.v.push(attractor.v[i]);
        this.dots.label.push(attractor.label);
      });
    }
  }

  private draw(key: string, { low, high }: Range): void {
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
    this.chart = {
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
    this.panel.show(this.chart);
  }

  paint(): void {
    this.panel.paint();
  }

  csv(): TextFile {
    return {
      name: 'bifurcation.csv',
      text: csvOf([this.key.value, 'label', 'x', 'v'], [this.dots.value, this.dots.label, this.dots.x, this.dots.v]),
    };
  }

  commands(): Commands {
    const range = this.range();
    if ('problem' in range || this.key.value === '') return { shell: [], python: [] };
    const over = `${this.key.value}=${range.low}:${range.high}:${columns}`;
    return {
      shell: [
        {
          verb: 'bifurcation',
          takesCase: true,
          words: ['--over', over, ...optionsOf({ ...attractor, starts }), '--no-sweeps', '--out', 'bifurcation.csv'],
        },
      ],
      python: [
        {
          result: 'diagram',
          name: 'bifurcation',
          takesCase: true,
          named: { over: [this.key.value, range.low, range.high, columns], ...attractor, sweeps: false },
        },
      ],
    };
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

/** Numbers as options of the command line. */
export const optionsOf = (named: Record<string, number>): string[] =>
  Object.entries(named).flatMap(([key, value]) => ['--' + key, String(value)]);
