// Every view of every built-in case: drawn, or a sentence why it cannot be; never an error, never nothing.

import assert from 'node:assert/strict';
import { drawn, open, settled, sight } from './browser.mjs';

const views = ['motion', 'steady', 'map', 'planar', 'structure', 'chaos', 'identify'];

async function namesOf({ address }) {
  const sent = await fetch(address + 'api/cases', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  return (await sent.json()).cases.map((c) => c.name);
}

/** What is wrong with the view that is shown; empty where nothing is. */
const faults = () => {
  const found = [];
  const isSeen = (e) => e.offsetParent !== null && e.getClientRects().length > 0;
  for (const p of document.querySelectorAll('.problem'))
    if (isSeen(p)) found.push('a problem is shown: ' + p.textContent);
  const panel = document.querySelector('.view:not([hidden])');
  const sentence = document.getElementById('status').textContent;
  const all = document.getElementById('views').textContent;
  for (const word of ['undefined', 'NaN', 'Error', 'Infinity', '[object', 'Invalid', 'null'])
    if (all.includes(word)) found.push(`"${word}" is shown`);
  const canvases = [...panel.querySelectorAll('canvas')].filter(isSeen);
  const offers = [...panel.querySelectorAll('button')].filter(isSeen);
  if (canvases.length === 0 && offers.length === 0 && sentence.length + panel.innerText.length < 30)
    found.push('nothing is shown');
  canvases.forEach((canvas, i) => {
    const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const colours = new Set();
    for (let k = 0; k < data.length; k += 4)
      if (data[k + 3] > 0) colours.add((data[k] << 16) | (data[k + 1] << 8) | data[k + 2]);
    if (colours.size < 4) found.push(`canvas ${i} is empty`);
  });
  for (const text of [...panel.querySelectorAll('dd, dt, p, td, h3')].filter(isSeen).map((e) => e.textContent))
    if (/(^|\s)–(\s|$)/.test(text)) found.push(`a number is missing: ${text}`);
  return found;
};

/** Waits for the picture, the long work after it only as far as it can fail at once. */
async function look(page) {
  await settled(page, 40);
  const hasDiagram = await page.locator('#panel-chaos canvas').nth(2).isVisible();
  if (hasDiagram) await drawn(page, 'bifurcation-first');
  await page.waitForTimeout(150);
}

export const tests = Object.fromEntries(
  views.map((view) => [
    `the view ${view} of every built-in case is drawn or says why not`,
    async (world) => {
      const names = await namesOf(world);
      assert.ok(names.length >= 22);
      const bad = [];
      const page = await open(world, `view=${view}&case=${names[0]}`);
      for (const name of names) {
        await page.goto(`${world.address}#view=${view}&case=${name}`);
        await page.reload();
        await look(page);
        const found = await page.evaluate(faults);
        if ((await sight(page)) === 'refused') found.push('refused');
        bad.push(...found.map((f) => `${view} of ${name}: ${f}`));
        bad.push(...world.complaints.splice(0).map((c) => `${view} of ${name}: ${c}`));
      }
      assert.deepEqual(bad, []);
    },
  ]),
);
