// The commands that compute what a view shows, for a shell and for Python.

import { CaseKeys, Value } from './case_keys';
import { differences } from './link';
import { PythonValue, pythonCall, pythonLiteral, shellLine } from './quote';
import { Commands } from './view';

/** The case that a command is about. */
export interface Subject {
  name: string | null; // of a built-in case
  origin: CaseKeys; // that case
  keys: CaseKeys;
}

export interface Shown {
  shell: string;
  python: string;
  needsFile: boolean; // the commands read case.toml
}

const file = 'case.toml';

/** The value as a case file would write it, which is how --set reads it. */
const setting = (key: string, value: Value): string =>
  `${key}=${typeof value === 'number' ? String(value) : JSON.stringify(value)}`;

/** A built-in case with overrides says it all unless a key is gone. */
const isBuiltIn = (s: Subject): s is Subject & { name: string } =>
  s.name !== null && ![...s.origin.keys()].some((key) => !s.keys.has(key));

function shellWords(s: Subject): string[] {
  if (!isBuiltIn(s)) return [file];
  return [s.name, ...differences(s.origin, s.keys).flatMap(([key, value]) => ['--set', setting(key, value)])];
}

function pythonCase(s: Subject): string {
  const overrides = isBuiltIn(s) ? differences(s.origin, s.keys) : [];
  const words: PythonValue[] = [isBuiltIn(s) ? s.name : file];
  if (overrides.length > 0) words.push(Object.fromEntries(overrides));
  return pythonCall(
    'stickslip.load_case',
    words.map((w) => pythonLiteral(w)),
    {},
  );
}

export function commandsFor(subject: Subject, commands: Commands): Shown {
  const shell = commands.shell.map(({ verb, takesCase, words }) =>
    shellLine(['stickslip', verb, ...(takesCase ? shellWords(subject) : []), ...words]),
  );
  const calls = commands.python.map(
    (p) => `${p.result} = ${pythonCall('stickslip.' + p.name, p.takesCase ? ['case'] : [], p.named)}`,
  );
  const opening = commands.python.some((p) => p.takesCase) ? [`case = ${pythonCase(subject)}`] : [];
  const takesCase = commands.shell.some((c) => c.takesCase);
  return {
    shell: shell.join('\n'),
    python: ['import stickslip', '', ...opening, ...calls].join('\n'),
    needsFile: takesCase && !isBuiltIn(subject),
  };
}
