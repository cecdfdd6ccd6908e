// Symbols of mechanics on a canvas.

export type Place = [number, number];

const mostTurns = 14;
const closestTurns = 4; // pixels from one to the next

/** A coil between two places; it is `width` wide to either side, and straight where there is no room for it. */
export function drawSpring(c: CanvasRenderingContext2D, from: Place, to: Place, colour: string, width: number): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const straight = Math.min(8, 0.2 * length);
  const turns = Math.max(4, Math.min(mostTurns, 2 * Math.floor((length - 2 * straight) / (2 * closestTurns))));
  const [ux, uy] = length > 0 ? [dx / length, dy / length] : [1, 0];
  c.strokeStyle = colour;
  c.lineWidth = 1.8;
  c.beginPath();
  c.moveTo(...from);
  for (let k = 0; k <= turns; ++k) {
    const along = straight + ((length - 2 * straight) * k) / turns;
    const aside = k === 0 || k === turns ? 0 : k % 2 ? -width : width;
    c.lineTo(from[0] + ux * along - uy * aside, from[1] + uy * along + ux * aside);
  }
  c.lineTo(...to);
  c.stroke();
}

/** A dashpot along a line at height y. */
export function drawDashpot(c: CanvasRenderingContext2D, from: number, to: number, y: number, colour: string): void {
  const middle = (from + to) / 2;
  const half = Math.min(7, Math.abs(to - from) / 4);
  c.strokeStyle = colour;
  c.lineWidth = 1.4;
  c.beginPath();
  c.moveTo(from, y);
  c.lineTo(middle - half, y);
  c.moveTo(middle + half, y - 5);
  c.lineTo(middle - half, y - 5);
  c.lineTo(middle - half, y + 5);
  c.lineTo(middle + half, y + 5);
  c.moveTo(middle, y - 3);
  c.lineTo(middle, y + 3);
  c.moveTo(middle, y);
  c.lineTo(to, y);
  c.stroke();
}

/** Ground: a surface with strokes below it, which `shift` moves along. */
export function drawGround(
  c: CanvasRenderingContext2D,
  box: { x: number; y: number; w: number; h: number },
  colours: { fill: string; stroke: string },
  shift = 0,
): void {
  const gap = 14;
  c.save();
  c.beginPath();
  c.rect(box.x, box.y, box.w, box.h);
  c.clip();
  c.fillStyle = colours.fill;
  c.fillRect(box.x, box.y, box.w, box.h);
  c.strokeStyle = colours.stroke;
  c.lineWidth = 1;
  c.beginPath();
  for (let along = ((shift % gap) + gap) % gap; along < box.w + box.h + gap; along += gap) {
    c.moveTo(box.x + along - box.h, box.y + box.h);
    c.lineTo(box.x + along, box.y);
  }
  c.moveTo(box.x, box.y + 0.5);
  c.lineTo(box.x + box.w, box.y + 0.5);
  c.stroke();
  c.restore();
}

/** An arrow to the right. */
export function drawArrow(c: CanvasRenderingContext2D, from: Place, length: number, colour: string): void {
  const [x, y] = from;
  const head = 4;
  c.strokeStyle = colour;
  c.lineWidth = 1.6;
  c.beginPath();
  c.moveTo(x, y);
  c.lineTo(x + length, y);
  c.moveTo(x + length - head, y - head);
  c.lineTo(x + length, y);
  c.lineTo(x + length - head, y + head);
  c.stroke();
}
