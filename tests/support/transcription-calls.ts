import { createElevenLabsTranscription } from '#engines/elevenlabs/create-elevenlabs-engines.ts';
import { offerGemini } from '#engines/gemini/create-gemini-engines.ts';
import { offerOpenAi } from '#engines/openai/create-openai-engines.ts';
import type { TranscriptionEngine, TranscriptionRequest, Usage } from '#engines/ports.ts';
import type { ProviderAccess } from '#engines/provider/prepare-connection.ts';
import type { Heard } from '#shared/transcript/heard.ts';
import { testKey as elevenLabsKey } from './elevenlabs-calls.ts';
import { testKey as geminiKey } from './gemini-calls.ts';
import { testKey } from './provider-calls.ts';

type Changes = Partial<ProviderAccess> & { readonly model?: string };

/** A real engine for a server with OpenAI's API, without retries by default. */
export function createOpenAiTranscription(
  baseUrl: string | undefined,
  { model, ...changes }: Changes = {},
): TranscriptionEngine {
  const none = { apiKey: undefined, baseUrl: undefined, model: undefined };
  const access = { apiKey: testKey, baseUrl, maxRetries: 0, model, ...changes };
  const { transcription } = offerOpenAi(
    { vision: none, script: none, speech: none, transcription: access, maxSidePixels: 1024 },
    async () => [],
  );
  if (!transcription) throw new TypeError('The stand-in is not set up.');
  return transcription;
}

/** The same for Gemini. */
export function createGeminiTranscription(
  baseUrl: string | undefined,
  { model, ...changes }: Changes = {},
): TranscriptionEngine {
  const models = { visionModel: undefined, scriptModel: undefined, speechModel: undefined };
  const access = { apiKey: geminiKey, baseUrl, maxRetries: 0, ...changes };
  const { transcription } = offerGemini({ ...access, ...models, transcriptionModel: model });
  if (!transcription) throw new TypeError('Gemini transcribes');
  return transcription;
}

/** The same for ElevenLabs. */
export function createScribe(baseUrl: string, { model = 'scribe_v2', ...changes }: Changes = {}) {
  return createElevenLabsTranscription({ apiKey: elevenLabsKey, baseUrl, maxRetries: 0, ...changes }, model);
}

/** The first bytes of an mp3 at 16 kHz; no provider decodes them here. */
const mp3 = new Uint8Array([0xff, 0xf3, 0x44, 0xc4, 0, 0, 0, 0]);

export interface Transcribed extends Heard {
  readonly usage: readonly Usage[];
}

/** Transcribes five seconds. */
export async function transcribe(
  engine: TranscriptionEngine,
  changes: Partial<TranscriptionRequest> = {},
): Promise<Transcribed> {
  const usage: Usage[] = [];
  const heard = await engine.transcribe({
    mp3,
    durationSeconds: 5,
    noteUsage: used => usage.push(used),
    signal: new AbortController().signal,
    ...changes,
  });
  return { ...heard, usage };
}
