import { type AnthropicSettings, offerAnthropic } from '#engines/anthropic/create-anthropic-engines.ts';
import type { Engines, FitPictures, NoteUsage } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';
import { makePicture } from './gemini-calls.ts';
import { fitNothing } from './provider-calls.ts';

/** A key of the vendor's form that must not appear outside of requests. */
export const testKey = 'sk-ant-api03-Tr0ub4dor_and-3-very-secret-words';

export const workCalls = ['vision', 'script'] as const;
export type WorkCall = (typeof workCalls)[number];

/** Real engines for a stand-in, without retries by default. */
export function createTestEngines(
  baseUrl: string | undefined,
  changes: Partial<AnthropicSettings> = {},
  fitPictures: FitPictures = fitNothing,
): Pick<Engines, WorkCall> {
  const { vision, script } = offerAnthropic(
    {
      apiKey: testKey,
      baseUrl,
      visionModel: undefined,
      scriptModel: undefined,
      maxRetries: 0,
      ...changes,
    },
    fitPictures,
  );
  if (!vision || !script) throw new Error('Anthropic offers both roles');
  return { vision, script };
}

const picture = await makePicture('red');

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly noteUsage?: NoteUsage | undefined;
}

/** Makes one call to the last byte of its answer. */
export async function makeCall(
  { vision, script }: Pick<Engines, WorkCall>,
  call: WorkCall,
  { signal = new AbortController().signal, noteUsage }: CallOptions = {},
): Promise<string> {
  const language = getLanguage('English');
  const about = { prompt: 'Narrate it', durationSeconds: 10, noteUsage, signal };
  if (call === 'vision') return vision.analyze({ ...about, frames: [{ seconds: 0.5, jpeg: picture }] });
  const pieces = script.writeScript({ ...about, analysis: 'A dog runs.', language });
  return (await Array.fromAsync(pieces)).join('');
}
