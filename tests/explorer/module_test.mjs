// The parts of the page that need no browser: ticks, typed numbers, the two forms of a case, quoting for shell and Python,
// and links, random and mutated ones included.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageModules } from './modules.mjs';
import { hostilePieces, hostileText, randomFrom } from './random.mjs';

const page = await pageModules(
  'ticks',
  'numbers',
  'quote',
  'link',
  'case_keys',
  'forms',
  'commands',
  'structure_answer',
  'structure_layout',
);

const views = ['motion', 'steady', 'map', 'planar', 'structure', 'chaos'];
const firstCase = 'hong-liu-fig10';

async function vocabulary({ address }) {
  const sent = await fetch(address + 'api/cases', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const { cases, keys } = await sent.json();
  return { cases, keys, views };
}

/** What a shell hands to a program for this command line. */
function wordsOfShell(shell, line) {
  const program = `set -f; f() { for w; do printf '%s\\0' "$w"; done; }; f ${line}`;
  return execFileSync(shell, ['-c', program], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

/** Runs `act` in an empty folder, in which nothing may appear. */
function inEmptyFolder(act) {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const before = process.cwd();
  process.chdir(folder);
  try {
    act();
    assert.ok(!existsSync(join(folder, 'planted')), 'a command ran');
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
}

/** The case that a link gives, checked to hold nothing but what a case may hold. */
function checked(known, hash) {
  const state = page.decode(hash, known, firstCase);
  assert.ok(known.views.includes(state.view));
  assert.ok(state.name === null || known.cases.some((c) => c.name === state.name));
  for (const map of [state.keys, state.physical ?? new Map()]) {
    for (const [key, value] of map) {
      const general = page.generalKey(key);
      assert.ok(known.keys.includes(general) && page.entryOf(key) <= 50 && !key.includes('[]'), key);
      const isText = (v) => typeof v === 'string' && v.length <= 200 && !/[\p{C}]/u.test(v);
      const isWord = page.wordKeys.has(general) || page.wordListKeys.has(general);
      const all = [value].flat(2);
      if (page.textKeys.has(general)) assert.ok(isText(value), key);
      else
        assert.ok(all.length > 0 && all.every((v) => Number.isFinite(v) || (isWord && isText(v))), `${key} = ${value}`);
    }
  }
  assert.ok(page.complaint(state.problems).length < 2000);
  return state;
}

const someCommands = {
  shell: [{ verb: 'steady', takesCase: true, words: ['--json'] }],
  python: [{ result: 'state', name: 'steady', takesCase: true, named: { over: ['load.frequency', 1, 2, 3] } }],
};

export const tests = {
  'ticks are few, distinct and in order, whatever the range': () => {
    const random = randomFrom(1);
    for (let i = 0; i < 20000; ++i) {
      const low = (random.next() - 0.5) * 10 ** (random.below(40) - 20);
      const high =
        random.below(3) === 0
          ? low * (1 + random.below(9) * 1.1e-16)
          : low + random.next() * 10 ** (random.below(40) - 20);
      const most = 1 + random.below(20);
      const made = page.ticks(low, high, most);
      assert.ok(made.length >= 1 && made.length <= 2 * most + 2, `${low} ${high} ${most}: ${made.length} ticks`);
      for (let k = 1; k < made.length; ++k) assert.ok(made[k] > made[k - 1]);
      const [from, to] = page.rangeOf(Math.min(low, high), Math.max(low, high));
      assert.ok(from < low && high < to && Number.isFinite(to - from), `${low} to ${high}: ${from} to ${to}`);
      const inside = page.ticks(from, to, most);
      assert.ok(inside.every((t) => t >= from - 1e-6 * (to - from) && t <= to + 1e-6 * (to - from)));
    }
  },

  'ticks read as the numbers they are, each in its own way': () => {
    const random = randomFrom(2);
    for (let i = 0; i < 20000; ++i) {
      const low = (random.next() - 0.5) * 10 ** (random.below(30) - 15);
      const high = low + (0.01 + random.next()) * Math.max(Math.abs(low), 1e-15) * 10 ** random.below(4);
      const values = page.ticks(low, high, 2 + random.below(9));
      const texts = page.tickTexts(values);
      const step = values.length > 1 ? values[1] - values[0] : Math.abs(values[0]) || 1;
      assert.equal(new Set(texts).size, texts.length, `${values}: ${texts}`);
      texts.forEach((text, k) => {
        assert.ok(Math.abs(Number(text) - values[k]) <= 1e-3 * step, `${values[k]} reads ${text}`);
        assert.ok(!/^-0(\.0*)?$/.test(text), text);
        assert.ok(text.length <= 12, text);
      });
    }
    for (const size of [1, 4.5, 0.09, 7e-6]) assert.ok(page.ticks(-size, size, 3).length >= 3, String(size));
    assert.deepEqual(page.tickTexts([-2e-6, 0, 2e-6]), ['-2e-6', '0', '2e-6']);
    assert.deepEqual(page.tickTexts([0, 0.5, 1]), ['0', '0.5', '1.0']);
  },

  'a typed text is one plain number or a sentence': () => {
    for (const [text, value] of [
      ['1', 1],
      [' 0.70 ', 0.7],
      ['-2e-3', -2e-3],
      ['+.5', 0.5],
      ['3.', 3],
      ['−4', -4],
      ['1E5', 1e5],
    ])
      assert.deepEqual(page.typedNumber(text), { value });
    for (const text of [
      '',
      ' ',
      '1,000',
      '0,7',
      '1.000,5',
      "1'000",
      '1 000',
      '0x10',
      '0b1',
      '0o7',
      'NaN',
      'Infinity',
      '-Infinity',
      '1e999',
      '1_000',
      '1e',
      'e5',
      '.',
      '5 N',
      '١',
      '1;2',
      '--1',
      '+-1',
      'heavy',
    ])
      assert.match(page.typedNumber(text).problem ?? '', /^(must be|is too large)/, text);
    assert.match(page.typedNumber('1,000').problem, /without commas/);
    assert.match(page.typedNumber('0x10').problem, /decimal/);
    const random = randomFrom(3);
    for (let i = 0; i < 2000; ++i) {
      const number = (random.next() - 0.5) * 10 ** (random.below(60) - 30);
      assert.deepEqual(page.typedNumber(String(number)), { value: number });
    }
  },

  'a shell reads every quoted text as one word': () => {
    const random = randomFrom(4);
    const texts = [...hostilePieces, ...Array.from({ length: 2000 }, () => hostileText(random)), ''];
    inEmptyFolder(() => {
      for (const shell of ['sh', 'bash']) {
        for (let i = 0; i < texts.length; i += 100) {
          const some = texts.slice(i, i + 100);
          assert.deepEqual(wordsOfShell(shell, page.shellLine(some)), some.map(page.plainText));
        }
      }
    });
    assert.equal(
      page.shellLine(['stickslip', 'steady', '--set', 'load.amplitude=1.4']),
      'stickslip steady --set load.amplitude=1.4',
    );
  },

  'Python reads every quoted text as one string and every number as that number': () => {
    const random = randomFrom(5);
    const texts = [...hostilePieces, ...Array.from({ length: 2000 }, () => hostileText(random)), ''];
    const numbers = Array.from({ length: 500 }, () => (random.next() - 0.5) * 10 ** (random.below(600) - 300)).concat([
      0,
      -0,
      NaN,
      Infinity,
      1e21,
      5e-324,
    ]);
    const code = `import json, sys\ntexts = ${page.pythonLiteral(texts)}\nnumbers = ${page.pythonLiteral(numbers)}\nnest = ${page.pythonLiteral({ 'a"b': [true, null, 'x'] })}\nprint(json.dumps([texts, [repr(float(n)) for n in numbers], nest]))\n`;
    inEmptyFolder(() => {
      const [read, reprs, nest] = JSON.parse(execFileSync('python3', ['-c', code], { encoding: 'utf8' }));
      assert.deepEqual(read, texts.map(page.plainText));
      reprs.forEach((text, i) =>
        assert.ok(
          Object.is(Number(text.replace('inf', 'Infinity').replace('nan', 'NaN')), numbers[i]),
          `${text} is not ${numbers[i]}`,
        ),
      );
      assert.deepEqual(nest, { 'a"b': [true, null, 'x'] });
    });
    assert.equal(
      page.pythonCall('stickslip.map', [], { observables: ['stops_per_cycle'], x: ['friction_ratio', 0, 1, 9] }),
      'stickslip.map(observables=["stops_per_cycle"], x=("friction_ratio", 0, 1, 9))',
    );
  },

  'a link plants no command, in no shell and in no Python': async (world) => {
    const known = await vocabulary(world);
    const random = randomFrom(6);
    const textual = [...page.textKeys, ...page.wordKeys, ...page.wordListKeys].map((k) => k.replace('[]', '[1]'));
    inEmptyFolder(() => {
      for (let i = 0; i < 150; ++i) {
        const link = new URLSearchParams({ view: random.pick(views), case: random.pick(known.cases).name });
        for (let k = 0; k < 4; ++k)
          link.append(random.pick([...known.keys, ...textual, ...textual]), JSON.stringify(hostileText(random)));
        link.append(hostileText(random), hostileText(random));
        link.append(
          'load.amplitude',
          random.pick(['1;touch planted', '"$(touch planted)"', '[1,"$(touch planted)"]', '1e999']),
        );
        const state = checked(known, link.toString());
        const made = page.commandsFor(state, someCommands);
        const words = wordsOfShell('sh', made.shell);
        const expected = ['stickslip', 'steady'];
        if (made.needsFile) expected.push('case.toml');
        else
          expected.push(
            state.name,
            ...page
              .differences(state.origin, state.keys)
              .flatMap(([key, value]) => ['--set', `${key}=${JSON.stringify(value)}`]),
          );
        assert.deepEqual(words, [...expected, '--json']);
        const stub =
          'class stickslip:\n  load_case = staticmethod(lambda *a: a)\n  steady = staticmethod(lambda *a, **k: (a, k))\n';
        const code = `${stub}${made.python.replace('import stickslip', '')}\nimport json\nprint(json.dumps(case))`;
        const read = JSON.parse(execFileSync('python3', ['-c', code], { encoding: 'utf8' }));
        if (!made.needsFile)
          assert.deepEqual(read[1] ?? {}, Object.fromEntries(page.differences(state.origin, state.keys)));
      }
    });
  },

  'a link holds all of a case and gives it back': async (world) => {
    const known = await vocabulary(world);
    const random = randomFrom(7);
    for (const c of known.cases) {
      const origin = page.keysOf(c.toml);
      for (const key of origin.keys()) assert.ok(page.isKnownKey(known, key), `${c.name}: ${key}`);
      for (let i = 0; i < 50; ++i) {
        const keys = new Map(origin);
        for (const [key, value] of origin) {
          if (typeof value === 'number' && random.below(3) === 0)
            keys.set(key, (random.next() - 0.5) * 10 ** (random.below(20) - 10));
          if (random.below(8) === 0) keys.delete(key);
        }
        const name = random.below(2) ? c.name : null;
        if (!name && ![...keys.keys()].some((k) => /^(ratios|oscillator|structure)\./.test(k))) continue;
        const state = {
          view: random.pick(views),
          name,
          origin,
          keys,
          physical: random.below(2) ? origin : null,
          own: new Map([['over', 'a,b&c=d']]),
        };
        const again = checked(known, page.encode(state));
        assert.deepEqual(again.problems, []);
        assert.deepEqual(new Map([...again.keys].sort()), new Map([...keys].sort()));
        assert.deepEqual(
          [again.view, again.name, again.physical, again.own],
          [state.view, name, state.physical, state.own],
        );
        assert.equal(page.tomlOf(page.keysOf(page.tomlOf(keys))), page.tomlOf(keys));
      }
    }
  },

  'no link breaks the page: random and mutated ones are read in bounded time': async (world) => {
    const known = await vocabulary(world);
    const seed = Number(process.env.STICKSLIP_LINK_SEED ?? 8);
    const random = randomFrom(seed);
    const sources = known.cases.map((c) =>
      page.encode({
        view: random.pick(views),
        name: null,
        origin: new Map(),
        keys: page.keysOf(c.toml),
        physical: page.keysOf(c.toml),
        own: new Map([
          ['over', 'load.amplitude,1,2'],
          ['window', '0,1,0.1,1'],
        ]),
      }),
    );
    const pieces = [
      ...hostilePieces,
      ...known.keys,
      'view=',
      '&',
      '=',
      '%',
      '%ff',
      '%00',
      '&without=',
      'physical.',
      'view.over=',
      '+',
      '[1,2]',
      '[[[',
      '{"a":1}',
      '"'.repeat(50),
      '9'.repeat(400),
      '[' + '1,'.repeat(2000) + '1]',
      'contact[1].',
      'contact[50].bound=1',
      'contact[51].bound=1',
      'contact[01].bound=1',
      'contact[].bound=1',
      'load[7].on="a"',
      '["a",1]',
      '[[1,2],[3]]',
    ];
    const mutated = (text) => {
      for (let n = random.below(6); n >= 0; --n) {
        const at = random.below(text.length + 1);
        const kind = random.below(4);
        if (kind === 0) text = text.slice(0, at) + random.pick(pieces) + text.slice(at);
        else if (kind === 1) text = text.slice(0, at) + text.slice(at + random.below(20));
        else if (kind === 2)
          text =
            text.slice(0, at) + String.fromCharCode(random.below(random.below(4) ? 128 : 65536)) + text.slice(at + 1);
        else text = text.slice(0, at) + text.slice(random.below(text.length + 1), at + 1) + text.slice(at);
      }
      return text;
    };
    const seconds = Number(process.env.STICKSLIP_LINK_SECONDS ?? 10);
    const began = performance.now();
    let slowest = 0;
    let links = 0;
    while (performance.now() - began < 1000 * seconds) {
      const link = random.below(5) ? mutated(random.pick(sources)) : hostileText(random, 30);
      const start = performance.now();
      let state;
      try {
        state = checked(known, link);
        page.commandsFor(state, someCommands);
        page.tomlOf(state.keys);
        checked(known, page.encode(state));
      } catch (error) {
        throw new Error(`seed ${seed}, link ${JSON.stringify(link)}: ${error.stack}`);
      }
      slowest = Math.max(slowest, performance.now() - start);
      ++links;
    }
    console.log(`  ${links} links, the slowest took ${slowest.toFixed(1)} ms`);
    assert.ok(links > 1000);
    assert.ok(slowest < 2000);
  },

  'the keys of a structure are its case file again, whatever stands in it': async (world) => {
    const known = await vocabulary(world);
    const random = randomFrom(9);
    const names = ['name', 'two words', 'quote " and \\', 'комната', "it's", '[[contact]]', 'a = 1 # b'];
    for (let i = 0; i < 300; ++i) {
      const keys = new Map([['title', random.pick(names)]]);
      keys.set('structure.mass', [
        [1, 0.5],
        [0.5, 2],
      ]);
      keys.set('structure.names', [random.pick(names), 'other']);
      const contacts = 1 + random.below(4);
      for (let j = 1; j <= contacts; ++j) {
        keys.set(`contact[${j}].name`, random.pick(names) + j);
        keys.set(`contact[${j}].between`, [random.pick([0, 1, random.pick(names)]), 2]);
        keys.set(`contact[${j}].bound`, random.next() * 10 ** (random.below(20) - 10));
      }
      keys.set('load[1].amplitude', [1, -2e-7]);
      const again = page.keysOf(page.tomlOf(keys));
      assert.deepEqual(new Map([...again].sort()), new Map([...keys].sort()));
      const state = { view: 'structure', name: null, origin: new Map(), keys, physical: null, own: new Map() };
      const read = checked(known, page.encode(state));
      assert.deepEqual(read.problems, []);
      assert.deepEqual(new Map([...read.keys].sort()), new Map([...keys].sort()));
    }
    const gap = page.tomlOf(
      new Map([
        ['structure.masses', [1]],
        ['contact[3].bound', 1],
      ]),
    );
    assert.equal(gap.match(/\[\[contact\]\]/g).length, 3, 'a table that is missing is not skipped');
  },

  'what a contact does follows from its events': () => {
    const motion = {
      contact_names: ['a', 'b', 'c', 'd', 'stop'],
      shape: { contacts: [[1], [1], [1], [1], [0]].map((direction) => ({ direction })) },
      final: { t: 10, contacts: ['slide', 'stick', 'open', 'slide', 'slide'] },
      events: [
        { t: 0, contact: 1, kind: 'stick-to-slide', direction: -1 },
        { t: 1, contact: 4, kind: 'close', direction: 1 },
        { t: 2, contact: 1, kind: 'reversal', direction: 1 },
        { t: 3, contact: 1, kind: 'slide-to-stick', direction: 0 },
        { t: 4, contact: 1, kind: 'open', direction: 0 },
        { t: 5, contact: 1, kind: 'close', direction: 0 },
        { t: 6, contact: 1, kind: 'stick-to-slide', direction: 1 },
        { t: 7, contact: 5, kind: 'open', direction: 0 },
        { t: 8, contact: 5, kind: 'close', direction: 0 },
      ],
    };
    const states = page.statesOf(motion);
    assert.deepEqual(
      states.map((list) => list.map((i) => `${i.from} ${i.state}`)),
      [
        ['0 slide−', '2 slide+', '3 stick', '4 open', '5 stick', '6 slide+'],
        ['0 stick'],
        ['0 open'],
        ['0 open', '1 slide+'],
        ['0 closed', '7 open', '8 closed'],
      ],
    );
    for (const list of states) {
      assert.equal(list[0].from, 0);
      assert.equal(list.at(-1).to, 10);
      for (const i of list) assert.equal(page.stateAt(list, (i.from + i.to) / 2), i.state);
    }
  },

  'the picture of a structure holds its whole travel, and masses keep their order': () => {
    const random = randomFrom(10);
    for (let i = 0; i < 2000; ++i) {
      const masses = 1 + random.below(12);
      const drift = random.below(3) ? 0 : 10 * random.next();
      const size = 10 ** (random.below(12) - 6) * random.below(4);
      const x = Array.from({ length: masses }, () =>
        Array.from({ length: 30 }, (_, k) => size * (random.next() - 0.5 + (drift * k) / 30)),
      );
      const links = [];
      for (let a = 0; a <= masses; ++a)
        for (let b = a + 1; b <= masses; ++b) if (random.below(3) === 0) links.push({ a, b, stiffness: 1 });
      const contacts = Array.from({ length: random.below(5) }, () => ({
        direction: Array.from({ length: masses }, () => random.below(3) - 1),
        stiffness: random.below(2) ? 1 : null,
        surface_velocity: 0,
      })).filter((c) => c.direction.some((w) => w !== 0));
      const motion = { dof_names: Array(masses).fill('m'), samples: { x }, shape: { links, contacts, loads: [] } };
      const layout = page.layoutOf(motion);
      const width = 150 + random.below(1300);
      const { box, pitch, first, scale } = page.spacingOf(layout, page.travelOf(motion, layout), width);
      assert.equal(layout.row.length + layout.arcs.length + layout.hung.length, links.length);
      assert.equal(layout.contacts.length, contacts.length);
      for (const [m, list] of x.entries())
        for (const [k, v] of list.entries()) {
          const at = first + m * pitch + scale * v;
          assert.ok(at - box / 2 >= -0.5 && at + box / 2 <= width + 0.5, `${i}: mass ${m} at ${at} of ${width}`);
          if (m > 0 && drift === 0) assert.ok(at > first + (m - 1) * pitch + scale * x[m - 1][k], `${i}: order`);
        }
    }
  },

  'a link of two megabytes is read at once': async (world) => {
    const known = await vocabulary(world);
    for (const piece of [
      'a=1&',
      'load.amplitude=1&',
      'without=x&',
      'view.a=b&',
      '&',
      'oscillator.mass=%22x%22&',
      'physical.title=%22x%22&',
    ]) {
      const began = performance.now();
      checked(known, piece.repeat(2e6 / piece.length));
      assert.ok(performance.now() - began < 5000, piece);
    }
    checked(known, 'load.amplitude=' + '['.repeat(2e6));
    checked(known, 'title="' + 'x'.repeat(2e6) + '"');
  },

  'ratios and back give the physical case again, with what changed in between': async (world) => {
    const known = await vocabulary(world);
    const ratiosOf = async (keys) => {
      const sent = await fetch(world.address + 'api/read', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ case: page.tomlOf(keys) }),
      });
      return (await sent.json()).ratios;
    };
    let count = 0;
    const random = randomFrom(9);
    for (const c of known.cases.filter((k) => k.kind !== 'planar')) {
      const physical = page.keysOf(c.toml);
      const before = page.isRatioForm(physical) ? null : await ratiosOf(physical);
      if (!before) continue;
      const ratios = page.toRatioForm(physical, before);
      assert.deepEqual(page.backToPhysical(ratios, physical, before), physical, c.name);
      ++count;
      // Any change of the ratios is what the server reads off the physical case.
      for (let i = 0; i < 10; ++i) {
        const changed = new Map(ratios);
        if (random.below(2)) changed.set('ratios.friction', 0.1 + 0.5 * random.next());
        if (random.below(2)) changed.set('ratios.frequency', 0.3 + random.next());
        if (random.below(2)) changed.set('ratios.damping', 0.3 * random.next());
        if (random.below(2)) changed.set('ratios.offset', 0.3 * random.next());
        if (random.below(2)) changed.set('ratios.static', 1.5);
        if (random.below(2)) changed.set('start.position', 0.2 * random.next());
        if (changed.has('ratios.static') && changed.get('ratios.static') <= changed.get('ratios.friction'))
          changed.delete('ratios.static');
        const back = page.backToPhysical(changed, physical, before);
        const again = page.toRatioForm(back, await ratiosOf(back));
        // A base has no constant force: its spring rests elsewhere instead, which is the same seen from there.
        const seen = (keys, key) =>
          (keys.get(key) ?? 0) - (key === 'start.position' ? (keys.get('ratios.offset') ?? 0) : 0);
        for (const key of [
          'ratios.friction',
          'ratios.frequency',
          'ratios.damping',
          'ratios.static',
          'start.position',
        ]) {
          const [is, was] = [seen(again, key), seen(changed, key)];
          assert.ok(Math.abs(is - was) <= 1e-11 * Math.max(1, Math.abs(was)), `${c.name}: ${key} ${is}, not ${was}`);
        }
      }
    }
    assert.ok(count >= 5);
  },

  'ratios of a planar case and back give it again, and its motion is the same in other units': async (world) => {
    const known = await vocabulary(world);
    const motion = async (keys) => {
      const sent = await fetch(world.address + 'api/motion', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ case: page.tomlOf(keys), samples: 101 }),
      });
      const body = await sent.json();
      assert.equal(sent.status, 200, body.error);
      return body;
    };
    const agree = (a, b, scale) =>
      a.forEach((v, i) =>
        assert.ok(Math.abs(v * scale - b[i]) <= 1e-7 * Math.max(...b.map(Math.abs)), `${v * scale} is not ${b[i]}`),
      );
    let count = 0;
    for (const c of known.cases.filter((k) => k.kind === 'planar')) {
      const physical = page.keysOf(c.toml);
      const ratios = page.toPlanarRatioForm(physical);
      if (!ratios || page.numberAt(physical, 'run.until') > 100) continue;
      ++count;
      assert.deepEqual(page.backToPlanar(ratios, physical), physical, c.name);
      const changed = new Map(ratios)
        .set('ratios.force', 3.5)
        .set('ratios.damping', 0.1)
        .set('ratios.axis_ratio', 0.7)
        .set('ratios.phase', 0.4);
      const back = page.backToPlanar(changed, physical);
      const length =
        (page.numberAt(physical, 'friction.bound') ||
          page.numberAt(physical, 'friction.mu') * page.numberAt(physical, 'friction.normal')) /
        page.numberAt(physical, 'oscillator.stiffness');
      for (const [a, b] of [
        [ratios, physical],
        [changed, back],
      ]) {
        const [first, second] = [await motion(a), await motion(b)];
        agree(first.samples.x1, second.samples.x1, length);
        agree(first.samples.x2, second.samples.x2, length);
        assert.equal(first.events.length, second.events.length);
      }
      const unit = page.toPhysicalForm(changed);
      agree((await motion(changed)).samples.x1, (await motion(unit)).samples.x1, 1);
    }
    assert.ok(count >= 2, `${count} planar cases`);
  },
};
