// What the page says and keeps when something is unusual: odd numbers, odd links, long work, a server that goes and comes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { drawn, open, settled, sight, until } from './browser.mjs';
import { Program } from './server.mjs';

const textOf = (page, id) => page.evaluate((i) => document.getElementById(i)?.textContent ?? '', id);
const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-12 * Math.abs(b), `${a} is not ${b}`);
const hashOf = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1));

/** Records every text that is drawn on a canvas: the last one at each place. */
const recordTexts = (context) =>
  context.addInitScript(() => {
    const drawnTexts = new Map();
    let canvases = 0;
    const original = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
      this.canvas.number ??= ++canvases;
      const m = this.getTransform();
      const [px, py] = [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f].map(Math.round);
      drawnTexts.set(`${this.canvas.number}/${px}/${py}`, {
        canvas: this.canvas.number,
        x: px,
        y: py,
        text,
        align: this.textAlign,
      });
      return original.call(this, text, x, y, ...rest);
    };
    window.drawnTexts = drawnTexts;
  });
const drawnTexts = (page) => page.evaluate(() => [...window.drawnTexts.values()]);

/** Its steady state takes minutes: it forgets its start slowly, and its friction makes short steps. */
const longSearch = [
  'oscillator.mass=1&oscillator.stiffness=1&oscillator.damping=1e-5',
  'friction.law=dahl&friction.mu_kinetic=0.001&friction.normal=1&friction.sigma0=1000',
  'load.kind=harmonic&load.amplitude=1&load.frequency=0.9131',
].join('&');

export const tests = {
  'the skip link leads to the pictures and keeps the state': async (world) => {
    const page = await open(world, 'view=steady&case=hong-liu-fig11&load.amplitude=1.5', 'steady-drawn');
    await page.waitForTimeout(300);
    const before = page.url();
    await page.locator('#skip').focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'views');
    await page.waitForTimeout(300);
    assert.equal(page.url(), before);
    assert.equal(await page.locator('#field-load-amplitude').inputValue(), '1.5');
    await page.evaluate(() => (location.hash = 'views'));
    await page.waitForTimeout(300);
    assert.equal(await page.locator('#tab-steady').getAttribute('aria-selected'), 'true');
    assert.equal(await page.locator('#field-load-amplitude').inputValue(), '1.5');
  },

  'no two ticks of an axis read alike': async (world) => {
    await recordTexts(world.context);
    for (const name of ['hong-liu-fig11', 'liu-fig6', 'dlubal-0116', 'sliding-block']) {
      const page = await open(world, `view=${name.startsWith('liu') ? 'planar' : 'motion'}&case=${name}`);
      await settled(page);
      await page.waitForTimeout(300);
      const ticks = (await drawnTexts(page)).filter((t) => /^[-−]?[\d.]+(e-?\d+)?$/.test(t.text));
      assert.ok(ticks.length > 30, `${name}: ${ticks.length} ticks`);
      for (const align of ['right', 'center']) {
        const axes = Map.groupBy
          ? Map.groupBy(
              ticks.filter((t) => t.align === align),
              (t) => `${t.canvas}/${align === 'right' ? t.x : t.y}`,
            )
          : ticks
              .filter((t) => t.align === align)
              .reduce((m, t) => {
                const key = `${t.canvas}/${align === 'right' ? t.x : t.y}`;
                return m.set(key, [...(m.get(key) ?? []), t]);
              }, new Map());
        for (const [axis, list] of axes) {
          const texts = list.map((t) => t.text);
          assert.equal(new Set(texts).size, texts.length, `${name}, axis ${axis}: ${texts}`);
        }
      }
      assert.ok(!ticks.some((t) => /^[-−]0(\.0*)?$/.test(t.text)), name);
      await page.close();
    }
  },

  'ratios and back keep the physical numbers, also over a reload': async (world) => {
    const page = await open(world, 'view=steady&case=hong-liu-fig10', 'steady-drawn');
    const stiffness = await page.locator('#field-oscillator-stiffness').inputValue();
    assert.match(stiffness, /^27\.4/);
    await page.locator('#form-ratios').click();
    await page.locator('#field-ratios-friction').waitFor();
    await page.waitForTimeout(300);
    await page.reload();
    await page.locator('#field-ratios-friction').waitFor();
    await page.locator('#form-physical').click();
    await page.locator('#field-oscillator-stiffness').waitFor();
    assert.equal(await page.locator('#field-oscillator-stiffness').inputValue(), stiffness);
    assert.equal(await page.locator('#field-load-frequency_hz').inputValue(), '1');
    assert.equal(await page.locator('#case-choice').inputValue(), 'hong-liu-fig10');
    await page.locator('#form-ratios').click();
    await page.locator('#field-ratios-friction').fill('0.5');
    await page.locator('#form-physical').click();
    await page.locator('#field-friction-bound').waitFor();
    assert.equal(await page.locator('#field-friction-bound').inputValue(), '0.5');
    assert.equal(await page.locator('#field-oscillator-stiffness').inputValue(), stiffness);
  },

  'a number with a comma, or not decimal, is not taken for another one': async (world) => {
    const page = await open(world, 'view=motion&case=hong-liu-fig10', 'motion-drawn');
    for (const [text, sentence] of [
      ['1,000', /"1,000" must be a number without commas/],
      ['0x10', /"0x10" must be a decimal number/],
      ['1e999', /is too large/],
      ['', /must be a number/],
    ]) {
      await page.locator('#field-oscillator-mass').fill(text);
      assert.match(await textOf(page, 'field-oscillator-mass-error'), sentence);
      assert.equal(await page.locator('#field-oscillator-mass').getAttribute('aria-invalid'), 'true');
      await page.waitForTimeout(300);
      assert.equal(hashOf(page).get('oscillator.mass'), null, 'the case has not changed');
    }
    await page.locator('#field-oscillator-mass').fill('2.5');
    assert.equal(await page.locator('#field-oscillator-mass').getAttribute('aria-invalid'), null);
    const chaos = await open(world, 'view=chaos&case=stefanski-fig3b', 'section-drawn');
    await chaos.locator('#chaos-to').fill('1,5');
    await chaos.locator('#chaos-to').blur();
    await until(chaos, () => /without commas/.test(document.querySelector('#panel-chaos .problem').textContent));
  },

  'without friction and damping the page says why nothing is unique, and draws no empty chart': async (world) => {
    const page = await open(world, 'view=steady&ratios.friction=0&ratios.frequency=0.7', 'steady-drawn');
    assert.match(await textOf(page, 'steady-regime'), /Not unique/);
    assert.match(await textOf(page, 'steady-why'), /[Ww]ithout friction and damping/);
    await until(page, () => /no response curve/.test(document.getElementById('steady-curve-note').textContent));
    assert.equal(await page.locator('#panel-steady canvas:visible').count(), 0);
    await page.locator('#field-ratios-friction').fill('0.3');
    await until(page, () => document.querySelectorAll('#panel-steady .uplot').length === 3);
    assert.equal(await page.locator('#panel-steady canvas:visible').count(), 3);
    assert.equal(await textOf(page, 'steady-curve-note'), '');
  },

  'a case that cannot be drawn shows a sentence in the view': async (world) => {
    const hopeless = [
      ['motion', 'case=hong-liu-fig10&run.until=1e6', /run\.until = (1e\+?0?6|1000000) s is more than 10000 cycles/],
      ['planar', 'case=liu-fig6&run.until=1e9', /run\.until/],
      ['motion', 'case=hong-liu-fig10&oscillator.mass=-1', /oscillator\.mass = -1 must be/],
      ['steady', 'case=hong-liu-fig10&oscillator.mass=-1', /oscillator\.mass = -1 must be/],
      ['map', 'case=hong-liu-fig10&oscillator.mass=-1', /oscillator\.mass = -1 must be/],
      ['planar', 'case=liu-fig6&oscillator.mass=-1', /oscillator\.mass = -1 must be/],
      ['chaos', 'case=hong-liu-fig10&oscillator.mass=-1', /oscillator\.mass = -1 must be/],
      ['steady', 'ratios.friction=0.3&ratios.frequency=1e-12', /must be at most/],
    ];
    for (const [view, link, sentence] of hopeless) {
      const page = await open(world, `view=${view}&${link}`);
      await settled(page);
      assert.equal(await sight(page), 'refused', view);
      assert.ok(await page.locator('#case-problem').isVisible(), `${view} of ${link}`);
      assert.match(await textOf(page, 'case-problem'), sentence);
      await page.close();
    }
    const page = await open(world, 'view=motion&case=hong-liu-fig10&run.until=1e6');
    await settled(page);
    await page.locator('#field-run-until').fill('10');
    await drawn(page, 'motion-drawn');
    assert.equal(await page.locator('.problem:visible').count(), 0);
    assert.equal(await sight(page), 'drawn');
  },

  'when the server comes back the page goes on': async (world) => {
    const program = new Program(world.binary, world.page);
    await program.start();
    const page = await world.context.newPage();
    await page.route('**', (route) => route.continue());
    const address = program.address;
    await page.goto(address + '#view=motion&case=hong-liu-fig10');
    await drawn(page, 'motion-drawn');
    await program.stop();
    await page.locator('#field-load-amplitude').fill('1.7');
    await until(page, () => /does not answer/.test(document.getElementById('case-problem').textContent));
    await program.start(new URL(address).port);
    await until(page, () => document.getElementById('views').dataset.sight === 'drawn');
    assert.equal(await page.locator('.problem:visible').count(), 0);
    await page.close();
    await program.stop();
    world.complaints.splice(0); // of the connection that failed, and of the other server
  },

  'a hostile link plants nothing in the commands': async (world) => {
    const evil = encodeURIComponent(
      `"<img src=x onerror=alert(1)><script>alert(1)</script>x'; touch planted; '$(touch planted)\\u001b[31m"`,
    );
    const page = await open(
      world,
      `view=chaos&case=hong-liu-fig10&title=${evil}&friction.law=${evil}&load.amplitude=${encodeURIComponent('1; touch planted')}&oscillator.mass=${encodeURIComponent('"$(touch planted)"')}&x%27%3Btouch%20planted=1&view.over=${encodeURIComponent('load.amplitude;touch planted,1$(touch planted),2')}`,
    );
    await settled(page);
    assert.match(
      await textOf(page, 'link-problem'),
      /^Left out of this link: .*load\.amplitude = 1; touch planted must be a number/,
    );
    for (const view of ['motion', 'steady', 'map', 'planar', 'structure', 'chaos']) {
      await page.locator('#tab-' + view).click();
      await settled(page);
      await page.locator('#export-commands').click();
      for (const line of (await textOf(page, 'command-shell')).split('\n')) {
        const bare = line.replace(/'[^']*'(\\''[^']*')*/g, 'QUOTED');
        assert.match(bare, /^stickslip [\w .:=,+\/@%-]*$/, `${view}: ${line}`);
      }
      const python = await textOf(page, 'command-python');
      for (const line of python.split('\n').slice(2)) {
        const bare = line.replace(/"(\\.|[^"\\])*"/g, 'QUOTED');
        assert.match(bare, /^\w+ = stickslip\.\w+\([\w .,=(){}\[\]:+-]*\)$/, `${view}: ${line}`);
      }
      assert.ok(!/[\u0000-\u0009\u000b-\u001f\u007f]/.test((await textOf(page, 'command-shell')) + python));
      await page.locator('#commands-close').click();
    }
    assert.equal(await page.locator('img, body script:not([src])').count(), 0);
    assert.ok(!/[\p{Cc}]/u.test(await textOf(page, 'case-title')));
  },

  'long work is told, and ends when it is stopped': async (world) => {
    const page = await open(world, 'view=chaos&case=stefanski-fig3b', 'bifurcation-first');
    await page.locator('#stop').waitFor({ state: 'visible' });
    await until(page, () => /Bifurcation diagram: \d+ of 140 values/.test(document.getElementById('activity-text').textContent));
    await page.locator('#stop').click();
    assert.match(await textOf(page, 'status'), /^Stopped/);
    assert.equal(await page.locator('#activity').isVisible(), false);
    let asked = 0;
    page.on('request', () => ++asked);
    await page.waitForTimeout(700);
    assert.equal(asked, 0);
  },

  'a change while the steady state is on its way leaves one response curve under way': async (world) => {
    const page = await open(world, 'view=steady&case=hong-liu-fig10', 'steady-drawn');
    await until(page, () => document.getElementById('activity').hidden);
    const waiting = (ms) => async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      await route.continue().catch(() => {});
    };
    await page.route('**/api/steady', waiting(60));
    await page.route('**/api/sweep', waiting(3000));
    const curves = new Map();
    page.on('request', (r) => r.url().endsWith('/api/sweep') && curves.set(r, r.postDataJSON().case));
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, (r) => curves.delete(r));
    await page.evaluate(() => {
      const field = document.getElementById('field-friction-bound');
      const type = (text) => {
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      };
      type('0.4');
      setTimeout(() => type('0.5'), 30);
    });
    await page.waitForTimeout(1500);
    assert.deepEqual(
      [...new Set(curves.values())].map((text) => /bound = ([\d.]+)/.exec(text)[1]),
      ['0.5'],
    );
  },

  'a search for a steady state that takes long can be stopped': async (world) => {
    const page = await world.context.newPage();
    await page.route('**/api/steady', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await route.continue().catch(() => {});
    });
    await page.goto(world.address + '#view=steady&case=hong-liu-fig10');
    await page.locator('#stop').waitFor({ state: 'visible' });
    assert.match(await textOf(page, 'activity-text'), /Looking for the steady state/);
    await page.locator('#stop').click();
    assert.equal(await sight(page), 'stopped');
    await page.unroute('**/api/steady');
    await page.locator('#tab-steady').click();
    await drawn(page, 'steady-drawn');
  },

  'a search ends on the server when it is stopped or its page is closed': async (world) => {
    const { program } = world;
    const soon = 12; // s; the server itself ends what takes 25 s
    const search = async () => {
      await program.untilComputing(false, 60);
      const page = await open(world, 'view=steady&' + longSearch);
      await page.locator('#stop').waitFor({ state: 'visible' });
      assert.match(await textOf(page, 'activity-text'), /Looking for the steady state/);
      await program.untilComputing(true, 20);
      return page;
    };
    const stopped = await search();
    await stopped.locator('#stop').click();
    assert.equal(await sight(stopped), 'stopped');
    await program.untilComputing(false, soon);
    const closed = await search();
    await closed.close();
    await program.untilComputing(false, soon);
  },

  'a chaotic steady state is told with its exponent, means and what other starts lead to': async (world) => {
    const plain = await (
      await fetch(world.address + 'api/steady', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ case: '[ratios]\nfriction = 0.3\nfrequency = 0.4\n' }),
      })
    ).json();
    const chaotic = {
      ...plain,
      cycle: null,
      steady: {
        ...plain.steady,
        regime: 'chaotic',
        load_periods: 0,
        multiplier: null,
        map_period: null,
        exponent: 0.0415,
        exponent_error: 0.0031,
        stops_per_cycle: 1.372,
        stops_then_reverse: 1.25,
        stops_then_same_direction: 0.122,
        coexists: [
          {
            regime: 'stick-slip',
            load_periods: 3,
            amplitude_ratio: 1.25,
            stops_per_cycle: 2,
            multiplier: 0.5,
            start: { position: 1.5, velocity: 0 },
          },
        ],
      },
    };
    const page = await world.context.newPage();
    await page.route('**/api/steady', (route) => route.fulfill({ json: chaotic }));
    await page.goto(world.address + '#view=steady&ratios.friction=0.3&ratios.frequency=0.4');
    await drawn(page, 'steady-drawn');
    assert.match(await textOf(page, 'steady-regime'), /^Chaotic/);
    assert.match(await textOf(page, 'steady-exponent'), /0\.0415 ± 0\.0031/);
    const card = await textOf(page, 'steady-card');
    assert.match(card, /Amplitude, mean/);
    assert.match(card, /1\.372 a cycle/);
    assert.match(card, /Other starts lead to.*stick-slip, repeats after 3 load periods, amplitude ratio 1\.25/);
    assert.ok(!/null|undefined|NaN|–/.test(card), card);
  },

  'a map with static friction says that it takes long, and what is there can be taken along': async (world) => {
    const link = 'view=map&ratios.friction=0.3&ratios.static=0.45&ratios.frequency=0.8';
    const page = await open(world, link, 'map-first');
    await page.locator('#stop').waitFor({ state: 'visible' });
    assert.match(await textOf(page, 'activity-text'), /attractor of each cell, which takes minutes/);
    await page.locator('#stop').click();
    assert.match(await textOf(page, 'status'), /^Stopped/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#export-csv').click()]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    assert.ok([625, 2500, 10000].includes(lines.length - 1), `${lines.length - 1} cells`);
    const side = Math.sqrt(lines.length - 1);
    const cell = Object.fromEntries(lines[3].split(',').map((value, i) => [lines[0].split(',')[i], value]));
    near(Number(cell.friction_ratio), (2.5 * 1.2) / side);
    near(Number(cell.frequency_ratio), 0.1 + (0.5 * 1.5) / side);
    await page.locator('#export-commands').click();
    assert.match(
      await textOf(page, 'command-shell'),
      new RegExp(`--static-ratio 0.45 --x friction_ratio=0:1.2:${side} `),
    );
  },

  'the map labels its regions, and axes use the words of the program': async (world) => {
    await recordTexts(world.context);
    const page = await open(world, 'view=map&ratios.friction=0.3&ratios.frequency=0.8', 'map-complete');
    await page.waitForTimeout(200);
    const texts = (await drawnTexts(page)).map((t) => t.text);
    for (const wanted of ['Moves all the time', 'Never moves', '2 stops']) assert.ok(texts.includes(wanted), wanted);
    const { words } = await (
      await fetch(world.address + 'api/cases', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      })
    ).json();
    for (const wanted of [words.friction_ratio.axis, words.frequency_ratio.axis])
      assert.ok(texts.includes(wanted), wanted);
    const options = await page
      .locator('#map-observable option')
      .evaluateAll((list) => list.map((o) => [o.value, o.textContent]));
    for (const [name, text] of options) assert.equal(text.toLowerCase(), words[name].description.toLowerCase());
    assert.match(options.find(([name]) => name === 'amplitude_ratio')[1], /^Amplitude ratio kX\/p₀$/);
    assert.match(await page.locator('.map-legend').first().textContent(), /moves all the time.*2 stops.*never moves/);
    await page.locator('#tab-steady').click();
    await until(page, () => document.querySelectorAll('#panel-steady .uplot').length === 3);
    assert.ok((await drawnTexts(page)).some((t) => t.text === words.amplitude_ratio.axis));
  },
};
