import { expect, test } from 'vitest';
import { findNearestVoice, type OfferedVoice, type OwnVoice } from './voices.ts';

const gone: OwnVoice = { provider: 'elevenlabs', id: 'gone', name: 'Grandma', sex: 'female' };
const preset: OfferedVoice = { sex: 'female' };
const elsewhere: OfferedVoice = { provider: 'kokoro', id: 'a', sex: 'female' };
const german: OfferedVoice = { provider: 'elevenlabs', id: 'b', sex: 'female', languages: ['German'] };
const male: OfferedVoice = { provider: 'elevenlabs', id: 'c', sex: 'male', languages: ['French', 'German'] };
const any: OfferedVoice = { provider: 'elevenlabs', id: 'd', sex: 'female' };
const itself: OfferedVoice = { provider: 'elevenlabs', id: 'gone', sex: 'female' };

test.each<[string, OfferedVoice[], OfferedVoice]>([
  ['of its provider, that speaks the language, of its sex', [preset, elsewhere, male, german, any], any],
  ['that speaks the language before one of its sex', [preset, elsewhere, german, male], male],
  ['of its provider before one of another', [preset, elsewhere, german], german],
  ['of another provider before a preset', [preset, elsewhere], elsewhere],
  ['preset where nothing else is offered', [preset, itself], preset],
])('instead of a voice that is gone the nearest is one %s', (_, offered, nearest) => {
  expect(findNearestVoice(gone, offered, 'French')).toBe(nearest);
});

test('nothing is near where nothing else is offered', () => {
  expect(findNearestVoice(gone, [itself], 'French')).toBeUndefined();
});
