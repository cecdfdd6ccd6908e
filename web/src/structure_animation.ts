// The structure and its contacts, played.

import { CaseKeys } from './case_keys';
import { element } from './dom';
import { fitCanvas } from './painter';
import { Player } from './player';
import { Interval, StructureMotion } from './structure_answer';
import { Layout, Travel, layoutOf, spacingOf, travelOf } from './structure_layout';
import { StructurePicture, heightOf } from './structure_picture';
import { themeOf } from './theme';

const arrowRoom = 20; // pixels beside the last mass, for the arrow of its load

export class StructureAnimation {
  readonly element: HTMLElement;
  private readonly canvas = element('canvas', { role: 'img' });
  private readonly player: Player;
  private drawn: {
    motion: StructureMotion;
    states: Interval[][];
    layout: Layout;
    travel: Travel;
    dampers: boolean[];
  } | null = null;

  constructor(onTime: (t: number) => void) {
    this.player = new Player('structure-play', (t) => {
      this.paint();
      onTime(t);
    });
    this.element = element('div', { class: 'animation' }, this.canvas, this.player.element);
    new ResizeObserver(() => this.paint()).observe(this.canvas);
  }

  show(motion: StructureMotion, states: Interval[][], keys: CaseKeys): void {
    const layout = layoutOf(motion);
    const dampers = keys.get('structure.dampers');
    this.drawn = {
      motion,
      states,
      layout,
      travel: travelOf(motion, layout),
      dampers: Array.isArray(dampers) ? dampers.map((c) => c !== 0) : [],
    };
    this.canvas.style.height = `${heightOf(layout)}px`;
    this.canvas.setAttribute(
      'aria-label',
      `The ${motion.dof_names.length} masses in a row, with their springs and contacts, at the time of the cursor`,
    );
    this.player.show(motion.final.t, 's');
    this.paint();
  }

  get time(): number {
    return this.player.time;
  }

  goTo(t: number): void {
    if (this.player.goTo(t)) this.paint();
  }

  pause(): void {
    this.player.pause();
  }

  paint(): void {
    const width = this.canvas.clientWidth;
    if (!this.drawn || width === 0) return;
    const { layout, travel } = this.drawn;
    const height = heightOf(layout);
    const free = layout.hasRightWall ? 0 : arrowRoom;
    const scene = { ...this.drawn, spacing: spacingOf(layout, travel, width - free), width, height };
    new StructurePicture(fitCanvas(this.canvas, width, height), scene, this.player.time, themeOf()).draw();
  }
}
