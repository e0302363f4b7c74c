import { afterAll, expect, it } from 'vitest';
import { joinArrays } from '#shared/join-arrays.ts';
import { type Language, languages } from '#shared/languages.ts';
import { computeLevel } from '../../../tests/support/measure-sound.ts';
import { describeRows } from '../../../tests/support/test-rows.ts';
import { loadPhrases } from './phrases.ts';
import { createOfflineSpeech } from './speech.ts';

const speech = createOfflineSpeech();
afterAll(() => speech.close());

const rateHz = 22_050;
/** What a short name takes at least, and how much a longer one may take for each space, letter or Chinese character: ours. */
const nameSeconds = {
  least: 0.15,
  most: 0.45,
  perSpace: 0.1,
  perLetter: { words: 0.15, characters: 0.19 },
} as const;
/** The shortest phrase before its colon: two syllables. */
const minPhraseSeconds = 0.25;
/** Quieter than this is not heard as speech. */
const audibleLevel = 0.02;

async function speak(text: string, language: Language): Promise<Float32Array> {
  const signal = new AbortController().signal;
  const sound = await speech.speak({ text, voice: 'nova', language, signal });
  if (sound.format !== 'pcm') throw new TypeError('Offline speech gives plain samples.');
  return joinArrays(Float32Array, await Array.fromAsync(sound.samples));
}

interface Spoken {
  readonly text: string;
  readonly seconds: number;
  readonly isAudible: boolean;
  readonly sound: string;
}

async function speakEach(texts: readonly string[], language: Language): Promise<Spoken[]> {
  return Promise.all(
    texts.map(async text => {
      const samples = await speak(text, language);
      return {
        text,
        seconds: samples.length / rateHz,
        isAudible: computeLevel(samples) > audibleLevel,
        sound: Buffer.from(samples.buffer).toString('base64'),
      };
    }),
  );
}

/** A name whose letters are spelled, or that is read as a sign with its own name, takes longer. */
function computeMostSeconds(name: string, { speakingRate }: Language): number {
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  const spaces = name.match(/ /gu)?.length ?? 0;
  return (
    nameSeconds.most + spaces * nameSeconds.perSpace + letters * nameSeconds.perLetter[speakingRate.unit]
  );
}

describeRows(languages, ({ name }) => ['English', 'Arabic', 'Hindi', 'Japanese'].includes(name))(
  'the offline narrator’s words in $name',
  language => {
    const phrases = loadPhrases(language.code);
    const kinds = Object.values(phrases.names).map(([, one]) => one);

    it('name each kind of thing so that it is heard, and by a sound of its own', async () => {
      const names = await speakEach(kinds, language);
      const odd = names.filter(
        ({ text, seconds, isAudible }) =>
          !isAudible || seconds < nameSeconds.least || seconds > computeMostSeconds(text, language),
      );
      expect(odd.map(({ text, seconds }) => `${text}: ${seconds} s`)).toEqual([]);
      const sounds = names.map(({ sound }) => sound);
      const twins = names.filter(({ sound }, at) => sounds.indexOf(sound) !== at);
      expect(twins.map(({ text }) => text)).toEqual([]);
    });

    it('say of print what can be heard', async () => {
      const [spoken] = await speakEach([phrases.written.replace(/\s?[:：]?\s*\{\w+\}/u, '')], language);
      expect(spoken?.isAudible).toBe(true);
      expect(spoken?.seconds).toBeGreaterThan(minPhraseSeconds);
    });

    it('quote English words, digits and signs, and lose no word around them', async () => {
      const [opening, closing] = phrases.quotationMarks;
      const fill = (text: string) => phrases.written.replace('{text}', () => text);
      const [, name] = phrases.names.elephant;
      const around = await speakEach([fill(''), name], language);
      const aroundSeconds = around.reduce((sum, { seconds }) => sum + seconds, 0);
      for (const quotation of ['Welcome to Benshi', '24 h / 7', 'R2-D2', '50 %']) {
        const quoting = await speak(fill(`${opening}${quotation}${closing}, ${name}`), language);
        const seconds = quoting.length / rateHz - aroundSeconds;
        // Words that are run together are a little shorter; those that are spelled would take far longer.
        expect(seconds, quotation).toBeGreaterThan(0.2);
        expect(seconds, quotation).toBeLessThan(4);
      }
    });
  },
);
