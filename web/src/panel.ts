// Charts on the page: uPlot where x runs one way (zoom by dragging, a cursor that reads values), a canvas of our own for
// loops, orbits and clouds of points.

import uPlot from 'uplot';
import { BarLook, Chart, Frame, paintChart, paintRows, rowName, rowRange } from './chart';
import { element, readable } from './dom';
import { CanvasPainter, fitCanvas } from './painter';
import { Theme, themeOf } from './theme';
import { rangeOf, tickTexts, ticks } from './ticks';

/** What is told of a chart to those who do not see it. */
function describe(chart: Chart): string {
  if (chart.description) return `${chart.title}: ${chart.description}`;
  const parts = chart.series
    .filter((s) => s.label !== '' && s.y.length > 0)
    .slice(0, 4)
    .map((s) => {
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0; i < s.y.length; ++i) {
        if (s.y[i] < low) low = s.y[i];
        if (s.y[i] > high) high = s.y[i];
      }
      return `${s.label} from ${readable(low, 4)} to ${readable(high, 4)}`;
    });
  return `${chart.title}: ${chart.yLabel} against ${chart.xLabel}. ${parts.join('; ')}`;
}

export class XYPanel {
  readonly element: HTMLElement;
  frame: Frame | null = null;
  private readonly canvas = element('canvas', { role: 'img' });
  private chart: Chart | null = null;

  constructor(className = 'square') {
    this.element = element('div', { class: 'chart ' + className }, this.canvas);
    new ResizeObserver(() => this.paint()).observe(this.element);
  }

  show(chart: Chart): void {
    this.chart = chart;
    this.canvas.setAttribute('aria-label', describe(chart));
    this.paint();
  }

  paint(): void {
    const { clientWidth: w, clientHeight: h } = this.element;
    if (!this.chart || w === 0 || h === 0) return;
    this.frame = paintChart(
      new CanvasPainter(fitCanvas(this.canvas, w, h)),
      this.chart,
      { x: 0, y: 0, w, h },
      themeOf(),
    );
  }
}

const rowHeight = 26; // pixels of a row
const rowsBelow = 54; // of the axis

const swatchOf = (look: BarLook): string => `bar-swatch part-${look.part} colour-${look.colour}`;

/** A series of points that no line joins. */
const dotsOnly = (fill: string): Partial<uPlot.Series> => ({
  paths: () => null,
  points: { show: true, size: 3, width: 0, fill },
});

/** The names of rows in the place of numbers. */
const rowAxis = (names: string[]): Partial<uPlot.Axis> => ({
  splits: () => names.map((_, i) => names.length - i),
  values: () => names.map(rowName),
});

/** A line chart whose panels share a cursor where they share `sync`. */
export class LinePanel {
  readonly element: HTMLElement;
  private readonly place = element('div', { role: 'img', tabindex: '-1' });
  private plot: uPlot | null = null;
  private chart: Chart | null = null;
  private shape = '';
  private isZoomed = false;
  private readonly title = element('p', { class: 'chart-title' });

  /** `isInner`: another panel below shows the axis. */
  constructor(
    private readonly sync: string | null,
    private readonly onCursor?: (x: number | null) => void,
    private readonly isInner = false,
  ) {
    this.place.append(this.title);
    this.element = element('div', { class: isInner ? 'chart wide inner' : 'chart wide' }, this.place);
    new ResizeObserver(() => this.fit()).observe(this.element);
  }

  show(chart: Chart): void {
    this.chart = chart;
    this.place.setAttribute('aria-label', describe(chart));
    const names = [...chart.series.map((s) => s.label), ...(chart.rows?.names ?? [])];
    const shape = [chart.title, chart.xLabel, chart.yLabel, names.join()].join('|');
    const data = [chart.series[0].x, ...chart.series.map((s) => s.y)] as uPlot.AlignedData;
    if (!this.plot || shape !== this.shape) {
      this.make(chart, data);
      this.shape = shape;
      return;
    }
    this.plot.setData(data, !this.isZoomed);
    if (this.isZoomed) this.plot.redraw(false, true);
  }

  /** Draws again with the colours of the present theme. */
  recolour(): void {
    if (!this.chart) return;
    this.shape = '';
    this.show(this.chart);
  }

  resetZoom(): void {
    this.isZoomed = false;
    if (this.plot && this.chart) this.plot.setData(this.plot.data, true);
  }

  /** Puts the cursor at x. */
  point(x: number): void {
    if (!this.plot) return;
    this.plot.setCursor({ left: this.plot.valToPos(x, 'x'), top: 5 }, false);
  }

  /** A chart of rows is as high as its rows are many. */
  private heighten(): void {
    const rows = this.chart?.rows;
    if (rows) this.element.style.height = `${this.title.offsetHeight + rowsBelow + rowHeight * rows.names.length}px`;
  }

  private fit(): void {
    this.heighten();
    const { clientWidth: width, clientHeight: height } = this.element;
    if (this.plot && width > 0 && height > 0) this.plot.setSize({ width, height: height - this.title.offsetHeight });
    else if (this.chart && !this.plot) this.show(this.chart);
  }

  private make(chart: Chart, data: uPlot.AlignedData): void {
    const width = this.element.clientWidth;
    if (width === 0) return;
    this.plot?.destroy();
    this.name(chart);
    this.heighten();
    const height = this.element.clientHeight - this.title.offsetHeight;
    const theme = themeOf();
    // A long label beside a low chart is written smaller, so that it is not cut off.
    const fontFor = (label: string, room: number): number => Math.max(9, Math.min(12, room / (0.56 * label.length)));
    const axis = (label: string, size: number, space: number, room: number): uPlot.Axis => ({
      label,
      size,
      splits: (u, i, low, high) =>
        ticks(low, high, (i === 0 ? u.bbox.width : u.bbox.height) / devicePixelRatio / space),
      values: (_, splits) => tickTexts(splits),
      stroke: theme.ink,
      labelSize: 20,
      gap: 3,
      labelGap: 2,
      font: '11px system-ui',
      labelFont: `${fontFor(label, room)}px system-ui`,
      grid: { stroke: theme.grid, width: 1 },
      ticks: { stroke: theme.grid, width: 1, size: 4 },
    });
    const options: uPlot.Options = {
      width,
      height,
      title: '',
      legend: { show: false },
      scales: {
        x: { time: false, range: (_, low, high) => (high > low ? [low, high] : rangeOf(low, high)) },
        y: { range: (_, low, high) => this.yRange(low ?? Infinity, high ?? -Infinity) },
      },
      axes: [
        this.isInner ? { ...axis('', 22, 70, width), labelSize: 0 } : axis(chart.xLabel, 24, 70, width),
        chart.rows
          ? { ...axis('', 62, 34, height), ...rowAxis(chart.rows.names), labelSize: 20 }
          : axis(chart.yLabel, 62, 34, height - (this.isInner ? 28 : 50)),
      ],
      padding: [6, 14, 0, 0],
      series: [
        {},
        ...chart.series.map((s) => ({
          label: s.label,
          stroke: theme.lines[s.colour],
          width: s.width ?? 1.6,
          dash: s.dash,
          ...(s.kind === 'dots' ? dotsOnly(theme.lines[s.colour]) : { points: { show: false } }),
          spanGaps: false,
          pxAlign: 0,
        })),
      ],
      cursor: {
        drag: { x: true, y: false },
        sync: this.sync ? { key: this.sync } : undefined,
        points: chart.rows ? { show: false } : { size: 7 },
      },
      hooks: {
        drawAxes: [(u) => this.shade(u, theme)],
        draw: [(u) => this.mark(u, theme)],
        setCursor: [
          (u) =>
            this.onCursor?.(
              u.cursor.idx === null || u.cursor.idx === undefined ? null : (u.data[0][u.cursor.idx] as number),
            ),
        ],
        setSelect: [
          (u) => {
            if (u.select.width > 4) this.isZoomed = true;
          },
        ],
      },
    };
    this.plot = new uPlot(options, data, this.place);
    this.plot.over.addEventListener('dblclick', () => {
      this.isZoomed = false;
    });
  }

  /** The title, and what the colours mean. */
  private name(chart: Chart): void {
    const legend = element('span', { class: 'legend' });
    for (const s of chart.series.length > 1 ? chart.series : [])
      legend.append(
        element('span', {}, element('i', { class: `swatch line-${s.colour}${s.dash ? ' dashed' : ''}` }), s.label),
      );
    for (const look of chart.rows?.looks ?? [])
      legend.append(element('span', {}, element('i', { class: swatchOf(look) }), look.label));
    this.title.replaceChildren(chart.title, legend);
  }

  /** The range given, or one that shows the data and the shaded levels. */
  private yRange(low: number, high: number): [number, number] {
    const levels = (this.chart?.levels ?? []).flatMap((l) => [l.from, l.to]);
    if (this.chart?.rows) return rowRange(this.chart.rows);
    return this.chart?.yRange ?? rangeOf(Math.min(low, ...levels), Math.max(high, ...levels));
  }

  private shade(u: uPlot, theme: Theme): void {
    const { left, top, width, height } = u.bbox;
    u.ctx.save();
    u.ctx.beginPath();
    u.ctx.rect(left, top, width, height);
    u.ctx.clip();
    u.ctx.fillStyle = theme.stick;
    for (const [from, to] of this.chart?.bands ?? []) {
      const x = u.valToPos(from, 'x', true);
      u.ctx.fillRect(x, top, u.valToPos(to, 'x', true) - x, height);
    }
    if (this.chart?.rows) {
      const [toX, toY] = (['x', 'y'] as const).map((axis) => (v: number) => u.valToPos(v, axis, true));
      paintRows(new CanvasPainter(u.ctx), this.chart.rows, toX, toY, theme);
    }
    for (const l of this.chart?.levels ?? []) {
      const y = u.valToPos(l.to, 'y', true);
      u.ctx.fillRect(left, y, width, Math.max(3, u.valToPos(l.from, 'y', true) - y));
    }
    u.ctx.restore();
  }

  private mark(u: uPlot, theme: Theme): void {
    const r = 4 * (devicePixelRatio || 1);
    for (const m of this.chart?.marks ?? []) {
      const x = u.valToPos(m.x, 'x', true);
      const y = u.valToPos(m.y, 'y', true);
      if (x < u.bbox.left - 1 || x > u.bbox.left + u.bbox.width + 1) continue;
      u.ctx.beginPath();
      u.ctx.arc(x, y, m.label === 'event' ? 0.75 * r : 1.3 * r, 0, 2 * Math.PI);
      u.ctx.fillStyle = theme.lines[m.colour];
      u.ctx.strokeStyle = theme.paper;
      u.ctx.lineWidth = 1.5;
      u.ctx.fill();
      if (m.label !== 'event') u.ctx.stroke();
    }
  }
}
