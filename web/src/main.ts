// The page: a case, its parameters, and the views of it. All state is in the address.

import 'uplot/dist/uPlot.min.css';
import { Refusal, caseBody, isDropped, post } from './api';
import {
  CaseKeys,
  Ratios,
  Value,
  isPlanar,
  isRatioForm,
  keysOf,
  set,
  toPhysicalForm,
  toRatioForm,
  tomlOf,
} from './case_keys';
import { byId, element } from './dom';
import { savePng, saveSvg, saveText, showCommands } from './exports';
import { Parameters } from './parameters';
import { manageTheme } from './theme';
import { Host, Subject, View } from './view';
import { ChaosView } from './views/chaos';
import { MapView } from './views/map';
import { MotionView } from './views/motion';
import { PlanarView } from './views/planar';
import { SteadyView } from './views/steady';

interface BuiltIn {
  name: string;
  title: string;
  toml: string;
  planar: boolean;
}

const firstCase = 'hong-liu-fig10';
const addressDelay = 200; // ms without a change before the address follows

class Explorer implements Host {
  private cases: BuiltIn[] = [];
  private name: string | null = firstCase;
  private origin: CaseKeys = new Map();
  private keys: CaseKeys = new Map();
  private readonly views: View[] = [
    new MotionView(this),
    new SteadyView(this),
    new MapView(this),
    new PlanarView(this),
    new ChaosView(this),
  ];
  private view: View = this.views[0];
  private readonly parameters = new Parameters(byId('fields'), (keys) => this.changed(keys));
  private timer = 0;

  async start(): Promise<void> {
    this.cases = ((await (await post('/api/cases', 'cases', {})).json()) as { cases: BuiltIn[] }).cases;
    this.fillCases();
    this.makeTabs();
    this.makeExports();
    manageTheme(byId('theme'), () => this.views.forEach((v) => v.recolour()));
    byId('reset').addEventListener('click', () => (this.name ? this.openCase(this.name) : this.setCase(new Map(this.origin))));
    byId('form-ratios').addEventListener('click', () => void this.toRatios());
    byId('form-physical').addEventListener('click', () => this.toPhysical());
    byId('commands-close').addEventListener('click', () => byId<HTMLDialogElement>('commands').close());
    byId('fold').addEventListener('click', () => {
      const isFolded = document.querySelector('aside')!.classList.toggle('folded');
      byId('fold').textContent = isFolded ? 'Parameters' : 'Fold';
      byId('fold').setAttribute('aria-expanded', String(!isFolded));
    });
    addEventListener('hashchange', () => this.restore());
    this.restore();
  }

  // The case

  setCase(keys: CaseKeys): void {
    this.keys = keys;
    this.parameters.show(keys, this.origin);
    this.changed(keys);
  }

  openCase(name: string): void {
    const found = this.cases.find((c) => c.name === name) ?? this.cases[0];
    this.name = found.name;
    this.origin = keysOf(found.toml);
    this.keys = new Map(this.origin);
    byId<HTMLSelectElement>('case-choice').value = found.name;
    this.parameters.show(this.keys, this.origin);
    this.changed(this.keys);
  }

  private changed(keys: CaseKeys): void {
    this.keys = keys;
    this.showForm();
    this.view.update(keys, performance.now());
    this.stateChanged();
  }

  private showForm(): void {
    const isRatio = isRatioForm(this.keys);
    byId('form-physical').setAttribute('aria-pressed', String(!isRatio));
    byId('form-ratios').setAttribute('aria-pressed', String(isRatio));
    byId('case-title').textContent = String(this.keys.get('title') ?? 'Dimensionless oscillator');
  }

  private async toRatios(): Promise<void> {
    if (isRatioForm(this.keys)) return;
    try {
      if (isPlanar(this.keys)) throw new Error('Ratios are for motion along a line.');
      const read = (await (await post('/api/read', 'form', caseBody(this.keys))).json()) as { ratios: Ratios | null };
      if (!read.ratios) throw new Error('This case has no ratios: they need a linear spring, Coulomb friction on a surface at rest, and one harmonic load.');
      this.change(toRatioForm(this.keys, read.ratios));
    } catch (error) {
      if (!isDropped(error)) this.refuse(error);
    }
  }

  private toPhysical(): void {
    if (isRatioForm(this.keys)) this.change(toPhysicalForm(this.keys));
  }

  /** Another form of the case: what it is compared with changes, too. */
  private change(keys: CaseKeys): void {
    this.name = null;
    this.origin = new Map(keys);
    this.setCase(keys);
  }

  // What views tell

  say(text: string): void {
    byId('status').textContent = text;
  }

  refuse(error: unknown): void {
    const sentence = error instanceof Error ? error.message : String(error);
    this.parameters.clearProblems();
    const isAtField = error instanceof Refusal && this.parameters.showProblem(sentence);
    const isLost = error instanceof TypeError;
    const place = byId('case-problem');
    place.hidden = isAtField;
    place.textContent = isLost
      ? 'The server does not answer: is `stickslip explore` still running?'
      : sentence.replace(/^case(:\d+)?: /, '');
    this.say(isAtField ? 'A number is not possible: the sentence at its field says why.' : '');
  }

  accept(): void {
    this.parameters.clearProblems();
    byId('case-problem').hidden = true;
    this.say('');
  }

  // The address: the view, the case, and the keys in which it differs from the built-in one

  stateChanged(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => history.replaceState(null, '', '#' + this.address()), addressDelay);
  }

  private address(): string {
    const state = new URLSearchParams({ view: this.view.id });
    if (this.name) state.set('case', this.name);
    const start: CaseKeys = this.name ? this.origin : new Map();
    for (const [key, value] of this.keys) {
      if (JSON.stringify(start.get(key)) !== JSON.stringify(value)) state.set(key, JSON.stringify(value));
    }
    for (const key of start.keys()) if (!this.keys.has(key)) state.append('without', key);
    for (const [key, value] of Object.entries(this.view.state())) state.set('view.' + key, value);
    return state.toString();
  }

  private restore(): void {
    const state = new URLSearchParams(location.hash.slice(1));
    const name = state.get('case');
    const found = this.cases.find((c) => c.name === name);
    const hasKeys = [...state.keys()].some((k) => /^(ratios|oscillator)\./.test(k));
    this.name = found ? found.name : hasKeys ? null : firstCase;
    const start = found ?? (hasKeys ? null : this.cases.find((c) => c.name === firstCase)!);
    this.origin = start ? keysOf(start.toml) : new Map();
    const keys = new Map(this.origin);
    for (const [key, text] of state)
      if (key === 'title' || /^(ratios|oscillator|spring|friction|load|start|run)\./.test(key))
        set(keys, key, safeValue(text));
    for (const key of state.getAll('without')) keys.delete(key);
    if (!start) this.origin = new Map(keys);
    this.keys = keys;
    byId<HTMLSelectElement>('case-choice').value = this.name ?? '';
    this.parameters.show(keys, this.origin);
    this.view = this.views.find((v) => v.id === state.get('view')) ?? this.views[0];
    const own = new URLSearchParams();
    for (const [key, value] of state) if (key.startsWith('view.')) own.set(key.slice(5), value);
    this.view.restore(own);
    this.showView();
    this.changed(keys);
  }

  // Tabs, case list, exports

  private fillCases(): void {
    const choice = byId<HTMLSelectElement>('case-choice');
    choice.append(element('option', { value: '', disabled: '' }, 'own case'));
    for (const c of this.cases) choice.append(element('option', { value: c.name }, `${c.name}: ${c.title}`));
    choice.addEventListener('change', () => {
      const found = this.cases.find((c) => c.name === choice.value)!;
      this.openCase(found.name);
      if (found.planar !== (this.view.id === 'planar') && (found.planar || this.view.id === 'planar'))
        this.choose(this.views[found.planar ? 3 : 0]);
    });
  }

  private makeTabs(): void {
    const list = byId('tabs');
    for (const view of this.views) {
      const tab = element(
        'button',
        { type: 'button', role: 'tab', id: 'tab-' + view.id, 'aria-controls': 'panel-' + view.id },
        view.title,
      );
      tab.addEventListener('click', () => this.choose(view));
      list.append(tab);
      view.panel.id = 'panel-' + view.id;
      view.panel.setAttribute('role', 'tabpanel');
      view.panel.setAttribute('aria-labelledby', 'tab-' + view.id);
      view.panel.classList.add('view');
      byId('panels').append(view.panel);
    }
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = this.views[(this.views.indexOf(this.view) + step + this.views.length) % this.views.length];
      this.choose(next);
      byId('tab-' + next.id).focus();
    });
  }

  private choose(view: View): void {
    if (view === this.view) return;
    this.view.rest();
    this.view = view;
    this.showView();
    this.say('');
    view.update(this.keys, performance.now());
    this.stateChanged();
  }

  private showView(): void {
    for (const view of this.views) {
      const is = view === this.view;
      view.panel.hidden = !is;
      const tab = byId('tab-' + view.id);
      tab.setAttribute('aria-selected', String(is));
      tab.tabIndex = is ? 0 : -1;
    }
    byId('export-csv').title = this.view.title + ' as a table of numbers';
  }

  private makeExports(): void {
    const place = byId('exports');
    place.append(element('span', { class: 'exports-label' }, 'Save'));
    const button = (id: string, text: string, title: string, act: () => unknown): void => {
      const made = element('button', { type: 'button', id: 'export-' + id, title, class: 'small' }, text);
      made.addEventListener('click', () => {
        Promise.resolve()
          .then(act)
          .catch((error) => this.refuse(error));
      });
      place.append(made);
    };
    button('csv', 'CSV', '', async () => {
      const file = await this.view.csv();
      saveText(file.name, file.text, 'text/csv');
    });
    button('png', 'PNG', 'The pictures of this view', () => savePng(this.view.charts(), this.view.id));
    button('svg', 'SVG', 'The pictures of this view', () => saveSvg(this.view.charts(), this.view.id));
    button('toml', 'Case (TOML)', 'The case file, for the command line', () =>
      saveText('case.toml', tomlOf(this.keys), 'application/toml'),
    );
    button('commands', 'Commands', 'How to compute the same on the command line and in Python', () =>
      this.showCommands(),
    );
    button('link', 'Copy link', 'A link that opens this state again', async () => {
      history.replaceState(null, '', '#' + this.address());
      await navigator.clipboard?.writeText(location.href);
      this.say('The link is copied.');
    });
  }

  private showCommands(): void {
    const { subject, needsFile } = this.subject();
    const note = needsFile
      ? 'Save the case as case.toml first (button Case (TOML)); the commands read it.'
      : 'These compute what this view shows.';
    const commands = this.view.commands(subject);
    const opening = commands.python.includes('(case') ? `case = ${subject.python}\n` : '';
    showCommands({ shell: commands.shell, python: `import stickslip\n\n${opening}${commands.python}` }, note);
  }

  /** The case as an argument: a built-in one with overrides where that says it all, else a file. */
  private subject(): { subject: Subject; needsFile: boolean } {
    const file = { subject: { shell: 'case.toml', python: 'stickslip.load_case("case.toml")' }, needsFile: true };
    if (!this.name) return file;
    if ([...this.origin.keys()].some((key) => !this.keys.has(key))) return file;
    const different = [...this.keys].filter(
      ([key, value]) => JSON.stringify(this.origin.get(key)) !== JSON.stringify(value),
    );
    const quoted = (value: Value): string => (typeof value === 'number' ? String(value) : `'${JSON.stringify(value)}'`);
    const shell = this.name + different.map(([key, value]) => ` --set ${key}=${quoted(value)}`).join('');
    const overrides = different.map(([key, value]) => `"${key}": ${JSON.stringify(value)}`).join(', ');
    const python = `stickslip.load_case("${this.name}"${overrides ? `, {${overrides}}` : ''})`;
    return { subject: { shell, python }, needsFile: false };
  }
}

function safeValue(text: string): Value {
  try {
    const value = JSON.parse(text) as unknown;
    const isList = Array.isArray(value) && value.every((v) => typeof v === 'number');
    if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' || isList)
      return value as Value;
  } catch {
    // Not JSON: taken as text, which the server judges.
  }
  return text;
}

new Explorer().start().catch((error) => {
  byId('case-problem').hidden = false;
  byId('case-problem').textContent = 'The page could not start: ' + String((error as Error).message);
});
