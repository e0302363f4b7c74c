// @module-tag long
import { afterAll, describe, expect, test } from 'vitest';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { readSpeechModel } from '#media/node/open-video-file.ts';
import { registerSpeechModel } from '#media/speech/speech-model.ts';
import { computeGaps } from '#shared/script/gaps.ts';
import { findSpeech } from '../support/find-speech.ts';
import { type Background, makeBackground, musics, noises } from '../support/made-backgrounds.ts';
import { speakScene } from '../support/speak-scene.ts';
import {
  addBackground,
  computeOverlap,
  computeSeconds,
  cutScene,
  type SpeechScene,
} from '../support/speech-scene.ts';
import { describeRows, testRows } from '../support/test-rows.ts';

registerSpeechModel(readSpeechModel);
const speech = createOfflineSpeech();
afterAll(() => speech.close());

const never = new AbortController().signal;

const isOneOfEach = (background: Background) => background === 'street' || background === 'band';

/** Compares the detected speech of a scene with the required accuracy. */
async function expectFound(scene: SpeechScene): Promise<void> {
  const found = await findSpeech(cutScene(scene), never);
  const rightSeconds = computeOverlap(found, scene.speech);
  expect(rightSeconds / computeSeconds(scene.speech)).toBeGreaterThan(0.95);
  expect(1 - rightSeconds / computeSeconds(found)).toBeLessThan(0.05);
  // The longest overlap of speech and gaps.
  const gaps = computeGaps(found, scene.samples.length / scene.sampleRateHz);
  expect(gaps.length).toBeGreaterThan(2);
  for (const gap of gaps)
    for (const said of scene.speech) expect(computeOverlap([gap], [said])).toBeLessThan(0.2);
}

describeRows(['English', 'Hindi', 'Chinese'], language => language === 'English')('%s', language => {
  testRows<Background>([...noises, ...musics], isOneOfEach)(
    'is found over %s that is 10 dB softer',
    async background => {
      await expectFound(addBackground(await speakScene(speech, language, 16_000), background, 10));
    },
  );
});

testRows([8000, 44_100, 96_000], sampleRateHz => sampleRateHz === 44_100)(
  'speech is found at %i samples a second',
  async sampleRateHz => {
    await expectFound(addBackground(await speakScene(speech, 'German', sampleRateHz), 'band', 10));
  },
);

testRows<Background>([...noises, ...musics], isOneOfEach)('no speech is found in %s', async background => {
  const sampleRateHz = 16_000;
  const samples = makeBackground(background, { seconds: 60, sampleRateHz });
  expect(await findSpeech(cutScene({ samples, sampleRateHz, speech: [] }), never)).toEqual([]);
});

describe('incomplete sound', () => {
  test('has its speech detected in place, however late it begins and whatever is missing', async () => {
    const scene = await speakScene(speech, 'English', 16_000);
    const [firstEndSeconds = 0, secondEndSeconds = 0] = scene.speech.map(({ endSeconds }) => endSeconds);
    const lateSeconds = 3600;
    async function* leaveOutSecond() {
      for await (const piece of cutScene(scene)) {
        const isSecond = piece.startSeconds > firstEndSeconds && piece.startSeconds < secondEndSeconds;
        if (!isSecond) yield { ...piece, startSeconds: piece.startSeconds + lateSeconds };
      }
    }
    const found = await findSpeech(leaveOutSecond(), never);
    const others = scene.speech.toSpliced(1, 1);
    expect(found).toHaveLength(others.length);
    for (const [index, said] of others.entries()) {
      expect(Math.abs((found[index]?.startSeconds ?? 0) - lateSeconds - said.startSeconds)).toBeLessThan(
        0.15,
      );
      expect(Math.abs((found[index]?.endSeconds ?? 0) - lateSeconds - said.endSeconds)).toBeLessThan(0.15);
    }
  });

  test('without speech has none detected', async () => {
    expect(
      await findSpeech(cutScene({ samples: new Float32Array(), sampleRateHz: 48_000, speech: [] }), never),
    ).toEqual([]);
  });
});

test('cancelling ends the detection, and its progress was reported', async () => {
  const controller = new AbortController();
  const scene = await speakScene(speech, 'English', 16_000);
  const reported: number[] = [];
  const finding = findSpeech(cutScene(scene), controller.signal, reachedSeconds => {
    reported.push(reachedSeconds);
    if (reachedSeconds > 2) controller.abort();
  });
  await expect(finding).rejects.toThrow(expect.objectContaining({ code: 'client_closed' }));
  expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  expect(reported.at(-1)).toBeLessThan(2.1);
});
