// The page: a case, its parameters, and the views of it. All state is in the address.

import 'uplot/dist/uPlot.min.css';
import { activity } from './activity';
import { Refusal, caseBody, isDropped, isLost, isServerThere, post } from './api';
import { CaseKeys, isPlanar, isRatioForm, isStructure, keysOf } from './case_keys';
import { byId, element } from './dom';
import { makeExports } from './exports_bar';
import { Ratios, backToPhysical, backToPlanar, toPhysicalForm, toPlanarRatioForm, toRatioForm } from './forms';
import { BuiltIn, PageState, Vocabulary, complaint, decode, differences, encode, isState } from './link';
import { Parameters } from './parameters';
import { Tabs } from './tabs';
import { manageTheme } from './theme';
import { UnitTable, learnUnits } from './units';
import { Host, View } from './view';
import { Word, learn } from './vocabulary';
import { ChaosView } from './views/chaos';
import { IdentifyView } from './views/identify';
import { MapView } from './views/map';
import { MotionView } from './views/motion';
import { PlanarView } from './views/planar';
import { SteadyView } from './views/steady';
import { StructureView } from './views/structure';

const firstCase = 'hong-liu-fig10';
const addressDelay = 200; // ms without a change before the address follows
const serverPause = 1500; // ms between two looks for a server that is gone

/** What is seen of the present view, also for those who look from outside. */
type Sight = 'busy' | 'drawn' | 'explained' | 'refused' | 'stopped';

class Explorer implements Host {
  private readonly views: View[] = [
    new MotionView(this),
    new SteadyView(this),
    new MapView(this),
    new PlanarView(this),
    new StructureView(this),
    new ChaosView(this),
    new IdentifyView(this),
  ];
  private view: View = this.views[0];
  private readonly tabs = new Tabs(this.views, (view) => this.choose(view));
  private readonly parameters = new Parameters(byId('fields'), (keys) => this.changed(keys));
  private known: Vocabulary = { cases: [], keys: [], views: this.views.map((v) => v.id) };
  private name: string | null = firstCase;
  private origin: CaseKeys = new Map();
  private keys: CaseKeys = new Map();
  private physical: CaseKeys | null = null; // what a dimensionless case was in its units
  private timer = 0;

  async start(): Promise<void> {
    const sent = (await (await post('/api/cases', 'cases', {})).json()) as Omit<Vocabulary, 'views'> & {
      words: Record<string, Word>;
      units: UnitTable;
    };
    this.known = { cases: sent.cases, keys: sent.keys, views: this.known.views };
    learn(sent.words);
    learnUnits(sent.units);
    this.fillCases();
    makeExports(byId('exports'), {
      view: () => this.view,
      keys: () => this.keys,
      subject: () => ({ name: this.name, origin: this.origin, keys: this.keys }),
      tellProblem: (sentence) => this.tellProblem(sentence),
      link: () => {
        this.writeAddress();
        return location.href;
      },
      say: (text) => this.say(text),
    });
    this.followButtons();
    manageTheme(byId('theme'), () => this.views.forEach((v) => v.recolour()));
    activity.showIn({
      show: (text) => this.showActivity(text),
      hide: () => this.showActivity(''),
      stopped: () => this.stopped(),
    });
    addEventListener('hashchange', () => isState(location.hash.slice(1)) && this.restore());
    this.restore();
  }

  private followButtons(): void {
    const onClick = (id: string, act: () => void): void => byId(id).addEventListener('click', act);
    onClick('reset', () => (this.name ? this.openCase(this.name) : this.setCase(new Map(this.origin))));
    onClick('form-ratios', () => void this.toRatios());
    onClick('form-physical', () => void this.toPhysical());
    onClick('commands-close', () => byId<HTMLDialogElement>('commands').close());
    onClick('stop', () => activity.stop());
    onClick('fold', () => {
      const isFolded = document.querySelector('aside')!.classList.toggle('folded');
      byId('fold').textContent = isFolded ? 'Parameters' : 'Fold';
      byId('fold').setAttribute('aria-expanded', String(!isFolded));
    });
    // The address holds the state of the page, so that a link within the page must not change it.
    byId('skip').addEventListener('click', (event) => {
      event.preventDefault();
      byId('views').focus();
      byId('views').scrollIntoView();
    });
  }

  // The case

  setCase(keys: CaseKeys): void {
    this.parameters.show(keys, this.origin);
    this.changed(keys);
  }

  openCase(name: string): void {
    const found = this.known.cases.find((c) => c.name === name) ?? this.known.cases[0];
    this.begin(found.name, keysOf(found.toml), null);
    this.setCase(new Map(this.origin));
  }

  cases(): BuiltIn[] {
    return this.known.cases;
  }

  /** What the case is compared with from now on. */
  private begin(name: string | null, origin: CaseKeys, physical: CaseKeys | null): void {
    this.name = name;
    this.origin = origin;
    this.physical = physical;
    byId<HTMLSelectElement>('case-choice').value = name ?? '';
    this.tellLink('');
  }

  private changed(keys: CaseKeys): void {
    this.keys = keys;
    this.showForm();
    this.look();
    this.stateChanged();
  }

  /** Has the view drawn anew. */
  private look(): void {
    this.sight('busy');
    this.view.update(this.keys, performance.now());
  }

  private showForm(): void {
    const isRatio = isRatioForm(this.keys);
    byId('form-choice').hidden = isStructure(this.keys); // its numbers are those of the case, in SI
    byId('form-physical').setAttribute('aria-pressed', String(!isRatio));
    byId('form-ratios').setAttribute('aria-pressed', String(isRatio));
    const title = this.keys.get('title');
    byId('case-title').textContent =
      typeof title === 'string' ? title : isStructure(this.keys) ? 'Structure' : 'Dimensionless oscillator';
  }

  private async ratiosOf(keys: CaseKeys): Promise<Ratios> {
    const read = (await (await post('/api/read', 'form', caseBody(keys))).json()) as { ratios: Ratios | null };
    if (read.ratios) return read.ratios;
    throw new Error(
      'This case has no ratios: they need a linear spring, Coulomb friction on a surface at rest, and one harmonic load.',
    );
  }

  private async ratioForm(keys: CaseKeys): Promise<CaseKeys> {
    if (!isPlanar(keys)) return toRatioForm(keys, await this.ratiosOf(keys));
    const made = toPlanarRatioForm(keys);
    if (made) return made;
    throw new Error(
      'This case has no ratios: in the plane they need a spring, and a rotating load or one whose first axis begins at its peak.',
    );
  }

  private async physicalForm(keys: CaseKeys): Promise<CaseKeys> {
    if (!this.physical) return toPhysicalForm(keys);
    if (isPlanar(keys)) return backToPlanar(keys, this.physical);
    return backToPhysical(keys, this.physical, await this.ratiosOf(this.physical));
  }

  private async toRatios(): Promise<void> {
    if (isRatioForm(this.keys)) return;
    const before = this.keys;
    await this.changeForm(this.ratioForm(before), (made) => this.begin(null, new Map(made), before));
  }

  private async toPhysical(): Promise<void> {
    if (!isRatioForm(this.keys)) return;
    await this.changeForm(this.physicalForm(this.keys), (made) => {
      const same = this.known.cases.find((c) => isSame(keysOf(c.toml), made));
      this.begin(same?.name ?? null, new Map(made), null);
    });
  }

  /** Where a case has no other form, that is said and nothing else changes. */
  private async changeForm(form: Promise<CaseKeys>, begin: (made: CaseKeys) => void): Promise<void> {
    try {
      const made = await form;
      begin(made);
      this.setCase(made);
    } catch (error) {
      if (error instanceof Refusal || isLost(error)) this.refuse(error);
      else if (!isDropped(error)) this.tellProblem((error as Error).message);
    }
  }

  // What views tell

  private sight(what: Sight): void {
    byId('views').dataset.sight = what;
    this.view.panel.classList.toggle('stale', what === 'refused');
  }

  say(text: string): void {
    byId('status').textContent = text;
  }

  accept(): void {
    this.clearProblems();
    this.view.panel.classList.remove('empty');
    this.sight('drawn');
    this.say('');
  }

  explain(why: string): void {
    this.clearProblems();
    this.view.panel.classList.add('empty');
    this.sight('explained');
    this.say(why);
  }

  refuse(error: unknown): void {
    this.clearProblems();
    this.sight('refused');
    this.say('');
    const sentence = error instanceof Error ? error.message : String(error);
    if (error instanceof Refusal) this.parameters.showProblem(sentence);
    this.tellProblem(
      isLost(error)
        ? 'The server does not answer: is `stickslip explore` still running? The page goes on when it is back.'
        : sentence.replace(/^case(:\d+)?: /, ''),
    );
    if (isLost(error)) void this.waitForServer();
  }

  private tellProblem(sentence: string): void {
    byId('case-problem').hidden = sentence === '';
    byId('case-problem').textContent = sentence;
  }

  private clearProblems(): void {
    this.parameters.clearProblems();
    this.tellProblem('');
  }

  private tellLink(sentence: string): void {
    byId('link-problem').hidden = sentence === '';
    byId('link-problem').textContent = sentence;
  }

  private async waitForServer(): Promise<void> {
    while (!(await isServerThere())) await new Promise((resolve) => setTimeout(resolve, serverPause));
    if (byId('views').dataset.sight === 'refused') this.look();
  }

  private showActivity(text: string): void {
    byId('activity').hidden = text === '';
    byId('activity-text').textContent = text;
  }

  private stopped(): void {
    this.showActivity('');
    if (byId('views').dataset.sight === 'busy') this.sight('stopped');
    this.say('Stopped. Change a number, or choose the view again, to go on.');
  }

  // The address

  stateChanged(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.writeAddress(), addressDelay);
  }

  private writeAddress(): void {
    const state: PageState = {
      view: this.view.id,
      name: this.name,
      origin: this.origin,
      keys: this.keys,
      physical: this.physical,
      own: this.view.state(),
    };
    history.replaceState(null, '', '#' + encode(state));
  }

  private restore(): void {
    const state = decode(location.hash.slice(1), this.known, firstCase);
    this.begin(state.name, state.origin, state.physical);
    this.tellLink(complaint(state.problems));
    this.view.rest();
    this.view = this.views.find((v) => v.id === state.view)!;
    this.view.restore(state.own);
    this.tabs.show(this.view);
    this.setCase(state.keys);
  }

  // Case list, views

  private fillCases(): void {
    const choice = byId<HTMLSelectElement>('case-choice');
    choice.append(element('option', { value: '', disabled: '' }, 'own case'));
    for (const c of this.known.cases) choice.append(element('option', { value: c.name }, `${c.name}: ${c.title}`));
    choice.addEventListener('change', () => {
      const found = this.known.cases.find((c) => c.name === choice.value)!;
      const special = this.known.cases.find((c) => c.kind === this.view.id)?.kind;
      const wanted = this.views.find((v) => v.id === found.kind)?.id;
      if (special !== wanted) this.choose(this.views.find((v) => v.id === (wanted ?? 'motion'))!);
      this.openCase(found.name);
    });
  }

  private choose(view: View): void {
    if (view === this.view && byId('views').dataset.sight !== 'stopped') return;
    this.view.rest();
    this.view = view;
    this.tabs.show(view);
    this.say('');
    this.look();
    this.stateChanged();
  }
}

const isSame = (a: CaseKeys, b: CaseKeys): boolean => differences(a, b).length === 0 && differences(b, a).length === 0;

/** Without a server there is no page; it starts when there is one. */
async function start(): Promise<void> {
  const place = byId('case-problem');
  try {
    await new Explorer().start();
  } catch (error) {
    place.hidden = false;
    place.textContent = 'The page could not start: ' + (error as Error).message;
    if (!isLost(error)) throw error;
    while (!(await isServerThere())) await new Promise((resolve) => setTimeout(resolve, serverPause));
    location.reload();
  }
}

void start();
