import { expect, test } from 'vitest';
import { createMarks, toClaim } from './create-marks.ts';
import { digitalSourceTypes, type Provenance } from './provenance.ts';

const spoken: Provenance = {
  text: 'person',
  isTranslated: false,
  isDescription: false,
  voices: [{ name: 'nova', provider: 'Offline' }],
  language: 'en',
};

test('a synthetic voice beside a recorded one is a composite, and the sentence names both', () => {
  const both = { ...spoken, hasRecording: true };
  expect(createMarks(both, 'voice')).toMatchObject({
    sentence: 'Narration: synthetic voice, nova by Offline; recorded voice. Text: written by a person.',
    digitalSourceType: digitalSourceTypes.mixed,
  });
  expect(toClaim(both, 'voice')).toMatchObject({ kind: 'voice', isSpoken: true, isComposed: true });
});

test.each(['voice', 'mixed'] as const)('what is only recorded is not marked as synthetic: %s', kind => {
  const recorded = { ...spoken, voices: [], hasRecording: true, hasMusic: true };
  const { sentence, digitalSourceType } = createMarks(recorded, kind);
  expect(sentence).toMatch(/^Narration: recorded voice\./);
  expect(digitalSourceType).toBeUndefined();
  expect(toClaim(recorded, kind)).toMatchObject({ kind, isSpoken: false });
});

test('music makes a synthetic voice a composite, and no more is said', () => {
  expect(createMarks(spoken, 'voice').digitalSourceType).toBe(digitalSourceTypes.voice);
  const { sentence, digitalSourceType } = createMarks({ ...spoken, hasMusic: true }, 'voice');
  expect(digitalSourceType).toBe(digitalSourceTypes.mixed);
  expect(sentence).toBe(createMarks(spoken, 'voice').sentence);
});
