import { type AzureOpenAiSettings, offerAzure } from '#engines/azure/create-azure-engines.ts';
import type { Engines, NoteUsage, SpeechRequest, TranscriptionEngine } from '#engines/ports.ts';
import type { ProviderAccess } from '#engines/provider/prepare-connection.ts';
import { getLanguage } from '#shared/languages.ts';
import { type AzureCall, deployments } from './azure-stand-in.ts';
import { makePicture } from './gemini-calls.ts';

/** Keys that must not appear outside of requests. */
export const testKey = 'Tr0ub4dor3verySecretW0rdsOfAzureOpenAI';
export const speechKey = 'Tr0ub4dor3verySecretW0rdsOfAzureSpeech';

export interface AzureEngines extends Engines {
  readonly transcription: TranscriptionEngine;
}

type Changes = Partial<ProviderAccess> & Pick<AzureOpenAiSettings, 'loadCredential'>;

/** Real engines for a stand-in, without retries by default. */
export function createTestEngines(
  baseUrl: string,
  changes: Changes = {},
): AzureEngines & { ssml: Engines['speech'] } {
  const { loadCredential, ...access } = { baseUrl, apiKey: testKey, maxRetries: 0, ...changes };
  const at = (deployment: string) => ({ ...access, deployment });
  const openAi = {
    vision: at(deployments.vision),
    script: at(deployments.script),
    speech: at(deployments.speech),
    transcription: at(deployments.transcription),
    loadCredential,
  };
  const unset = { apiKey: undefined, baseUrl: undefined };
  const { vision, script, speech, transcription } = offerAzure({ openAi, speech: unset }, fitNothing);
  const { speech: ssml } = offerAzure({ openAi, speech: { ...access, apiKey: speechKey } }, fitNothing);
  if (!vision || !script || !speech || !transcription || !ssml) throw new Error('Azure offers all steps');
  return { vision, script, speech, transcription, ssml };
}

/** Pictures are sent as they are. */
const fitNothing = () => Promise.reject(new Error('not for Azure'));

export const workCalls = [
  'vision',
  'script',
  'speech',
  'transcription',
  'ssml',
] as const satisfies AzureCall[];
export type WorkCall = (typeof workCalls)[number];

interface CallOptions extends Partial<SpeechRequest> {
  readonly signal?: AbortSignal;
  readonly noteUsage?: NoteUsage | undefined;
}

const picture = await makePicture('red');

/** Makes one call to the last byte of its answer. */
export async function makeCall(
  engines: ReturnType<typeof createTestEngines>,
  call: WorkCall,
  { signal = new AbortController().signal, noteUsage, ...changes }: CallOptions = {},
): Promise<string | number> {
  const language = getLanguage('English');
  const about = { prompt: 'Narrate it', durationSeconds: 10, noteUsage, signal };
  if (call === 'vision')
    return engines.vision.analyze({ ...about, frames: [{ seconds: 0.5, jpeg: picture }] });
  if (call === 'script') {
    const pieces = engines.script.writeScript({ ...about, analysis: 'A dog runs.', language });
    return (await Array.fromAsync(pieces)).join('');
  }
  if (call === 'transcription') {
    const heard = await engines.transcription.transcribe({
      mp3: new Uint8Array(10),
      durationSeconds: 5,
      noteUsage,
      signal,
    });
    return heard.segments.map(({ text }) => text).join(' ');
  }
  const speech = call === 'ssml' ? engines.ssml : engines.speech;
  const asked = { text: 'A dog runs.', voice: 'nova', language, noteUsage, signal, ...changes } as const;
  const sound = await speech.speak(asked);
  if (sound.format !== 'mp3') throw new TypeError('Azure speaks mp3');
  return (await Array.fromAsync(sound.bytes)).reduce((bytes, piece) => bytes + piece.byteLength, 0);
}
