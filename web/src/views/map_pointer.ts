// What a pointer does on the map: hovering reads, a click takes a point, dragging and the wheel zoom.

import type { Frame } from '../chart';
import type { Window } from './map_window';

export interface PointerActions {
  hover(x: number, y: number): void;
  click(x: number, y: number): void;
  drag(window: Window): void;
  wheel(factor: number, x: number, y: number): void;
}

const clickReach = 6; // pixels that a click may move

export function followPointer(
  canvas: HTMLCanvasElement,
  selection: HTMLElement,
  frameOf: () => Frame | null,
  actions: PointerActions,
): void {
  let from: [number, number] | null = null;
  let start: [number, number] = [0, 0];

  const point = (event: MouseEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    const f = frameOf()!;
    const part = (v: number, low: number, size: number): number => Math.min(1, Math.max(0, (v - low) / size));
    const px = part(event.clientX - box.left, f.x, f.w);
    const py = 1 - part(event.clientY - box.top, f.y, f.h);
    return [f.xRange[0] + px * (f.xRange[1] - f.xRange[0]), f.yRange[0] + py * (f.yRange[1] - f.yRange[0])];
  };

  const showSelection = (event: MouseEvent): void => {
    selection.hidden = false;
    selection.style.left = `${Math.min(start[0], event.offsetX)}px`;
    selection.style.top = `${Math.min(start[1], event.offsetY)}px`;
    selection.style.width = `${Math.abs(event.offsetX - start[0])}px`;
    selection.style.height = `${Math.abs(event.offsetY - start[1])}px`;
  };

  const end = (): void => {
    from = null;
    selection.hidden = true;
  };

  canvas.addEventListener('pointerdown', (event) => {
    if (!frameOf() || event.button !== 0) return;
    from = point(event);
    start = [event.offsetX, event.offsetY];
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!frameOf()) return;
    actions.hover(...point(event));
    if (from) showSelection(event);
  });
  canvas.addEventListener('pointerup', (event) => {
    if (!from || !frameOf()) return;
    const to = point(event);
    const isClick = Math.hypot(event.offsetX - start[0], event.offsetY - start[1]) < clickReach;
    const ordered = (a: number, b: number): [number, number] => [Math.min(a, b), Math.max(a, b)];
    if (isClick) actions.click(...to);
    else actions.drag({ x: ordered(from[0], to[0]), y: ordered(from[1], to[1]) });
    end();
  });
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (!frameOf()) return;
      event.preventDefault();
      actions.wheel(event.deltaY < 0 ? 0.8 : 1.25, ...point(event));
    },
    { passive: false },
  );
}
