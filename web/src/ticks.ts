// Where the ticks of an axis are and what they read, for the charts of our own and those of uPlot.

/** Below this part of its size a span is rounding noise of one value. */
const noise = 1e-9;

/** The range of an axis that shows these numbers: some room on both sides, and one value in the middle of its axis. */
export function rangeOf(low: number, high: number, pad = 0.05): [number, number] {
  if (!(low <= high)) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const isOneValue = high - low <= noise * size;
  const room = isOneValue ? 0.5 * size || 1 : pad * (high - low);
  return [low - room, high + room];
}

/** Round numbers from low to high, about `most` of them; never many more, whatever the range. */
export function ticks(low: number, high: number, most: number): number[] {
  const span = high - low;
  const isTooFine = !(span > noise * noise * Math.max(Math.abs(low), Math.abs(high)));
  if (isTooFine || !Number.isFinite(span)) return [low];
  const rough = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [0.5, 1, 2, 5, 10].map((f) => f * power);
  const at = steps.findIndex((s, i) => i > 0 && s >= rough);
  const coarse = multiples(low, high, steps[at], most);
  // Zero alone, or two numbers, tell little of an axis that has room for more.
  return coarse.length < 3 && most >= 2 ? multiples(low, high, steps[at - 1], most) : coarse;
}

/** The multiples of `step` from low to high. */
function multiples(low: number, high: number, step: number, most: number): number[] {
  const first = Math.ceil(low / step - noise);
  const count = Math.floor(high / step + noise) - first + 1;
  if (!(step > 0) || !Number.isFinite(first) || count < 1) return [low];
  const made = new Set<number>(); // where the step is below the rounding of the numbers, ticks coincide
  for (let k = 0; k < Math.min(count, 2 * most + 2); ++k) made.add((first + k) * step);
  return [...made];
}

const trimmed = (text: string): string => text.replace(/(\.\d*?)0+(?=e|$)/, '$1').replace(/\.(?=e|$)/, '');

/** All ticks of an axis in one style: with as many digits as tell them apart, in powers of ten where they are small or large. */
export function tickTexts(values: number[]): string[] {
  const largest = Math.max(...values.map(Math.abs));
  const step = values.length > 1 ? Math.abs(values[1] - values[0]) : largest || 1;
  const isPower = largest >= 1e5 || (largest > 0 && largest < 1e-2 && step < 1e-3);
  const decimals = Math.min(20, Math.max(0, Math.ceil(-Math.log10(step) - noise)));
  return values.map((value) => {
    if (Math.abs(value) < noise * step) return '0';
    if (!isPower) return values.length > 1 ? value.toFixed(decimals) : String(Number(value.toPrecision(4)));
    const digits = Math.floor(Math.log10(Math.abs(value)) + noise) - Math.floor(Math.log10(step) + noise);
    return trimmed(value.toExponential(Math.min(15, Math.max(values.length > 1 ? 0 : 3, digits)))).replace('e+', 'e');
  });
}
