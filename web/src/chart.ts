// A chart as data, and its drawing on any painter.

import { Painter } from './painter';
import { Theme } from './theme';

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

export interface Chart {
  title: string;
  xLabel: string;
  yLabel: string;
  series: Series[];
  bands?: [number, number][]; // shaded intervals of x: rest
  levels?: { from: number; to: number; label: string }[]; // shaded intervals of y: a family
  marks?: Mark[];
  xRange?: [number, number];
  yRange?: [number, number];
  isEqual?: boolean; // one unit is as long on both axes
  isLogY?: boolean;
  image?: HTMLCanvasElement;
  imageRange?: { x: [number, number]; y: [number, number] }; // that the image covers
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

export function ticks(low: number, high: number, most: number): number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const rough = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough) ?? 10 * power;
  const made: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * span; ++k) made.push(k * step);
  return made;
}

export function tickText(value: number, step: number): string {
  if (Math.abs(value) < 1e-9 * step) return '0';
  const size = Math.abs(value);
  if (size >= 1e5 || step < 1e-4)
    return value.toExponential(Math.max(0, Math.round(Math.log10(size / step)))).replace('e+', 'e');
  return value.toFixed(Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
}

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
  if (!(low <= high)) return [0, 1];
  const pad = high > low ? 0.05 * (high - low) : Math.max(1e-12, 0.5 * Math.abs(high));
  return [low - pad, high + pad];
}

export function frameOf(chart: Chart, box: Box): Frame {
  let xRange = chart.xRange ?? extent([...chart.series.map((s) => s.x), (chart.marks ?? []).map((m) => m.x)]);
  let yRange =
    chart.yRange ??
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
    for (const s of chart.series) {
      const xs = Float64Array.from(s.x, f.toX);
      const ys = Float64Array.from(s.y, f.toY);
      if (s.kind === 'dots') p.dots(xs, ys, s.radius ?? 0.9, theme.lines[s.colour]);
      else p.line(xs, ys, { colour: theme.lines[s.colour], width: s.width ?? 1.6, dash: s.dash });
    }
    for (const o of chart.overlay ?? []) p.line(Float64Array.from(o.x, f.toX), Float64Array.from(o.y, f.toY), o.stroke);
    for (const m of chart.marks ?? []) {
      const size = m.label === 'event' ? 0.6 : 1;
      p.dots([f.toX(m.x)], [f.toY(m.y)], 6 * size, theme.paper);
      p.dots([f.toX(m.x)], [f.toY(m.y)], 4.5 * size, theme.lines[m.colour]);
    }
  });
  paintLegend(p, chart, f, theme);
  return f;
}

function paintAxes(p: Painter, chart: Chart, f: Frame, box: Box, theme: Theme): void {
  const xs = ticks(f.xRange[0], f.xRange[1], f.w / 70);
  const ys = ticks(f.yRange[0], f.yRange[1], f.h / 38);
  const step = (list: number[]): number => (list.length > 1 ? list[1] - list[0] : Math.abs(list[0]) || 1);
  for (const t of xs) {
    if (!chart.image) p.line([f.toX(t), f.toX(t)], [f.y, f.y + f.h], { colour: theme.grid, width: 1 });
    p.text(tickText(t, step(xs)), f.toX(t), f.y + f.h + 15, theme.faint, 'center', 11);
  }
  for (const t of ys) {
    if (!chart.image) p.line([f.x, f.x + f.w], [f.toY(t), f.toY(t)], { colour: theme.grid, width: 1 });
    p.text(tickText(t, step(ys)), f.x - 6, f.toY(t) + 4, theme.faint, 'right', 11);
  }
  p.line([f.x, f.x, f.x + f.w], [f.y, f.y + f.h, f.y + f.h], { colour: theme.faint, width: 1 });
  p.text(chart.title, f.x, box.y + 17, theme.ink, 'left', 13, false, true);
  p.text(chart.xLabel, f.x + f.w / 2, box.y + box.h - 8, theme.ink, 'center', 12);
  p.text(chart.yLabel, box.x + 14, f.y + f.h / 2, theme.ink, 'center', 12, true);
}

function paintLegend(p: Painter, chart: Chart, f: Frame, theme: Theme): void {
  const named = chart.series.filter((s) => s.label !== '');
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
