import { CaseKeys } from './case_keys';
import { Chart } from './chart';
import { BuiltIn } from './link';
import { PythonValue } from './quote';

export interface TextFile {
  name: string;
  text: string;
}

/** A call of the Python module: `result = stickslip.name(case, key=value, …)`. */
export interface PythonStatement {
  result: string;
  name: string;
  takesCase: boolean;
  named: Record<string, PythonValue>;
}

/** How the command line and Python would compute the same; quoting is the business of whoever shows it. */
export interface Commands {
  shell: { verb: string; takesCase: boolean; words: string[] }[];
  python: PythonStatement[];
}

/** What a view may ask of the page. */
export interface Host {
  setCase(keys: CaseKeys): void;
  openCase(name: string): void;
  cases(): BuiltIn[];
  say(text: string): void; // the status line of the view
  accept(): void; // the view is drawn
  explain(why: string): void; // this case has nothing to draw here
  refuse(error: unknown): void; // a problem, at its field too if it has one
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
  commands(): Commands;
  recolour(): void;
  state(): Map<string, string>;
  restore(state: Map<string, string>): void;
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
