// What a user of the page sees, against what the command line prints. Each test has a fresh browser context; console
// errors and requests beyond the server fail any of them (run.mjs).

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, drawn, ink, open, settled, sight, until } from './browser.mjs';

/** Sets a slider as a drag would and waits for the picture. */
async function slide(page, id, value, measure) {
  const before = await count(page, measure);
  await page.locator(id).evaluate((slider, v) => {
    slider.value = v;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, String(value));
  await until(page, ([n, b]) => performance.getEntriesByName(n).length > b, [measure, before]);
}

async function type(page, id, value) {
  await page.locator(id).fill(String(value));
}

async function save(page, id) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(id).click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

const number = (text) => Number(/-?\d+(\.\d+)?(e[+-]?\d+)?/.exec(text)[0]);
const near = (a, b, digits) => assert.ok(Math.abs(a - b) <= Math.abs(b) * 10 ** -digits, `${a} is not ${b}`);

async function everyViewDraws(world, view, name, measure, canvas) {
  const page = await open(world, `view=${view}&case=${name}`, measure);
  assert.equal(await page.locator(`#tab-${view}`).getAttribute('aria-selected'), 'true');
  assert.ok((await ink(page, `#panel-${view} ${canvas}`)) > 3, 'the canvas is empty');
  return page;
}

export const tests = {
  'the motion opens and draws all its pictures': async (world) => {
    const page = await everyViewDraws(world, 'motion', 'hong-liu-fig10', 'motion-drawn', '.uplot canvas');
    const canvases = page.locator('#panel-motion canvas');
    assert.equal(await canvases.count(), 7); // the mass, three curves over time, three loops
    for (let i = 0; i < 7; ++i)
      assert.ok((await ink(page, `#panel-motion canvas >> nth=${i}`)) > 3, `canvas ${i} is empty`);
  },

  'the steady state opens and draws': async (world) => {
    const page = await everyViewDraws(world, 'steady', 'hong-liu-fig11', 'steady-drawn', '.uplot canvas');
    await page.locator('#panel-steady .uplot').nth(2).waitFor();
  },

  'the planar view opens and draws': (world) => everyViewDraws(world, 'planar', 'liu-fig6', 'planar-drawn', 'canvas'),

  'the chaos view opens, and its diagram fills in': async (world) => {
    const page = await everyViewDraws(world, 'chaos', 'stefanski-fig3b', 'section-drawn', 'canvas');
    await drawn(page, 'bifurcation-first');
    await until(page, () => /±/.test(document.getElementById('chaos-exponent').textContent));
    const text = await page.locator('#chaos-exponent').textContent();
    assert.match(text, /chaotic/);
    const [value, error] = /(-?[\d.]+) ± ([\d.e-]+)/.exec(text).slice(1).map(Number);
    assert.ok(value > 3 * error, text);
  },

  'planar and line cases lead to their views': async (world) => {
    const page = await open(world, 'view=planar&case=hong-liu-fig10');
    await page.getByRole('button', { name: 'liu-fig6' }).click();
    await drawn(page, 'planar-drawn');
    await until(page, () => document.getElementById('planar-card').textContent.includes('continuous'));
  },

  'moving a slider gives the numbers of the command line': async (world) => {
    const page = await open(world, 'view=motion&case=hong-liu-fig10', 'motion-drawn');
    await slide(page, '#field-load-frequency_hz-slider', 0.6, 'motion-drawn');
    const set = Number(await page.locator('#field-load-frequency_hz').inputValue());
    assert.ok(Math.abs(set - 0.6) < 0.01);
    const expected = world.program.ask('simulate', 'hong-liu-fig10', '--set', `load.frequency_hz=${set}`);
    const stops = expected.events.filter((e) => e.kind === 'slide-to-stick').length;
    const text = await page.locator('#motion-summary').textContent();
    assert.match(text, new RegExp(`sticks ${stops} times`));
    near(number(text.slice(text.indexOf('final x') + 7)), expected.final.x, 5);
    near(number(text.slice(text.indexOf('|x|') + 3)), expected.peak.x, 5);
  },

  'the steady card has the numbers of the command line': async (world) => {
    const page = await open(world, 'view=steady&case=hong-liu-fig10', 'steady-drawn');
    await slide(page, '#field-friction-bound-slider', 0.9, 'steady-drawn');
    const set = await page.locator('#field-friction-bound').inputValue();
    const expected = world.program.ask('steady', 'hong-liu-fig10', '--set', `friction.bound=${set}`);
    near(number(await page.locator('#steady-amplitude').textContent()), expected.amplitude, 9);
    near(number(await page.locator('#steady-dissipated').textContent()), expected.dissipated, 9);
    near(number(await page.locator('#steady-multiplier').textContent()), expected.multiplier, 7);
    assert.match(await page.locator('#steady-stops').textContent(), new RegExp(`^${expected.stops_per_cycle} a cycle`));
    assert.match(await page.locator('#steady-regime').textContent(), /Stick-slip/);
  },

  'what is not unique is shown as a family': async (world) => {
    const page = await open(world, 'view=steady&ratios.friction=0.2&ratios.frequency=0.5', 'steady-drawn');
    const expected = world.program.ask('steady', '--friction-ratio', '0.2', '--frequency-ratio', '0.5');
    const text = await page.locator('#steady-family').textContent();
    near(number(text.slice(text.indexOf('from') + 4)), expected.family.x_max[0], 5);
    near(number(text.slice(text.indexOf(' to ') + 3)), expected.family.x_max[1], 5);
  },

  'the ratio form is the same oscillator': async (world) => {
    const page = await open(world, 'view=steady&case=hong-liu-fig10', 'steady-drawn');
    await page.locator('#form-ratios').click();
    await page.locator('#field-ratios-friction').waitFor();
    near(Number(await page.locator('#field-ratios-friction').inputValue()), 0.7, 6);
    near(Number(await page.locator('#field-ratios-frequency').inputValue()), 1.2, 6);
    await until(page, () => !document.getElementById('steady-amplitude').textContent.includes(' m'));
    const expected = world.program.ask('steady', 'hong-liu-fig10');
    near(number(await page.locator('#steady-amplitude').textContent()), expected.amplitude_ratio, 8);
    await page.locator('#form-physical').click();
    assert.equal(await page.locator('#field-oscillator-mass').inputValue(), '1');
  },

  'loads, surfaces and static friction can be chosen': async (world) => {
    const page = await open(world, 'view=steady&case=hong-liu-fig10', 'steady-drawn');
    await page.locator('#field-load-kind').selectOption('base');
    await page.locator('#field-load-surface').selectOption('moving');
    await until(page, () => document.getElementById('steady-card').textContent.includes('Transmissibility'));
    await page.locator('#field-friction-static_bound-switch').check();
    await page.locator('#field-friction-static_bound').waitFor();
    const file = await save(page, '#export-toml');
    const path = join(mkdtempSync(join(tmpdir(), 'explorer-')), 'case.toml');
    writeFileSync(path, file.content);
    const expected = world.program.ask('steady', path);
    await page.waitForTimeout(500);
    near(number(await page.locator('#steady-amplitude').textContent()), expected.amplitude, 9);
  },

  'the map draws coarse, then fine, then its boundaries': async (world) => {
    const page = await open(world, 'view=map&case=hong-liu-fig10', 'map-first');
    assert.ok((await ink(page, '#panel-map canvas')) > 3);
    await drawn(page, 'map-complete');
    await until(page, () => /boundary curves/.test(document.getElementById('status').textContent));
    const file = await save(page, '#export-csv');
    const lines = file.content.toString().trim().split('\n');
    assert.equal(lines.length, 1 + 500 * 500);
    const names = lines[0].split(',');
    for (const i of [1, 31234, 99999, 200123]) {
      const row = Object.fromEntries(lines[i].split(',').map((value, k) => [names[k], value]));
      const expected = world.program.ask(
        'steady',
        '--friction-ratio',
        row.friction_ratio,
        '--frequency-ratio',
        row.frequency_ratio,
      );
      assert.equal(row.regime, expected.regime);
      assert.equal(Number(row.stops_per_cycle), expected.stops_per_cycle);
      near(Number(row.amplitude_ratio), expected.amplitude_ratio, 11);
    }
  },

  'a click on the map sets the point, and hovering reads it': async (world) => {
    const page = await open(world, 'view=map&ratios.friction=0.3&ratios.frequency=0.8', 'map-first');
    const canvas = page.locator('#panel-map canvas');
    const box = await canvas.boundingBox();
    await page.mouse.move(box.x + 0.6 * box.width, box.y + 0.4 * box.height);
    const reading = await page.locator('#map-reading').textContent();
    const [f, w] = /f = ([\d.]+), Ω = ([\d.]+)/.exec(reading).slice(1).map(Number);
    await page.mouse.down();
    await page.mouse.up();
    await until(page, (v) => Math.abs(Number(document.getElementById('field-ratios-friction').value) - v) < 2e-3, f);
    near(Number(await page.locator('#field-ratios-frequency').inputValue()), w, 2.5);
  },

  'cases that have no ratios have no map and say so': async (world) => {
    for (const name of ['stefanski-fig3a', 'dlubal-0116', 'liu-fig6']) {
      const page = await open(world, 'view=map&case=' + name);
      await until(page, () => document.getElementById('status').textContent.startsWith('The map needs'));
      assert.equal(await page.locator('#panel-map canvas').isVisible(), false);
    }
  },

  'the map zooms by wheel, by dragging, by keys and back': async (world) => {
    const page = await open(world, 'view=map&ratios.friction=0.3&ratios.frequency=0.8', 'map-first');
    const canvas = page.locator('#panel-map canvas');
    const box = await canvas.boundingBox();
    const windowOf = () => {
      const text = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('view.window');
      return text === null ? null : text.split(',').map(Number);
    };
    // The link tells the window once it has come to rest, however long the machine takes.
    const windowOnce = async (isRight) => {
      for (let i = 0; i < 100; ++i) {
        const window = windowOf();
        if (window !== null && isRight(window)) return window;
        await page.waitForTimeout(100);
      }
      assert.fail(`the window stays ${windowOf()}`);
    };
    const width = ([from, to]) => to - from;
    const first = await windowOnce(() => true);
    await page.mouse.move(box.x + 300, box.y + 200);
    await page.mouse.wheel(0, -200);
    const wheeled = await windowOnce((window) => width(window) < width(first));
    await page.mouse.down();
    await page.mouse.move(box.x + 420, box.y + 330, { steps: 4 });
    await page.mouse.up();
    const dragged = await windowOnce((window) => width(window) < 0.5 * width(wheeled));
    await canvas.focus();
    await page.keyboard.press('-');
    await windowOnce((window) => width(window) > width(dragged));
    await page.keyboard.press('0');
    await windowOnce((window) => window.join() === first.join());
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await until(page, () => Number(document.getElementById('field-ratios-friction').value) > 0.31);
  },

  'reload from the link restores everything': async (world) => {
    const page = await open(world, 'view=steady&case=hong-liu-fig10', 'steady-drawn');
    await slide(page, '#field-load-amplitude-slider', 1.7, 'steady-drawn');
    await page.waitForTimeout(400);
    const [value, card, url] = [
      await page.locator('#field-load-amplitude').inputValue(),
      await page.locator('#steady-card').textContent(),
      page.url(),
    ];
    assert.ok(url.includes('load.amplitude='));
    const again = await world.context.newPage();
    await again.goto(url);
    await drawn(again, 'steady-drawn');
    assert.equal(await again.locator('#field-load-amplitude').inputValue(), value);
    assert.equal(await again.locator('#steady-card').textContent(), card);
    assert.equal(await again.locator('#tab-steady').getAttribute('aria-selected'), 'true');
    await again.reload();
    await drawn(again, 'steady-drawn');
    assert.equal(await again.locator('#field-load-amplitude').inputValue(), value);
  },

  'the link keeps the window of the map and the range of the diagram': async (world) => {
    const page = await open(
      world,
      'view=map&ratios.friction=0.3&ratios.frequency=0.8&view.window=0.1,0.4,0.2,0.9&view.colour=amplitude_ratio',
      'map-first',
    );
    assert.equal(await page.locator('#map-observable').inputValue(), 'amplitude_ratio');
    await page.waitForTimeout(400);
    assert.ok(decodeURIComponent(page.url()).includes('view.window=0.1,0.4,0.2,0.9'));
    const chaos = await open(
      world,
      'view=chaos&case=stefanski-fig3b&view.over=load.frequency,0.9,1.2',
      'section-drawn',
    );
    assert.equal(await chaos.locator('#chaos-key').inputValue(), 'load.frequency');
    assert.equal(await chaos.locator('#chaos-to').inputValue(), '1.2');
  },

  'bad numbers show a sentence at their field': async (world) => {
    const page = await open(world, 'view=motion&case=hong-liu-fig10', 'motion-drawn');
    await type(page, '#field-oscillator-mass', '-1');
    const error = page.locator('#field-oscillator-mass-error');
    await error.waitFor({ state: 'visible' });
    assert.match(await error.textContent(), /oscillator\.mass = -1 must be a finite number > 0 \[kg\]/);
    assert.equal(await page.locator('#field-oscillator-mass').getAttribute('aria-invalid'), 'true');
    await type(page, '#field-oscillator-mass', 'heavy');
    assert.match(await error.textContent(), /"heavy" must be a number/);
    await type(page, '#field-oscillator-mass', '2');
    await error.waitFor({ state: 'hidden' });
    await page.locator('#field-friction-static_bound-switch').check();
    await type(page, '#field-friction-static_bound', '0.1');
    await page.locator('#field-friction-static_bound-error').waitFor({ state: 'visible' });
    assert.match(
      await page.locator('#field-friction-static_bound-error').textContent(),
      /smaller than the sliding friction/,
    );
  },

  'a link with nonsense shows a sentence and no error': async (world) => {
    const page = await open(world, 'view=motion&case=hong-liu-fig10&oscillator.mass=%22x%22&load.frequency_hz=%7B%7D');
    await page.locator('.problem:visible').first().waitFor();
    assert.match(await page.locator('.problem:visible').first().textContent(), /must be/);
  },

  'CSV of the motion is that of the command line': async (world) => {
    const page = await open(world, 'view=motion&case=hong-liu-fig10&load.amplitude=1.5', 'motion-drawn');
    const file = await save(page, '#export-csv');
    assert.equal(file.name, 'motion.csv');
    const path = join(mkdtempSync(join(tmpdir(), 'explorer-')), 'motion.csv');
    world.program.run('simulate', 'hong-liu-fig10', '--set', 'load.amplitude=1.5', '--samples', '2001', '--out', path);
    assert.equal(file.content.toString(), readFileSync(path, 'utf8'));
  },

  'CSV of the response curve is that of the command line': async (world) => {
    const page = await open(world, 'view=steady&case=hong-liu-fig10', 'steady-drawn');
    await page.locator('#panel-steady .uplot').nth(2).waitFor();
    const file = await save(page, '#export-csv');
    const path = join(mkdtempSync(join(tmpdir(), 'explorer-')), 'response.csv');
    world.program.run('sweep', 'hong-liu-fig10', '--over', 'frequency_ratio=0.05:2:313', '--out', path);
    const read = (text) =>
      text
        .trim()
        .split('\n')
        .map((line) => line.split(',').map((v) => (Number.isNaN(Number(v)) ? v : Number(v))));
    assert.deepEqual(read(file.content.toString()), read(readFileSync(path, 'utf8')));
  },

  'CSV of a planar motion has its columns': async (world) => {
    const page = await open(world, 'view=planar&case=liu-fig6', 'planar-drawn');
    const file = await save(page, '#export-csv');
    const lines = file.content.toString().trim().split('\n');
    assert.equal(lines[0], 't,x1,x2,v1,v2,a1,a2,friction1,friction2');
    assert.equal(lines.length, 2002);
  },

  'pictures are PNG and SVG files': async (world) => {
    const page = await open(world, 'view=motion&case=hong-liu-fig10', 'motion-drawn');
    const png = await save(page, '#export-png');
    assert.equal(png.name, 'motion.png');
    assert.deepEqual([...png.content.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    assert.equal(png.content.readUInt32BE(16), 2000);
    assert.ok(png.content.length > 50000);
    const svg = await save(page, '#export-svg');
    const text = svg.content.toString();
    for (const title of ['Position', 'Velocity', 'Forces', 'Phase plane', 'Friction loop', 'Load–response loop'])
      assert.ok(text.includes(`>${title}<`), title);
    const errors = await page.evaluate(
      (t) => new DOMParser().parseFromString(t, 'image/svg+xml').querySelectorAll('parsererror').length,
      text,
    );
    assert.equal(errors, 0);
    await page.locator('#tab-map').click();
    await drawn(page, 'map-first');
    assert.match((await save(page, '#export-svg')).content.toString(), /<image [^>]*href="data:image\/png;base64,/);
  },

  'the case file is read by the command line': async (world) => {
    const page = await open(world, 'view=motion&case=dlubal-0116', 'motion-drawn');
    const path = join(mkdtempSync(join(tmpdir(), 'explorer-')), 'case.toml');
    writeFileSync(path, (await save(page, '#export-toml')).content);
    assert.deepEqual(world.program.ask('simulate', path).final, world.program.ask('simulate', 'dlubal-0116').final);
  },

  'the command line that is offered runs and gives the same': async (world) => {
    const page = await open(world, 'view=steady&case=hong-liu-fig10&load.amplitude=1.4', 'steady-drawn');
    await page.locator('#export-commands').click();
    const line = (await page.locator('#command-shell').textContent()).split('\n')[0];
    assert.equal(line, 'stickslip steady hong-liu-fig10 --set load.amplitude=1.4 --json');
    const expected = JSON.parse(world.program.run(...line.split(' ').slice(1)));
    near(number(await page.locator('#steady-amplitude').textContent()), expected.amplitude, 9);
    assert.match(await page.locator('#command-python').textContent(), /import stickslip/);
    await page.locator('#commands-close').click();
  },

  'everything can be reached and used with the keyboard': async (world) => {
    const page = await open(world, 'view=motion&case=hong-liu-fig10', 'motion-drawn');
    await page.locator('#tab-motion').focus();
    await page.keyboard.press('ArrowRight');
    await drawn(page, 'steady-drawn');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-steady');
    const before = await page.locator('#field-load-frequency_hz').inputValue();
    await page.locator('#field-load-frequency_hz-slider').focus();
    for (let i = 0; i < 5; ++i) await page.keyboard.press('ArrowRight');
    assert.notEqual(await page.locator('#field-load-frequency_hz').inputValue(), before);
  },

  'every control has a name for screen readers': async (world) => {
    const page = await open(world, 'view=motion&case=hong-liu-fig10', 'motion-drawn');
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, [role=tab], canvas[role], [role=img]')]
        .filter(
          (e) =>
            e.offsetParent !== null &&
            !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length || e.title),
        )
        .map((e) => e.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(nameless, []);
  },

  'nothing is cut off from 400 pixels to a projector, light and dark': async (world) => {
    for (const [width, height] of [
      [400, 800],
      [820, 1100],
      [1300, 900],
      [2560, 1440],
    ]) {
      for (const colorScheme of ['light', 'dark']) {
        const page = await world.context.newPage();
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        for (const view of ['motion', 'steady', 'map', 'planar', 'structure', 'chaos']) {
          await page.goto(
            `${world.address}#view=${view}&case=${{ planar: 'liu-fig6', structure: 'braced-building' }[view] ?? 'hong-liu-fig10'}`,
          );
          await page.reload();
          await page.waitForTimeout(150);
          const over = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          assert.ok(over <= 0, `${view} at ${width} px is ${over} px too wide`);
        }
        const [paper, text] = await page.evaluate(() => [
          getComputedStyle(document.body).backgroundColor,
          getComputedStyle(document.body).color,
        ]);
        const light = (c) =>
          c
            .match(/\d+/g)
            .slice(0, 3)
            .map(Number)
            .reduce((a, b) => a + b) / 3;
        assert.ok(
          colorScheme === 'dark' ? light(paper) < 60 && light(text) > 180 : light(paper) > 200 && light(text) < 80,
        );
        await page.close();
      }
    }
  },

  'a newcomer changes the load frequency, sees when it sticks and gets the CSV': async (world) => {
    const page = await open(world, '', 'motion-drawn');
    await page.getByLabel('Load frequency', { exact: true }).fill('0.5');
    await until(page, () =>
      /sticks \d+ times \(t = [\d.]+ to/.test(document.getElementById('motion-summary').textContent),
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    assert.match(readFileSync(await download.path(), 'utf8'), /^t,x,v,a,friction\n0,/);
  },

  'the time from slider event to drawn motion is measured': async (world) => {
    const page = await open(world, 'view=motion&case=hong-liu-fig10', 'motion-drawn');
    await page.evaluate(() => performance.clearMeasures());
    for (let i = 0; i < 60; ++i) {
      await slide(page, '#field-load-frequency_hz-slider', 0.5 + 0.02 * i, 'motion-drawn');
    }
    const times = await page.evaluate(() =>
      performance
        .getEntriesByName('motion-drawn')
        .map((e) => e.duration)
        .sort((a, b) => a - b),
    );
    const at = (part) => times[Math.floor(part * times.length)].toFixed(1);
    console.log(`  slider to drawn motion: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, ${times.length} events`);
    assert.ok(times.length > 0);
  },

  'the time to the first picture and to the whole map of 500 × 500 cells is measured': async (world) => {
    const page = await open(world, 'view=motion&ratios.friction=0.3&ratios.frequency=0.8', 'motion-drawn');
    for (let i = 0; i < 3; ++i) {
      // Another damping is another map.
      await type(page, '#field-ratios-damping', 0.01 * i);
      await page.evaluate(() => performance.clearMeasures());
      await page.locator('#tab-map').click();
      await drawn(page, 'map-complete');
      const times = await page.evaluate(() =>
        ['map-first', 'map-complete'].map((n) => performance.getEntriesByName(n)[0].duration),
      );
      console.log(`  map: first picture ${times[0].toFixed(0)} ms, complete ${times[1].toFixed(0)} ms`);
      assert.ok(times[0] <= times[1]);
      await page.locator('#tab-motion').click();
    }
  },
};
