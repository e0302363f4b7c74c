import type { SpeechEngine } from '#engines/ports.ts';
import { trimSilence } from '#media/sound/line-sound.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { standardVoices, type Voice } from '#shared/voices.ts';
import type { SeededRandom } from './seeded-random.ts';
import { sentences } from './sentences.ts';
import type { SpeechScene } from './speech-scene.ts';

/** A talk whose words are known. */
export interface WordScene extends SpeechScene {
  readonly words: readonly TimeSpan[];
}

/** Speaks the sentences of a language over and over, word by word, by five voices in turn; after a fifth of the words they pause. */
export async function speakWords(
  speech: SpeechEngine,
  language: LanguageName,
  { seconds, random }: { readonly seconds: number; readonly random: SeededRandom },
): Promise<WordScene> {
  const sampleRateHz = 22_050;
  const known = new Map<string, Float32Array>();
  const pieces: Float32Array[] = [];
  const words: TimeSpan[] = [];
  let length = 0;
  const add = (piece: Float32Array) => {
    pieces.push(piece);
    length += piece.length;
  };
  const pause = (least: number, most: number) =>
    add(new Float32Array(Math.round((least + random() * (most - least)) * sampleRateHz)));
  const sayWord = async (text: string, voice: Voice) => {
    const key = `${voice} ${text}`;
    const sound = known.get(key) ?? (await speakWord(speech, text, { voice, language }));
    known.set(key, sound);
    const startSeconds = length / sampleRateHz;
    add(sound);
    words.push({ startSeconds, endSeconds: length / sampleRateHz });
  };
  for (let at = 0; length < seconds * sampleRateHz; at++) {
    const sentence = sentences[language][at % 3] ?? '';
    const voice = standardVoices[at % standardVoices.length] ?? 'nova';
    pause(0.4, random() < 0.1 ? 6 : 1.2);
    for (const word of sentence.split(' ')) {
      await sayWord(word, voice);
      if (random() < 0.2) pause(0.15, 0.5);
      else pause(0.01, 0.06);
    }
  }
  return { samples: joinArrays(Float32Array, pieces), sampleRateHz, speech: words, words };
}

async function speakWord(
  speech: SpeechEngine,
  text: string,
  { voice, language }: { readonly voice: Voice; readonly language: LanguageName },
): Promise<Float32Array> {
  const { signal } = new AbortController();
  const sound = await speech.speak({ text, voice, language: getLanguage(language), signal });
  if (sound.format !== 'pcm') throw new TypeError('Offline speech gives plain samples.');
  const samples = joinArrays(Float32Array, await Array.fromAsync(sound.samples));
  return trimSilence({ sampleRateHz: sound.sampleRateHz, samples }).samples;
}
