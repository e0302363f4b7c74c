import { describe, expect, test } from 'vitest';
import { languageNames } from './languages.ts';
import { composePrompt, parsePrompt } from './prompt.ts';

describe('the prompt of /create_script', () => {
  test('consists of prompt, joint and language', () => {
    expect(composePrompt({ prompt: 'A calm tour', language: 'Welsh' })).toBe(
      'A calm tour. Output in this language: Welsh',
    );
  });

  test.each(languageNames)('is parsed back exactly in %s', language => {
    for (const prompt of [
      'A calm tour',
      '',
      'Ends with a stop.',
      'Two\nlines',
      'x. Output in this language: French',
    ]) {
      expect(parsePrompt(composePrompt({ prompt, language }))).toEqual({ prompt, language });
    }
  });

  test.each(['A calm tour', 'A. Output in this language: Klingon', 'A. Output in this language: french', ''])(
    'is refused without a known language after the joint: %j',
    prompt => {
      expect(parsePrompt(prompt)).toBeUndefined();
    },
  );
});
