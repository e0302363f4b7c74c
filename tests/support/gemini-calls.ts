import sharp from 'sharp';
import { type GeminiSettings, offerGemini } from '#engines/gemini/create-gemini-engines.ts';
import type { Engines, NoteUsage, SpeechRequest } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';
import type { GeminiCall } from './gemini-stand-in.ts';

/** A key of the vendor's length that must not appear outside of requests. */
export const testKey = 'AIzaTr0ub4dorAnd3VerySecretW0rdsOfGemini';

export const workCalls = ['vision', 'script', 'speech'] as const satisfies readonly GeminiCall[];
export type WorkCall = (typeof workCalls)[number];

/** Real engines for a stand-in, without retries by default. */
export function createTestEngines(baseUrl: string, changes: Partial<GeminiSettings> = {}): Engines {
  const { vision, script, speech } = offerGemini({
    apiKey: testKey,
    baseUrl,
    visionModel: undefined,
    scriptModel: undefined,
    speechModel: undefined,
    transcriptionModel: undefined,
    maxRetries: 0,
    ...changes,
  });
  if (!vision || !script || !speech) throw new Error('Gemini offers all roles');
  return { vision, script, speech };
}

export async function makePicture(background: string): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { width: 64, height: 36, channels: 3, background } });
  return Uint8Array.from(await picture.jpeg().toBuffer());
}

const picture = await makePicture('red');

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly noteUsage?: NoteUsage | undefined;
}

/**
 * Makes one call to the last byte of its answer.
 * @returns the text, or the number of samples
 */
export async function makeCall(
  engines: Engines,
  call: WorkCall,
  { signal = new AbortController().signal, noteUsage }: CallOptions = {},
): Promise<string | number> {
  const language = getLanguage('English');
  if (call === 'vision') {
    const frames = [{ seconds: 0.5, jpeg: picture }];
    return engines.vision.analyze({ prompt: 'Narrate it', frames, durationSeconds: 10, noteUsage, signal });
  }
  if (call === 'speech') return (await speakWhole(engines, { signal, noteUsage })).length;
  const asked = { analysis: 'A dog runs.', prompt: 'Narrate it', language, durationSeconds: 10 };
  let script = '';
  for await (const piece of engines.script.writeScript({ ...asked, noteUsage, signal })) script += piece;
  return script;
}

/** Speaks to the last sample. */
export async function speakWhole(
  engines: Engines,
  changes: Partial<SpeechRequest> = {},
): Promise<Float32Array> {
  const pieces = await Array.fromAsync(await beginSpeaking(engines, changes));
  const samples = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return samples;
}

export async function beginSpeaking(
  { speech }: Engines,
  changes: Partial<SpeechRequest> = {},
): Promise<AsyncIterable<Float32Array>> {
  const signal = new AbortController().signal;
  const language = getLanguage('English');
  const sound = await speech.speak({ text: 'A dog runs.', voice: 'nova', language, signal, ...changes });
  if (sound.format !== 'pcm' || sound.sampleRateHz !== 24_000) throw new TypeError('Gemini speaks PCM');
  return sound.samples;
}
