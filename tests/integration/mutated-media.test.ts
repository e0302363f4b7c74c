// @module-tag long
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sendMutatedMedia } from '../support/send-mutated-media.ts';

const keepIn = fileURLToPath(new URL('../../.cache/mutated-media', import.meta.url));

test('thirty mutated videos are each accepted or refused with a reason, and good ones still work', async () => {
  const report = await sendMutatedMedia({ count: 30, seed: 1_000_000, keepIn });
  expect(report.faults).toEqual([]);
  expect(report).toMatchObject({ serverIsAlive: true, temporaryFiles: [], refusedGoodFiles: [] });
  // Otherwise they were mutated too little, or not decoded.
  expect(report.answers.get('200')).toBeGreaterThan(3);
  expect(report.answers.get('422 invalid_video')).toBeGreaterThan(3);
});
