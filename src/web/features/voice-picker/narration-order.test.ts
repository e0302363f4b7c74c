import { expect, test } from 'vitest';
import { type CatalogueVoice, voiceCatalogue } from '#shared/voice-catalogue.ts';
import { standardVoices } from '#shared/voices.ts';
import { orderForNarration } from './narration-order.ts';

const list = (plan: CatalogueVoice['plan']) =>
  voiceCatalogue
    .filter(voice => voice.plan === plan)
    .map(({ name, tags }) => ({ name, plan, description: tags.join(' '), audioSrc: '' }));

test('who looks for a narrator meets narrating voices first, the calmest of them at the top, and Santa last', () => {
  const names = orderForNarration(list('premium')).map(({ name }) => name);
  expect(names.slice(0, 4)).toEqual(['Rachel', 'Antoni', 'Liam', 'Adam']);
  expect(names.indexOf('Bill')).toBe(11);
  expect(names.at(-1)).toBe('Santa');
  expect(new Set(names).size).toBe(41);
});

test('the five standard voices stand as the specification has them', () => {
  expect(orderForNarration(list('standard')).map(({ name }) => name)).toEqual(standardVoices);
});
