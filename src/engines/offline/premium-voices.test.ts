import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { joinArrays } from '#shared/join-arrays.ts';
import { getLanguage, type LanguageName, languages } from '#shared/languages.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { allVoices, premiumVoices, type Voice } from '#shared/voices.ts';
import { computeLevel, computePeak } from '../../../tests/support/measure-sound.ts';
import {
  computeVoiceDistance,
  measureVoice,
  type VoiceMeasure,
} from '../../../tests/support/measure-voice.ts';
import { sentences } from '../../../tests/support/sentences.ts';
import { describeRows, testRows } from '../../../tests/support/test-rows.ts';
import { createOfflineSpeech } from './speech.ts';

const speech = createOfflineSpeech();
afterAll(() => speech.close());

const never = new AbortController().signal;
const rateHz = 22_050;
/** What a listener at least needs, in steps of the ear, to tell two voices apart, and a little more. */
const minDistance = 1.25;

async function speak(
  voice: Voice,
  language: LanguageName,
  text = sentences[language].join(' '),
  engine = speech,
) {
  const sound = await engine.speak({ text, voice, language: getLanguage(language), signal: never });
  if (sound.format !== 'pcm') throw new TypeError('Offline speech gives plain samples.');
  const pieces = await Array.fromAsync(sound.samples);
  return joinArrays(Float32Array, pieces);
}

interface Heard extends VoiceMeasure {
  readonly name: string;
}

/** The pairs that a listener would take for one voice. */
function findTwins(heard: readonly Heard[]): string[] {
  return heard.flatMap((one, index) =>
    heard
      .slice(index + 1)
      .filter(other => computeVoiceDistance(one, other) < minDistance)
      .map(other => `${one.name} and ${other.name}`),
  );
}

describeRows(['English', 'French', 'Japanese', 'Hindi', 'Arabic'], language => language === 'English')(
  'in %s',
  language => {
    const sounds = new Map<Voice, Float32Array>();
    const heard: Heard[] = [];

    beforeAll(async () => {
      for (const voice of allVoices) {
        const sound = await speak(voice, language);
        sounds.set(voice, sound);
        heard.push({ name: voice, ...measureVoice(sound, rateHz) });
      }
    }, 300_000);

    it('all 46 voices speak, as loud as each other and in the time that a script allows for', () => {
      const text = sentences[language].join(' ');
      const units = countSpokenUnits(getLanguage(language), text);
      expect([...sounds.keys()]).toEqual(allVoices);
      const levels: number[] = [];
      for (const sound of sounds.values()) {
        levels.push(computeLevel(sound));
        expect(computePeak(sound)).toBeGreaterThan(0.3);
        const pace = units / (sound.length / rateHz / 60) / getLanguage(language).speakingRate.perMinute;
        expect(pace).toBeGreaterThan(0.85);
        expect(pace).toBeLessThan(1.5);
      }
      expect(Math.min(...levels)).toBeGreaterThan(0.05);
      expect(Math.max(...levels) / Math.min(...levels)).toBeLessThan(1.5);
    });

    it('no two of them sound the same, in pitch and spectrum together', () => {
      expect(findTwins(heard)).toEqual([]);
    });

    it('a man’s voice is lower than a woman’s', () => {
      const pitches = (gender: 'male' | 'female') =>
        heard
          .filter(({ name }) => voiceCatalogue.find(voice => voice.name === name)?.tags.includes(gender))
          .map(({ pitchHz }) => pitchHz);
      expect(Math.max(...pitches('male'))).toBeLessThan(Math.min(...pitches('female')));
    });
  },
);

describe('the measure of voices', () => {
  it('finds those that share their settings, or nearly do', async () => {
    const rachel = await speak('Rachel', 'French');
    const heard = Object.entries({
      Rachel: rachel,
      'Rachel again': await speak('Rachel', 'French'),
      // A third of a semitone higher, as a small change of a setting would make it.
      'nearly Rachel': playFaster(rachel, 1.02),
      Lily: await speak('Lily', 'French'),
    }).map(([name, sound]) => ({ name, ...measureVoice(sound, rateHz) }));
    expect(findTwins(heard)).toEqual([
      'Rachel and Rachel again',
      'Rachel and nearly Rachel',
      'Rachel again and nearly Rachel',
    ]);
  });
});

function playFaster(samples: Float32Array, factor: number): Float32Array {
  return Float32Array.from({ length: Math.floor((samples.length - 1) / factor) }, (_, index) => {
    const at = Math.floor(index * factor);
    const part = index * factor - at;
    return (1 - part) * (samples[at] ?? 0) + part * (samples[at + 1] ?? 0);
  });
}

describe('a premium voice', () => {
  testRows(premiumVoices, (_, index) => index % 8 === 0)(
    '%s says the same text the same way, whoever spoke in between',
    async voice => {
      const text = 'A calm river runs through the valley.';
      const before = await speak(voice, 'English', text);
      await speak('Glinda', 'Russian', 'Шумный город!');
      expect(await speak(voice, 'English', text)).toEqual(before);
    },
  );

  it.each(['Nicole', 'Jessie'] as const)(
    '%s breathes the same way after every start',
    { tags: 'long' },
    async voice => {
      const text = 'A calm river runs through the valley.';
      const before = await speak(voice, 'English', text);
      // The seed of espeak-ng's noise would be the clock, in seconds.
      await setTimeout(1100);
      const another = createOfflineSpeech();
      onTestFinished(() => another.close());
      expect(await speak(voice, 'English', text, another)).toEqual(before);
    },
  );

  testRows(languages, ({ name }) => ['English', 'Arabic', 'Hindi', 'Japanese'].includes(name))(
    'speaks $name',
    async ({ name }) => {
      const sound = await speak('Nicole', name);
      expect(computeLevel(sound)).toBeGreaterThan(0.05);
    },
  );
});
