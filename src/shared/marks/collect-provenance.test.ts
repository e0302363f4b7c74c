import { describe, expect, test } from 'vitest';
import { createLine, createNarration, type LineOrigin } from '../narration/project.ts';
import { collectProvenance } from './collect-provenance.ts';
import { createMarks, describeProvenance } from './create-marks.ts';

const writer = { provider: 'Google', model: 'gemini-3.5-flash' };
const voices = [{ name: 'nova', provider: 'OpenAI', model: 'tts-1' }];

function narrate(origins: readonly LineOrigin[], more: object = {}) {
  const lines = origins.map(origin => createLine({ text: 'The fox looks up.', origin }));
  return createNarration({ style: 'continuous', language: 'English', lines, ...more });
}

const describeText = (origins: readonly LineOrigin[], more?: object) =>
  describeProvenance(collectProvenance(narrate(origins, more), []));

describe('a narration says', () => {
  test('that an AI wrote it, as long as no line was changed', () => {
    expect(describeText(['written', 'written'], { writer })).toBe(
      'Text: written by Google (gemini-3.5-flash).',
    );
  });

  test('that a person edited what an AI wrote', () => {
    expect(describeText(['written', 'edited'], { writer })).toBe(
      'Text: written by Google (gemini-3.5-flash), edited by a person.',
    );
    // A script of one row, in which a word was changed.
    expect(describeText(['edited'], { writer })).toMatch(/edited by a person/u);
  });

  test.each([
    ['typed', ['edited', 'edited'], {}],
    ['imported', ['imported'], {}],
    ['imported over what an AI wrote', ['imported'], { writer }],
  ] as const)('that a person wrote it, if it was %s', (_, origins, more) => {
    expect(describeText(origins, more)).toBe('Text: written by a person.');
  });

  test('that it was translated', () => {
    expect(describeText(['translated'], { writer })).toBe('Text: translated by Google (gemini-3.5-flash).');
  });

  test('nothing of a text whose writer was never kept, and of no text', () => {
    expect(describeText(['written'])).toBe('');
    expect(describeText([], { writer })).toBe('');
    const blank = createNarration({ style: 'continuous', writer, lines: [createLine({ text: ' ' })] });
    expect(describeProvenance(collectProvenance(blank, []))).toBe('');
  });

  test('every voice once, in the order in which they are heard', () => {
    const heard = [...voices, { name: 'my voice' }, ...voices];
    expect(describeProvenance(collectProvenance(narrate(['edited']), heard))).toBe(
      'Narration: synthetic voice, nova by OpenAI (tts-1), my voice. Text: written by a person.',
    );
    const description = narrate(['written'], { style: 'description-standard', writer });
    expect(describeProvenance(collectProvenance(description, voices))).toMatch(
      /^Audio description: synthetic voice, nova/u,
    );
  });
});

test('a text that a person wrote has no digital source type, one by both has the mixed one', () => {
  const mark = (origins: readonly LineOrigin[]) =>
    createMarks(collectProvenance(narrate(origins, { writer }), []), 'text').digitalSourceType;
  expect(mark(['imported'])).toBeUndefined();
  expect(mark(['written'])).toMatch(/\/trainedAlgorithmicMedia$/u);
  expect(mark(['written', 'edited'])).toMatch(/\/compositeWithTrainedAlgorithmicMedia$/u);
});

test('the language is a tag, also where it is unknown', () => {
  expect(collectProvenance(narrate(['edited']), []).language).toBe('en');
  expect(collectProvenance(narrate(['edited'], { language: undefined }), []).language).toBe('und');
});
