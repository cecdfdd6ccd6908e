// A record as text: its heads, and as many of its rows as the server takes.

const mostRows = 3000;
const mostBytes = 90000; // of the 96 KiB that the server takes

export interface RecordText {
  text: string;
  heads: string[]; // of the columns; counted where the file has none
  isCurve: boolean; // amplitudes against frequency
  note: string; // what was left out
}

const cellsOf = (line: string): string[] =>
  line
    .split(/[,;\t]/)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

const isNumber = (cell: string): boolean => cell !== '' && Number.isFinite(Number(cell));

/** Every n-th row where there are too many, so that the whole length of the record is seen. */
export function recordText(whole: string): RecordText {
  const lines = whole
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const first = cellsOf(lines[0] ?? '');
  const hasHeads = first.some((cell) => !isNumber(cell));
  const rows = hasHeads ? lines.slice(1) : lines;
  const bytes = new TextEncoder().encode(lines.join('\n')).length;
  const step = Math.max(1, Math.ceil(Math.max(rows.length / mostRows, bytes / mostBytes)));
  const kept = step === 1 ? rows : rows.filter((_, i) => i % step === 0);
  return {
    text: [...(hasHeads ? [lines[0]] : []), ...kept].join('\n') + '\n',
    heads: hasHeads ? first : first.map((_, i) => `column ${i + 1}`),
    isCurve: hasHeads && first[0].toLowerCase().startsWith('frequency'),
    note: step === 1 ? '' : `Every ${step}th of ${rows.length} rows is fitted here; the command line takes all.`,
  };
}
