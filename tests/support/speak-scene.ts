import type { SpeechEngine } from '#engines/ports.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { standardVoices } from '#shared/voices.ts';
import { sentences } from './sentences.ts';
import { placeSpeech, type SpeechScene } from './speech-scene.ts';

const rateHz = 22_050;

/** Speaks six sentences of a language, by five voices in turn. */
export async function speakScene(
  speech: SpeechEngine,
  language: LanguageName,
  sampleRateHz: number,
): Promise<SpeechScene> {
  const texts = [...sentences[language], ...sentences[language]];
  const said: Float32Array[] = [];
  for (const [index, text] of texts.entries()) {
    const voice = standardVoices[index % standardVoices.length] ?? 'nova';
    const { signal } = new AbortController();
    const sound = await speech.speak({ text, voice, language: getLanguage(language), signal });
    if (sound.format !== 'pcm') throw new TypeError('Offline speech gives plain samples.');
    said.push(joinArrays(Float32Array, await Array.fromAsync(sound.samples)));
  }
  return placeSpeech(said, rateHz, sampleRateHz);
}
