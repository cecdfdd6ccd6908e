// Runs the browser tests: node run.mjs BINARY PAGE_FOLDER RESULT_FILE [FILTER]. RESULT_FILE gets "passed failed".

import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { Program } from './server.mjs';
import { tests } from './explorer_test.mjs';

const [binary, page, resultFile, filter] = process.argv.slice(2);
const testSeconds = 90;

const program = new Program(binary, page);
await program.start();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
let passed = 0;
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (filter && !name.includes(filter)) continue;
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, acceptDownloads: true });
  const complaints = [];
  context.on('page', (p) => {
    p.on('console', (m) => {
      if (m.type() === 'error' && !/status of 400/.test(m.text())) complaints.push(m.text());
    });
    p.on('pageerror', (e) => complaints.push(String(e)));
    p.on('request', (r) => {
      if (!/^(blob|data):/.test(r.url()) && !r.url().startsWith(program.address))
        complaints.push('a request leaves the server: ' + r.url());
    });
  });
  try {
    const limit = new Promise((_, reject) =>
      setTimeout(() => reject(new Error(`took more than ${testSeconds} s`)), testSeconds * 1000).unref(),
    );
    await Promise.race([test({ context, program, address: program.address }), limit]);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    ++passed;
    console.log(`passed: ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED: ${name}\n${error.stack ?? error}`);
  }
  await context.close();
}
await browser.close();
const code = await program.stop();
if (code === 0) ++passed;
else ++failed;
console.log(`${code === 0 ? 'passed' : 'FAILED'}: the server stops cleanly on Ctrl-C`);
writeFileSync(resultFile, `${passed} ${failed}\n`);
process.exit(failed === 0 ? 0 : 1);
