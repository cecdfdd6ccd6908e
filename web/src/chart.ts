// A chart as data, and its drawing on any painter.

import { Painter } from './painter';
import { Theme } from './theme';
import { rangeOf, tickTexts, ticks } from './ticks';

export interface Series {
  label: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  colour: number; // of the theme
  kind?: 'line' | 'dots';
  width?: number;
  dash?: number[];
  radius?: number;
}

export interface Mark {
  x: number;
  y: number;
  colour: number;
  label?: string;
}

/** How a bar of a row looks: the part of the row that it fills tells what it means besides its colour. */
export interface BarLook {
  label: string;
  colour: number | 'faint'; // of the theme
  part: 'whole' | 'upper' | 'lower' | 'middle' | 'frame';
}

/** Named rows with bars along x, the first one at the top: row i has its middle at y = count − i. */
export interface Rows {
  names: string[];
  bars: { row: number; from: number; to: number; look: BarLook }[];
  looks: BarLook[]; // that are explained
}

export interface Chart {
  title: string;
  xLabel: string;
  yLabel: string;
  series: Series[];
  description?: string; // for those who do not see it; the ranges of the series where there is none
  rows?: Rows;
  bands?: [number, number][]; // shaded intervals of x: rest
  levels?: { from: number; to: number; label: string }[]; // shaded intervals of y: a family
  marks?: Mark[];
  xRange?: [number, number];
  yRange?: [number, number];
  isEqual?: boolean; // one unit is as long on both axes
  image?: HTMLCanvasElement;
  imageRange?: { x: [number, number]; y: [number, number] }; // that the image covers
  labels?: { x: number; y: number; text: string; room: [number, number] }[]; // shown where there is room, in units of the axes
  overlay?: {
    x: ArrayLike<number>;
    y: ArrayLike<number>;
    stroke: { colour: string; width: number; dash?: number[] };
  }[];
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Where the data of a chart are on its surface. */
export interface Frame extends Box {
  xRange: [number, number];
  yRange: [number, number];
  toX(v: number): number;
  toY(v: number): number;
}

/** The range that shows all these numbers. */
function extent(lists: ArrayLike<number>[]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists) {
    for (let i = 0; i < list.length; ++i) {
      const v = list[i];
      if (!Number.isFinite(v)) continue;
      if (v < low) low = v;
      if (v > high) high = v;
    }
  }
  return rangeOf(low, high);
}

/** The range of y that shows all rows. */
export const rowRange = (rows: Rows): [number, number] => [0.5, rows.names.length + 0.5];

/** A name that fits beside an axis. */
export const rowName = (name: string): string => (name.length > 10 ? name.slice(0, 9) + '…' : name);

const extents: Record<BarLook['part'], [number, number]> = {
  whole: [-0.34, 0.34],
  upper: [0, 0.38],
  lower: [-0.38, 0],
  middle: [-0.13, 0.13],
  frame: [-0.2, 0.2],
};

const lookColour = (look: BarLook, theme: Theme): string =>
  look.colour === 'faint' ? theme.faint : theme.lines[look.colour];

function paintBar(p: Painter, look: BarLook, x: [number, number], y: [number, number], theme: Theme): void {
  const [left, right] = [Math.min(...x), Math.max(...x)];
  const [top, bottom] = [Math.min(...y), Math.max(...y)];
  const w = Math.max(1, right - left);
  p.rect(left, top, w, bottom - top, lookColour(look, theme));
  if (look.part === 'frame' && w > 3) p.rect(left + 1.5, top + 1.5, w - 3, bottom - top - 3, theme.paper);
}

export function paintRows(
  p: Painter,
  rows: Rows,
  toX: (v: number) => number,
  toY: (v: number) => number,
  theme: Theme,
): void {
  for (const { row, from, to, look } of rows.bars) {
    if (from === to) continue;
    const middle = rows.names.length - row;
    const [low, high] = extents[look.part];
    paintBar(p, look, [toX(from), toX(to)], [toY(middle + low), toY(middle + high)], theme);
  }
}

export function frameOf(chart: Chart, box: Box): Frame {
  let xRange = chart.xRange ?? extent([...chart.series.map((s) => s.x), (chart.marks ?? []).map((m) => m.x)]);
  let yRange =
    chart.yRange ??
    (chart.rows && rowRange(chart.rows)) ??
    extent([
      ...chart.series.map((s) => s.y),
      (chart.marks ?? []).map((m) => m.y),
      ...(chart.levels ?? []).map((l) => [l.from, l.to]),
    ]);
  const inner = { x: box.x + 62, y: box.y + 28, w: box.w - 62 - 14, h: box.h - 28 - 42 };
  if (chart.isEqual) {
    const perPixel = Math.max((xRange[1] - xRange[0]) / inner.w, (yRange[1] - yRange[0]) / inner.h);
    const widen = (r: [number, number], pixels: number): [number, number] => {
      const middle = (r[0] + r[1]) / 2;
      return [middle - (perPixel * pixels) / 2, middle + (perPixel * pixels) / 2];
    };
    xRange = widen(xRange, inner.w);
    yRange = widen(yRange, inner.h);
  }
  const place = (v: number, r: [number, number]): number => (v - r[0]) / (r[1] - r[0]);
  return {
    ...inner,
    xRange,
    yRange,
    toX: (v) => inner.x + inner.w * place(v, xRange),
    toY: (v) => inner.y + inner.h * (1 - place(v, yRange)),
  };
}

export function paintChart(p: Painter, chart: Chart, box: Box, theme: Theme): Frame {
  const f = frameOf(chart, box);
  for (const l of chart.levels ?? [])
    p.rect(f.x, f.toY(l.to), f.w, Math.max(2, f.toY(l.from) - f.toY(l.to)), theme.stick);
  p.clip(f.x, f.y, f.w, f.h, () => {
    for (const [from, to] of chart.bands ?? []) p.rect(f.toX(from), f.y, f.toX(to) - f.toX(from), f.h, theme.stick);
  });
  if (chart.image) {
    const { x, y } = chart.imageRange ?? { x: f.xRange, y: f.yRange };
    const image = chart.image;
    p.clip(f.x, f.y, f.w, f.h, () =>
      p.image(image, f.toX(x[0]), f.toY(y[1]), f.toX(x[1]) - f.toX(x[0]), f.toY(y[0]) - f.toY(y[1])),
    );
  }
  paintAxes(p, chart, f, box, theme);
  p.clip(f.x, f.y, f.w, f.h, () => {
    if (chart.rows) paintRows(p, chart.rows, f.toX, f.toY, theme);
    for (const s of chart.series) {
      const xs = Float64Array.from(s.x, f.toX);
      const ys = Float64Array.from(s.y, f.toY);
      if (s.kind === 'dots') p.dots(xs, ys, s.radius ?? 0.9, theme.lines[s.colour]);
      else p.line(xs, ys, { colour: theme.lines[s.colour], width: s.width ?? 1.6, dash: s.dash });
    }
    for (const o of chart.overlay ?? []) p.line(Float64Array.from(o.x, f.toX), Float64Array.from(o.y, f.toY), o.stroke);
    for (const l of chart.labels ?? []) paintLabel(p, l, f, theme);
    for (const m of chart.marks ?? []) {
      const size = m.label === 'event' ? 0.6 : 1;
      p.dots([f.toX(m.x)], [f.toY(m.y)], 6 * size, theme.paper);
      p.dots([f.toX(m.x)], [f.toY(m.y)], 4.5 * size, theme.lines[m.colour]);
    }
  });
  paintLegend(p, chart, f, theme);
  return f;
}

/** A label on paper of its own, unless it would reach beyond the room it has. */
function paintLabel(p: Painter, label: NonNullable<Chart['labels']>[0], f: Frame, theme: Theme): void {
  const w = 6.9 * label.text.length + 10;
  const h = 18;
  const roomX = Math.abs(f.toX(label.x + label.room[0]) - f.toX(label.x));
  const roomY = Math.abs(f.toY(label.y + label.room[1]) - f.toY(label.y));
  if (w / 2 > roomX || h / 2 > roomY) return;
  const [x, y] = [f.toX(label.x), f.toY(label.y)];
  p.rect(x - w / 2, y - h / 2, w, h, theme.paper);
  p.text(label.text, x, y + 4, theme.ink, 'center', 12);
}

function paintAxes(p: Painter, chart: Chart, f: Frame, box: Box, theme: Theme): void {
  const xs = ticks(f.xRange[0], f.xRange[1], f.w / 70);
  const names = chart.rows?.names;
  const ys = names ? names.map((_, i) => names.length - i) : ticks(f.yRange[0], f.yRange[1], f.h / 38);
  const [xTexts, yTexts] = [tickTexts(xs), names ? names.map(rowName) : tickTexts(ys)];
  xs.forEach((t, i) => {
    if (!chart.image) p.line([f.toX(t), f.toX(t)], [f.y, f.y + f.h], { colour: theme.grid, width: 1 });
    p.text(xTexts[i], f.toX(t), f.y + f.h + 15, theme.faint, 'center', 11);
  });
  ys.forEach((t, i) => {
    if (!chart.image) p.line([f.x, f.x + f.w], [f.toY(t), f.toY(t)], { colour: theme.grid, width: 1 });
    p.text(yTexts[i], f.x - 6, f.toY(t) + 4, theme.faint, 'right', 11);
  });
  p.line([f.x, f.x, f.x + f.w], [f.y, f.y + f.h, f.y + f.h], { colour: theme.faint, width: 1 });
  p.text(chart.title, f.x, box.y + 17, theme.ink, 'left', 13, false, true);
  p.text(chart.xLabel, f.x + f.w / 2, box.y + box.h - 8, theme.ink, 'center', 12);
  p.text(chart.yLabel, box.x + 14, f.y + f.h / 2, theme.ink, 'center', 12, true);
}

function paintLooks(p: Painter, looks: BarLook[], f: Frame, theme: Theme): void {
  let right = f.x + f.w;
  for (const look of [...looks].reverse()) {
    right -= 7 * look.label.length + 34;
    const [low, high] = extents[look.part];
    const middle = f.y - 11;
    paintBar(p, look, [right, right + 20], [middle - 16 * low, middle - 16 * high], theme);
    p.text(look.label, right + 25, middle + 4, theme.ink, 'left', 11);
  }
}

function paintLegend(p: Painter, chart: Chart, f: Frame, theme: Theme): void {
  if (chart.rows) return paintLooks(p, chart.rows.looks, f, theme);
  const named = chart.series.filter((s) => s.label !== '' && s.x.length > 0);
  if (named.length < 2) return;
  const widthOf = (s: Series): number => 7 * s.label.length + 30;
  const total = named.reduce((sum, s) => sum + widthOf(s), 0);
  // Beside the title where there is room, else inside at the top.
  const isBeside = total + 8.5 * chart.title.length < f.w;
  const y = isBeside ? f.y - 7 : f.y + 10;
  let right = f.x + f.w;
  if (!isBeside) p.rect(right - total - 4, y - 9, total + 4, 18, theme.paper);
  for (const s of [...named].reverse()) {
    right -= widthOf(s);
    p.line([right, right + 18], [y, y], { colour: theme.lines[s.colour], width: 2.5, dash: s.dash });
    p.text(s.label, right + 22, y + 4, theme.ink, 'left', 11);
  }
}
