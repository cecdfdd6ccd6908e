// Regular or chaotic: section, friction characteristic, exponent with its error, and a bifurcation diagram that fills in.

import { activity } from '../activity';
import { Channel, caseBody, isDropped, isLost, post } from '../api';
import { CaseKeys, elsewhere, isPeriodicLoad } from '../case_keys';
import { Chart } from '../chart';
import { element, readable } from '../dom';
import type { MotionAnswer } from '../motion_answer';
import { XYPanel } from '../panel';
import { axesOf } from '../units';
import { Commands, Host, TextFile, View, measure } from '../view';
import { BifurcationDiagram, optionsOf } from './chaos_diagram';

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

const section = { points: 2000, transient: 100 };
const exponent = { transient: 100, runs: 16 };
const estimates = [640, 3200, 12800]; // periods, each more exact than the last
const quiet = 250; // ms without a change before long work starts

export class ChaosView implements View {
  readonly id = 'chaos';
  readonly title = 'Chaos';
  readonly panel: HTMLElement;
  private readonly sectionChannel = new Channel('section', 'Computing the section');
  private readonly motionChannel = new Channel('characteristic', 'Computing the motion');
  private readonly exponentText = element('p', { class: 'exponent', id: 'chaos-exponent', 'aria-live': 'polite' });
  private readonly section = new XYPanel();
  private readonly characteristic = new XYPanel();
  private readonly diagram: BifurcationDiagram;
  private keys: CaseKeys = new Map();
  private work = new AbortController();
  private timer = 0;
  private made: Chart[] = [];
  private isShown = false;

  constructor(private readonly host: Host) {
    this.diagram = new BifurcationDiagram(host, () => {
      this.startLongWork();
      host.stateChanged();
    });
    const hint = element(
      'p',
      { class: 'hint' },
      'The section records the state once a load period: one dot means that the motion repeats every period, a cloud means chaos. ',
      'The exponent is positive where small differences grow.',
    );
    this.panel = element(
      'div',
      {},
      this.exponentText,
      element('div', { class: 'squares two' }, this.section.element, this.characteristic.element),
      this.diagram.element,
      hint,
    );
  }

  async update(keys: CaseKeys, began: number): Promise<void> {
    this.keys = keys;
    this.work.abort();
    clearTimeout(this.timer);
    const other = elsewhere(keys);
    if (other || !isPeriodicLoad(keys)) {
      this.rest();
      this.isShown = false;
      this.host.explain(
        other
          ? `The section is for one mass on a line, and this case ${other.words}: see the view ${other.view}, or start from stefanski-fig3b.`
          : 'The section needs a periodic load: start from such a case, for example stefanski-fig3b.',
      );
      return;
    }
    this.isShown = true;
    this.diagram.offer(keys);
    try {
      const found = await this.sectionChannel.ask<Section>('/api/section', {
        ...caseBody(keys),
        ...section,
      });
      if (!found) return;
      this.host.accept();
      this.drawSection(found);
      measure('section-drawn', began);
      const until = 60 * (found.points.t.length > 1 ? found.points.t[1] - found.points.t[0] : 1);
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
    void this.diagram.fill(this.work);
  }

  private drawSection(found: Section): void {
    const { x, v } = found.points;
    const distinct = new Set(x.map((value, i) => `${value.toPrecision(6)}/${v[i].toPrecision(6)}`)).size;
    const title = found.diverging
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
          { ...caseBody(this.keys), periods, ...exponent },
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

  charts(): Chart[] {
    const charts = [...this.made, this.diagram.chart].filter((c): c is Chart => Boolean(c));
    return this.isShown ? charts : [];
  }

  async csv(): Promise<TextFile> {
    return this.diagram.csv();
  }

  commands(): Commands {
    const periods = estimates[estimates.length - 1];
    const diagram = this.diagram.commands();
    return {
      shell: [
        { verb: 'poincare', takesCase: true, words: [...optionsOf(section), '--out', 'section.csv'] },
        { verb: 'lyapunov', takesCase: true, words: [...optionsOf({ periods, ...exponent }), '--json'] },
        ...diagram.shell,
      ],
      python: [
        { result: 'section', name: 'poincare', takesCase: true, named: section },
        { result: 'exponent', name: 'lyapunov', takesCase: true, named: { periods, ...exponent } },
        ...diagram.python,
      ],
    };
  }

  recolour(): void {
    [this.section, this.characteristic, this.diagram].forEach((p) => p.paint());
  }

  state(): Map<string, string> {
    return this.diagram.state();
  }

  restore(state: Map<string, string>): void {
    this.diagram.restore(state);
  }
}
