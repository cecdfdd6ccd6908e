// The modules of the page that need no browser, built for Node.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'web');

/** Imports web/src/NAME.ts for each name. */
export async function pageModules(...names) {
  const { build } = await import(pathToFileURL(join(web, 'node_modules', 'vite', 'dist', 'node', 'index.js')));
  const folder = mkdtempSync(join(tmpdir(), 'page-modules-'));
  try {
    await build({
      root: web,
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: folder,
        emptyOutDir: true,
        minify: false,
        lib: {
          entry: Object.fromEntries(names.map((name) => [name, join(web, 'src', name + '.ts')])),
          formats: ['es'],
          fileName: (_, name) => name + '.mjs',
        },
      },
    });
    const made = {};
    for (const name of names) Object.assign(made, await import(pathToFileURL(join(folder, name + '.mjs'))));
    return made;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
