// The motion of a structure: its masses and contacts played, what each contact does when, displacements, loops, losses.

import { Channel, caseBody } from '../api';
import { CaseKeys, isStructure, numberAt } from '../case_keys';
import { Chart } from '../chart';
import { element, fillTable, readable } from '../dom';
import { motionCsv, simulation } from '../motion_answer';
import { offerCases } from '../offer';
import { LinePanel, XYPanel } from '../panel';
import { Interval, StructureMotion, contactName, massName, stateAt, statesOf, valuesAt } from '../structure_answer';
import { StructureAnimation } from '../structure_animation';
import { Commands, Host, TextFile, View, measure } from '../view';
import { Chosen, energyChart, loopChart, mostCurves, motionCharts, stateChart } from './structure_charts';
import { StructureLongRun } from './structure_long_run';
import { contactHeader, contactRows, eventHeader, eventRows, summaryOf } from './structure_words';

const question = '/api/structure';
const mostEvents = 200; // in the list
const loopsShown = 6; // at a time
const mostNumbers = 300_000; // that are asked for in one answer

/** Long motions bring their own number of samples; large structures get fewer. */
function samplesOf(keys: CaseKeys): number {
  const row = ['structure.masses', 'structure.mass'].reduce((most, key) => {
    const list = keys.get(key);
    return Array.isArray(list) ? Math.max(most, 3 * list.length) : most;
  }, 1);
  const wanted = Math.min(6001, Math.max(3001, numberAt(keys, 'run.samples', 0)));
  return Math.max(501, Math.min(wanted, Math.floor(mostNumbers / row)));
}

export class StructureView implements View {
  readonly id = 'structure';
  readonly title = 'Structure';
  readonly panel: HTMLElement;
  private readonly channel = new Channel('structure', 'Computing the motion');
  private readonly offer = element('div', { class: 'offer' });
  private readonly content = element('div');
  private readonly summary = element('p', { class: 'summary', id: 'structure-summary' });
  private readonly reading = element('p', { class: 'reading of-many', id: 'structure-reading' });
  private readonly animation = new StructureAnimation((t) => this.point(t));
  private readonly states = new LinePanel('structure', (t) => this.read(t));
  private readonly lines = [0, 1].map((i) => new LinePanel('structure', (t) => this.read(t), i === 0));
  private readonly loops = Array.from({ length: loopsShown }, () => new XYPanel());
  private readonly energy = new LinePanel(null);
  private readonly dofChoice = element('select', { id: 'structure-dof' });
  private readonly loopChoice = element('select', { id: 'structure-loops' });
  private readonly loopTools: HTMLElement;
  private readonly contactTable = element('table', { id: 'structure-contacts' });
  private readonly eventsTitle = element('summary');
  private readonly eventsTable = element('table');
  private readonly events = element('details', { class: 'events' }, this.eventsTitle, this.eventsTable);
  private readonly loopsAndLosses = element('div', { class: 'loops-and-losses' });
  private readonly contactParts: HTMLElement[];
  private readonly longRun = new StructureLongRun(() => this.host.stateChanged());
  private motion: StructureMotion | null = null;
  private intervals: Interval[][] = [];
  private keys: CaseKeys = new Map();
  private made: Chart[] = [];
  private wantedDof = ''; // from the address, or chosen: a number from 1, or 'all'
  private wantedLoops = 0; // the first of the loops that are shown, from 0

  constructor(private readonly host: Host) {
    this.followChoices();
    this.events.addEventListener('toggle', () => this.listEvents());
    const reset = element('button', { type: 'button', class: 'small' }, 'Whole time');
    reset.addEventListener('click', () => [this.states, ...this.lines].forEach((l) => l.resetZoom()));
    this.loopTools = element(
      'div',
      { class: 'tools' },
      element('label', { for: 'structure-loops' }, 'Loops of'),
      this.loopChoice,
    );
    const losses = element(
      'div',
      { class: 'card-and-cycle losses' },
      this.energy.element,
      element('div', { class: 'card table' }, this.contactTable),
    );
    this.loopsAndLosses.append(element('div', { class: 'squares' }, ...this.loops.map((l) => l.element)), losses);
    this.contactParts = [this.states.element, this.loopsAndLosses];
    this.content.append(
      this.summary,
      this.animation.element,
      this.reading,
      element('div', { class: 'lines' }, this.states.element),
      element('div', { class: 'tools' }, element('label', { for: 'structure-dof' }, 'Motion of'), this.dofChoice),
      element('div', { class: 'lines' }, ...this.lines.map((l) => l.element)),
      element('p', { class: 'hint' }, 'Drag across a chart to zoom in on it, double-click for the whole time. ', reset),
      this.loopTools,
      this.loopsAndLosses,
      this.events,
      this.longRun.element,
    );
    this.panel = element('div', { class: 'empty' }, this.offer, this.content);
  }

  private followChoices(): void {
    this.dofChoice.addEventListener('change', () => {
      this.wantedDof = this.dofChoice.value;
      this.redraw();
      this.host.stateChanged();
    });
    this.loopChoice.addEventListener('change', () => {
      this.wantedLoops = Number(this.loopChoice.value);
      this.redraw();
      this.host.stateChanged();
    });
  }

  async update(keys: CaseKeys, began: number): Promise<void> {
    this.keys = keys;
    const is = isStructure(keys);
    this.offer.hidden = is;
    this.content.hidden = !is;
    if (!is) {
      this.rest();
      this.made = [];
      offerCases(
        this.offer,
        'The present case has one mass. Structures of several masses and contacts start from one of these cases:',
        this.host,
        (c) => c.kind === 'structure',
      );
      this.host.accept();
      return;
    }
    try {
      const motion = await this.channel.ask<StructureMotion>(question, {
        ...caseBody(keys),
        samples: samplesOf(keys),
        at_events: 1,
      });
      if (!motion) return;
      this.motion = motion;
      this.intervals = statesOf(motion);
      this.host.accept();
      this.fillChoices(motion);
      this.redraw();
      measure('structure-drawn', began);
      void this.longRun.update(keys, motion, began);
    } catch (error) {
      this.host.refuse(error);
    }
  }

  rest(): void {
    this.channel.cancel();
    this.longRun.rest();
    this.animation.pause();
  }

  private chosenDof(): Chosen {
    const count = this.motion!.dof_names.length;
    const number = Number(this.wantedDof);
    if (Number.isInteger(number) && number >= 1 && number <= count) return number;
    return count <= mostCurves ? 'all' : 1;
  }

  private fillChoices(motion: StructureMotion): void {
    const count = motion.dof_names.length;
    const options = motion.dof_names.map((_, i) => element('option', { value: String(i + 1) }, massName(motion, i)));
    if (count > 1 && count <= mostCurves) options.unshift(element('option', { value: 'all' }, 'all masses'));
    this.dofChoice.replaceChildren(...options);
    const chosen = String(this.chosenDof());
    this.dofChoice.value = count === 1 ? '1' : chosen;
    const contacts = motion.contact_names.length;
    const groups = Array.from({ length: Math.ceil(contacts / loopsShown) }, (_, g) => g * loopsShown);
    if (!groups.includes(this.wantedLoops)) this.wantedLoops = 0;
    this.loopChoice.replaceChildren(
      ...groups.map((first) =>
        element(
          'option',
          { value: String(first) },
          `contacts ${first + 1} to ${Math.min(contacts, first + loopsShown)}`,
        ),
      ),
    );
    this.loopChoice.value = String(this.wantedLoops);
    this.loopTools.hidden = groups.length < 2;
    this.contactParts.forEach((part) => part.classList.toggle('hidden', contacts === 0));
    this.loopsAndLosses.classList.toggle('single', contacts === 1);
  }

  private redraw(): void {
    const motion = this.motion!;
    const lines = motionCharts(motion, this.chosenDof());
    const shown = motion.contact_names.map((_, j) => j).slice(this.wantedLoops, this.wantedLoops + loopsShown);
    const loops = shown.map((j) => loopChart(motion, j));
    const rows = motion.contact_names.length > 0 ? [stateChart(motion, this.intervals), energyChart(motion)] : [];
    this.lines.forEach((l, i) => l.show(lines[i]));
    this.loops.forEach((l, i) => {
      l.element.classList.toggle('hidden', i >= loops.length);
      if (i < loops.length) l.show(loops[i]);
    });
    [this.states, this.energy].forEach((l, i) => rows[i] && l.show(rows[i]));
    this.made = [...rows.slice(0, 1), ...lines, ...loops, ...rows.slice(1)];
    this.animation.show(motion, this.intervals, this.keys);
    this.tell(motion);
    this.read(null);
  }

  // In words

  private tell(motion: StructureMotion): void {
    this.summary.textContent = summaryOf(motion);
    const total = motion.events.length;
    this.eventsTitle.textContent = `All ${total} events${total > mostEvents ? `, the first ${mostEvents} shown` : ''}`;
    if (this.events.open) this.listEvents();
    fillTable(this.contactTable, contactHeader, contactRows(motion));
  }

  private listEvents(): void {
    if (this.motion) fillTable(this.eventsTable, eventHeader, eventRows(this.motion, mostEvents));
  }

  /** The cursor of all charts follows the picture. */
  private point(t: number): void {
    if (!this.motion) return;
    [this.states, ...this.lines].forEach((l) => l.point(t));
    this.say(t);
  }

  private read(t: number | null): void {
    if (!this.motion) return;
    if (t === null) {
      this.reading.textContent = 'Point at a chart, or move the slider, to read its values here.';
      return;
    }
    this.animation.goTo(t);
    this.say(t);
  }

  private say(t: number): void {
    const motion = this.motion!;
    const chosen = this.chosenDof();
    const { t: times, x } = motion.samples;
    const places = valuesAt(times, x, t).flatMap((value, i) =>
      chosen === 'all' || chosen === i + 1 ? [`${massName(motion, i)} ${readable(value, 4)} m`] : [],
    );
    const doing = motion.contact_names
      .slice(0, loopsShown)
      .map((_, j) => `${contactName(motion, j)} ${stateAt(this.intervals[j], t)}`);
    this.reading.textContent = `t = ${readable(t, 5)} s: ${[...places, ...doing].join(', ')}`;
  }

  // For the page

  charts(): Chart[] {
    return [...this.made, ...this.longRun.charts()];
  }

  async csv(): Promise<TextFile> {
    if (!isStructure(this.keys)) throw new Error('the present case has one mass; open a structure first');
    return { name: 'structure.csv', text: await motionCsv(this.keys, samplesOf(this.keys), 'structure-csv', question) };
  }

  commands(): Commands {
    return this.longRun.addTo(simulation(samplesOf(this.keys), 'structure'));
  }

  recolour(): void {
    [this.states, this.energy, ...this.lines].forEach((l) => l.recolour());
    this.loops.forEach((l) => l.paint());
    this.animation.paint();
    this.longRun.recolour();
  }

  state(): Map<string, string> {
    const made = new Map<string, string>();
    if (this.wantedDof !== '') made.set('dof', this.wantedDof);
    if (this.wantedLoops > 0) made.set('loops', String(this.wantedLoops));
    if (this.longRun.isOpen) made.set('curve', '1');
    return made;
  }

  restore(state: Map<string, string>): void {
    const dof = state.get('dof') ?? '';
    this.wantedDof = /^(all|\d{1,4})$/.test(dof) ? dof : '';
    const loops = state.get('loops') ?? '';
    this.wantedLoops = /^\d{1,3}$/.test(loops) ? Number(loops) : 0;
    this.longRun.open(state.get('curve') === '1');
  }
}
