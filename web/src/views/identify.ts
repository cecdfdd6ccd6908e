// A record dropped on the page: the numbers of the case that fit it, the motion beside it, and what is left over.

import { Channel, caseBody } from '../api';
import { CaseKeys, keysOf, sensorsOf, usualFit } from '../case_keys';
import { Chart } from '../chart';
import { element, fillTable, readable } from '../dom';
import { LinePanel } from '../panel';
import { RecordText, recordText } from '../record_text';
import { Commands, Host, TextFile, View, csvOf, measure } from '../view';

interface ShownChannel {
  name: string;
  unit: string;
  places: number[];
  measured: number[];
  modelled: number[];
  noise: number | null;
}

interface Answer {
  found: boolean;
  reason: string | null;
  estimates: Record<string, { value: number; lower: number | null; upper: number | null; unit: string }>;
  noise: number | null;
  explained: number | null;
  samples: number;
  model: string | null;
  alternatives: { model: string; bic: number; noise: number }[];
  misfit: boolean | null;
  warnings: string[];
  shown: ShownChannel[];
  case: string;
}

const mostChannels = 3; // that are drawn
const largestFile = 20e6; // bytes that the page reads
const quantities = ['displacement', 'velocity', 'acceleration'];

/** "N s m-1" as people write it: N·s/m. */
function unitText(unit: string): string {
  const powers = ['', '', '²', '³'];
  const parts = unit === '1' ? [] : unit.split(' ').map((part) => /^(.*?)(-?\d+)?$/.exec(part)!);
  const side = (below: boolean): string =>
    parts
      .filter((p) => (p[2] ?? '').startsWith('-') === below)
      .map((p) => p[1] + (powers[Math.abs(Number(p[2] ?? 1))] ?? ''))
      .join('·');
  return side(true) ? `${side(false) || '1'}/${side(true)}` : side(false);
}

export class IdentifyView implements View {
  readonly id = 'identify';
  readonly title = 'Fit a record';
  readonly panel: HTMLElement;
  private readonly channel = new Channel('identify', 'Fitting the record');
  private readonly file = element('input', { type: 'file', id: 'identify-file', accept: '.csv,.txt,text/csv' });
  private readonly fit = element('input', { type: 'text', id: 'identify-fit', maxlength: '400', spellcheck: 'false' });
  private readonly quantity = element('select', { id: 'identify-quantity' });
  private readonly column = element('select', { id: 'identify-column' });
  private readonly go = element('button', { type: 'button', id: 'identify-go' }, 'Fit');
  private readonly take = element('button', { type: 'button', id: 'identify-take' }, 'Use these numbers');
  private readonly note = element('p', { class: 'summary', id: 'identify-note' });
  private readonly lines = Array.from({ length: 2 * mostChannels }, () => new LinePanel(null));
  private readonly estimates = element('table', { id: 'identify-estimates' });
  private readonly models = element('table', { id: 'identify-models' });
  private readonly warnings = element('ul', { id: 'identify-warnings' });
  private readonly result = element('div', { class: 'card', id: 'identify-card' });
  private keys: CaseKeys = new Map();
  private name = '';
  private record: RecordText | null = null;
  private answer: Answer | null = null;
  private chosen = ''; // what somebody wrote into the list of keys
  private made: Chart[] = [];

  constructor(private readonly host: Host) {
    this.quantity.append(...quantities.map((q) => element('option', { value: q }, q)));
    const zone = element(
      'div',
      { class: 'offer drop', id: 'identify-drop' },
      element(
        'p',
        {},
        'Drop a CSV here, or choose one: rows of time and what a sensor showed (SI units), or a response curve with the heads frequency, amplitude and perhaps phase. The parameters of the case are first guesses.',
      ),
      element('p', {}, this.file),
      element(
        'div',
        { class: 'identify-choices' },
        element('label', {}, 'It shows ', this.quantity),
        element('label', {}, 'Column ', this.column),
        element('label', { class: 'identify-keys' }, 'Numbers to find ', this.fit),
        this.go,
      ),
    );
    this.result.append(
      element('h3', {}, 'What the record tells'),
      element('div', { class: 'table' }, this.estimates),
      this.warnings,
      element('h3', {}, 'Kinds of damping'),
      element('div', { class: 'table' }, this.models),
      element('p', {}, this.take),
    );
    this.panel = element('div', {}, zone, this.note, element('div', { class: 'lines' }, ...this.lines.map((l) => l.element)), this.result);
    this.listen(zone);
    this.show();
  }

  private listen(zone: HTMLElement): void {
    this.file.addEventListener('change', () => void this.open(this.file.files?.[0]));
    this.go.addEventListener('click', () => void this.ask());
    this.take.addEventListener('click', () => this.answer && this.host.setCase(keysOf(this.answer.case)));
    this.fit.addEventListener('input', () => {
      this.chosen = this.fit.value;
      this.host.stateChanged();
    });
    for (const choice of [this.quantity, this.column])
      choice.addEventListener('change', () => {
        this.host.stateChanged();
        void this.ask();
      });
    zone.addEventListener('dragover', (event) => {
      event.preventDefault();
      zone.classList.add('over');
    });
    zone.addEventListener('dragleave', () => zone.classList.remove('over'));
    zone.addEventListener('drop', (event) => {
      event.preventDefault();
      zone.classList.remove('over');
      void this.open(event.dataTransfer?.files[0]);
    });
  }

  private async open(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > largestFile) {
      this.host.refuse(new Error(`${file.name} has ${Math.round(file.size / 1e6)} MB; at most 20 MB are read here.`));
      return;
    }
    this.name = file.name;
    this.record = recordText(await file.text());
    this.column.replaceChildren(
      element('option', { value: '' }, 'all'),
      ...this.record.heads.slice(1).map((head, i) => element('option', { value: String(i + 2) }, head)),
    );
    if (this.record.heads.length > 2 && sensorsOf(this.keys) === 'one' && !this.record.isCurve) this.column.value = '2';
    this.fillKeys();
    await this.ask();
  }

  private fillKeys(): void {
    this.fit.value = this.chosen || usualFit(this.keys, this.record?.isCurve ?? false).join(', ');
  }

  update(keys: CaseKeys, began: number): void {
    this.keys = keys;
    if (sensorsOf(keys) === 'none') {
      this.host.explain('Numbers are identified for masses that move along lines; this case moves in a plane.');
      return;
    }
    this.fillKeys();
    this.show();
    this.host.accept();
    measure('identify-drawn', began);
  }

  private async ask(): Promise<void> {
    if (!this.record) return;
    const began = performance.now();
    try {
      const answer = await this.channel.ask<Answer>('/api/identify', {
        ...caseBody(this.keys),
        record: this.record.text,
        fit: this.fit.value,
        quantity: this.quantity.value,
        column: this.record.isCurve ? '' : this.column.value,
      });
      if (!answer) return;
      this.answer = answer;
      this.show();
      if (answer.found) this.host.accept();
      else this.host.explain(`Nothing fits: ${answer.reason ?? ''}`);
      measure('identify-fitted', began);
    } catch (error) {
      this.answer = null;
      this.show();
      this.host.refuse(error);
    }
  }

  private show(): void {
    const answer = this.answer?.found ? this.answer : null;
    this.result.hidden = answer === null;
    this.note.textContent = answer
      ? `${this.name}: ${answer.samples} samples, of whose variance the motion explains ${readable(100 * (answer.explained ?? 0), 5)} %. ${this.record?.note ?? ''}`
      : (this.record?.note ?? '');
    this.made = (answer?.shown ?? []).slice(0, mostChannels).flatMap((c) => this.chartsOf(c));
    this.lines.forEach((line, i) => {
      line.element.hidden = i >= this.made.length;
      if (i < this.made.length) line.show(this.made[i]);
    });
    if (!answer) return;
    fillTable(
      this.estimates,
      ['', 'value', '95 % interval', 'unit'],
      Object.entries(answer.estimates).map(([key, e]) => [
        key,
        readable(e.value, 5),
        `${readable(e.lower, 5)} to ${readable(e.upper, 5)}`,
        unitText(e.unit),
      ]),
    );
    const least = answer.alternatives[0]?.bic ?? 0;
    fillTable(
      this.models,
      ['damping', 'BIC above the least', 'noise'],
      answer.alternatives.map((m) => [
        m.model + (m.model === answer.model ? ' (fitted)' : ''),
        (m.bic - least).toFixed(1),
        readable(m.noise, 4),
      ]),
    );
    this.warnings.replaceChildren(...answer.warnings.map((w) => element('li', {}, w)));
  }

  private chartsOf(c: ShownChannel): Chart[] {
    const xLabel = this.record?.isCurve ? 'frequency of the load [rad/s]' : 'time [s]';
    const left = c.measured.map((v, i) => v - c.modelled[i]);
    const noise = c.noise ?? 0;
    return [
      {
        title: c.name,
        xLabel,
        yLabel: `${c.name} [${unitText(c.unit)}]`,
        series: [
          { label: 'record', x: c.places, y: c.measured, colour: 1, kind: 'dots' },
          { label: 'motion found', x: c.places, y: c.modelled, colour: 0 },
        ],
      },
      {
        title: 'Left over',
        xLabel,
        yLabel: 'left over',
        series: [{ label: 'left over', x: c.places, y: left, colour: 1, kind: 'dots' }],
        levels: noise > 0 ? [{ from: -noise, to: noise, label: '± standard deviation' }] : [],
      },
    ];
  }

  rest(): void {
    this.channel.cancel();
  }

  charts(): Chart[] {
    return this.made;
  }

  csv(): Promise<TextFile> {
    const shown = this.answer?.found ? this.answer.shown : [];
    if (shown.length === 0) return Promise.reject(new Error('There is no fit yet: drop a record first.'));
    const at = this.record?.isCurve ? 'frequency' : 'time';
    const header = [at, ...shown.flatMap((c) => [c.name, `${c.name} found`])];
    const columns = [shown[0].places, ...shown.flatMap((c) => [c.measured, c.modelled])];
    return Promise.resolve({ name: 'fit.csv', text: csvOf(header, columns) });
  }

  commands(): Commands {
    const words = ['--data', this.name || 'record.csv', '--fit', this.fit.value.replace(/\s/g, '')];
    if (!this.record?.isCurve) {
      words.push('--quantity', this.quantity.value);
      if (this.column.value) words.push('--column', this.column.value);
    }
    return { shell: [{ verb: 'identify', takesCase: true, words }], python: [] };
  }

  recolour(): void {
    this.lines.forEach((line) => line.recolour());
  }

  state(): Map<string, string> {
    const state = new Map([['quantity', this.quantity.value]]);
    if (this.chosen) state.set('fit', this.chosen);
    return state;
  }

  restore(state: Map<string, string>): void {
    const quantity = state.get('quantity') ?? '';
    this.quantity.value = quantities.includes(quantity) ? quantity : quantities[0];
    this.chosen = (state.get('fit') ?? '').slice(0, 400);
  }
}
