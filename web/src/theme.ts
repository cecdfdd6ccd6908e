// Colours for canvas drawing, read from the style sheet so that light and dark have one source. Okabe–Ito, colour-blind safe.

export interface Theme {
  ink: string;
  faint: string;
  grid: string;
  paper: string;
  stick: string; // shading of rest
  lines: string[];
}

let known: Theme | null = null; // reading styles is slow, and charts ask for each frame

export function themeOf(): Theme {
  known ??= readTheme();
  return known;
}

function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ink: colour('--ink'),
    faint: colour('--faint'),
    grid: colour('--grid'),
    paper: colour('--paper'),
    stick: colour('--stick'),
    lines: [0, 1, 2, 3, 4].map((i) => colour(`--line-${i}`)),
  };
}

/** For files: always on white. */
export const printTheme: Theme = {
  ink: '#1c1c1c',
  faint: '#5b5b5b',
  grid: '#dddddd',
  paper: '#ffffff',
  stick: '#dfe3e8',
  lines: ['#0072b2', '#d55e00', '#009e73', '#aa4499', '#b07800'],
};

type Choice = 'auto' | 'light' | 'dark';
const names: Record<Choice, string> = { auto: 'Theme: same as the system', light: 'Theme: light', dark: 'Theme: dark' };

/** The button that walks through system, light and dark. */
export function manageTheme(button: HTMLButtonElement, repaint: () => void): void {
  const order: Choice[] = ['auto', 'light', 'dark'];
  const stored = localStorage.getItem('theme') as Choice | null;
  let present: Choice = stored && order.includes(stored) ? stored : 'auto';
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    document.documentElement.dataset.theme = present === 'auto' ? (system.matches ? 'dark' : 'light') : present;
    button.textContent = names[present];
    known = null;
    repaint();
  };
  button.addEventListener('click', () => {
    present = order[(order.indexOf(present) + 1) % order.length];
    localStorage.setItem('theme', present);
    apply();
  });
  system.addEventListener('change', apply);
  apply();
}
