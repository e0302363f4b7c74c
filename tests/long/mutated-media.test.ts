import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sendMutatedMedia } from '../support/send-mutated-media.ts';

const keepIn = fileURLToPath(new URL('../../.cache/mutated-media', import.meta.url));
const count = Number(process.env.BENSHI_MUTATIONS ?? 1500);
/** Random, or the seed of an earlier run, which its output names. */
const seed = Number(process.env.BENSHI_MUTATION_SEED ?? Math.floor(Math.random() * 1_000_000_000));

test('no mutated video hangs a decoder or ends the server', {
  timeout: 14_400_000,
}, async () => {
  console.info(`${count} files, BENSHI_MUTATION_SEED=${seed}`);
  const report = await sendMutatedMedia({ count, seed, keepIn });
  const { answers, slowest, decoders } = report;
  console.info(`answers ${JSON.stringify(Object.fromEntries(answers))}`);
  console.info(`the slowest: ${slowest}; ${decoders} processes decoded`);
  expect(report.faults).toEqual([]);
  expect(report).toMatchObject({ serverIsAlive: true, temporaryFiles: [], refusedGoodFiles: [] });
  // Otherwise they were mutated too little, or not decoded.
  for (const answer of count > 100 ? ['200', '422 invalid_video'] : [])
    expect(answers.get(answer)).toBeGreaterThan(count / 10);
});
