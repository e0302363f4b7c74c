import { describeServer } from '#engines/openai-compatible/server.ts';
import { createServerSpeech } from '#engines/openai-compatible/speech.ts';
import type { SpeechEngine, SpeechRequest, Usage } from '#engines/ports.ts';
import type { ProviderAccess } from '#engines/provider/prepare-connection.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { testKey } from './provider-calls.ts';

/** The real engine for a stand-in, without retries by default. */
export function createTestSpeech(
  baseUrl: string,
  { model, ...changes }: Partial<ProviderAccess> & { model?: string } = {},
): SpeechEngine {
  const server = describeServer({ apiKey: testKey, baseUrl, maxRetries: 0, ...changes });
  return createServerSpeech(server, model);
}

export interface SpokenWords {
  readonly text?: string;
  readonly voice?: SpeechRequest['voice'];
  readonly manner?: SpeechRequest['manner'];
  readonly ipa?: SpeechRequest['ipa'];
  readonly language?: LanguageName;
  readonly signal?: AbortSignal;
}

export interface Speech {
  readonly format: 'mp3' | 'pcm';
  /** Of the mp3, or of the samples as 32-bit numbers. */
  readonly bytes: Buffer;
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  readonly usage: readonly Usage[];
}

export const dogs =
  'A dog stands on a lawn in the sun. It runs to the left, after a red ball, and at last it has it.';

/** Speaks to the last byte. */
export async function speakText(engine: SpeechEngine, words: SpokenWords = {}): Promise<Speech> {
  const usage: Usage[] = [];
  const request: SpeechRequest = {
    text: words.text ?? dogs,
    voice: words.voice ?? 'nova',
    manner: words.manner,
    ipa: words.ipa,
    language: getLanguage(words.language ?? 'English'),
    noteUsage: used => usage.push(used),
    signal: words.signal ?? new AbortController().signal,
  };
  const sound = await engine.speak(request);
  if (sound.format === 'mp3') {
    const bytes = Buffer.concat(await Array.fromAsync(sound.bytes));
    return { format: 'mp3', bytes, samples: new Float32Array(), sampleRateHz: 0, usage };
  }
  const samples = Float32Array.from((await Array.fromAsync(sound.samples)).flatMap(piece => [...piece]));
  return {
    format: 'pcm',
    bytes: Buffer.from(samples.buffer),
    samples,
    sampleRateHz: sound.sampleRateHz,
    usage,
  };
}
