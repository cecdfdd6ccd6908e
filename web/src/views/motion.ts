// The exact motion: x, v and forces over time, loops, and the mass on its surface.

import { Channel, caseBody } from '../api';
import { CaseKeys, elsewhere, isRatioForm, kindOf, numberAt } from '../case_keys';
import { Chart, Mark } from '../chart';
import { element, fillTable, readable } from '../dom';
import { isOpenAt, MotionAnswer, motionCsv, simulation, stopsOf, stuckIntervals, timesText } from '../motion_answer';
import { LinePanel, XYPanel } from '../panel';
import { Animation } from '../animation';
import { axesOf, unitsOf } from '../units';
import { Commands, Host, TextFile, View, measure } from '../view';

/** Enough for smooth loops: 40 in each cycle of load or spring, within bounds. */
function samplesOf(keys: CaseKeys): number {
  const isRatio = isRatioForm(keys);
  const natural = isRatio
    ? 1
    : Math.sqrt(numberAt(keys, 'oscillator.stiffness') / numberAt(keys, 'oscillator.mass', 1));
  const load = isRatio
    ? numberAt(keys, 'ratios.frequency')
    : numberAt(keys, 'load.frequency', 2 * Math.PI * numberAt(keys, 'load.frequency_hz'));
  const fastest = Math.max(natural, load) || 1;
  const until = numberAt(keys, 'run.until', (20 * 2 * Math.PI) / (load || natural || 1));
  const wanted = Math.max(numberAt(keys, 'run.samples'), (40 * until * fastest) / (2 * Math.PI));
  return Math.round(Math.min(6001, Math.max(2001, wanted || 0)));
}

const mostEvents = 200; // in the list
const eventColour: Record<string, number> = { 'slide-to-stick': 1, 'stick-to-slide': 2, reversal: 3, open: 4, close: 5 };
const eventWords: Record<string, string> = {
  'slide-to-stick': 'sticks',
  'stick-to-slide': 'starts to slide',
  reversal: 'turns round',
  open: 'loses contact',
  close: 'is in contact again',
};

const why: Record<string, string> = {
  'event-limit': ', because it has too many events or steps for the page; the command line has no limit',
  diverged: ', where it grows beyond every bound',
};

/** Which view shows a case of another kind; empty for one mass on a line. */
function whyElsewhere(keys: CaseKeys): string {
  const other = elsewhere(keys);
  return other ? `This case ${other.words}: see the view ${other.view}.` : '';
}

export class MotionView implements View {
  readonly id = 'motion';
  readonly title = 'Motion';
  readonly panel: HTMLElement;
  private readonly channel = new Channel('motion', 'Computing the motion');
  private readonly summary = element('p', { class: 'summary', id: 'motion-summary' });
  private readonly reading = element('p', { class: 'reading', id: 'motion-reading' });
  private readonly eventsTitle = element('summary');
  private readonly eventsTable = element('table');
  private readonly events = element('details', { class: 'events' }, this.eventsTitle, this.eventsTable);
  private readonly animation = new Animation((t) => this.lines.forEach((l) => l.point(t)));
  private readonly lines = [0, 1, 2].map((i) => new LinePanel('motion', (x) => this.read(x), i < 2));
  private readonly squares = [0, 1, 2].map(() => new XYPanel());
  private motion: MotionAnswer | null = null;
  private keys: CaseKeys = new Map();
  private made: Chart[] = [];

  constructor(private readonly host: Host) {
    this.events.addEventListener('toggle', () => this.listEvents());
    const reset = element('button', { type: 'button', class: 'small' }, 'Whole time');
    reset.addEventListener('click', () => this.lines.forEach((l) => l.resetZoom()));
    const hint = element(
      'p',
      { class: 'hint' },
      'Grey: stuck. Drag across a curve to zoom in on it, double-click for the whole time. ',
      reset,
    );
    this.panel = element(
      'div',
      { class: 'empty' },
      this.summary,
      this.animation.element,
      this.reading,
      element('div', { class: 'lines' }, ...this.lines.map((l) => l.element)),
      hint,
      element('div', { class: 'squares' }, ...this.squares.map((s) => s.element)),
      this.events,
    );
  }

  async update(keys: CaseKeys, began: number): Promise<void> {
    this.keys = keys;
    const why = whyElsewhere(keys);
    if (why) {
      this.channel.cancel();
      this.made = [];
      this.host.explain(why);
      return;
    }
    try {
      const answer = await this.channel.ask<MotionAnswer>('/api/motion', {
        ...caseBody(keys),
        samples: samplesOf(keys),
      });
      if (!answer) return;
      this.motion = answer;
      this.host.accept();
      this.draw(answer, keys);
      measure('motion-drawn', began);
    } catch (error) {
      this.host.refuse(error);
    }
  }

  rest(): void {
    this.channel.cancel();
    this.animation.pause();
  }

  private draw(motion: MotionAnswer, keys: CaseKeys): void {
    this.made = chartsOf(motion, keys);
    this.lines.forEach((l, i) => l.show(this.made[i]));
    this.squares.forEach((s, i) => s.show(this.made[3 + i]));
    this.animation.show(motion, keys);
    this.tell(motion);
    this.read(null);
  }

  private tell(motion: MotionAnswer): void {
    const units = unitsOf(this.keys);
    const stuck = stuckIntervals(motion);
    const stops = stopsOf(motion);
    const share = stuck.reduce((sum, [a, b]) => sum + b - a, 0) / motion.final.t;
    const later = stuck.filter(([a]) => a > 0);
    const when = later
      .slice(0, 3)
      .map(([a, b]) => `${readable(a, 4)} to ${readable(b, 4)}`)
      .join(', ');
    const count =
      stops === 0
        ? 'It never sticks after it has started to slide'
        : `It sticks ${timesText(stops)} (t = ${when}${later.length > 3 ? ', …' : ''} ${units.time})`;
    const still = motion.events.length === 0 && motion.final.phase === 'stick';
    const end =
      motion.termination === 'reached-end'
        ? ''
        : ` It was followed only to t = ${readable(motion.final.t)} ${units.time}${why[motion.termination] ?? ''}.`;
    this.summary.textContent =
      (still
        ? 'It never moves: the load does not overcome the friction.'
        : `${count}; at rest ${readable(100 * share, 3)} % of the time. Largest |x| ${readable(motion.peak.x)} ${units.length}, final x ${readable(motion.final.x)} ${units.length}.`) +
      end;
    const total = motion.events.length;
    this.eventsTitle.textContent = `All ${total} events${total > mostEvents ? `, the first ${mostEvents} shown` : ''}`;
    if (this.events.open) this.listEvents();
  }

  private listEvents(): void {
    const rows = (this.motion?.events ?? [])
      .slice(0, mostEvents)
      .map((e) => [readable(e.t, 10), eventWords[e.kind] ?? e.kind, readable(e.x, 10)]);
    fillTable(this.eventsTable, ['t', 'what happens', 'x'], rows);
  }

  private read(t: number | null): void {
    if (!this.motion) return;
    const s = this.motion.samples;
    if (t === null) {
    this.reading.textContent = 'Point at a curve to read its values here.';
      return;
    }
    const i = Math.min(s.t.length - 1, Math.max(0, Math.round((t / this.motion.final.t) * (s.t.length - 1))));
    const at = (list: number[]): string => readable(list[i], 5);
    const isStuck = stuckIntervals(this.motion).some(([a, b]) => s.t[i] >= a && s.t[i] <= b);
    const state = isStuck ? 'stuck' : isOpenAt(this.motion, s.t[i]) ? 'without contact' : 'sliding';
    this.reading.textContent = `t = ${at(s.t)}, x = ${at(s.x)}, v = ${at(s.v)}, friction = ${at(s.friction)}, ${state}`;
    this.animation.goTo(s.t[i]);
  }

  charts(): Chart[] {
    return this.made;
  }

  async csv(): Promise<TextFile> {
    return { name: 'motion.csv', text: await motionCsv(this.keys, samplesOf(this.keys), 'motion-csv') };
  }

  commands(): Commands {
    return simulation(samplesOf(this.keys), 'motion');
  }

  recolour(): void {
    this.lines.forEach((l) => l.recolour());
    this.squares.forEach((s) => s.paint());
    this.animation.paint();
  }

  state(): Map<string, string> {
    return new Map();
  }
  restore(): void {}
}

function chartsOf(motion: MotionAnswer, keys: CaseKeys): Chart[] {
  const s = motion.samples;
  const axes = axesOf(keys);
  const units = unitsOf(keys);
  const bands = stuckIntervals(motion);
  const k = isRatioForm(keys) ? 1 : numberAt(keys, 'oscillator.stiffness', numberAt(keys, 'spring.linear'));
  const k3 = numberAt(keys, 'spring.cubic');
  const rest = numberAt(keys, 'oscillator.equilibrium');
  const mass = isRatioForm(keys) ? 1 : numberAt(keys, 'oscillator.mass', 1);
  const damping = isRatioForm(keys) ? 2 * numberAt(keys, 'ratios.damping') : numberAt(keys, 'oscillator.damping');
  const spring = s.x.map((x) => k * (x - rest) + k3 * (x - rest) ** 3);
  const load = s.x.map((_, i) => mass * s.a[i] + damping * s.v[i] + spring[i] + s.friction[i]);
  const showsEvents = motion.events.length <= 300;
  const marks: Mark[] = showsEvents
    ? motion.events.map((e) => ({ x: e.t, y: e.x, colour: eventColour[e.kind] ?? 0, label: 'event' }))
    : [];
  const base = s.base;
  const isMoving = keys.get('load.surface') === 'moving';
  const loop: Chart = base
    ? {
        title: 'Base–response loop',
        xLabel: 'base y [m]',
        yLabel: isMoving ? 'absolute x [m]' : axes.position,
        series: [{ label: '', x: base, y: s.x_absolute ?? s.x, colour: 2 }],
      }
    : {
        title: 'Load–response loop',
        xLabel: kindOf(keys) === 'none' ? 'load (none)' : `load p [${units.force}]`,
        yLabel: axes.position,
        series: [{ label: '', x: load, y: s.x, colour: 2 }],
      };
  return [
    {
      title: 'Position',
      xLabel: axes.time,
      yLabel: axes.position,
      series: [{ label: 'x', x: s.t, y: s.x, colour: 0 }],
      bands,
      marks,
    },
    {
      title: 'Velocity',
      xLabel: axes.time,
      yLabel: axes.velocity,
      series: [{ label: 'v', x: s.t, y: s.v, colour: 0 }],
      bands,
    },
    {
      title: 'Forces',
      xLabel: axes.time,
      yLabel: axes.force,
      bands,
      series: [
        { label: 'friction', x: s.t, y: s.friction, colour: 1 },
        { label: 'spring', x: s.t, y: spring, colour: 2 },
        { label: 'load', x: s.t, y: load, colour: 3, dash: [6, 4] },
      ],
    },
    {
      title: 'Phase plane',
      xLabel: axes.position,
      yLabel: axes.velocity,
      series: [{ label: '', x: s.x, y: s.v, colour: 0 }],
    },
    {
      title: 'Friction loop',
      xLabel: axes.position,
      yLabel: axes.friction,
      series: [{ label: '', x: s.x, y: s.friction, colour: 1 }],
    },
    loop,
  ];
}
