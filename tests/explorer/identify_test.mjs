// A record dropped on the page: the numbers of the command line, pictures, units, curves, and what is refused.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { count, open, sight, until } from './browser.mjs';

const guide = new URL('../../docs/guide/identify/', import.meta.url);
const read = (name) => readFileSync(new URL(name, guide), 'utf8');
const block = 'view=identify&oscillator.mass=0.52&oscillator.stiffness=200&friction.mu=0.1&friction.normal=5.1';
const driven =
  'view=identify&oscillator.mass=2&oscillator.stiffness=150&oscillator.damping=0.3&friction.bound=1&load.kind="harmonic"&load.amplitude=8&load.frequency=5';

const file = (name, text) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function fitted(page, record, before) {
  await page.setInputFiles('#identify-file', record);
  await until(page, (n) => performance.getEntriesByName('identify-fitted').length > n, before, 60);
}

const cells = (page, id) =>
  page.$$eval(`#${id} tbody tr`, (rows) => rows.map((r) => [...r.children].map((c) => c.textContent)));

export const tests = {
  'a record of a phone gives the numbers of the guide, with pictures': async (world) => {
    const page = await open(world, block, 'identify-drawn');
    await page.selectOption('#identify-quantity', 'acceleration');
    await page.fill('#identify-fit', 'friction.mu, oscillator.damping, oscillator.stiffness, sensor.offset, start.position, start.velocity');
    await fitted(page, file('phone.csv', read('phone.csv')), 0);
    const rows = Object.fromEntries((await cells(page, 'identify-estimates')).map((r) => [r[0], r]));
    assert.ok(Math.abs(Number(rows['friction.mu'][1]) - 0.0621) < 2e-4, rows['friction.mu'].join());
    assert.equal(rows['oscillator.damping'][3], 'N·s/m');
    assert.deepEqual((await cells(page, 'identify-models')).map((r) => r[0]).sort(), [
      'coulomb',
      'coulomb-viscous (fitted)',
      'static-kinetic',
      'stribeck',
      'viscous',
    ]);
    assert.equal(await page.locator('#identify-warnings li').count(), 0);
    assert.equal(await page.locator('#panel-identify canvas:visible').count(), 2);
    await page.click('#identify-take');
    await until(page, () => /friction\.mu=0\.062/.test(location.hash), null, 20);
  },

  'a response curve is known by its head': async (world) => {
    const page = await open(world, driven, 'identify-drawn');
    await fitted(page, file('curve.csv', read('curve.csv')), 0);
    const rows = await cells(page, 'identify-estimates');
    assert.deepEqual(rows.map((r) => r[0]), ['friction.bound', 'oscillator.damping', 'oscillator.stiffness']);
    assert.ok(Math.abs(Number(rows[0][1]) - 3) < 0.1);
    assert.equal(await page.locator('#panel-identify canvas:visible').count(), 4);
  },

  'a long record is thinned, and that is said': async (world) => {
    const page = await open(world, block, 'identify-drawn');
    await page.selectOption('#identify-quantity', 'acceleration');
    const [head, ...lines] = read('phone.csv').trim().split('\n');
    const long = lines.flatMap((line, i) => {
      const [t, ...values] = line.split(',');
      const step = (Number(lines[1].split(',')[0]) - Number(lines[0].split(',')[0])) / 12;
      return Array.from({ length: 12 }, (_, k) => [Number(t) + k * step, ...values].join(','));
    });
    await fitted(page, file('long.csv', [head, ...long].join('\n')), 0);
    assert.match(await page.textContent('#identify-note'), /Every \d+th of \d+ rows/);
  },

  'what is no record is told in a sentence': async (world) => {
    const page = await open(world, block, 'identify-drawn');
    for (const [text, words] of [
      ['', /at least two rows|record/],
      ['time,x\n0,1\n1,<img src=x onerror=alert(1)>\n', /must be a finite number/],
      ['time,x\n' + Array.from({ length: 40 }, (_, i) => `${i},0.5`).join('\n'), /nothing moves/],
    ]) {
      const before = await count(page, 'identify-fitted');
      await page.setInputFiles('#identify-file', file('bad.csv', text));
      await until(page, (w) => new RegExp(w).test(document.getElementById('case-problem').textContent), words.source, 30);
      assert.equal(await sight(page), 'refused');
      assert.equal(await count(page, 'identify-fitted'), before);
      assert.equal(await page.locator('#views img').count(), 0);
      await page.fill('#identify-fit', 'friction.mu');
    }
  },
};
