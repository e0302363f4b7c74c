import { expect, test } from 'vitest';
import { manners } from '#shared/speech.ts';
import { composeText } from './create-elevenlabs-engines.ts';
import { getModelFacts } from './models.ts';

const ipa = [
  { term: 'Benshi', ipa: 'ˈbɛnʃi' },
  { term: 'IPA', ipa: 'ˌaɪpiːˈeɪ' },
];
const text = 'A benshi drinks IPA [laughs]. Benshis do not.';

test.each([
  ['eleven_v4', '[whispers] A "/ˈbɛnʃi/" drinks "/ˌaɪpiːˈeɪ/" (laughs). Benshis do not.'],
  ['eleven_v4_turbo', '[whispers] A "/ˈbɛnʃi/" drinks "/ˌaɪpiːˈeɪ/" (laughs). Benshis do not.'],
  ['eleven_v3', '[whispers] A benshi drinks IPA (laughs). Benshis do not.'],
  [
    'eleven_flash_v2',
    'A <phoneme alphabet="ipa" ph="ˈbɛnʃi">benshi</phoneme> drinks <phoneme alphabet="ipa" ph="ˌaɪpiːˈeɪ">IPA</phoneme> [laughs]. Benshis do not.',
  ],
  ['eleven_multilingual_v2', text],
  ['a_model_of_tomorrow', text],
])('%s gets only marks that it does not speak, once', (model, expected) => {
  expect(composeText({ text, manner: 'whispering', ipa }, getModelFacts(model))).toBe(expected);
});

test('each manner has a tag of its own', () => {
  const facts = getModelFacts('eleven_v4');
  const tags = manners.map(manner => composeText({ text: 'Hello.', manner }, facts));
  expect(new Set(tags).size).toBe(manners.length);
  for (const tag of tags) expect(tag).toMatch(/^\[[a-z, ]+\] Hello\.$/u);
});

test('IPA replaces a word of a language without spaces, too', () => {
  const asked = { text: '我们在北京市。', ipa: [{ term: '北京', ipa: 'pèɪtɕíŋ' }] };
  expect(composeText(asked, getModelFacts('eleven_v4'))).toBe('我们在"/pèɪtɕíŋ/"市。');
});
