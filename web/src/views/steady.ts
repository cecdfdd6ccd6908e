// The steady state as a card, its cycle, and the response against frequency with the present point.

import { Channel, caseBody, isDropped } from '../api';
import { CaseKeys, elsewhere, isPeriodicLoad, isRatioForm, numberAt } from '../case_keys';
import { Chart } from '../chart';
import { element } from '../dom';
import { LinePanel } from '../panel';
import { axesOf, unitsOf } from '../units';
import { Commands, Host, TextFile, View, csvOf, measure } from '../view';
import { SteadyAnswer, steadyCard } from './steady_answer';
import { Sweep, curveCharts, frequencyAxis, sweepOver, sweepPoints } from './steady_curves';

/** Why a case has no steady state to look for in this view; empty where it has. */
function whyNoSteadyState(keys: CaseKeys): string {
  const other = elsewhere(keys);
  if (other) return `This case ${other.words}: its steady state is in the view ${other.view}.`;
  const canRepeat = isPeriodicLoad(keys) || numberAt(keys, 'friction.belt_velocity') !== 0;
  return canRepeat
    ? ''
    : 'A steady state needs a load that repeats itself, or a moving surface. This motion ends or never settles: see the view Motion.';
}

export class SteadyView implements View {
  readonly id = 'steady';
  readonly title = 'Steady state';
  readonly panel: HTMLElement;
  private readonly channel = new Channel('steady', 'Looking for the steady state');
  private readonly card = element('div', { class: 'card', id: 'steady-card', 'aria-live': 'polite' });
  private readonly cycle = new LinePanel(null);
  private readonly curves = [new LinePanel('sweep', undefined, true), new LinePanel('sweep')];
  private readonly curveNote = element('p', { class: 'summary', id: 'steady-curve-note' });
  private readonly hint = element(
    'p',
    { class: 'hint' },
    'The large dot is the present case. Grey: it sticks for part of each cycle. Small dots: not unique there.',
  );
  private answer: SteadyAnswer | null = null;
  private sweep: Sweep | null = null;
  private work = new AbortController();
  private sweeping: Promise<void> = Promise.resolve();
  private keys: CaseKeys = new Map();
  private made: Chart[] = [];
  private range: [number, number] = [0.05, 2];

  constructor(private readonly host: Host) {
    this.panel = element(
      'div',
      {},
      element('div', { class: 'card-and-cycle' }, this.card, this.cycle.element),
      this.curveNote,
      element('div', { class: 'lines' }, ...this.curves.map((c) => c.element)),
      this.hint,
    );
  }

  async update(keys: CaseKeys, began: number): Promise<void> {
    this.keys = keys;
    this.work.abort();
    const why = whyNoSteadyState(keys);
    if (why) {
      this.rest();
      this.made = [];
      this.host.explain(why);
      return;
    }
    try {
      const answer = await this.channel.ask<SteadyAnswer>('/api/steady', caseBody(keys));
      if (!answer) return;
      this.answer = answer;
      this.host.accept();
      this.card.replaceChildren(...steadyCard(answer, unitsOf(keys), isRatioForm(keys)));
      this.draw();
      measure('steady-drawn', began);
      await this.updateCurve(keys);
    } catch (error) {
      if (!isDropped(error)) this.host.refuse(error);
    }
  }

  rest(): void {
    this.channel.cancel();
    this.work.abort();
  }

  private async updateCurve(keys: CaseKeys): Promise<void> {
    const axis = frequencyAxis(keys, this.answer!.steady);
    if (!axis) {
      this.sweep = null;
      this.draw();
      return;
    }
    const { key, present } = axis;
    if (key === 'frequency_ratio') this.range = [Math.min(0.05, 0.8 * present), Math.max(2, 1.25 * present)];
    else if (!(present > this.range[0] && present < this.range[1]) || this.sweep?.key !== key)
      this.range = [0.2 * present, 3 * present];
    this.work.abort(); // of a case that came between
    this.work = new AbortController();
    this.sweeping = sweepOver(keys, key, this.range, this.work, (sweep) => {
      this.sweep = sweep;
      this.draw();
    });
    await this.sweeping;
  }

  private draw(): void {
    const answer = this.answer!;
    const cycle = this.cycleChart(answer);
    if (cycle) this.cycle.show(cycle);
    this.cycle.element.classList.toggle('hidden', !cycle);
    const axis = frequencyAxis(this.keys, answer.steady);
    const curves = axis && this.sweep ? curveCharts(this.sweep, answer.steady, axis) : [];
    this.curves.forEach((c, i) => {
      c.element.classList.toggle('hidden', i >= curves.length);
      if (i < curves.length) c.show(curves[i]);
    });
    this.hint.classList.toggle('hidden', curves.length === 0);
    this.curveNote.textContent = this.noteFor(curves.length > 0, axis !== null);
    this.made = [...(cycle ? [cycle] : []), ...curves];
  }

  /** What stands in the place of curves that are not there. */
  private noteFor(hasCurves: boolean, hasAxis: boolean): string {
    if (hasCurves) return '';
    if (!hasAxis) return 'There is no response curve: load and normal force have no single frequency.';
    const isComplete = this.sweep !== null && this.sweep.regime.every((r) => r !== '');
    return isComplete
      ? 'There is no response curve: at no frequency is the steady motion unique. The view Motion follows the motion from this start.'
      : '';
  }

  private cycleChart({ steady: s, cycle }: SteadyAnswer): Chart | null {
    if (!cycle) return null;
    const axes = axesOf(this.keys);
    const length = s.amplitude_ratio ? (s.amplitude ?? 1) / s.amplitude_ratio : 1;
    const level = (name: 'x_max' | 'x_min'): { from: number; to: number; label: string } => {
      const [from, to] = s.family![name];
      return { from: from * length, to: to * length, label: name };
    };
    return {
      title: s.family
        ? 'One cycle of this member; grey: where the others turn'
        : (s.load_periods ?? 1) > 1
          ? `One cycle of ${s.load_periods} load periods`
          : 'One cycle',
      xLabel: axes.time,
      yLabel: axes.position,
      series: [{ label: 'x', x: cycle.t, y: cycle.x, colour: 0 }],
      bands: s.family ? [] : cycle.stuck,
      levels: s.family ? [level('x_max'), level('x_min')] : [],
    };
  }

  charts(): Chart[] {
    return this.made;
  }

  async csv(): Promise<TextFile> {
    await this.sweeping.catch(() => {}); // what was stopped is exported as far as it came
    const sweep = this.sweep;
    if (!sweep) throw new Error('there is no response curve of this case to export');
    const text = csvOf(
      [sweep.key, 'regime', ...sweep.columns.keys()],
      [sweep.values, sweep.regime, ...sweep.columns.values()],
    );
    return { name: 'response.csv', text };
  }

  commands(): Commands {
    const axis = this.answer && frequencyAxis(this.keys, this.answer.steady);
    const [from, to] = this.range;
    const made: Commands = {
      shell: [{ verb: 'steady', takesCase: true, words: ['--json'] }],
      python: [{ result: 'state', name: 'steady', takesCase: true, named: {} }],
    };
    if (!axis) return made;
    made.shell.push({
      verb: 'sweep',
      takesCase: true,
      words: ['--over', `${axis.key}=${from}:${to}:${sweepPoints}`, '--out', 'response.csv'],
    });
    made.python.push({
      result: 'curve',
      name: 'sweep',
      takesCase: true,
      named: { over: [axis.key, from, to, sweepPoints] },
    });
    return made;
  }

  recolour(): void {
    this.cycle.recolour();
    this.curves.forEach((c) => c.recolour());
  }
  state(): Map<string, string> {
    return new Map();
  }
  restore(): void {}
}
