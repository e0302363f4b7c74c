import { expect, test } from 'vitest';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { standardVoices } from '#shared/voices.ts';
import { getStyledVoice } from './voices.ts';

/** The vendor's table: docs.cloud.google.com/text-to-speech/docs/gemini-tts, "Voice options". */
const women =
  'Achernar Aoede Autonoe Callirrhoe Despina Erinome Gacrux Kore Laomedeia Leda Pulcherrima Sulafat Vindemiatrix Zephyr'.split(
    ' ',
  );
const men =
  'Achird Algenib Algieba Alnilam Charon Enceladus Fenrir Iapetus Orus Puck Rasalgethi Sadachbia Sadaltager Schedar Umbriel Zubenelgenubi'.split(
    ' ',
  );

const premium = voiceCatalogue.filter(({ plan }) => plan === 'premium');

test.each(premium)('$name has a voice of the right gender', ({ name, tags }) => {
  expect(tags.includes('female') ? women : men).toContain(getStyledVoice(name).speaker);
});

test('all 30 voices are used: five for the free names, 25 others for the premium names', () => {
  const free = standardVoices.map(voice => getStyledVoice(voice).speaker);
  const others = new Set(premium.map(({ name }) => getStyledVoice(name).speaker));
  expect(new Set(free).size).toBe(5);
  expect(others.size).toBe(25);
  expect(free.filter(speaker => others.has(speaker))).toEqual([]);
  expect([...free, ...others].sort()).toEqual([...women, ...men].sort());
});

test('names that share a voice differ in style', () => {
  const styledVoices = voiceCatalogue.map(({ name }) => {
    const { speaker, style } = getStyledVoice(name);
    return `${speaker}: ${style}`;
  });
  expect(new Set(styledVoices).size).toBe(46);
});

test('free names have no style, and no style mentions age, gender or accent', () => {
  for (const voice of standardVoices) expect(getStyledVoice(voice).style).toBeUndefined();
  for (const { name } of premium)
    expect(getStyledVoice(name).style ?? '').not.toMatch(
      /\b(old|young|man|woman|male|female|british|irish|accent)\b/iu,
    );
});
