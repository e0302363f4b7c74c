import { setTimeout as sleep } from 'node:timers/promises';

/** The longest that a test file takes on a busy machine. */
const longestFileMs = 3 * 60_000;
const dayMs = 24 * 60 * 60_000;

// Daily limits reset at midnight UTC, which must not happen during a test.
const leftMs = dayMs - (Date.now() % dayMs);
if (leftMs < longestFileMs) await sleep(leftMs + 1000);
