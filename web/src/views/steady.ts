// The steady state as a card, its cycle, and the response against frequency with the present point.

import { Channel, caseBody } from '../api';
import { CaseKeys, isPlanar, isRatioForm, kindOf, numberAt } from '../case_keys';
import { Chart } from '../chart';
import { element, fact, readable } from '../dom';
import { LinePanel } from '../panel';
import { Commands, Host, Subject, TextFile, View, csvOf, measure } from '../view';

interface Steady {
  regime: string;
  stops_per_cycle: number | null;
  stops_then_reverse: number | null;
  stops_then_same_direction: number | null;
  zero_duration_reversals: number | null;
  amplitude_ratio: number | null;
  velocity_ratio: number | null;
  dissipated_ratio: number | null;
  stuck_fraction: number | null;
  multiplier: number | null;
  map_period: string | null;
  residual: number | null;
  period: number | null;
  amplitude: number | null;
  velocity: number | null;
  dissipated: number | null;
  x_max: number | null;
  x_min: number | null;
  phase_lag: number | null;
  transmissibility: number | null;
  transmitted_force: number | null;
  friction_ratio: number | null;
  frequency_ratio: number | null;
  damping_ratio: number | null;
  family: { x_max: [number, number]; x_min: [number, number] } | null;
  rest_positions: [number, number] | null;
  growth_per_cycle: number | null;
  coexists: string[];
}

export interface SteadyAnswer {
  steady: Steady;
  why: string;
  cycle: { t: number[]; x: number[]; v: number[]; friction: number[]; stuck: [number, number][] } | null;
}

type Sweep = { key: string; values: number[]; regime: string[] } & Record<string, (number | null)[]>;

const regimes: Record<string, string> = {
  'permanent-stick': 'Permanent stick: the load never overcomes the friction',
  continuous: 'Continuous: it moves all the time',
  'stick-slip': 'Stick-slip: it stops and starts',
  unbounded: 'Unbounded: the amplitude grows for ever',
  'non-unique': 'Not unique: a whole family of motions, the start decides',
  'not-converged': 'No periodic motion was found',
};

const sweepPoints = 313; // with which a sweep from 0.05 to 2 meets Ω = 1/2, 1/4 and 1/8, where families are

export class SteadyView implements View {
  readonly id = 'steady';
  readonly title = 'Steady state';
  readonly panel: HTMLElement;
  private readonly channel = new Channel('steady');
  private readonly curveChannel = new Channel('sweep');
  private readonly card = element('div', { class: 'card', id: 'steady-card', 'aria-live': 'polite' });
  private readonly cycle = new LinePanel(null);
  private readonly curves = [new LinePanel('sweep', undefined, true), new LinePanel('sweep')];
  private answer: SteadyAnswer | null = null;
  private sweep: Sweep | null = null;
  private keys: CaseKeys = new Map();
  private made: Chart[] = [];
  private range: [number, number] = [0.05, 2];

  constructor(private readonly host: Host) {
    const hint = element(
      'p',
      { class: 'hint' },
      'The dot is the present case. Grey: it sticks for part of each cycle.',
    );
    this.panel = element(
      'div',
      {},
      element('div', { class: 'card-and-cycle' }, this.card, this.cycle.element),
      element('div', { class: 'lines' }, ...this.curves.map((c) => c.element)),
      hint,
    );
  }

  async update(keys: CaseKeys, began: number): Promise<void> {
    this.keys = keys;
    if (isPlanar(keys)) {
      this.host.say('This case moves in a plane: its steady state is in the view Planar.');
      this.panel.classList.add('empty');
      return;
    }
    try {
      const answer = await this.channel.ask<SteadyAnswer>('/api/steady', caseBody(keys));
      if (!answer) return;
      this.host.accept();
      this.panel.classList.remove('empty');
      this.answer = answer;
      this.tell(answer);
      this.draw();
      measure('steady-drawn', began);
      await this.updateCurve(keys);
    } catch (error) {
      this.panel.classList.add('empty');
      this.host.refuse(error);
    }
  }

  rest(): void {
    this.channel.cancel();
    this.curveChannel.cancel();
  }

  /** The frequency in the form that the case has. */
  private frequencyAxis(keys: CaseKeys): { key: string; present: number; label: string } | null {
    const s = this.answer!.steady;
    if (s.frequency_ratio !== null)
      return { key: 'frequency_ratio', present: s.frequency_ratio, label: 'frequency ratio Ω' };
    const kind = kindOf(keys);
    if (kind !== 'harmonic' && kind !== 'base') return null;
    const key = keys.has('load.frequency_hz') ? 'load.frequency_hz' : 'load.frequency';
    return { key, present: numberAt(keys, key, 1), label: key.endsWith('hz') ? 'frequency [Hz]' : 'frequency [rad/s]' };
  }

  private async updateCurve(keys: CaseKeys): Promise<void> {
    const axis = this.frequencyAxis(keys);
    this.curves.forEach((c) => c.element.classList.toggle('hidden', axis === null));
    if (!axis) return;
    const present = axis.present;
    const isRatio = axis.key === 'frequency_ratio';
    if (isRatio) this.range = [0.05, Math.max(2, 1.25 * present)];
    else if (!(present > this.range[0] && present < this.range[1]) || !this.sweep)
      this.range = [0.2 * present, 3 * present];
    const sweep = await this.curveChannel.ask<Sweep>('/api/sweep', {
      ...caseBody(keys),
      key: axis.key,
      from: this.range[0],
      to: this.range[1],
      count: sweepPoints,
    });
    if (!sweep) return;
    this.sweep = sweep;
    this.draw();
  }

  private tell(answer: SteadyAnswer): void {
    const s = answer.steady;
    const list = element('dl');
    const put = (name: string, value: string, id = ''): void => list.append(fact(name, value, id));
    const both = (value: number | null, unit: string, ratio: number | null): string =>
      isRatioForm(this.keys)
        ? readable(ratio ?? value, 10)
        : readable(value, 10) + ' ' + unit + (ratio !== null ? ` (ratio ${readable(ratio, 8)})` : '');
    if (s.stuck_fraction !== null) {
      put(
        'Stops',
        s.regime === 'permanent-stick'
          ? 'none, it never moves'
          : s.stops_per_cycle === 0
            ? 'none'
            : `${s.stops_per_cycle} a cycle: ${s.stops_then_reverse} then reverse, ${s.stops_then_same_direction} then go on`,
        'steady-stops',
      );
      put('Reversals without a stop', String(s.zero_duration_reversals ?? '–'));
      put('At rest', `${readable(100 * s.stuck_fraction, 6)} % of the cycle`);
      put('Amplitude', both(s.amplitude, 'm', s.amplitude_ratio), 'steady-amplitude');
      put('Largest speed', both(s.velocity, 'm/s', s.velocity_ratio));
      put('Friction loss a cycle', both(s.dissipated, 'J', s.dissipated_ratio), 'steady-dissipated');
      if (s.phase_lag !== null) put('Phase lag', readable(s.phase_lag, 8) + ' rad');
      if (s.transmissibility !== null) put('Transmissibility', readable(s.transmissibility, 8));
      if (s.transmitted_force !== null)
        put('Transmitted force', readable(s.transmitted_force, 8) + (isRatioForm(this.keys) ? ' p₀' : ' N'));
      if (s.multiplier !== null)
        put('Multiplier', `${readable(s.multiplier, 8)} per ${s.map_period} period`, 'steady-multiplier');
      if (s.residual !== null) put('Closure error', readable(s.residual, 2));
    }
    if (s.family)
      put(
        'Family',
        `x_max anywhere from ${readable(s.family.x_max[0])} to ${readable(s.family.x_max[1])}, x_min from ${readable(s.family.x_min[0])} to ${readable(s.family.x_min[1])} (p₀/k); the numbers above are of the member that this start leads to`,
        'steady-family',
      );
    if (s.rest_positions)
      put('Can rest', `from x = ${readable(s.rest_positions[0])} to ${readable(s.rest_positions[1])}`);
    for (const other of s.coexists) put('Other starts lead to', other);
    if (answer.why) put('Why', answer.why);
    this.card.replaceChildren(
      element('h3', { id: 'steady-regime', class: 'regime ' + s.regime }, regimes[s.regime] ?? s.regime),
      list,
    );
  }

  private draw(): void {
    const answer = this.answer!;
    const s = answer.steady;
    const charts: Chart[] = [];
    const isRatio = isRatioForm(this.keys);
    if (answer.cycle) {
      const length = s.amplitude_ratio ? (s.amplitude ?? 1) / s.amplitude_ratio : 1;
      const levels = s.family
        ? [
            { from: s.family.x_max[0] * length, to: s.family.x_max[1] * length, label: 'x_max' },
            { from: s.family.x_min[0] * length, to: s.family.x_min[1] * length, label: 'x_min' },
          ]
        : [];
      charts.push({
        title: s.family ? 'One cycle of this member; grey: where the others turn' : 'One cycle',
        xLabel: isRatio ? 't ωₙ' : 't [s]',
        yLabel: isRatio ? 'x [p₀/k]' : 'x [m]',
        series: [{ label: 'x', x: answer.cycle.t, y: answer.cycle.x, colour: 0 }],
        bands: s.family ? [] : answer.cycle.stuck,
        levels,
      });
      this.cycle.show(charts[0]);
    }
    this.cycle.element.classList.toggle('hidden', !answer.cycle);
    if (this.sweep) charts.push(...this.curveCharts(this.sweep));
    this.made = charts;
    const curves = charts.slice(answer.cycle ? 1 : 0);
    curves.forEach((chart, i) => this.curves[i]?.show(chart));
  }

  private curveCharts(sweep: Sweep): Chart[] {
    const axis = this.frequencyAxis(this.keys);
    if (!axis) return [];
    const s = this.answer!.steady;
    const name = sweep.transmissibility ? 'transmissibility' : sweep.amplitude_ratio ? 'amplitude_ratio' : 'amplitude';
    const label: Record<string, string> = {
      transmissibility: 'transmissibility',
      amplitude_ratio: 'amplitude k·X/p₀',
      amplitude: 'amplitude [m]',
    };
    const column = (key: string): number[] => (sweep[key] ?? []).map((v) => (v === null ? NaN : v));
    const y = column(name);
    const finite = y.filter((v) => Number.isFinite(v)).sort((a, b) => a - b);
    // A resonance without damping must not flatten everything else.
    const ceiling = 1.15 * (finite[Math.floor(0.97 * (finite.length - 1))] || 1);
    const top = Math.max(ceiling, 1.1 * ((s as unknown as Record<string, number | null>)[name] ?? 0));
    const value = (s as unknown as Record<string, number | null>)[name];
    const fraction = column('stuck_fraction');
    const bands: [number, number][] = [];
    sweep.values.forEach((v, i) => {
      if (i + 1 === sweep.values.length || !(fraction[i] > 0)) return;
      const last = bands[bands.length - 1];
      if (last && last[1] === v) last[1] = sweep.values[i + 1];
      else bands.push([v, sweep.values[i + 1]]);
    });
    const stops = column('stops_per_cycle');
    const families = sweep.values.map((v, i) => ({ x: v, i })).filter(({ i }) => sweep.regime[i] === 'non-unique');
    return [
      {
        title: 'Response',
        xLabel: axis.label,
        yLabel: label[name],
        series: [{ label: name, x: sweep.values, y, colour: 0 }],
        bands,
        yRange: [0, top],
        marks: [
          ...(value !== null && value !== undefined ? [{ x: axis.present, y: value, colour: 1 }] : []),
          ...families
            .filter(({ i }) => Number.isFinite(y[i]))
            .map(({ x, i }) => ({ x, y: y[i], colour: 3, label: 'event' })),
        ],
      },
      {
        title: 'Stops a cycle',
        xLabel: axis.label,
        yLabel: 'stops',
        series: [{ label: 'stops', x: sweep.values, y: stops, colour: 2 }],
        bands,
        marks: s.stops_per_cycle !== null ? [{ x: axis.present, y: s.stops_per_cycle, colour: 1 }] : [],
      },
    ];
  }

  charts(): Chart[] {
    return this.made;
  }

  async csv(): Promise<TextFile> {
    if (!this.sweep) throw new Error('there is no response curve of this case to export');
    const names = Object.keys(this.sweep).filter((k) => !['version', 'key', 'values', 'regime'].includes(k));
    const text = csvOf(
      [this.sweep.key, 'regime', ...names],
      [this.sweep.values, this.sweep.regime, ...names.map((k) => this.sweep![k])],
    );
    return { name: 'response.csv', text };
  }

  commands(subject: Subject): Commands {
    const axis = this.answer && this.frequencyAxis(this.keys);
    const [from, to] = this.range;
    const sweep = axis
      ? `\nstickslip sweep ${subject.shell} --over ${axis.key}=${from}:${to}:${sweepPoints} --out response.csv`
      : '';
    const python = axis ? `\ncurve = stickslip.sweep(case, over=("${axis.key}", ${from}, ${to}, ${sweepPoints}))` : '';
    return {
      shell: `stickslip steady ${subject.shell} --json${sweep}`,
      python: `state = stickslip.steady(case)${python}`,
    };
  }

  recolour(): void {
    this.cycle.recolour();
    this.curves.forEach((c) => c.recolour());
  }
  state(): Record<string, string> {
    return {};
  }
  restore(): void {}
}
