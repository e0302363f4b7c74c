// @module-tag long
import { afterAll, expect, test } from 'vitest';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { readSpeechModel } from '#media/node/open-video-file.ts';
import { registerSpeechModel } from '#media/speech/speech-model.ts';
import { computeGaps } from '#shared/script/gaps.ts';
import { planDescription } from '#shared/script/plan-lines.ts';
import { findSpeech } from '../support/find-speech.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { speakWords } from '../support/speak-words.ts';
import { addBackground, cutScene } from '../support/speech-scene.ts';

registerSpeechModel(readSpeechModel);
const speech = createOfflineSpeech();
afterAll(() => speech.close());

const lineEverySeconds = 2;

test.each(['English', 'Hindi'] as const)(
  'in a quarter of an hour of %s, over music, none of 200 pauses lies within a word, whether words are known or only the sound',
  async language => {
    const random = createSeededRandom(7);
    const { words, ...plain } = await speakWords(speech, language, { seconds: 900, random });
    const scene = addBackground(plain, 'band', 15);
    const durationSeconds = scene.samples.length / scene.sampleRateHz;
    const found = await findSpeech(cutScene(scene), new AbortController().signal);
    const lines = Array.from({ length: durationSeconds / lineEverySeconds }, (_, at) => ({
      startSeconds: (at + random()) * lineEverySeconds,
      seconds: 3,
      text: 'A line.',
    }));
    for (const known of [{ speech: found }, { speech: found, words }]) {
      const gaps = computeGaps(found, durationSeconds);
      const plan = planDescription(lines, { kind: 'extended', gaps, durationSeconds, ...known });
      expect(plan.pauses.length).toBeGreaterThan(200);
      expect(plan.leftOut.length / lines.length).toBeLessThan(0.1);
      const cut = plan.pauses.filter(({ atSeconds }) =>
        words.some(({ startSeconds, endSeconds }) => startSeconds < atSeconds && endSeconds > atSeconds),
      );
      expect(cut).toEqual([]);
    }
  },
);
