// The part of the plane that the map shows: where it may lie, how it zooms, and its text in the address.

export type Range = [number, number];

export interface Window {
  x: Range; // friction ratio
  y: Range; // frequency ratio
}

const limits: Window = { x: [0, 1000], y: [0.02, 1000] };
const leastSide = 1e-9;

export const wholePlane = (): Window => ({ x: [0, 1.2], y: [0.1, 1.6] });
export const copyOf = (w: Window): Window => ({ x: [...w.x], y: [...w.y] });
export const sizeOf = (r: Range): number => r[1] - r[0];
export const middleOf = (r: Range): number => (r[0] + r[1]) / 2;
export const clamp = (v: number, r: Range): number => Math.min(r[1], Math.max(r[0], v));

/** The window moved inside the limits; null where it is too small to show anything. */
export function withinLimits(w: Window): Window | null {
  if (sizeOf(w.x) < leastSide || sizeOf(w.y) < leastSide) return null;
  const inside = (r: Range, limit: Range): Range => {
    const low = Math.max(limit[0], r[0]);
    return [low, Math.min(limit[1], Math.max(r[1], low + leastSide))];
  };
  return { x: inside(w.x, limits.x), y: inside(w.y, limits.y) };
}

/** The point (x, y) keeps its place. */
export function zoomed(w: Window, factor: number, x: number, y: number): Window {
  const about = (r: Range, at: number): Range => [at + (r[0] - at) * factor, at + (r[1] - at) * factor];
  return { x: about(w.x, x), y: about(w.y, y) };
}

export const textOf = (w: Window): string => [...w.x, ...w.y].map((v) => Number(v.toPrecision(6))).join(',');

/** Reads what `textOf` writes; null where the text is no window within the limits. */
export function windowOf(text: string): Window | null {
  const values = text.split(',').map(Number);
  if (values.length !== 4 || !values.every(Number.isFinite)) return null;
  const [x0, x1, y0, y1] = values;
  const isSound = (r: Range, limit: Range): boolean => r[0] >= limit[0] && r[0] < r[1] && r[1] <= limit[1];
  return isSound([x0, x1], limits.x) && isSound([y0, y1], limits.y) ? { x: [x0, x1], y: [y0, y1] } : null;
}
