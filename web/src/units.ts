// What the numbers of a case are measured in, and the labels of its axes.

import { CaseKeys, isPlanar, isRatioForm } from './case_keys';

export interface Units {
  time: string;
  length: string;
  velocity: string;
  force: string;
  energy: string;
}

const si: Units = { time: 's', length: 'm', velocity: 'm/s', force: 'N', energy: 'J' };

/** For a unit of SI those of the dimensionless forms: m = k = p₀ = 1, and in the plane m = k = r_y = 1. */
export type UnitTable = Record<string, { load: string; friction_bound: string }>;

let table: UnitTable = {};

/** Takes the units that the server sends with its cases. */
export function learnUnits(sent: UnitTable): void {
  table = sent;
}

export function unitsOf(keys: CaseKeys): Units {
  if (!isRatioForm(keys)) return si;
  const form = isPlanar(keys) ? 'friction_bound' : 'load';
  const unit = (name: string): string => table[name]?.[form] ?? name;
  return {
    time: unit('s'),
    length: unit('m'),
    velocity: unit('m/s'),
    force: unit('N'),
    energy: unit('J'),
  };
}

export interface AxisLabels {
  time: string;
  position: string;
  velocity: string;
  friction: string;
  force: string;
}

export function axesOf(keys: CaseKeys): AxisLabels {
  const u = unitsOf(keys);
  return {
    time: `time t [${u.time}]`,
    position: `x [${u.length}]`,
    velocity: `v [${u.velocity}]`,
    friction: `friction r [${u.force}]`,
    force: `force [${u.force}]`,
  };
}
