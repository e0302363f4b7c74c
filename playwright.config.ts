import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/**
 * The production build, served by our own server: tests/e2e/fixtures.ts starts one on a free port for each worker,
 * with a data folder of its own. `CHROMIUM_PATH` is set by scripts/test.mjs.
 */
const chromium = process.env.CHROMIUM_PATH ?? findDebianChromium();

// Playwright makes its workers write in colour whatever this says, and Node warns of the contradiction. What it means for
// the report was read before.
delete process.env.NO_COLOR;

/** What `npm test` runs, without what is tagged as long: the ways that most people go. `npm run test:long` runs the rest. */
const mainFiles = [
  'accounts',
  'contact',
  'dashboard-narration',
  'describe',
  'downloads',
  'every-page',
  'fit-script',
  'follow-the-picture',
  'line-editor',
  'main-flow',
  'narrated-video',
  'nothing-is-lost',
  'one-page',
  'premium-voices-accessibility',
  'workspace',
].map(name => `**/${name}.spec.ts`);

export default defineConfig({
  projects: [
    { name: 'main', testMatch: mainFiles },
    { name: 'rest', testIgnore: mainFiles },
  ],
  testDir: 'tests/e2e',
  globalSetup: './tests/support/prepare-database-template.ts',
  outputDir: 'test-results/browser',
  // Narrating decodes, writes and speaks for real; two at a time is what a small machine can carry. Three were no quicker.
  workers: 2,
  timeout: 240_000,
  // A narration without a provider takes half a minute on a busy machine.
  expect: { timeout: 90_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

function findDebianChromium(): string | undefined {
  return ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(path => existsSync(path));
}
