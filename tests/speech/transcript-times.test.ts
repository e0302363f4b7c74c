import { afterAll, expect, test } from 'vitest';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { readSpeechModel } from '#media/node/open-video-file.ts';
import { registerSpeechModel } from '#media/speech/speech-model.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { keepSpoken } from '#shared/transcript/hear-pieces.ts';
import { findSpeech } from '../support/find-speech.ts';
import { type Background, makeBackground, musics } from '../support/made-backgrounds.ts';
import { sentences } from '../support/sentences.ts';
import { speakScene } from '../support/speak-scene.ts';
import { cutScene } from '../support/speech-scene.ts';
import { testRows } from '../support/test-rows.ts';

registerSpeechModel(readSpeechModel);
const voices = createOfflineSpeech();
afterAll(() => voices.close());

const never = new AbortController().signal;
const languages = Object.keys(sentences) as (keyof typeof sentences)[];
const isEnglish = (language: string) => language === 'English';
/** A segment's times are exact to this. */
const maxErrorSeconds = 0.2;

function expectTimes(found: readonly TimeSpan[], said: readonly TimeSpan[]): void {
  expect(found).toHaveLength(said.length);
  for (const [index, { startSeconds, endSeconds }] of found.entries()) {
    expect(Math.abs(startSeconds - (said[index]?.startSeconds ?? 0))).toBeLessThan(maxErrorSeconds);
    expect(Math.abs(endSeconds - (said[index]?.endSeconds ?? 0))).toBeLessThan(maxErrorSeconds);
  }
}

testRows(languages, isEnglish)('whole seconds of a recogniser become exact in %s', async language => {
  const scene = await speakScene(voices, language, 16_000);
  const speech = await findSpeech(cutScene(scene), never);
  const segments = scene.speech.map(({ startSeconds, endSeconds }, index) => ({
    text: `Sentence ${index}.`,
    startSeconds: Math.round(startSeconds),
    endSeconds: Math.round(endSeconds),
  }));
  expectTimes(keepSpoken({ segments }, speech).segments, scene.speech);
});

test('the sentences of an answer without times get exact ones', async () => {
  const scene = await speakScene(voices, 'English', 16_000);
  const speech = await findSpeech(cutScene(scene), never);
  const whole = {
    text: scene.speech.map((_, index) => sentences.English[index % 3]).join(' '),
    startSeconds: 0,
    endSeconds: scene.samples.length / scene.sampleRateHz,
  };
  expectTimes(keepSpoken({ segments: [whole] }, speech).segments, scene.speech);
});

testRows<Background>(musics, kind => kind === 'band')(
  'nothing is said in %s, whatever a recogniser writes',
  async kind => {
    const sampleRateHz = 16_000;
    const samples = makeBackground(kind, { seconds: 60, sampleRateHz });
    const speech = await findSpeech(cutScene({ samples, sampleRateHz, speech: [] }), never);
    const segments = [
      { text: 'Thanks for watching!', startSeconds: 4, endSeconds: 8 },
      { text: 'And so we sing.', startSeconds: 20, endSeconds: 50 },
    ];
    expect(keepSpoken({ segments }, speech).segments).toEqual([]);
  },
);
