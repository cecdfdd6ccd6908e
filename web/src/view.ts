import { CaseKeys } from './case_keys';
import { Chart } from './chart';

export interface TextFile {
  name: string;
  text: string;
}

/** How the command line and Python would compute the same. `subject` is what stands for CASE in each. */
export interface Commands {
  shell: string;
  python: string;
}

export interface Subject {
  shell: string; // "hong-liu-fig10 --set load.amplitude=2", or "case.toml"
  python: string; // the expression that `case` stands for
}

/** What a view may ask of the page. */
export interface Host {
  setCase(keys: CaseKeys): void;
  openCase(name: string): void;
  say(text: string): void; // the status line of the view
  refuse(error: unknown): void; // a problem, at its field if it has one
  accept(): void; // no problem
  stateChanged(): void; // the address should change
}

export interface View {
  readonly id: string;
  readonly title: string;
  readonly panel: HTMLElement;
  /** The case changed, or the view came into sight; `began` is when the user did something (performance.now). */
  update(keys: CaseKeys, began: number): void;
  /** Out of sight: no more work. */
  rest(): void;
  charts(): Chart[];
  csv(): Promise<TextFile>;
  commands(subject: Subject): Commands;
  recolour(): void;
  state(): Record<string, string>;
  restore(state: URLSearchParams): void;
}

/** Marks a time from an action of the user to the picture that answers it, once the picture is on the screen. */
export function measure(name: string, began: number): void {
  requestAnimationFrame(() => performance.measure(name, { start: began, end: performance.now() }));
}

export function csvOf(header: string[], columns: ArrayLike<number | string | null>[]): string {
  const lines = [header.join(',')];
  for (let i = 0; i < columns[0].length; ++i) {
    lines.push(columns.map((c) => (c[i] === null || Number.isNaN(c[i]) ? '' : String(c[i]))).join(','));
  }
  return lines.join('\n') + '\n';
}
