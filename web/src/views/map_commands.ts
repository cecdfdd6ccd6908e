// The commands that compute the map and its boundaries.

import { Ratios } from '../forms';
import { PythonValue } from '../quote';
import { Commands } from '../view';
import { Window } from './map_window';

/** `present` are the ratios of the case, where it has them; `observed` is what the map shows, on `cells` cells a side. */
export function mapCommands(window: Window, present: Ratios | null, observed: string, cells: number): Commands {
  const { x, y } = window;
  const damping = present?.damping ?? 0;
  const holding = present?.static;
  const fixed = present
    ? ['--damping-ratio', String(damping), ...(holding ? ['--static-ratio', String(holding)] : [])]
    : [];
  const axes = (count: string): string[] => [
    '--x',
    `friction_ratio=${x[0]}:${x[1]}${count}`,
    '--y',
    `frequency_ratio=${y[0]}:${y[1]}${count}`,
  ];
  const pythonAxes = (count: number[]): { x: PythonValue; y: PythonValue } => ({
    x: ['friction_ratio', ...x, ...count],
    y: ['frequency_ratio', ...y, ...count],
  });
  return {
    shell: [
      {
        verb: 'map',
        takesCase: false,
        words: [...fixed, ...axes(`:${cells}`), '--observables', observed, '--out', 'map.nc', '--plot', 'map.png'],
      },
      { verb: 'boundary', takesCase: false, words: [...fixed, ...axes(''), '--out', 'boundaries.csv'] },
    ],
    python: [
      {
        result: 'plane',
        name: 'map',
        takesCase: false,
        named: {
          ...pythonAxes([cells]),
          damping_ratio: damping,
          ...(holding ? { static_ratio: holding } : {}),
          observables: [observed],
        },
      },
      { result: 'curves', name: 'boundary', takesCase: false, named: { ...pythonAxes([]), damping_ratio: damping } },
    ],
  };
}
