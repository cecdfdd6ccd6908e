// Starts the program's server on a free port, and the command line beside it.

import { execFileSync, spawn } from 'node:child_process';

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
