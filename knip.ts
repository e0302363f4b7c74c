import type { KnipConfig } from 'knip';
import page from './scripts/page/package.json' with { type: 'json' };

export default {
  workspaces: {
    '.': {
      entry: [
        'src/server/main.ts',
        'src/cli/doctor.ts',
        'src/cli/models.ts',
        'src/cli/narrate.ts',
        'src/cli/premium.ts',
        'src/cli/restore.ts',
        'src/server/decoding/*-worker.ts',
        'src/web/app/prerender.tsx',
        'src/web/lib/zod.ts',
        'src/web/public/*.js',
        'bench/run.ts',
        'bench/word-errors.ts',
        'tests/soak/run.ts',
        'tests/support/third-engine/parrot/offer-parrot.ts',
        'scripts/*.{mjs,ts}',
      ],
      project: ['src/**/*.{ts,tsx}', 'tests/**/*.ts', 'bench/**/*.ts', 'scripts/**'],
    },
  },
  ignoreDependencies: [
    '@vladmandic/human',
    '@tensorflow/tfjs-backend-wasm',
    '@tesseract.js-data/eng',
    '@fontsource/arimo',
    // A program, which tests run.
    'exiftool-vendored.pl',
    // Run by tests as docs/guides/use-the-api.md has it.
    'oazapfts',
    '@oazapfts/runtime',
    // Listed in a folder that holds nothing else, so no file there uses them; tests/integration/packages.test.ts looks after them.
    ...Object.keys(page.dependencies),
  ],
  ignoreBinaries: ['du', 'ffmpeg', 'mkfifo', 'openssl', 'pocketsphinx_batch'],
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig;
