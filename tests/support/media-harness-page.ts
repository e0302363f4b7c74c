import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';

/** Bundles the page's media code alone, with the functions of `media-harness.ts`. */
export async function bundleMediaHarness(): Promise<string> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const outputs = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry: 'tests/support/media-harness.ts', formats: ['es'] } },
  });
  const [output] = Array.isArray(outputs) ? outputs : [outputs];
  if (!output || !('output' in output)) throw new Error('The harness was not built.');
  return output.output[0].code;
}

/** Opens an empty page with a file input and the bundled harness. */
export async function openMediaHarness(page: Page, script: string): Promise<void> {
  await page.route('http://localhost/**', route => {
    const isScript = route.request().url().endsWith('.js');
    const html = '<!doctype html><input type="file"><script type="module" src="/harness.js"></script>';
    return route.fulfill({
      contentType: isScript ? 'text/javascript' : 'text/html',
      body: isScript ? script : html,
    });
  });
  await page.goto('http://localhost/');
  await page.waitForFunction(() => 'report' in globalThis);
}
