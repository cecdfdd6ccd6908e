// Colours of map cells: viridis for numbers, its steps for counts, greys where there is no motion to speak of.

import { element, readable } from '../dom';
import { Plane, noCase, regimeNames } from './map_plane';

type Colour = [number, number, number];

export interface Shade {
  colour(cell: number): Colour;
  colourOf(value: number): Colour;
  low: number;
  high: number;
  isCut: [boolean, boolean]; // whether values lie below and above
  counts: number[];
}

const viridis: Colour[] = [
  [68, 1, 84],
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
];
const unknown: Colour = [213, 94, 0];

/** Regimes that have a colour of their own, whatever is shown. */
const specials = new Map<number, { colour: Colour; text: string }>([
  [regimeNames.indexOf('permanent-stick'), { colour: [176, 176, 176], text: 'never moves' }],
  [regimeNames.indexOf('unbounded'), { colour: [30, 30, 30], text: 'grows for ever' }],
  [regimeNames.indexOf('not-converged'), { colour: unknown, text: 'no steady motion found' }],
  [regimeNames.indexOf('chaotic'), { colour: [204, 121, 167], text: 'chaotic' }],
  [noCase, { colour: [240, 240, 240], text: 'static below sliding friction: no such case' }],
]);
const special = (regime: number): Colour | undefined => specials.get(regime)?.colour;

/** Quantities that no resonance drives away: all of their range is shown. */
const bounded = new Set(['stops_per_cycle', 'stuck_fraction', 'multiplier']);

const mostStops = 16; // that have a colour of their own

function along(part: number): Colour {
  const at = Math.min(1, Math.max(0, part)) * (viridis.length - 1);
  const i = Math.min(viridis.length - 2, Math.floor(at));
  const mix = (k: 0 | 1 | 2): number => viridis[i][k] + (at - i) * (viridis[i + 1][k] - viridis[i][k]);
  return [mix(0), mix(1), mix(2)];
}

function valuesOf(name: string, p: Plane): (i: number) => number {
  const columns: Record<string, Float64Array> = {
    amplitude_ratio: p.amplitude,
    velocity_ratio: p.velocity,
    stuck_fraction: p.stuck,
    dissipated_ratio: p.dissipated,
    multiplier: p.multiplier,
  };
  return name === 'stops_per_cycle' ? (i) => p.stopsAt(i) : (i) => columns[name][i];
}

export function shadeOf(name: string, p: Plane): Shade {
  const value = valuesOf(name, p);
  const isCount = name === 'stops_per_cycle';
  const sample: number[] = [];
  const counts = new Set<number>();
  for (let i = 0; i < p.regime.length; i += 7) {
    if (special(p.regime[i]) || !Number.isFinite(value(i))) continue;
    sample.push(value(i));
    if (isCount) counts.add(value(i));
  }
  sample.sort((a, b) => a - b);
  const at = (part: number): number => sample[Math.floor(part * (sample.length - 1))] ?? 0;
  const isWhole = bounded.has(name);
  const low = isCount ? 0 : at(isWhole ? 0 : 0.01);
  const high = Math.max(isCount ? Math.min(at(1), mostStops) : at(isWhole ? 1 : 0.98), low + 1e-9);
  const part = isCount
    ? (v: number): number => Math.sqrt(Math.min(1, v / Math.max(4, high)))
    : (v: number): number => (v - low) / (high - low);
  const colourOf = (v: number): Colour => (Number.isFinite(v) ? along(part(v)) : unknown);
  return {
    low,
    high,
    isCut: [at(0) < low, at(1) > high],
    counts: [...counts].sort((a, b) => a - b),
    colour: (i) => special(p.regime[i]) ?? colourOf(value(i)),
    colourOf,
  };
}

const css = ([r, g, b]: Colour): string => `rgb(${Math.round(r)},${Math.round(g)},${Math.round(b)})`;

function swatch(colour: string, text: string): HTMLElement {
  const box = element('i', { class: 'cell' });
  box.style.background = colour;
  return element('span', {}, box, text);
}

export function legendOf(name: string, shade: Shade, p: Plane): HTMLElement[] {
  const items: HTMLElement[] = [];
  if (name === 'stops_per_cycle') {
    for (const n of shade.counts.filter((n) => n <= mostStops))
      items.push(swatch(css(shade.colourOf(n)), n === 0 ? 'moves all the time' : `${n} stop${n === 1 ? '' : 's'}`));
    if (shade.counts.some((n) => n > mostStops)) items.push(swatch(css(along(1)), `more than ${mostStops} stops`));
  } else {
    const bar = element('i', { class: 'bar' });
    bar.style.background = `linear-gradient(to right, ${viridis.map(css).join(',')})`;
    const ends = [shade.isCut[0] ? ' or less' : '', shade.isCut[1] ? ' or more' : ''];
    items.push(element('span', {}, readable(shade.low, 3) + ends[0], bar, readable(shade.high, 3) + ends[1]));
  }
  for (const [regime, { colour, text }] of specials)
    if (p.regime.includes(regime)) items.push(swatch(css(colour), text));
  return items;
}
