import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { FilePathTarget, Mp4OutputFormat, Output } from 'mediabunny';
import { expect, test } from 'vitest';
import { encodeSound } from '#media/encode-sound.ts';
import type { Channels } from '#media/stereo-sound.ts';
import { writeInStep } from '#media/write-in-step.ts';
import { hear, heardHz } from '../support/read-narrated-video.ts';

/** A click after a second, in pieces of uneven length. */
async function* makeClick(): AsyncGenerator<Channels> {
  for (const length of [24_000, 12_345, heardHz - 36_345, 9600, 30_000]) {
    const samples = new Float32Array(length);
    // Hidden from the second on: what follows it begins with the click.
    if (length === 9600)
      for (let at = 0; at < 40; at++) samples[at] = 0.8 * Math.cos(0.8 * at) * (1 - at / 40);
    yield [samples, samples];
  }
}

test('AAC of the coder that the page brings is heard when it was said, to a millisecond', async () => {
  registerAacEncoder();
  const folder = await mkdtemp(join(tmpdir(), 'benshi-test-coders-'));
  const path = join(folder, 'click.mp4');
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(path),
  });
  const writer = encodeSound(makeClick(), { codec: 'aac', sampleRateHz: heardHz, channelCount: 2 });
  output.addAudioTrack(writer.source);
  await output.start();
  await writeInStep([writer], { signal: new AbortController().signal, noteSeconds: () => {} });
  await output.finalize();
  const heard = await hear(path);
  const loudest = heard.reduce(
    (best, sample, at) => (Math.abs(sample) > Math.abs(heard[best] ?? 0) ? at : best),
    0,
  );
  expect(Math.abs(loudest / heardHz - 1)).toBeLessThan(0.001);
  await rm(folder, { recursive: true });
});
