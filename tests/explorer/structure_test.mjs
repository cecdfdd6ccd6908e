// Structures on the page: the numbers of the command line, every kind of contact, links, commands, hostile names.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { drawn, ink, open, settled, sight, until } from './browser.mjs';

const textOf = (page, id) => page.evaluate((i) => document.getElementById(i)?.textContent ?? '', id);
const hashOf = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1));
const link = (entries) => new URLSearchParams(entries).toString();
const rowsOf = (page, selector) =>
  page.evaluate(
    (s) => [...document.querySelectorAll(s + ' tbody tr')].map((r) => [...r.cells].map((c) => c.textContent)),
    selector,
  );

/** As the page writes numbers, with this many digits. */
const near = (shown, value, digits) =>
  assert.ok(
    Math.abs(Number(shown) - value) <= 0.5 * 10 ** (1 - digits) * Math.abs(value),
    `${shown} is shown for ${value}`,
  );

/** Masses that full matrices join, with a contact of each kind: on the ground, elastic, between, along a direction, opening. */
const matrices = {
  title: '"Ring"',
  'structure.mass': '[[1,0,0,0],[0,1,0,0],[0,0,2,0],[0,0,0,1]]',
  'structure.stiffness': '[[3,-1,0,-1],[-1,3,-1,0],[0,-1,2,-1],[-1,0,-1,3]]',
  'contact[1].name': '"floor"',
  'contact[1].on': '1',
  'contact[1].bound': '0.2',
  'contact[2].on': '3',
  'contact[2].bound': '0.3',
  'contact[2].stiffness': '20',
  'contact[3].between': '[2,4]',
  'contact[3].bound': '0.1',
  'contact[4].direction': '[1,-2,1,0]',
  'contact[4].bound': '0.15',
  'contact[5].on': '4',
  'contact[5].mu': '0.2',
  'contact[5].normal': '1',
  'contact[5].normal_amplitude': '1.5',
  'contact[5].surface_velocity': '0.1',
  'load[1].on': '2',
  'load[1].kind': '"harmonic"',
  'load[1].amplitude': '1',
  'load[1].frequency': '0.9',
};

async function commandsOf(page) {
  await page.locator('#export-commands').click();
  const shown = { shell: await textOf(page, 'command-shell'), python: await textOf(page, 'command-python') };
  await page.locator('#commands-close').click();
  return shown;
}

async function answerOf({ address }, question, path = 'api/structure') {
  const sent = await fetch(address + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(question),
  });
  return sent.json();
}

export const tests = {
  'the answer about a structure is that of the command line, and what joins its masses': async (world) => {
    const links = {
      'three-mass-chain': ['0-1', '1-2', '2-3', '0-3'],
      'sdnd106-two-masses': ['1-2'],
      'sliding-base-frame': ['1-2', '2-3'],
      'braced-building': ['0-1', '1-2', '2-3', '3-4', '4-5'],
      'siconos-two-masses': ['0-1', '1-2'],
    };
    for (const [name, joined] of Object.entries(links)) {
      const text = world.program.run('cases', name);
      const { shape, ...motion } = await answerOf(world, { case: text, samples: 101 });
      assert.deepEqual(motion, world.program.ask('simulate', name, '--samples', '101'), name);
      assert.deepEqual(shape.links.map((l) => `${l.a}-${l.b}`).sort(), joined.sort(), name);
      assert.equal(shape.contacts.length, motion.contact_names.length);
      const { samples } = await answerOf(world, { case: text, samples: 101, at_events: 1 });
      const times = new Set(samples.t);
      for (const t of [...motion.samples.t, ...motion.events.map((e) => e.t)]) assert.ok(times.has(t), `${name}: ${t}`);
      assert.equal(times.size, samples.t.length, 'no time twice');
    }
  },

  'the structure view has the numbers of the command line': async (world) => {
    for (const name of ['sdnd106-two-masses', 'three-mass-chain', 'sliding-base-frame']) {
      const expected = world.program.ask('simulate', name);
      const page = await open(world, link({ view: 'structure', case: name }), 'structure-drawn');
      const rows = await rowsOf(page, '#structure-contacts');
      assert.deepEqual(
        rows.map((r) => r.slice(0, 2)),
        expected.contact_names.map((contact, j) => [contact, expected.final.contacts[j]]),
      );
      rows.forEach((row, j) => {
        near(row[2], expected.peak.total_slip[j], 6);
        near(row[3], expected.energy.friction[j], 6);
      });
      await page.locator('#panel-structure details.events summary').click();
      await until(page, () => document.querySelector('#panel-structure details.events td') !== null);
      const events = await rowsOf(page, '#panel-structure details.events');
      assert.equal(events.length, Math.min(200, expected.events.length));
      events.forEach((row, i) => {
        near(row[0], expected.events[i].t, 10);
        assert.equal(row[1], expected.contact_names[expected.events[i].contact - 1]);
      });
      assert.match(await textOf(page, 'structure-summary'), new RegExp(`${expected.events.length} event`));
      await page.close();
    }
  },

  'the steady state below the motion is that of the command line': async (world) => {
    const cases = {
      'siconos-two-masses': [],
      'three-mass-chain': ['load.frequency=1.2'],
      'sdnd106-two-masses': [],
      'braced-building': [],
    };
    for (const [name, sets] of Object.entries(cases)) {
      const words = sets.flatMap((s) => ['--set', s]);
      const entries = sets.map((s) => s.replace('load.', 'load[1].').split('='));
      const page = await open(world, link({ view: 'structure', case: name, ...Object.fromEntries(entries) }));
      await until(page, () => document.getElementById('structure-steady').textContent !== '');
      const told = await textOf(page, 'structure-steady');
      const { steady, why } = await answerOf(
        world,
        { case: world.program.run('cases', name) },
        'api/structure-steady',
      );
      if (steady === null) {
        assert.match(why, /record|repeat/);
        assert.match(told, /^There is no steady state: .*record/);
        assert.equal(await page.locator('#structure-steady-masses:visible').count(), 0);
        await page.close();
        continue;
      }
      const expected = world.program.ask('steady', name, ...words);
      if (sets.length === 0) assert.deepEqual(steady, expected);
      const masses = await rowsOf(page, '#structure-steady-masses');
      masses.forEach((row, i) => near(row[1], expected.amplitude[i], 6));
      const contacts = await rowsOf(page, '#structure-steady-contacts');
      assert.equal(contacts.length, expected.contacts.length);
      contacts.forEach((row, j) => {
        const c = expected.contacts[j];
        assert.equal(row[0], c.name);
        near(row[1], c.stops_per_cycle, 4);
        near(row[3], c.stuck_fraction, 5);
        near(row[4], c.dissipated, 6);
        near(row[6], c.transmitted_force, 6);
      });
      if (expected.multiplier !== null) near(/Largest multiplier ([^ ]*)\.( |$)/.exec(told)[1], expected.multiplier, 6);
      assert.equal(/The start decides (\d+)/.exec(told)?.[1] ?? '0', String(expected.free_offsets));
      await page.close();
    }
  },

  'the response over the load frequency is that of the command line, and is restored by its link': async (world) => {
    const name = 'three-mass-chain';
    const question = { case: world.program.run('cases', name), key: 'load.frequency', from: 0.45, to: 4.5, count: 33 };
    const expected = world.program.ask(
      ...['sweep', name, '--over', 'load.frequency=0.45:4.5:33', '--observables'],
      'amplitude[1],amplitude[2],amplitude[3],contact.wall.stuck_fraction,contact.joint.stuck_fraction,multiplier',
    );
    const whole = await answerOf(world, question, 'api/structure-sweep');
    assert.deepEqual(whole, expected);
    for (const [first, last] of [[0, 16], [16, 32], [32, 33]]) {
      const part = await answerOf(world, { ...question, first, last }, 'api/structure-sweep');
      assert.deepEqual(part['amplitude[3]'], expected['amplitude[3]'].slice(first, last));
      assert.deepEqual(part.regime, expected.regime.slice(first, last));
    }
    const page = await open(world, link({ view: 'structure', case: name }), 'structure-drawn');
    assert.equal(hashOf(page).get('view.curve'), null);
    await page.locator('#structure-curve summary').click();
    const isDone = () => document.getElementById('structure-curve').dataset.done === '129';
    await until(page, isDone);
    await page.waitForTimeout(300);
    assert.equal(hashOf(page).get('view.curve'), '1');
    assert.equal(await page.locator('#structure-curve .chart:visible').count(), 2);
    for (const canvas of [0, 1]) {
      const place = `#structure-curve .chart:nth-of-type(${canvas + 1}) canvas`;
      assert.ok((await ink(page, place)) > 1, place);
    }
    const words = await page.locator('#structure-curve [aria-label^="Where contacts stick"]').getAttribute('aria-label');
    assert.match(words, /wall sticks between .* and .*; joint sticks between/);
    const { shell, python } = await commandsOf(page);
    assert.match(shell, /stickslip sweep three-mass-chain --over load\.frequency=0\.45:3\.6:129 --out response\.csv/);
    assert.match(python, /curve = stickslip\.sweep\(.*over=\("load\.frequency", 0\.45, 3\.6, 129\)\)/);
    await page.reload();
    await until(page, isDone);
    await page.locator('#field-contact-2--bound').fill('0.4');
    await until(page, () => document.getElementById('structure-curve').dataset.done === '129');
    await page.locator('#structure-curve summary').click();
    assert.equal(await page.locator('#structure-curve .chart:visible').count(), 0);
  },

  'a response curve ends when the case changes or another view is opened': async (world) => {
    const page = await world.context.newPage();
    let asked = 0;
    await page.route('**/api/structure-sweep', async (route) => {
      ++asked;
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue().catch(() => undefined);
    });
    await page.goto(world.address + '#' + link({ view: 'structure', case: 'three-mass-chain', 'view.curve': '1' }));
    await drawn(page, 'structure-drawn');
    await until(page, () => document.getElementById('structure-steady').textContent !== '');
    await page.waitForTimeout(400);
    await page.locator('#tab-motion').click();
    await page.waitForTimeout(700);
    const before = asked;
    assert.ok(before > 0 && before < 9, `${before} pieces were asked for`);
    await page.waitForTimeout(1500);
    assert.equal(asked, before, 'nothing is asked for after the view is left');
  },

  'a structure without a load frequency has a sentence in the place of its curve': async (world) => {
    const falling = {
      'structure.masses': '[1,1]',
      'structure.springs': '[1,1]',
      'structure.dampers': '[0.1,0.1]',
      'contact[1].on': '1',
      'contact[1].bound': '0.2',
      'start.position': '[1,0]',
    };
    const page = await open(world, link({ view: 'structure', ...falling, 'view.curve': '1' }), 'structure-drawn');
    await until(page, () => document.getElementById('structure-steady').textContent !== '');
    await until(page, () => document.getElementById('structure-curve-note').textContent !== '');
    assert.match(await textOf(page, 'structure-curve-note'), /loads of one frequency/);
    assert.match(await textOf(page, 'structure-steady'), /^Permanent stick/);
    assert.equal(await page.locator('#structure-curve .chart:visible').count(), 0);
  },

  'a slider of a chain, a contact and a load gives the motion of the command line': async (world) => {
    const page = await open(world, link({ view: 'structure', case: 'three-mass-chain' }), 'structure-drawn');
    await page.locator('#field-structure-masses-2-').fill('1.5');
    await page.locator('#field-structure-springs-4-').fill('0');
    await page.locator('#field-contact-2--bound').fill('0.4');
    await page.locator('#field-load-1--frequency').fill('1.1');
    const expected = world.program.ask(
      'simulate',
      'three-mass-chain',
      ...['structure.masses[2]=1.5', 'structure.springs[4]=0', 'contact.joint.bound=0.4', 'load.frequency=1.1'].flatMap(
        (s) => ['--set', s],
      ),
    );
    await until(
      page,
      (n) => document.getElementById('structure-summary').textContent.includes(`${n} event`),
      expected.events.length,
    );
    const rows = await rowsOf(page, '#structure-contacts');
    rows.forEach((row, j) => near(row[3], expected.energy.friction[j], 6));
    await page.locator('#field-load-1--frequency-slider').focus();
    await page.keyboard.press('ArrowRight');
    assert.notEqual(await page.locator('#field-load-1--frequency').inputValue(), '1.1');
  },

  'a wrong number of a structure is told at its field': async (world) => {
    const page = await open(world, link({ view: 'structure', case: 'three-mass-chain' }), 'structure-drawn');
    await page.locator('#field-contact-2--bound').fill('-1');
    await until(page, () => document.getElementById('views').dataset.sight === 'refused');
    assert.match(await textOf(page, 'field-contact-2--bound-error'), /bound = -1 must be/);
    assert.equal(await textOf(page, 'field-contact-1--bound-error'), '');
    await page.locator('#field-contact-2--bound').fill('1');
    await until(page, () => document.getElementById('views').dataset.sight === 'drawn');
    await page.locator('#field-structure-springs-2-').fill('-3');
    await until(page, () => document.getElementById('views').dataset.sight === 'refused');
    assert.match(await textOf(page, 'field-structure-springs-2--error'), /springs = .*-3.* must be/);
    assert.equal(await textOf(page, 'field-structure-springs-1--error'), '');
  },

  'full matrices and every kind of contact are drawn': async (world) => {
    const page = await open(world, link({ view: 'structure', ...matrices }), 'structure-drawn');
    assert.equal(await sight(page), 'drawn');
    assert.ok((await ink(page, '#panel-structure .animation canvas')) > 5);
    assert.equal(await page.locator('#panel-structure .squares .chart:visible').count(), 5);
    const description = await page
      .locator('#panel-structure [aria-label^="Contact states"]')
      .getAttribute('aria-label');
    assert.match(description, /floor: .*%; contact 2: .*; contact 5: .*open \d/);
    await page.locator('#structure-dof').selectOption('3');
    assert.match(await page.locator('#panel-structure .lines').nth(1).textContent(), /Displacement of mass 3/);
    await page.waitForTimeout(300);
    const before = page.url();
    assert.equal(hashOf(page).get('view.dof'), '3');
    await page.reload();
    await drawn(page, 'structure-drawn');
    assert.equal(await page.locator('#structure-dof').inputValue(), '3');
    await page.waitForTimeout(300);
    assert.deepEqual([...hashOf(page)].sort(), [...new URLSearchParams(new URL(before).hash.slice(1))].sort());
  },

  'the picture of a structure plays, and its slider goes to any time': async (world) => {
    const page = await open(world, link({ view: 'structure', case: 'siconos-two-masses' }), 'structure-drawn');
    const slider = page.locator('#structure-play-time');
    await slider.focus();
    await page.keyboard.press('End');
    const end = world.program.ask('simulate', 'siconos-two-masses').final;
    assert.match(await slider.getAttribute('aria-valuetext'), /^t = 418\.9 s$/);
    assert.match(await textOf(page, 'structure-reading'), new RegExp(`floor ${end.contacts[0]}`));
    await page.keyboard.press('Home');
    await page.locator('#structure-play').click();
    assert.equal(await textOf(page, 'structure-play'), 'Pause');
    await until(page, () => Number(document.getElementById('structure-play-time').value) > 3);
    await page.locator('#structure-play').click();
    const stopped = await slider.inputValue();
    await page.waitForTimeout(200);
    assert.equal(await slider.inputValue(), stopped);
  },

  'nothing is shown of a structure before its motion is there': async (world) => {
    const page = await world.context.newPage();
    let answer;
    await page.route('**/api/structure', (route) => (answer = () => route.continue()));
    await page.goto(world.address + '#' + link({ view: 'structure', case: 'three-mass-chain' }));
    await until(page, () => document.getElementById('activity').hidden === false);
    assert.equal(await page.locator('#panel-structure :visible').count(), 0);
    answer();
    await drawn(page, 'structure-drawn');
    assert.ok(await page.locator('#structure-play').isVisible());
  },

  'the commands and files of a structure are those of the command line': async (world) => {
    const page = await open(
      world,
      link({
        view: 'structure',
        case: 'braced-building',
        'contact[2].bound': '1e5',
        'structure.masses': '[5e4,5e4,5e4,5e4,5e4]',
      }),
      'structure-drawn',
    );
    const { shell, python } = await commandsOf(page);
    const words = /^stickslip (.*)$/.exec(shell)[1];
    const folder = mkdtempSync(join(tmpdir(), 'structure-'));
    try {
      execFileSync('sh', ['-c', `"$0" ${words}`, resolve(world.binary)], { cwd: folder });
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#export-csv').click()]);
      assert.equal(readFileSync(await download.path(), 'utf8'), readFileSync(join(folder, 'structure.csv'), 'utf8'));
    } finally {
      rmSync(folder, { recursive: true });
    }
    assert.match(python, /load_case\("braced-building", \{.*"contact\[2\]\.bound": 100000/);
    for (const [kind, start] of [
      ['png', '\u0089PNG'],
      ['svg', '<svg'],
    ]) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#export-' + kind).click()]);
      assert.ok(readFileSync(await download.path(), 'latin1').startsWith(start), kind);
    }
  },

  'hostile names of a structure are text and nothing else': async (world) => {
    const evil = `<img src=x onerror=alert(1)>'; touch planted; '$(touch planted)\u001b[31m"`;
    const page = await open(
      world,
      link({
        view: 'structure',
        case: 'sdnd106-two-masses',
        title: JSON.stringify(evil),
        'structure.names': JSON.stringify([evil, 'pulled']),
        'contact[1].on': '1',
        'contact[1].name': JSON.stringify(evil),
      }),
      'structure-drawn',
    );
    assert.equal(await page.locator('img, body script:not([src])').count(), 0);
    assert.match((await rowsOf(page, '#structure-contacts'))[0][0], /^<img src=x onerror=alert\(1\)>'; touch planted/);
    const { shell, python } = await commandsOf(page);
    const bare = shell.replace(/'[^']*'(\\''[^']*')*/g, 'QUOTED');
    assert.match(bare, /^stickslip [\w .:=,+\/@%-]*$/, shell);
    for (const line of python.split('\n').slice(2)) {
      assert.match(line.replace(/"(\\.|[^"\\])*"/g, 'QUOTED'), /^\w+ = stickslip\.\w+\([\w .,=(){}\[\]:+-]*\)$/, line);
    }
    assert.ok(!/[\u0000-\u0009\u000b-\u001f\u007f]/.test(shell + python));
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#export-svg').click()]);
    const svg = readFileSync(await download.path(), 'utf8');
    assert.ok(svg.includes('&lt;img src') && !svg.includes('<img'));
  },

  'a structure or a run that is too large for the page is refused in a sentence': async (world) => {
    const many = (count, value) => JSON.stringify(Array(count).fill(value));
    const chain = (count) => ({ 'structure.masses': many(count, 1), 'structure.springs': many(count, 1) });
    const tooLarge = [
      [chain(101), /structure\.masses has 101 entries; at most 100 degrees of freedom/],
      [{ ...chain(2), 'run.until': '1e9' }, /run\.until = .* is more than 10000 cycles/],
      [{ 'structure.mass': '[[1]]' }, /structure\.stiffness is missing/],
      [{ ...chain(2), 'contact[3].bound': '1' }, /a contact needs one of on, between and direction/],
    ];
    for (const [entries, sentence] of tooLarge) {
      const page = await open(world, link({ view: 'structure', ...entries }));
      await settled(page);
      assert.equal(await sight(page), 'refused');
      assert.match(await textOf(page, 'case-problem'), sentence);
      await page.close();
    }
    const page = await open(
      world,
      link({ view: 'structure', ...chain(100), 'run.until': '20', 'start.velocity': many(100, 1) }),
    );
    await drawn(page, 'structure-drawn');
    assert.equal(await page.locator('#panel-structure .squares .chart:visible').count(), 0);
  },

  'every structure fits from 390 to 1440 pixels, light and dark, and has names for screen readers': async (world) => {
    const cases = [
      'braced-building',
      'sdnd106-two-masses',
      'siconos-two-masses',
      'sliding-base-frame',
      'three-mass-chain',
    ];
    for (const [width, colorScheme] of [
      [390, 'light'],
      [768, 'dark'],
      [1440, 'light'],
    ]) {
      const page = await world.context.newPage();
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      for (const entries of [...cases.map((name) => ({ case: name })), matrices]) {
        await page.goto(world.address + '#' + link({ view: 'structure', ...entries }));
        await page.reload();
        await drawn(page, 'structure-drawn');
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(over <= 0, `${entries.case} at ${width} px is ${over} px too wide`);
        const nameless = await page.evaluate(() =>
          [...document.querySelectorAll('button, input, select, [role=img]')]
            .filter((e) => e.offsetParent !== null)
            .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length || e.title))
            .map((e) => e.outerHTML.slice(0, 120)),
        );
        assert.deepEqual(nameless, []);
      }
      await page.close();
    }
  },
};
