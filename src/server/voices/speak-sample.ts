import { createWording } from '#engines/offline/wording.ts';
import type { SpeechEngine } from '#engines/ports.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import { limitSignal } from '#shared/async/limit-time.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { takeMp3 } from '#shared/speech.ts';
import { getVoicePlan, type Voice } from '#shared/voices.ts';
import type { EngineRoles } from '../choose-engines.ts';

export interface SampleOrder {
  readonly engine: SpeechEngine;
  readonly voice: Voice;
  readonly language: LanguageName;
  readonly script: string;
}

const longestMs = 60_000;

/** A sample of a few seconds has a tenth of this at 128 kbit/s. */
const maxSampleBytes = 1024 * 1024;

/**
 * Chooses a sample's text and engine.
 * @throws CodedError `client_closed`
 */
export async function orderSample(
  { speech }: Pick<EngineRoles, 'speech'>,
  { voice, language }: Pick<SampleOrder, 'voice' | 'language'>,
  signal: AbortSignal,
): Promise<SampleOrder> {
  const engine = await speech[getVoicePlan(voice)].chooseFor(getLanguage(language), signal);
  // One such sentence takes a second and a half, too short to judge a voice.
  const { phrases, tell } = createWording(getLanguage(language));
  const sentences = [
    tell(phrases.seen[0], [
      { name: 'person', count: 2 },
      { name: 'dog', count: 1 },
    ]),
    tell(phrases.far[0], [{ name: 'boat', count: 1 }]),
  ];
  const script = sentences.join(' ');
  return { engine, voice, language, script };
}

/** @throws CodedError of the engine, `provider_timeout`, `provider_garbage` for far too much sound, `client_closed` */
export async function speakSample(order: SampleOrder, signal: AbortSignal): Promise<Uint8Array> {
  const { engine, voice, language, script } = order;
  using limited = limitSignal(longestMs, signal, new CodedError('provider_timeout'));
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const speech = await convertToVoice(engine, { script, voice, language }, limited.signal);
  for await (const chunk of takeMp3(speech)) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > maxSampleBytes) throw new CodedError('provider_garbage');
  }
  return Buffer.concat(chunks);
}
