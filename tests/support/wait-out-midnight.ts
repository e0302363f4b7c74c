import { setTimeout as sleep } from 'node:timers/promises';

/** The longest that a test file takes on a busy machine. */
const longestFileMs = 3 * 60_000;
const dayMs = 24 * 60 * 60_000;

// Limits of a day begin anew at midnight UTC: what a test counts must not be counted on two days.
const leftMs = dayMs - (Date.now() % dayMs);
if (leftMs < longestFileMs) await sleep(leftMs + 1000);
