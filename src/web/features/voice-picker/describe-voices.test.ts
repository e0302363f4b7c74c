import { expect, test } from 'vitest';
import { type CountedVoices, describeSharedVoices } from './describe-voices.ts';

const standard: CountedVoices = {
  label: 'Standard voices',
  speaker: { name: 'our own AI server', differentVoices: 5 },
  names: 5,
};
const premium: CountedVoices = {
  label: 'Premium voices',
  speaker: { name: 'OpenAI', differentVoices: 4 },
  names: 41,
};

test('the list says nothing of voices that all differ', () => {
  expect(describeSharedVoices([standard])).toBe('');
});

test('the list says how many voices really speak where names share one', () => {
  expect(describeSharedVoices([standard, premium])).toBe(
    'OpenAI speaks the 41 premium voices with 4 different voices.',
  );
  const single = { ...standard, speaker: { name: 'our own AI server', differentVoices: 1 } };
  expect(describeSharedVoices([single])).toBe(
    'Our own AI server speaks the 5 standard voices with a single voice.',
  );
});
