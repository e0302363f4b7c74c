import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';

/** The page's player alone: its files by name, the worker's among them. */
export async function bundlePlayback(): Promise<ReadonlyMap<string, string>> {
  const outputs = await build({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    // As in vite.config.ts.
    resolve: {
      alias: [
        { find: /^#(?=shared|media)/, replacement: fileURLToPath(new URL('../../src/', import.meta.url)) },
      ],
    },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'tests/support/playback-harness.ts',
        output: { entryFileNames: 'playback.js' },
      },
    },
    worker: { format: 'es' },
  });
  const files = new Map<string, string>();
  for (const output of Array.isArray(outputs) ? outputs : [outputs]) {
    if (!('output' in output)) throw new Error('The player was not built.');
    for (const file of output.output)
      files.set(file.fileName, file.type === 'chunk' ? file.code : String(file.source));
  }
  return files;
}

const html = `<!doctype html><title>Player</title><script type="module" src="/playback.js"></script>
<button onclick="harness.playback.toggle()">Play</button>`;

/** Opens a page with a player, and a button that plays. @param video an mp4; undefined: the page has none */
export async function openPlayback(
  page: Page,
  files: ReadonlyMap<string, string>,
  video: Uint8Array | undefined,
): Promise<void> {
  await page.route('http://localhost/**', route => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html });
    if (name === 'video.mp4' && video) return route.fulfill({ body: Buffer.from(video) });
    const script = files.get(name);
    return script === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: 'text/javascript', body: script });
  });
  await page.goto('http://localhost/');
  await page.waitForFunction(() => 'harness' in globalThis);
  if (video) await page.evaluate(() => harness.showVideo('/video.mp4'));
}
