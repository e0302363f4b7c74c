import type { KnipConfig } from 'knip';

export default {
  workspaces: {
    '.': {
      entry: [
        'src/server/main.ts',
        // Until all of them have readers.
        'src/media/fingerprint/*.ts',
        'src/cli/doctor.ts',
        'src/cli/evaluate.ts',
        'src/cli/invite.ts',
        'src/cli/models.ts',
        'src/cli/narrate.ts',
        'src/cli/premium.ts',
        'src/cli/restore.ts',
        'src/server/decoding/*-worker.ts',
        'bench/run.ts',
        'bench/word-errors.ts',
        'tests/soak/run.ts',
        'tests/support/third-engine/parrot/offer-parrot.ts',
        'scripts/*.{mjs,ts}',
      ],
      project: ['src/**/*.{ts,tsx}', 'tests/**/*.ts', 'bench/**/*.ts', 'scripts/**'],
      // The page's own, in tests of it and in what builds it.
      ignoreDependencies: [
        '@emailjs/browser',
        '@fontsource-variable/literata',
        '@vitejs/plugin-react',
        'react-router',
      ],
    },
    'src/web': {
      entry: ['app/prerender.tsx', 'lib/zod.ts', 'public/*.js'],
      project: ['**/*.{ts,tsx}'],
      // Used by vite.config.ts.
      ignoreDependencies: ['@vitejs/plugin-react', 'vite'],
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
  ],
  ignoreBinaries: ['du', 'ffmpeg', 'mkfifo', 'openssl', 'pocketsphinx_batch'],
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig;
