// The picture of the map: cells as an image, boundaries, the point of the case and the cross of the keyboard.

import { Chart, Frame, paintChart } from '../chart';
import { element } from '../dom';
import { CanvasPainter, fitCanvas } from '../painter';
import { Theme, themeOf } from '../theme';
import { Curve, strokesOf } from './map_boundaries';
import { Shade } from './map_colours';
import { columns, rows } from './map_plane';
import { RegionLabel } from './map_regions';
import { Window, sizeOf } from './map_window';
import { axisFor, capital } from '../vocabulary';

export type Point = [number, number];

export interface Scene {
  title: string;
  window: Window;
  imageWindow: Window; // that the cells cover
  curves: Curve[];
  regions: RegionLabel[];
  present: Point;
  cross: Point | null;
}

const crossArm = 10; // pixels

export class MapPicture {
  readonly canvas = element('canvas', {
    tabindex: '0',
    role: 'application',
    'aria-label':
      'Map over friction ratio and frequency ratio. Arrow keys move the cross, Enter takes its point, plus and minus zoom, 0 shows all.',
    'aria-describedby': 'map-reading',
  });
  readonly selection = element('div', { class: 'selection' });
  readonly element = element('div', { class: 'chart map-chart' }, this.canvas, this.selection);
  frame: Frame | null = null;
  private readonly image = element('canvas');

  /** `sceneOf` gives null while there is nothing to show. */
  constructor(private readonly sceneOf: () => Scene | null) {
    this.selection.hidden = true;
    this.image.width = columns;
    this.image.height = rows;
    new ResizeObserver(() => this.paint()).observe(this.element);
  }

  /** Colours the rows [first, last) of the image. */
  colour(shade: Shade, first: number, last: number): void {
    const context = this.image.getContext('2d')!;
    const band = context.createImageData(columns, last - first);
    for (let row = first; row < last; ++row) {
      for (let c = 0; c < columns; ++c) {
        const [r, g, b] = shade.colour(row * columns + c);
        const at = 4 * ((last - 1 - row) * columns + c);
        band.data[at] = r;
        band.data[at + 1] = g;
        band.data[at + 2] = b;
        band.data[at + 3] = 255;
      }
    }
    context.putImageData(band, 0, rows - last);
  }

  chart(scene: Scene, theme: Theme): Chart {
    return {
      title: scene.title,
      xLabel: axisFor('friction_ratio'),
      yLabel: axisFor('frequency_ratio'),
      series: [],
      xRange: scene.window.x,
      yRange: scene.window.y,
      image: this.image,
      imageRange: scene.imageWindow,
      overlay: strokesOf(scene.curves, theme),
      labels: this.labelsOf(scene),
      marks: [{ x: scene.present[0], y: scene.present[1], colour: 1 }],
    };
  }

  private labelsOf({ regions, imageWindow: { x, y } }: Scene): NonNullable<Chart['labels']> {
    return regions.map(({ text, part, room }) => ({
      text: capital(text),
      x: x[0] + part[0] * sizeOf(x),
      y: y[0] + part[1] * sizeOf(y),
      room: [room[0] * sizeOf(x), room[1] * sizeOf(y)],
    }));
  }

  paint(): void {
    const { clientWidth: w, clientHeight: h } = this.element;
    const scene = this.sceneOf();
    if (w === 0 || !scene) return;
    const theme = themeOf();
    const painter = new CanvasPainter(fitCanvas(this.canvas, w, h));
    this.frame = paintChart(painter, this.chart(scene, theme), { x: 0, y: 0, w, h }, theme);
    if (!scene.cross) return;
    const [x, y] = [this.frame.toX(scene.cross[0]), this.frame.toY(scene.cross[1])];
    const xs = [x - crossArm, x + crossArm, NaN, x, x];
    const ys = [y, y, NaN, y - crossArm, y + crossArm];
    painter.line(xs, ys, { colour: theme.paper, width: 4 });
    painter.line(xs, ys, { colour: theme.ink, width: 1.5 });
  }
}
