import { type MistralSettings, offerMistral } from '#engines/mistral/create-mistral-engines.ts';
import type { Engines, FitPictures, NoteUsage, TranscriptionEngine } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';
import { makePicture } from './gemini-calls.ts';
import { transcribe } from './transcription-calls.ts';

/** A key that must not appear outside of requests. */
export const testKey = 'Tr0ub4dorAnd3VerySecretW0rds';

export const workCalls = ['vision', 'script', 'speech', 'transcription'] as const;
export type WorkCall = (typeof workCalls)[number];
export type TestEngines = Engines & { readonly transcription: TranscriptionEngine };

/** Real engines for a stand-in, without retries by default. */
export function createTestEngines(
  baseUrl: string | undefined,
  changes: Partial<MistralSettings> = {},
  fitPictures: FitPictures = fitNothing,
): TestEngines {
  const { vision, script, speech, transcription } = offerMistral(
    {
      apiKey: testKey,
      baseUrl,
      visionModel: undefined,
      scriptModel: undefined,
      speechModel: undefined,
      transcriptionModel: undefined,
      maxRetries: 0,
      ...changes,
    },
    fitPictures,
  );
  if (!vision || !script || !speech || !transcription) throw new Error('Mistral offers all roles');
  return { vision, script, speech, transcription };
}

const fitNothing: FitPictures = async jpegs =>
  jpegs.map(jpeg => ({ jpeg: new Uint8Array(jpeg), width: 64, height: 36 }));

const picture = await makePicture('red');

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly noteUsage?: NoteUsage | undefined;
}

/**
 * Makes one call to the last byte of its answer.
 * @returns the text, or the number of bytes of sound
 */
export async function makeCall(
  engines: TestEngines,
  call: WorkCall,
  { signal = new AbortController().signal, noteUsage }: CallOptions = {},
): Promise<string | number> {
  const language = getLanguage('English');
  const about = { prompt: 'Narrate it', durationSeconds: 10, noteUsage, signal };
  if (call === 'vision')
    return engines.vision.analyze({ ...about, frames: [{ seconds: 0.5, jpeg: picture }] });
  if (call === 'transcription') {
    const { segments } = await transcribe(engines.transcription, { signal, ...(noteUsage && { noteUsage }) });
    return segments.map(({ text }) => text).join(' ');
  }
  if (call === 'speech') {
    const asked = { text: 'A dog runs.', voice: 'nova', language, noteUsage, signal } as const;
    const sound = await engines.speech.speak(asked);
    if (sound.format !== 'mp3') throw new TypeError('Mistral speaks mp3');
    return Buffer.concat(await Array.fromAsync(sound.bytes)).length;
  }
  const pieces = engines.script.writeScript({ ...about, analysis: 'A dog runs.', language });
  return (await Array.fromAsync(pieces)).join('');
}
