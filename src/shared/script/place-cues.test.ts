import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { findPlaced, placeCues } from './match-sentences.ts';
import { splitSentences } from './split-sentences.ts';

/** The script's text at the place of each cue. */
function cutOut(script: string, texts: readonly string[]): (string | undefined)[] {
  return placeCues(
    script,
    texts.map(text => ({ text })),
  ).map(place => place && script.slice(place.start, place.end));
}

describe('a sentence', () => {
  test('is found in the script, also if it occurs twice', () => {
    const script = 'Go. Look!  Go.\n\nGo home.';
    expect(
      placeCues(script, [{ text: 'Go.' }, { text: 'Look!' }, { text: 'Go.' }, { text: 'Go home.' }]),
    ).toEqual([
      { start: 0, end: 3 },
      { start: 4, end: 9 },
      { start: 11, end: 14 },
      { start: 16, end: 24 },
    ]);
  });

  test('is found with different white space', () => {
    expect(cutOut('The fox\n looks\u00a0up. Then  it runs.', ['The fox looks up.', 'Then it runs.'])).toEqual(
      ['The fox\n looks\u00a0up.', 'Then  it runs.'],
    );
  });

  test('that is missing does not keep later ones from being found', () => {
    expect(cutOut('One. Two. Three. Four.', ['One.', 'Zwei.', '', 'Three.', 'Four.'])).toEqual([
      'One.',
      undefined,
      undefined,
      'Three.',
      'Four.',
    ]);
  });

  test('is found in a script of any language', () => {
    for (const { code } of languages) {
      const script = 'Un renard. 狐が見る。空だ！ ลมพัด हवा चलती है। هل ترى؟ نعم.';
      const sentences = splitSentences(script, code).map(sentence => sentence.trim());
      expect(cutOut(script, sentences)).toEqual(sentences);
    }
  });
});

test('the words of any script are found in order', () => {
  const word = fc.stringMatching(/^[a-c[\]0-9:.]{1,6}$/u);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), fc.constantFrom(' ', '\n', ' \t'), (words, space) => {
      const found = cutOut(
        `-${words.join(`-${space}-`)}-`,
        words.map(each => `-${each}-`),
      );
      expect(found).toEqual(words.map(each => `-${each}-`));
    }),
  );
});

describe('a position in a text', () => {
  const script = 'One. Two.\nThree.';
  const places = placeCues(script, [{ text: 'One. Two.' }, { text: 'Three.' }]);
  const pointAt = (sought: string) => findPlaced(places, script.indexOf(sought));

  test('maps to the sentence there', () => {
    expect(['One', 'Two', 'hree', 'e.'].map(pointAt)).toEqual([0, 0, 1, 0]);
    expect(findPlaced(places, script.length)).toBe(1);
  });

  test('after everything maps to no sentence', () => {
    expect(findPlaced(places, script.length + 1)).toBe(-1);
  });
});
