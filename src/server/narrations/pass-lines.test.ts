import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { MeteredWork } from '../costs/account-costs.ts';
import { readCost, settleAtEnd } from './narration-parts.ts';

/** Work whose cost is known once a test marks it as stored. */
function makeWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let cost: MeteredWork['cost'] = null;
  const work: MeteredWork = {
    id: 'a0000000-0000-4000-8000-000000000000',
    vision: engine => engine,
    script: engine => engine,
    speech: engine => engine,
    transcription: engine => engine,
    settle: () => promise,
    get cost() {
      return cost;
    },
  };
  const write = () => {
    cost = { dollars: 0.01, isComplete: true };
    resolve();
  };
  return { work, write };
}

async function* say<Piece>(...pieces: Piece[]): AsyncGenerator<Piece> {
  yield* pieces;
}

test('sound starts before its cost is stored and ends after', async () => {
  const { work, write } = makeWork();
  const sound = settleAtEnd(say({ mp3: new Uint8Array(1) }), work);
  expect((await sound.next()).value).toEqual({ mp3: new Uint8Array(1) });
  let hasEnded = false;
  const end = sound.next().then(({ done }) => {
    hasEnded = true;
    return done;
  });
  await setImmediate();
  expect(hasEnded).toBe(false);
  write();
  expect(await end).toBe(true);
});

test('a script is sent with its cost, text before it at once', async () => {
  const { work, write } = makeWork();
  const lines = readCost(say({ delta: 'A dog' }, { script: 'A dog' }), work);
  expect((await lines.next()).value).toEqual({ delta: 'A dog' });
  const last = lines.next();
  write();
  expect((await last).value).toEqual({ script: 'A dog', cost: { dollars: 0.01, isComplete: true } });
});
