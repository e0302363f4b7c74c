import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Decoding, speech and database tests do real work on small machines.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes, soon or late: a second, Vitest's own, is too short on a machine that does much else.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'integration', include: ['tests/integration/**/*.test.ts'] } },
    ],
  },
});
