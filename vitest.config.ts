import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const isolatedTests = [
  'src/engines/offline/speech.test.ts',
  'src/engines/offline/spoken-words.test.ts',
  'src/engines/offline/premium-voices.test.ts',
  'tests/speech/**/*.test.ts',
  // They stop the clock of their process.
  'tests/specification/*.test.{ts,tsx}',
];

/** Loading modules anew for each file took a third to half of the time. */
const isolate = false;

export default defineConfig({
  // As in vite.config.ts.
  resolve: {
    alias: [{ find: /^#(?=shared|media)/, replacement: fileURLToPath(new URL('src/', import.meta.url)) }],
  },
  test: {
    // The tests wait for processes, databases and mails more than they compute: three keep two cores busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Decoding, speech and database tests do real work on small machines.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The reader of signed files would take the stand-in for its compiled part, which is not installed, for the part.
    env: { CBOR_NATIVE_ACCELERATION_DISABLED: 'true' },
    // What `npm test` leaves to `npm run test:long`; the browser tests have the same tag.
    tags: [
      {
        name: 'long',
        description: 'takes long, and something like it is tested in less time',
        timeout: 600_000,
      },
    ],
    // What is waited for comes, soon or late: a second, Vitest's own, is too short on a machine that does much else.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          isolate,
          exclude: isolatedTests,
        },
      },
      { extends: true, test: { name: 'speech', include: isolatedTests } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          isolate,
          exclude: isolatedTests,
          setupFiles: ['./tests/support/wait-out-midnight.ts', './tests/support/check-declared-answers.ts'],
          // Postgres first, because its programs may not be able to run where tests keep their files.
          globalSetup: [
            './tests/support/prepare-postgres.ts',
            './tests/support/prepare-database-template.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          globalSetup: './tests/support/prepare-database-template.ts',
          testTimeout: 900_000,
          // What they measure must not be each other.
          fileParallelism: false,
        },
      },
    ],
  },
});
