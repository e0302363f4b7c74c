import { describe, expect, test } from 'vitest';
import type { SpokenScript } from '../model/narration-service.ts';
import { collectSound } from './calls.ts';

const never = new AbortController().signal;
const cue = { text: 'The fox looks up.', startSeconds: 0, endSeconds: 1.2 };
const toMp3 = (text: string) => ({ mp3: Buffer.from(text).toString('base64') });

/** An answer of lines, torn into pieces anywhere. */
function answer(...lines: readonly object[]): Response {
  const bytes = Buffer.from(lines.map(line => `${JSON.stringify(line)}\n`).join(''));
  const body = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.subarray(at, at + 7));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } });
}

async function collect(response: Response): Promise<{ sound: SpokenScript; reported: number[] }> {
  const reported: number[] = [];
  return { sound: await collectSound(response, never, bytes => reported.push(bytes)), reported };
}

describe('a spoken answer', () => {
  test('comes to a sound that knows when each sentence is heard, and tells its bytes on the way', async () => {
    const { sound, reported } = await collect(answer(toMp3('ab'), toMp3('cde'), { cue }, { seconds: 1.25 }));
    expect(await sound.mp3.text()).toBe('abcde');
    expect(sound.mp3.type).toBe('audio/mpeg');
    expect(sound.cues).toEqual([cue]);
    expect(reported).toEqual([2, 5]);
  });

  test('that breaks off is no sound, however much of it came', async () => {
    const broken = collect(answer(toMp3('ab'), { cue }));
    await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('that ends in an error says the server’s sentence', async () => {
    const error = { code: 'provider_timeout', message: 'The voice took too long.' };
    await expect(collect(answer(toMp3('ab'), { error }))).rejects.toMatchObject(error);
  });

  test('of sound alone is taken as it is, and nobody knows its sentences', async () => {
    const response = new Response('abc', { headers: { 'content-type': 'audio/mpeg' } });
    const { sound, reported } = await collect(response);
    expect(await sound.mp3.text()).toBe('abc');
    expect(sound.cues).toBeUndefined();
    expect(reported).toEqual([3]);
  });
});
