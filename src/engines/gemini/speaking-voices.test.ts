import { expect, test } from 'vitest';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { standardVoices } from '#shared/voices.ts';
import { getCasting } from './speaking-voices.ts';

/** The vendor's own table, and not ours: docs.cloud.google.com/text-to-speech/docs/gemini-tts, "Voice options". */
const women =
  'Achernar Aoede Autonoe Callirrhoe Despina Erinome Gacrux Kore Laomedeia Leda Pulcherrima Sulafat Vindemiatrix Zephyr'.split(
    ' ',
  );
const men =
  'Achird Algenib Algieba Alnilam Charon Enceladus Fenrir Iapetus Orus Puck Rasalgethi Sadachbia Sadaltager Schedar Umbriel Zubenelgenubi'.split(
    ' ',
  );

const premium = voiceCatalogue.filter(({ plan }) => plan === 'premium');

test.each(premium)('$name is spoken by a man or a woman as it should be', ({ name, tags }) => {
  expect(tags.includes('female') ? women : men).toContain(getCasting(name).speaker);
});

test('each of the 30 voices speaks: five the free names, and 25 others the premium ones', () => {
  const free = standardVoices.map(voice => getCasting(voice).speaker);
  const others = new Set(premium.map(({ name }) => getCasting(name).speaker));
  expect(new Set(free).size).toBe(5);
  expect(others.size).toBe(25);
  expect(free.filter(speaker => others.has(speaker))).toEqual([]);
  expect([...free, ...others].sort()).toEqual([...women, ...men].sort());
});

test('no two names sound alike: those that share a voice speak it in another way', () => {
  const castings = voiceCatalogue.map(({ name }) => {
    const { speaker, style } = getCasting(name);
    return `${speaker}: ${style}`;
  });
  expect(new Set(castings).size).toBe(46);
});

test('the free names are not told how to speak, and nobody is told an age, a gender or an accent', () => {
  for (const voice of standardVoices) expect(getCasting(voice).style).toBeUndefined();
  for (const { name } of premium)
    expect(getCasting(name).style ?? '').not.toMatch(
      /\b(old|young|man|woman|male|female|british|irish|accent)\b/iu,
    );
});
