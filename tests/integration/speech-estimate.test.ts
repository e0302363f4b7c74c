import { afterAll, expect, test } from 'vitest';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { computeGuessErrors, estimatedLanguages, speakLines } from '../support/estimate-errors.ts';
import { describeRows } from '../support/test-rows.ts';

const speech = createOfflineSpeech();
afterAll(() => speech.close());

describeRows(estimatedLanguages, ([language]) => language === 'English')('in %s', (...[language]) => {
  test('the length of a line is estimated after twenty were spoken', { tags: 'long' }, async () => {
    const { median, within15 } = computeGuessErrors(language, await speakLines(speech, language));
    expect(median).toBeLessThanOrEqual(0.08);
    expect(within15).toBeGreaterThanOrEqual(0.9);
  });
});
