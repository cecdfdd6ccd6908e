// Text that goes to a shell or to Python: every piece of a case, link or field passes here before it is offered to be pasted.

/** Control and format characters have no business in a command: they hide what it says, or end it. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/gu;

/** One line that shows what it says: unseen characters become spaces. */
export const plainText = (text: string): string => text.replace(unseen, ' ');

/** One word for a POSIX shell. */
export function shellWord(text: string): string {
  const seen = plainText(text);
  return /^[\w.\/-][\w.,:=+\/@%-]*$/.test(seen) ? seen : `'${seen.replace(/'/g, `'\\''`)}'`;
}

export const shellLine = (words: string[]): string => words.map(shellWord).join(' ');

/** A Python string. */
export function pythonString(text: string): string {
  return `"${plainText(text).replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;
}

export type PythonValue = number | string | boolean | null | PythonValue[] | { [key: string]: PythonValue };

/** A Python literal; lists become tuples where Python's own calls take those. */
export function pythonLiteral(value: PythonValue, list: '[]' | '()' = '[]'): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return pythonNumber(value);
  if (typeof value === 'string') return pythonString(value);
  if (Array.isArray(value)) {
    const [open, close] = value.length > 1 ? list : '[]'; // a tuple of one would need a comma of its own
    return open + value.map((v) => pythonLiteral(v)).join(', ') + close;
  }
  const entries = Object.entries(value).map(([key, v]) => `${pythonString(key)}: ${pythonLiteral(v)}`);
  return `{${entries.join(', ')}}`;
}

function pythonNumber(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0.0' : String(value);
  return `float(${pythonString(Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf')})`;
}

/** `name(first, key=value, …)`; `first` is code already, the values are data. */
export function pythonCall(name: string, first: string[], named: Record<string, PythonValue>): string {
  const values = Object.entries(named).map(([key, value]) => `${key}=${pythonLiteral(value, '()')}`);
  return `${name}(${[...first, ...values].join(', ')})`;
}
