import { expect, test } from 'vitest';
import { hideSettings } from './hide-settings.ts';

test.each([
  [
    'The key in GEMINI_API_KEY looks like a key of OpenAI.',
    'The key in a setting of this server looks like a key of OpenAI.',
  ],
  [
    'The offline engine sees less than it could. OFFLINE_TEXT_LANGUAGES asks for vie.',
    'The offline engine sees less than it could. A setting of this server asks for vie.',
  ],
  [
    'The key that is set for OpenAI is one of Google (GEMINI_API_KEY). It was not sent.',
    'The key that is set for OpenAI is one of Google. It was not sent.',
  ],
  [
    'There is no model fable-9 for this key at OpenAI. Another has to be named in OPENAI_SPEECH_MODEL.',
    'There is no model fable-9 for this key at OpenAI. Another has to be named in a setting of this server.',
  ],
  ['The script is too long (4,096 characters).', 'The script is too long (4,096 characters).'],
])('%s', (said, shown) => {
  expect(hideSettings(said)).toBe(shown);
});
