// Runs the tests of the page: node run.mjs BINARY PAGE_FOLDER RESULT_FILE [FILTER]. RESULT_FILE gets "passed failed".

import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { Program } from './server.mjs';
import { tests as moduleTests } from './module_test.mjs';
import { tests as browserTests } from './explorer_test.mjs';
import { tests as stateTests } from './page_states_test.mjs';
import { tests as structureTests } from './structure_test.mjs';
import { tests as identifyTests } from './identify_test.mjs';
import { tests as viewTests } from './views_test.mjs';

const [binary, page, resultFile, filter] = process.argv.slice(2);
const testSeconds = 90;
const viewSeconds = 600; // every view of every case

const program = new Program(binary, page);
await program.start();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
let passed = 0;
let failed = 0;

/** What the server answers to a question that a newer one of the page replaced: no fault, however busy the machine is. */
const isReplaced = (text) => text.includes('status of 409');

/** A context of a browser; console errors, errors of the page and requests beyond the server become complaints. */
async function newContext(complaints, isForgiven) {
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, acceptDownloads: true });
  context.on('page', (p) => {
    p.on('console', (m) => {
      if (m.type() === 'error' && !isReplaced(m.text()) && !isForgiven(m.text())) complaints.push(m.text());
    });
    p.on('pageerror', (e) => complaints.push(String(e)));
    p.on('request', (r) => {
      if (!/^(blob|data):/.test(r.url()) && !r.url().startsWith(program.address))
        complaints.push('a request leaves the server: ' + r.url());
    });
  });
  return context;
}

async function within(seconds, promise) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took more than ${seconds} s`)), seconds * 1000);
  });
  await Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

async function run(name, seconds, test, isForgiven) {
  if (filter && !new RegExp(filter).test(name)) return;
  const complaints = [];
  const context = await newContext(complaints, isForgiven);
  try {
    await within(seconds, test({ context, program, address: program.address, page, binary, complaints }));
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    ++passed;
    console.log(`passed: ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED: ${name}\n${error.stack ?? error}`);
  }
  await context.close();
}

const refused = (text) => /status of 400/.test(text); // of a case that a test makes wrong
const never = () => false;
for (const [name, test] of Object.entries(moduleTests))
  await run(name, testSeconds, async (world) => test(world), never);
for (const [name, test] of Object.entries(viewTests)) await run(name, viewSeconds, test, never);
for (const [name, test] of Object.entries(stateTests)) await run(name, testSeconds, test, refused);
for (const [name, test] of Object.entries(structureTests)) await run(name, testSeconds, test, refused);
for (const [name, test] of Object.entries(identifyTests)) await run(name, testSeconds, test, refused);
for (const [name, test] of Object.entries(browserTests)) await run(name, testSeconds, test, refused);
await browser.close();
const code = await program.stop();
if (code === 0) ++passed;
else ++failed;
console.log(`${code === 0 ? 'passed' : 'FAILED'}: the server stops cleanly on Ctrl-C`);
writeFileSync(resultFile, `${passed} ${failed}\n`);
process.exit(failed === 0 ? 0 : 1);
