// What remains of the motion of a structure when the start is forgotten: its steady state as tables, and, where the user
// opens it, the response over the load frequency.

import { Channel, caseBody, isDropped } from '../api';
import { CaseKeys } from '../case_keys';
import { BarLook, Chart } from '../chart';
import { element, fillTable, readable } from '../dom';
import { LinePanel } from '../panel';
import { StructureMotion, contactName, massName } from '../structure_answer';
import {
  SteadyAnswer,
  StructureCurve,
  StructureSteady,
  curveOver,
  curvePoints,
  curveRange,
  loadFrequency,
} from '../structure_steady';
import { Commands } from '../view';
import { rangeOfResponse } from './steady_curves';
import { mostCurves } from './structure_charts';

const question = '/api/structure-steady';
const mostRows = 100; // of a table

const regimes: Record<string, string> = {
  'permanent-stick': 'Permanent stick: no contact ever slips',
  continuous: 'Continuous: no contact ever sticks',
  'stick-slip': 'Stick-slip: contacts stop and start',
  unbounded: 'Unbounded: the amplitude grows for ever',
  'non-unique': 'Not unique: a mode that nothing damps keeps swinging as the start made it',
  chaotic: 'Chaotic: it never repeats; the numbers are means over a long stretch',
  'not-converged': 'No steady state was found',
};

const known = (value: number | null, digits = 6): string => (value === null ? '' : readable(value, digits));

/** The steady state in sentences. */
export function steadyWords({ steady, why }: SteadyAnswer): string {
  if (steady === null) return `There is no steady state: ${why}.`;
  const told = [`${regimes[steady.regime] ?? steady.regime}.`];
  if (why !== '') told.push(`${why.replace(/\.$/, '')}.`);
  if (steady.period !== null) {
    const often = steady.load_periods === 1 ? '' : `, ${known(steady.load_periods)} load periods`;
    told.push(`Period ${known(steady.period)} s${often}.`);
  }
  if (steady.exponent !== null) told.push(`Neighbouring motions part by ${known(steady.exponent, 4)} per second.`);
  else if (steady.multiplier !== null) told.push(`Largest multiplier ${known(steady.multiplier)}.`);
  if (steady.free_offsets) {
    const s = steady.free_offsets === 1 ? '' : 's';
    told.push(`The start decides ${steady.free_offsets} offset${s} of contacts that never slip.`);
  }
  if (steady.coexists.length > 0) {
    const others = steady.coexists.map((m) => m.regime).join(', ');
    told.push(`Other starts lead to other motions: ${others}.`);
  }
  return told.join(' ');
}

const massHeader = ['mass', 'amplitude [m]', 'largest speed [m/s]', 'drift a period [m]'];
const contactHeader = ['contact', 'stops', 'reversals', 'stuck', 'dissipated [J]', 'slip [m]', 'force [N]', 'open'];

function massRows(s: StructureSteady): string[][] {
  const drifts = s.drift.some((d) => d !== null && d !== 0);
  const rows = s.dof_names.map((name, i) => [name, known(s.amplitude[i]), known(s.velocity[i]), known(s.drift[i])]);
  return rows.slice(0, mostRows).map((row) => (drifts ? row : row.slice(0, 3)));
}

/** Whether any contact loses its normal force. */
const opens = (s: StructureSteady): boolean => s.contacts.some((c) => c.open_fraction > 0);

const contactRows = (s: StructureSteady): string[][] =>
  s.contacts
    .slice(0, mostRows)
    .map((c) => [
      c.name,
      known(c.stops_per_cycle, 4),
      known(c.zero_duration_reversals, 4),
      known(c.stuck_fraction, 5),
      known(c.dissipated),
      known(c.slip),
      known(c.transmitted_force),
      ...(opens(s) ? [known(c.open_fraction, 5)] : []),
    ]);

const always: BarLook = { label: 'sticks all the time', colour: 'faint', part: 'whole' };
const partly: BarLook = { label: 'for a part', colour: 'faint', part: 'middle' };
const axis = 'load frequency [rad/s]';

/** Amplitudes over the load frequency, with the present one. */
export function amplitudeChart(curve: StructureCurve, motion: StructureMotion, s: StructureSteady, at: number): Chart {
  const series = curve.amplitude
    .slice(0, mostCurves)
    .map((y, i) => ({ label: massName(motion, i), x: curve.values, y, colour: i }));
  const now = s.amplitude.slice(0, series.length).map((a) => a ?? 0);
  const { range, cut } = rangeOfResponse(
    series.flatMap((one) => one.y),
    Math.max(0, ...now),
  );
  return {
    title: 'Response' + (cut === null ? '' : `: the peak is cut off, it reaches ${readable(cut, 4)} m`),
    xLabel: axis,
    yLabel: 'amplitude [m]',
    series,
    bands: [],
    yRange: range,
    marks: now.map((y, i) => ({ x: at, y, colour: i })),
  };
}

/** For each contact the frequencies at which it sticks. */
export function stickChart(curve: StructureCurve, motion: StructureMotion): Chart {
  const { values } = curve;
  const edge = (i: number): number =>
    i <= 0 ? values[0] : i >= values.length ? values[values.length - 1] : 0.5 * (values[i - 1] + values[i]);
  const lookOf = (share: number): BarLook | null => (share >= 1 ? always : share > 0 ? partly : null);
  const bars = curve.stuck.flatMap((shares, row) => {
    const made: { row: number; from: number; to: number; look: BarLook }[] = [];
    shares.forEach((share, i) => {
      const look = lookOf(share);
      const last = made[made.length - 1];
      if (look && last && last.look === look && last.to === edge(i)) last.to = edge(i + 1);
      else if (look) made.push({ row, from: edge(i), to: edge(i + 1), look });
    });
    return made;
  });
  const seen = new Set(bars.map((bar) => bar.look));
  return {
    title: 'Where contacts stick',
    xLabel: axis,
    yLabel: '',
    description: curve.stuck.map((shares, j) => `${contactName(motion, j)} ${sticksWhere(values, shares)}`).join('; '),
    series: [{ label: '', x: values, y: new Float64Array(values.length), colour: 0 }],
    rows: { names: motion.contact_names, bars, looks: [always, partly].filter((look) => seen.has(look)) },
    xRange: [values[0], values[values.length - 1]],
  };
}

function sticksWhere(values: number[], shares: number[]): string {
  const stuck = values.filter((_, i) => shares[i] > 0);
  if (stuck.length === 0) return 'never sticks';
  return `sticks between ${readable(stuck[0], 4)} and ${readable(stuck[stuck.length - 1], 4)}`;
}

export class StructureLongRun {
  readonly element: HTMLElement;
  private readonly channel = new Channel('structure-steady', 'Solving for the steady state');
  private readonly words = element('p', { class: 'summary', id: 'structure-steady' });
  private readonly masses = element('table', { id: 'structure-steady-masses' });
  private readonly contacts = element('table', { id: 'structure-steady-contacts' });
  private readonly tables: HTMLElement;
  private readonly amplitude = new LinePanel('structure-curve');
  private readonly stick = new LinePanel('structure-curve');
  private readonly note = element('p', { class: 'hint', id: 'structure-curve-note' });
  private readonly details: HTMLDetailsElement;
  private control: AbortController | null = null;
  private keys: CaseKeys = new Map();
  private motion: StructureMotion | null = null;
  private steady: StructureSteady | null = null;
  private made: Chart[] = [];
  private isCurveThere = false; // of the present case, complete or under way

  /** `changed`: the response curve was opened or closed. */
  constructor(private readonly changed: () => void) {
    this.tables = element(
      'div',
      { class: 'lines' },
      element('div', { class: 'card table' }, this.masses),
      element('div', { class: 'card table' }, this.contacts),
    );
    this.details = element(
      'details',
      { id: 'structure-curve' },
      element('summary', {}, 'Response over the load frequency'),
      this.note,
      element('div', { class: 'lines' }, this.amplitude.element, this.stick.element),
    );
    [this.amplitude, this.stick].forEach((l) => l.element.classList.add('hidden')); // until there is a curve
    this.details.addEventListener('toggle', () => {
      this.changed();
      void this.drawCurve();
    });
    this.element = element('section', {}, element('h3', {}, 'Steady state'), this.words, this.tables, this.details);
  }

  get isOpen(): boolean {
    return this.details.open;
  }

  open(isOpen: boolean): void {
    this.details.open = isOpen;
  }

  /** Solves for the steady state of a structure whose motion is drawn. */
  async update(keys: CaseKeys, motion: StructureMotion, began: number): Promise<void> {
    this.stop();
    this.keys = keys;
    this.motion = motion;
    this.isCurveThere = false;
    try {
      const answer = await this.channel.ask<SteadyAnswer>(question, caseBody(keys));
      if (!answer) return;
      this.steady = answer.steady;
      this.words.textContent = steadyWords(answer);
      this.fill(answer.steady);
      performance.measure('structure-steady', { start: began, end: performance.now() });
      await this.drawCurve();
    } catch (error) {
      this.steady = null;
      this.fill(null);
      this.words.textContent = `No steady state: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** No more work. */
  rest(): void {
    this.stop();
    this.channel.cancel();
  }

  charts(): Chart[] {
    return this.details.open ? this.made : [];
  }

  recolour(): void {
    [this.amplitude, this.stick].forEach((l) => l.recolour());
  }

  /** Those of the curve, where it is open. */
  addTo(commands: Commands): Commands {
    const present = loadFrequency(this.keys);
    if (!this.details.open || present === null) return commands;
    const [from, to] = curveRange(present);
    const over = `load.frequency=${from}:${to}:${curvePoints}`;
    commands.shell.push({ verb: 'sweep', takesCase: true, words: ['--over', over, '--out', 'response.csv'] });
    const named = { over: ['load.frequency', from, to, curvePoints] };
    commands.python.push({ result: 'curve', name: 'sweep', takesCase: true, named });
    return commands;
  }

  private stop(): void {
    this.control?.abort();
    this.control = null;
  }

  private fill(s: StructureSteady | null): void {
    const hasNumbers = s !== null && s.amplitude.some((a) => a !== null);
    this.tables.classList.toggle('hidden', !hasNumbers);
    this.details.classList.toggle('hidden', s === null);
    if (!hasNumbers) return;
    const rows = massRows(s);
    fillTable(this.masses, massHeader.slice(0, rows[0]?.length ?? 0), rows);
    fillTable(this.contacts, contactHeader.slice(0, opens(s) ? undefined : -1), contactRows(s));
    this.contacts.parentElement!.classList.toggle('hidden', s.contacts.length === 0);
  }

  private async drawCurve(): Promise<void> {
    const { keys, motion, steady } = this;
    if (!this.details.open || !motion || !steady || this.isCurveThere) return;
    const present = loadFrequency(keys);
    const charts = [this.amplitude, this.stick];
    this.made = [];
    if (present === null) {
      charts.forEach((l) => l.element.classList.add('hidden'));
      this.note.textContent = 'A curve needs loads of one frequency that is not a record.';
      return;
    }
    this.note.textContent = '';
    this.isCurveThere = true;
    const control = (this.control = new AbortController());
    try {
      await curveOver(keys, curveRange(present), control, (curve) => {
        if (control.signal.aborted) return;
        this.made = [amplitudeChart(curve, motion, steady, present)];
        if (curve.stuck.length > 0) this.made.push(stickChart(curve, motion));
        charts.forEach((l, i) => l.element.classList.toggle('hidden', i >= this.made.length));
        this.made.forEach((chart, i) => charts[i].show(chart));
      });
      this.details.dataset.done = String(curvePoints);
    } catch (error) {
      this.isCurveThere = false;
      if (!isDropped(error)) this.note.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
