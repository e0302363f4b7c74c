import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '#shared/errors.ts';
import type { Speaker, Speakers } from '../../voice-samples/speakers.ts';
import { listReplacements } from './work-news.tsx';

const first: Speaker = {
  id: 'first',
  name: 'First',
  isOffline: false,
  isStandIn: false,
  hasPremiumVoices: false,
  differentVoices: 41,
  unsharedVoices: 41,
  ownVoices: [],
  languages: ['English', 'Welsh'],
  borrowedVoices: [],
};
const second: Speaker = { ...first, id: 'second', name: 'Second', languages: ['English'] };
const offline: Speaker = { ...first, id: 'offline', name: 'the offline engine', isOffline: true };
const speakers: Speakers = [first, second, offline];

function offer(
  code: ErrorCode | undefined,
  { askedId = 'first', scriptLanguage = 'English' as 'English' | 'Welsh' | undefined, hadBegun = false } = {},
): string[] {
  const asked = { language: scriptLanguage, provider: askedId };
  return listReplacements(speakers, { code, hadBegun }, asked.language, asked.provider).map(({ id }) => id);
}

describe('after a speaker has failed', () => {
  test('all the others are offered, in order', () => {
    expect(offer('provider_unavailable')).toEqual(['second', 'offline']);
    expect(offer('provider_timeout', { askedId: 'second' })).toEqual(['first', 'offline']);
  });

  test('nobody is offered to whom the language is strange', () => {
    expect(offer('provider_garbage', { scriptLanguage: 'Welsh' })).toEqual(['offline']);
    expect(offer('provider_garbage', { scriptLanguage: undefined })).toEqual(['second', 'offline']);
  });

  test('a sound that broke off is taken for the speaker’s fault', () => {
    expect(offer('unavailable', { hadBegun: true })).toEqual(['second', 'offline']);
  });

  test.each<ErrorCode | undefined>([
    'unavailable',
    'rate_limited',
    'unauthorized',
    'too_large',
    'internal',
    undefined,
  ])('nobody is offered where another would fail as well: %s', code => {
    expect(offer(code)).toEqual([]);
  });
});
