// What the keyboard does on the map: arrows move the cross, Enter takes its point, plus, minus and 0 zoom.

export interface KeyActions {
  move(right: number, up: number): void; // parts of the window
  take(): void;
  zoom(direction: 'in' | 'out'): void;
  showAll(): void;
}

const step = 0.02; // of the window
const largeStep = 0.1;

export function followKeys(canvas: HTMLCanvasElement, actions: KeyActions): void {
  canvas.addEventListener('keydown', (event) => {
    const by = event.shiftKey ? largeStep : step;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => actions.move(-by, 0),
      ArrowRight: () => actions.move(by, 0),
      ArrowUp: () => actions.move(0, by),
      ArrowDown: () => actions.move(0, -by),
      Enter: () => actions.take(),
      '+': () => actions.zoom('in'),
      '=': () => actions.zoom('in'),
      '-': () => actions.zoom('out'),
      '0': () => actions.showAll(),
    };
    const act = acts[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  });
}
