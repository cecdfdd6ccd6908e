// The fields of a case in the plane.

import { CaseKeys, kindOf, numberAt } from './case_keys';
import { Field, Group, Positive, Signed, frequencyField, oscillatorItems, phaseField, ratio, untilField } from './form';

/** Both components of a start, where the case gives them. */
const pair = (keys: CaseKeys, signed: Signed, key: string, label: string, unit: string): Field[] =>
  Array.isArray(keys.get(key)) ? [0, 1].map((i) => signed(`${key}[${i}]`, `${label} ${i + 1}`, unit, 1)) : [];

/** In the plane: m = k = r_y = 1. */
export function planarRatioGroups(keys: CaseKeys, signed: Signed, positive: Positive): Group[] {
  const items: Group['items'] = [
    ratio('ratios.force', 'Force r_f = p₀/r_y', [0.05, 5], true, 1),
    ratio('ratios.frequency', 'Frequency r_w = ω/ωₙ', [0.02, 2.5], true, 1),
    ratio('ratios.damping', 'Damping ζ', [0, 1]),
    ratio('ratios.axis_ratio', 'Axis ratio p₂/p₁', [0, 1], false, 1),
    ratio('ratios.phase', 'Phase of the second axis [rad]', [-3.1416, 3.1416]),
  ];
  if (keys.has('ratios.stiffness')) items.push(ratio('ratios.stiffness', 'Stiffness r_k = k/k_d', [0.01, 2], true, 1));
  return [
    { title: 'Ratios (m = k = r_y = 1)', items },
    {
      title: 'Start and run',
      items: [
        ...pair(keys, signed, 'start.position', 'Start position', 'r_y/k'),
        ...pair(keys, signed, 'start.velocity', 'Start velocity', 'ωₙ·r_y/k'),
        positive('run.until', 'Follow until', '1/ωₙ', (20 * 2 * Math.PI) / numberAt(keys, 'ratios.frequency', 1), true),
      ],
    },
  ];
}

export function planarGroups(keys: CaseKeys, positive: Positive, signed: Signed): Group[] {
  const kind = kindOf(keys);
  const load: Group['items'] = [];
  if (kind === 'rotating') load.push(positive('load.amplitude', 'Load amplitude', 'N', 1, false));
  if (kind === 'harmonic') {
    for (const i of [0, 1]) {
      load.push(positive(`load.amplitude[${i}]`, `Load amplitude, axis ${i + 1}`, 'N', 1, false));
      if (keys.has('load.phase')) load.push(phaseField(`load.phase[${i}]`, `Phase, axis ${i + 1}`));
    }
  }
  if (kind !== 'none' && kind !== 'record' && kind !== 'constant') load.push(frequencyField(keys, positive));
  const oscillator = oscillatorItems(keys, positive, signed);
  if (keys.has('oscillator.support_stiffness')) {
    oscillator.push(positive('oscillator.support_stiffness', 'Support stiffness', 'N/m', 1, true));
  }
  return [
    { title: `Load (${kind})`, items: load },
    {
      title: 'Friction',
      items: ['friction.bound', 'friction.mu', 'friction.normal']
        .filter((k) => keys.has(k))
        .map((k) =>
          positive(k, k === 'friction.bound' ? 'Friction bound' : k.slice(9), k.endsWith('mu') ? '' : 'N', 1, true),
        ),
    },
    { title: 'Oscillator', items: oscillator },
    {
      title: 'Start and run',
      items: [
        ...pair(keys, signed, 'start.position', 'Start position', 'm'),
        ...pair(keys, signed, 'start.velocity', 'Start velocity', 'm/s'),
        ...untilField(keys, positive),
      ],
    },
  ];
}
