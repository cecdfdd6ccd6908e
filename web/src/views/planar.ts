// Motion in a plane: orbit, friction circle, components over time, and the steady state.

import { Channel, Refusal, caseBody } from '../api';
import { CaseKeys, elsewhere, isPlanar, isRatioForm, numberAt } from '../case_keys';
import { Chart } from '../chart';
import { element, fact, readable } from '../dom';
import { EventfulMotion, motionCsv, simulation, stopsOf, stuckIntervals, timesText } from '../motion_answer';
import { offerCases } from '../offer';
import { LinePanel, XYPanel } from '../panel';
import { Units, axesOf, unitsOf } from '../units';
import { Commands, Host, TextFile, View, measure } from '../view';
import { capital } from '../vocabulary';

interface PlanarMotion extends EventfulMotion {
  events: { t: number; kind: string; x: [number, number] }[];
  final: { t: number; x: [number, number]; phase: string };
  samples: Record<'t' | 'x1' | 'x2' | 'v1' | 'v2' | 'friction1' | 'friction2', number[]>;
  peak: { x: number; v: number; total_slip: number };
}

interface PlanarSteady {
  steady: {
    regime: string;
    amplitude: [number | null, number | null];
    fundamental: [number | null, number | null];
    phase_lag: [number | null, number | null];
    magnification: number | null;
    dissipated: number | null;
    stuck_fraction: number | null;
    stick_intervals_per_cycle: number | null;
    multiplier: number | null;
  };
  why: string;
  cycle: { t: number[]; x1: number[]; x2: number[]; friction1: number[]; friction2: number[] } | null;
}

/** Long motions bring their own number of samples. */
const samplesOf = (keys: CaseKeys): number => Math.min(10001, Math.max(2001, numberAt(keys, 'run.samples', 2001)));

export class PlanarView implements View {
  readonly id = 'planar';
  readonly title = 'Planar';
  readonly panel: HTMLElement;
  private readonly channel = new Channel('planar', 'Computing the motion');
  private readonly steadyChannel = new Channel('planar-steady', 'Solving for the steady state');
  private readonly content = element('div');
  private readonly offer = element('div', { class: 'offer' });
  private readonly summary = element('p', { class: 'summary' });
  private readonly card = element('div', { class: 'card', id: 'planar-card' });
  private readonly orbit = new XYPanel();
  private readonly circle = new XYPanel();
  private readonly lines = [
    new LinePanel('planar', undefined, true),
    new LinePanel('planar', undefined, true),
    new LinePanel('planar'),
  ];
  private motion: PlanarMotion | null = null;
  private steady: PlanarSteady | null = null;
  private keys: CaseKeys = new Map();
  private made: Chart[] = [];

  constructor(private readonly host: Host) {
    this.content.append(
      this.summary,
      element('div', { class: 'squares two' }, this.orbit.element, this.circle.element),
      element('div', { class: 'lines' }, ...this.lines.map((l) => l.element)),
      this.card,
    );
    this.panel = element('div', {}, this.offer, this.content);
  }

  async update(keys: CaseKeys, began: number): Promise<void> {
    this.keys = keys;
    const is = isPlanar(keys);
    this.offer.hidden = is;
    this.content.hidden = !is;
    this.made = [];
    if (!is) {
      this.rest();
      const present = elsewhere(keys)?.words ?? 'moves along a line';
      offerCases(
        this.offer,
        `The present case ${present}. Motion in a plane starts from one of these cases:`,
        this.host,
        (c) => c.kind === 'planar',
      );
      this.host.accept();
      return;
    }
    try {
      const motion = await this.channel.ask<PlanarMotion>('/api/motion', {
        ...caseBody(keys),
        samples: samplesOf(keys),
      });
      if (!motion) return;
      this.motion = motion;
      this.host.accept();
      this.draw();
      measure('planar-drawn', began);
      await this.updateSteady(keys);
    } catch (error) {
      this.host.refuse(error);
    }
  }

  /** The motion stays where there is no steady state to find; the card says why. */
  private async updateSteady(keys: CaseKeys): Promise<void> {
    try {
      const steady = await this.steadyChannel.ask<PlanarSteady>('/api/steady', caseBody(keys));
      if (!steady) return;
      this.steady = steady;
      this.tell();
      this.draw();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.steady = null;
      this.draw();
      this.card.replaceChildren(element('h3', {}, 'No steady state'), element('p', {}, capital(error.message)));
    }
  }

  rest(): void {
    this.channel.cancel();
    this.steadyChannel.cancel();
  }

  private draw(): void {
    const s = this.motion!.samples;
    const bound = isRatioForm(this.keys)
      ? 1
      : numberAt(this.keys, 'friction.bound') ||
        numberAt(this.keys, 'friction.mu') * numberAt(this.keys, 'friction.normal');
    const units = unitsOf(this.keys);
    const axes = axesOf(this.keys);
    const angles = Array.from({ length: 181 }, (_, i) => (i * Math.PI) / 90);
    const bands = stuckIntervals(this.motion!);
    const cycle = this.steady?.cycle;
    const force = bound >= 1e4 ? { unit: 'kN', size: 1e3 } : { unit: units.force, size: 1 };
    const scaled = (list: number[]): number[] => (force.size === 1 ? list : list.map((v) => v / force.size));
    const history = (title: string, yLabel: string, symbol: string, [first, second]: number[][]): Chart => ({
      title,
      xLabel: axes.time,
      yLabel,
      bands,
      series: [
        { label: `${symbol}₁`, x: s.t, y: first, colour: 0 },
        { label: `${symbol}₂`, x: s.t, y: second, colour: 1, dash: [6, 4] },
      ],
    });
    this.made = [
      {
        title: 'Orbit',
        xLabel: `x₁ [${units.length}]`,
        yLabel: `x₂ [${units.length}]`,
        isEqual: true,
        series: [
          { label: 'motion', x: s.x1, y: s.x2, colour: 0, width: 1.2 },
          ...(cycle ? [{ label: 'steady', x: cycle.x1, y: cycle.x2, colour: 1, width: 2.4 }] : []),
        ],
      },
      {
        title: 'Friction force',
        xLabel: `r₁ [${force.unit}]`,
        yLabel: `r₂ [${force.unit}]`,
        isEqual: true,
        series: [
          {
            label: 'bound',
            x: scaled(angles.map((a) => bound * Math.cos(a))),
            y: scaled(angles.map((a) => bound * Math.sin(a))),
            colour: 3,
            dash: [5, 4],
            width: 1.2,
          },
          { label: 'friction', x: scaled(s.friction1), y: scaled(s.friction2), colour: 1, width: 1.4 },
        ],
      },
      history('Position', axes.position, 'x', [s.x1, s.x2]),
      history('Velocity', axes.velocity, 'v', [s.v1, s.v2]),
      history('Friction', `friction r [${force.unit}]`, 'r', [scaled(s.friction1), scaled(s.friction2)]),
    ];
    this.orbit.show(this.made[0]);
    this.circle.show(this.made[1]);
    this.lines.forEach((l, i) => l.show(this.made[2 + i]));
    const stops = stopsOf(this.motion!);
    this.summary.textContent = `${stops === 0 ? 'The contact never comes to stick' : `The contact comes to stick ${timesText(stops)} (grey)`}. Largest |x| ${readable(this.motion!.peak.x)} ${units.length}, slip path ${readable(this.motion!.peak.total_slip)} ${units.length}.`;
  }

  private tell(): void {
    const { steady: s, why } = this.steady!;
    const list = element('dl');
    const put = (name: string, value: string): void => list.append(fact(name, value));
    const units: Units = unitsOf(this.keys);
    const both = (v: [number | null, number | null], unit: string): string =>
      `${readable(v[0], 8)}, ${readable(v[1], 8)} ${unit}`;
    if (s.stuck_fraction !== null) {
      put('Amplitude of x₁, x₂', both(s.amplitude, units.length));
      put('Phase lag', both(s.phase_lag, 'rad'));
      if (s.magnification !== null) put('Magnification', readable(s.magnification, 10));
      put('Friction loss a cycle', `${readable(s.dissipated, 8)} ${units.energy}`);
      put('Stuck', `${readable(100 * s.stuck_fraction, 5)} % of the cycle, ${s.stick_intervals_per_cycle} intervals`);
      if (s.multiplier !== null) put('Multiplier', readable(s.multiplier, 8));
    }
    if (why) put('Why', capital(why));
    this.card.replaceChildren(element('h3', {}, `Steady state: ${s.regime}`), list);
  }

  charts(): Chart[] {
    return this.made;
  }

  async csv(): Promise<TextFile> {
    if (!isPlanar(this.keys)) throw new Error('the present case does not move in a plane; open a planar case first');
    return { name: 'planar.csv', text: await motionCsv(this.keys, samplesOf(this.keys), 'planar-csv') };
  }

  commands(): Commands {
    const motion = simulation(samplesOf(this.keys), 'planar');
    return {
      shell: [...motion.shell, { verb: 'steady', takesCase: true, words: ['--json'] }],
      python: [...motion.python, { result: 'state', name: 'steady', takesCase: true, named: {} }],
    };
  }

  recolour(): void {
    this.orbit.paint();
    this.circle.paint();
    this.lines.forEach((l) => l.recolour());
  }
  state(): Map<string, string> {
    return new Map();
  }
  restore(): void {}
}
