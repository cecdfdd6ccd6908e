// The view as a file: PNG, SVG, CSV, TOML; and as commands.

import { Chart, paintChart } from './chart';
import { byId, download, element } from './dom';
import { CanvasPainter, Painter, SvgPainter } from './painter';
import { printTheme } from './theme';
import { Shown } from './commands';

const width = 1000;

interface Placed {
  chart: Chart;
  box: { x: number; y: number; w: number; h: number };
}

/** Wide charts one below the other, loops two in a row. */
function layout(charts: Chart[]): { placed: Placed[]; height: number } {
  const placed: Placed[] = [];
  let y = 10;
  let column = 0;
  for (const chart of charts) {
    const isWide =
      (chart.bands !== undefined ||
        chart.title.startsWith('Response') ||
        chart.title.startsWith('Stops') ||
        chart.xRange !== undefined) &&
      !chart.image;
    const wide = chart.rows ? Math.max(160, 80 + 26 * chart.rows.names.length) : 260;
    const h = chart.image ? 860 : isWide ? wide : 440;
    if (isWide || chart.image) {
      if (column === 1) y += 440;
      column = 0;
      placed.push({ chart, box: { x: 10, y, w: width - 20, h } });
      y += h;
    } else {
      placed.push({ chart, box: { x: 10 + column * (width / 2 - 5), y, w: width / 2 - 15, h } });
      if (column === 1) y += h;
      column = 1 - column;
    }
  }
  return { placed, height: y + (column === 1 ? 440 : 0) + 10 };
}

function paintAll(painter: Painter, charts: Chart[], height: number, placed: Placed[]): void {
  painter.rect(0, 0, width, height, printTheme.paper);
  if (charts.length === 0) painter.text('There is nothing to draw.', 40, 40, printTheme.ink, 'left');
  for (const { chart, box } of placed) paintChart(painter, chart, box, printTheme);
}

export function savePng(charts: Chart[], name: string): void {
  const { placed, height } = layout(charts);
  const canvas = element('canvas');
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  const context = canvas.getContext('2d')!;
  context.scale(2, 2);
  paintAll(new CanvasPainter(context), charts, height, placed);
  canvas.toBlob((blob) => blob && download(name + '.png', blob), 'image/png');
}

export function saveSvg(charts: Chart[], name: string): void {
  const { placed, height } = layout(charts);
  const painter = new SvgPainter(width, height);
  paintAll(painter, charts, height, placed);
  download(name + '.svg', new Blob([painter.svg()], { type: 'image/svg+xml' }));
}

export function saveText(name: string, text: string, type: string): void {
  download(name, new Blob([text], { type }));
}

/** Shows the commands in the dialog, each with a button that copies it. */
export function showCommands(commands: Shown): void {
  const note = commands.needsFile
    ? 'Save the case as case.toml first (button Case (TOML)); the commands read it.'
    : 'These compute what this view shows.';
  const block = (title: string, id: string, text: string): HTMLElement => {
    const copy = element('button', { type: 'button', class: 'small' }, 'Copy');
    copy.addEventListener('click', () => {
      void navigator.clipboard?.writeText(text).then(() => {
        copy.textContent = 'Copied';
      });
    });
    return element('section', {}, element('h3', {}, title, ' ', copy), element('pre', { id, tabindex: '0' }, text));
  };
  byId('commands-body').replaceChildren(
    element('p', {}, note),
    block('Command line', 'command-shell', commands.shell),
    block('Python', 'command-python', commands.python),
  );
  byId<HTMLDialogElement>('commands').showModal();
}
