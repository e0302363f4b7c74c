import { describe, expect, test } from 'vitest';
import { createLine, createNarration, type LineOrigin } from '../narration/project.ts';
import { createMarks, describeProvenance, toClaim } from './create-marks.ts';
import { collectProvenance, joinProvenance } from './provenance.ts';

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

describe('words that a machine heard', () => {
  const heardBy = { provider: 'OpenAI', model: 'whisper-1' };
  const hear = (...lines: readonly Partial<Parameters<typeof createLine>[0]>[]) =>
    createNarration({
      style: 'timed',
      language: 'German',
      settings: { isSpokenSubtitles: true },
      lines: lines.map(line => createLine({ text: 'Guten Abend.', origin: 'imported', heardBy, ...line })),
    });
  const read = (narration: ReturnType<typeof hear>) =>
    describeProvenance(collectProvenance(narration, [{ name: 'nova', provider: 'the offline engine' }]));

  test.each([
    ['are heard', [{}, {}], 'Text: heard by OpenAI (whisper-1).'],
    [
      'may be corrected',
      [{}, { origin: 'edited' }],
      'Text: heard by OpenAI (whisper-1), edited by a person.',
    ],
    ['may be shortened', [{}, { before: 'x' }], 'Text: heard by OpenAI (whisper-1), changed by a machine.'],
    [
      'may stand beside words of a person',
      [{}, { origin: 'edited', heardBy: undefined }],
      'Text: written by a person. Some lines: heard by OpenAI (whisper-1).',
    ],
  ] as const)('%s', (_, lines, sentence) => {
    const said = read(hear(...lines));
    expect(said).toBe(`Narration: synthetic voice, nova by the offline engine. ${sentence}`);
  });

  test('may be translated', () => {
    const translated = { ...hear({ origin: 'translated' }), writer };
    expect(read(translated)).toMatch(
      /Text: heard by OpenAI \(whisper-1\), translated by Google \(gemini-3.5-flash\)\.$/u,
    );
  });

  test('are of an unknown author in older projects, and in subtitles that a file had', () => {
    expect(read(hear({ heardBy: undefined }))).toMatch(/ Text: author unknown\.$/u);
    const marks = createMarks(collectProvenance(hear({ heardBy: undefined }), []), 'text');
    expect(marks.digitalSourceType).toBeUndefined();
  });

  test('are marked as made by a trained machine, and nothing claims that one wrote them', () => {
    const provenance = collectProvenance(hear({}), []);
    expect(createMarks(provenance, 'text').digitalSourceType).toMatch(/\/trainedAlgorithmicMedia$/u);
    expect(toClaim(provenance, 'voice').isWritten).toBe(false);
  });
});

test('what a machine shortened of a text is not said to be all a person wrote', () => {
  const lines = [createLine({ text: 'A fox.', origin: 'imported', before: 'A very red fox.' })];
  const shortened = createNarration({ style: 'timed', language: 'English', lines });
  expect(describeProvenance(collectProvenance(shortened, []))).toBe(
    'Text: written by a person, changed by a machine.',
  );
});

describe('a voice of rules alone', () => {
  const speak = (language: 'English' | 'German', ...providers: string[]) =>
    collectProvenance(
      narrate(['edited'], { language }),
      providers.map(provider => ({ name: 'nova', provider })),
    );
  const offline = 'the offline engine';

  test.each([
    ['alone', 'German', [offline], 'voice', 'algorithmicMedia'],
    ['with the sound of a video', 'German', [offline], 'mixed', 'composite'],
    ['beside a trained one', 'German', [offline, 'OpenAI'], 'voice', 'trainedAlgorithmicMedia'],
    ['of English, which is trained', 'English', [offline], 'voice', 'trainedAlgorithmicMedia'],
    ['that is trained', 'German', ['OpenAI'], 'mixed', 'compositeWithTrainedAlgorithmicMedia'],
  ] as const)('%s: %s', (_, language, providers, kind, type) => {
    const { digitalSourceType } = createMarks(speak(language, ...providers), kind);
    expect(digitalSourceType).toBe(`http://cv.iptc.org/newscodes/digitalsourcetype/${type}`);
  });

  test('stays one in a file of two languages', () => {
    const both = joinProvenance([speak('German', offline), speak('English', offline)]);
    expect(createMarks(both, 'voice').digitalSourceType).toMatch(/\/trainedAlgorithmicMedia$/u);
    const same = joinProvenance([speak('German', offline), speak('German', offline)]);
    expect(createMarks(same, 'voice').digitalSourceType).toMatch(/\/algorithmicMedia$/u);
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
