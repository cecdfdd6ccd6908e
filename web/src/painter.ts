// One way to draw, two surfaces: a canvas for the screen and PNG, SVG text for files.

export interface Stroke {
  colour: string;
  width?: number;
  dash?: number[];
}

export interface Painter {
  rect(x: number, y: number, w: number, h: number, fill: string): void;
  line(xs: ArrayLike<number>, ys: ArrayLike<number>, stroke: Stroke): void; // NaN breaks the line
  dots(xs: ArrayLike<number>, ys: ArrayLike<number>, radius: number, fill: string): void;
  text(
    s: string,
    x: number,
    y: number,
    colour: string,
    align: 'left' | 'center' | 'right',
    size?: number,
    turned?: boolean,
    bold?: boolean,
  ): void;
  image(source: HTMLCanvasElement, x: number, y: number, w: number, h: number): void;
  clip(x: number, y: number, w: number, h: number, inside: () => void): void;
}

type TextArguments = Parameters<Painter['text']>;

const font = 'system-ui, "DejaVu Sans", sans-serif';

/** Gives the canvas w × h CSS pixels at the resolution of the screen, empty. */
export function fitCanvas(canvas: HTMLCanvasElement, w: number, h: number): CanvasRenderingContext2D {
  const scale = devicePixelRatio || 1;
  const [width, height] = [Math.round(w * scale), Math.round(h * scale)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext('2d')!;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, w, h);
  return context;
}

export class CanvasPainter implements Painter {
  constructor(private readonly c: CanvasRenderingContext2D) {}

  rect(x: number, y: number, w: number, h: number, fill: string): void {
    this.c.fillStyle = fill;
    this.c.fillRect(x, y, w, h);
  }
  line(xs: ArrayLike<number>, ys: ArrayLike<number>, stroke: Stroke): void {
    const c = this.c;
    c.strokeStyle = stroke.colour;
    c.lineWidth = stroke.width ?? 1.5;
    c.setLineDash(stroke.dash ?? []);
    c.lineJoin = 'round';
    c.beginPath();
    let isDown = false;
    for (let i = 0; i < xs.length; ++i) {
      if (!Number.isFinite(xs[i]) || !Number.isFinite(ys[i])) isDown = false;
      else if (isDown) c.lineTo(xs[i], ys[i]);
      else {
        c.moveTo(xs[i], ys[i]);
        isDown = true;
      }
    }
    c.stroke();
    c.setLineDash([]);
  }
  dots(xs: ArrayLike<number>, ys: ArrayLike<number>, radius: number, fill: string): void {
    const c = this.c;
    c.fillStyle = fill;
    if (radius < 1.2) {
      for (let i = 0; i < xs.length; ++i) c.fillRect(xs[i] - radius, ys[i] - radius, 2 * radius, 2 * radius);
      return;
    }
    c.beginPath();
    for (let i = 0; i < xs.length; ++i) {
      c.moveTo(xs[i] + radius, ys[i]);
      c.arc(xs[i], ys[i], radius, 0, 2 * Math.PI);
    }
    c.fill();
  }
  text(...[s, x, y, colour, align, size = 12, turned = false, bold = false]: TextArguments): void {
    const c = this.c;
    c.save();
    c.translate(x, y);
    if (turned) c.rotate(-Math.PI / 2);
    c.font = `${bold ? '600 ' : ''}${size}px ${font}`;
    c.fillStyle = colour;
    c.textAlign = align;
    c.textBaseline = 'alphabetic';
    c.fillText(s, 0, 0);
    c.restore();
  }
  image(source: HTMLCanvasElement, x: number, y: number, w: number, h: number): void {
    this.c.imageSmoothingEnabled = false;
    this.c.drawImage(source, x, y, w, h);
  }
  clip(x: number, y: number, w: number, h: number, inside: () => void): void {
    this.c.save();
    this.c.beginPath();
    this.c.rect(x, y, w, h);
    this.c.clip();
    inside();
    this.c.restore();
  }
}

const n = (v: number): string => String(Math.round(v * 100) / 100);
const escape = (s: string): string =>
  s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

export class SvgPainter implements Painter {
  private parts: string[] = [];
  private clips = 0;

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {}

  rect(x: number, y: number, w: number, h: number, fill: string): void {
    this.parts.push(`<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"/>`);
  }
  line(xs: ArrayLike<number>, ys: ArrayLike<number>, stroke: Stroke): void {
    let path = '';
    let isDown = false;
    for (let i = 0; i < xs.length; ++i) {
      if (!Number.isFinite(xs[i]) || !Number.isFinite(ys[i])) isDown = false;
      else {
        path += `${isDown ? 'L' : 'M'}${n(xs[i])} ${n(ys[i])}`;
        isDown = true;
      }
    }
    const dash = stroke.dash ? ` stroke-dasharray="${stroke.dash.join(' ')}"` : '';
    this.parts.push(
      `<path d="${path}" fill="none" stroke="${stroke.colour}" stroke-width="${stroke.width ?? 1.5}" stroke-linejoin="round"${dash}/>`,
    );
  }
  dots(xs: ArrayLike<number>, ys: ArrayLike<number>, radius: number, fill: string): void {
    let path = '';
    for (let i = 0; i < xs.length; ++i)
      if (Number.isFinite(xs[i]) && Number.isFinite(ys[i])) path += `M${n(xs[i])} ${n(ys[i])}h0`;
    this.parts.push(
      `<path d="${path}" fill="none" stroke="${fill}" stroke-width="${n(2 * radius)}" stroke-linecap="round"/>`,
    );
  }
  text(...[s, x, y, colour, align, size = 12, turned = false, bold = false]: TextArguments): void {
    const anchor = { left: 'start', center: 'middle', right: 'end' }[align];
    const turn = turned ? ` transform="rotate(-90 ${n(x)} ${n(y)})"` : '';
    this.parts.push(
      `<text x="${n(x)}" y="${n(y)}" fill="${colour}" font-size="${size}" text-anchor="${anchor}"${bold ? ' font-weight="600"' : ''}${turn}>${escape(s)}</text>`,
    );
  }
  image(source: HTMLCanvasElement, x: number, y: number, w: number, h: number): void {
    this.parts.push(
      `<image x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" preserveAspectRatio="none" style="image-rendering:pixelated" href="${source.toDataURL('image/png')}"/>`,
    );
  }
  clip(x: number, y: number, w: number, h: number, inside: () => void): void {
    const id = `c${++this.clips}`;
    this.parts.push(
      `<clipPath id="${id}"><rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"/></clipPath><g clip-path="url(#${id})">`,
    );
    inside();
    this.parts.push('</g>');
  }
  svg(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}" font-family="${escape(font)}">\n${this.parts.join('\n')}\n</svg>\n`;
  }
}
