// Starts the program's server on a free port, and the command line beside it.

import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

export class Program {
  constructor(binary, page) {
    this.binary = binary;
    this.page = page;
  }

  async start(port = 0) {
    this.process = spawn(this.binary, ['explore', '--port', String(port), '--page', this.page], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.ended = new Promise((resolve) => this.process.on('exit', (code) => resolve(code)));
    this.address = await new Promise((resolve, reject) => {
      let text = '';
      this.process.stdout.on('data', (piece) => {
        text += piece;
        const found = /http:\/\/\S+\//.exec(text);
        if (found) resolve(found[0]);
      });
      this.process.on('exit', () => reject(new Error('the server ended: ' + text)));
    });
  }

  /** Whether a thread of the server runs or waits for a processor. */
  isComputing() {
    const tasks = `/proc/${this.process.pid}/task`;
    return readdirSync(tasks).some((task) => {
      try {
        const stat = readFileSync(`${tasks}/${task}/stat`, 'utf8');
        return stat.slice(stat.lastIndexOf(')') + 2).startsWith('R');
      } catch {
        return false; // it ended meanwhile
      }
    });
  }

  /** Until that is seen for 0.3 s. */
  async untilComputing(isWanted, seconds) {
    const deadline = Date.now() + 1000 * seconds;
    for (let since = 0; since === 0 || Date.now() - since < 300; ) {
      if (Date.now() > deadline) throw new Error(`the server ${isWanted ? 'computes nothing' : 'computes on'}`);
      if (this.isComputing() !== isWanted) since = 0;
      else if (since === 0) since = Date.now();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async stop() {
    this.process.kill('SIGINT');
    return this.ended;
  }

  /** What the command line prints with --json. */
  ask(...words) {
    return JSON.parse(execFileSync(this.binary, [...words, '--json'], { encoding: 'utf8', maxBuffer: 1 << 28 }));
  }

  run(...words) {
    return execFileSync(this.binary, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
  }
}
