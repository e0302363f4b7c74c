import { expect, test } from 'vitest';
import { hearPieces } from './hear-pieces.ts';

const { signal } = new AbortController();
/** A second of speech in each piece. */
const speech = Array.from({ length: 6 }, (_, at) => ({ startSeconds: 10 * at + 1, endSeconds: 10 * at + 2 }));

async function* cut(count: number) {
  for (let at = 0; at < count; at++) yield { startSeconds: 10 * at, durationSeconds: 10 };
}

const say = (text: string) => ({ segments: [{ startSeconds: 1, endSeconds: 2, text }] });

test('pieces are transcribed two at a time, and joined in order whichever is first', async () => {
  let running = 0;
  let most = 0;
  const heard = await hearPieces(
    cut(4),
    async ({ startSeconds }) => {
      most = Math.max(most, ++running);
      // The first of each two takes longer.
      for (let turn = 0; turn < (startSeconds % 20 === 0 ? 20 : 1); turn++) await Promise.resolve();
      running--;
      return say(`at ${startSeconds}`);
    },
    { speech, signal },
  );
  expect(most).toBe(2);
  expect(heard.segments.map(({ startSeconds, text }) => [startSeconds, text])).toEqual([
    [1, 'at 0'],
    [11, 'at 10'],
    [21, 'at 20'],
    [31, 'at 30'],
  ]);
});

test('when a piece fails, the other one is stopped and no more are sent', async () => {
  const asked: number[] = [];
  const stopped: number[] = [];
  const failing = hearPieces(
    cut(6),
    ({ startSeconds }, pieceSignal) => {
      asked.push(startSeconds);
      if (startSeconds === 10) return Promise.reject(new Error('No luck.'));
      return new Promise((_, reject) => {
        pieceSignal.addEventListener('abort', () => {
          stopped.push(startSeconds);
          reject(pieceSignal.reason);
        });
      });
    },
    { speech, signal },
  );
  await expect(failing).rejects.toThrow('No luck.');
  expect([asked, stopped]).toEqual([[0, 10], [0]]);
});

test('a piece in which nobody speaks is not sent', async () => {
  const asked: number[] = [];
  await hearPieces(
    cut(3),
    async ({ startSeconds }) => {
      asked.push(startSeconds);
      return say('Hello.');
    },
    { speech: speech.filter(({ startSeconds }) => startSeconds !== 11), signal },
  );
  expect(asked).toEqual([0, 20]);
});
