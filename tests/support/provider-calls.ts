import { offerOpenAi } from '#engines/openai/create-openai-engines.ts';
import type { Engines, FitPictures } from '#engines/ports.ts';
import type { ProviderAccess } from '#engines/provider/prepare-connection.ts';
import { getLanguage } from '#shared/languages.ts';
import type { OpenAiStandIn, ProviderCall } from './openai-stand-in.ts';

/** A key that must not appear outside of requests. */
export const testKey = 'sk-proj-Tr0ub4dor_and-3-very-secret-words';

export const providerCalls = ['vision', 'script', 'speech'] as const satisfies readonly ProviderCall[];

/** Address and models of a stand-in: named models need no list. */
export interface TestAccess extends ProviderAccess {
  readonly visionModel: string | undefined;
  readonly scriptModel: string | undefined;
  readonly speechModel: string | undefined;
  readonly picturesPerRequest?: number | undefined;
}

/** Real engines for a stand-in, without retries by default. */
export function createTestEngines(baseUrl: string | undefined, changes: Partial<TestAccess> = {}): Engines {
  const { visionModel, scriptModel, speechModel, picturesPerRequest, ...access } = {
    apiKey: testKey,
    baseUrl,
    visionModel: 'gpt-4o',
    scriptModel: 'gpt-4o-mini',
    speechModel: 'tts-1',
    maxRetries: 0,
    // All pictures of a video in one request, as for OpenAI.
    picturesPerRequest: 10,
    ...changes,
  };
  const { vision, script, speech } = offerOpenAi(
    {
      vision: { ...access, model: visionModel },
      script: { ...access, model: scriptModel },
      speech: { ...access, model: speechModel },
      transcription: { ...access, model: undefined },
      maxSidePixels: 1024,
      picturesPerRequest,
    },
    fitNothing,
  );
  if (!vision || !script || !speech) throw new TypeError('The stand-in is not set up.');
  return { vision, script, speech };
}

/** Passes every picture through: no provider decodes them here. */
export const fitNothing: FitPictures = async jpegs =>
  jpegs.map(jpeg => ({ jpeg: new Uint8Array(jpeg), width: 1024, height: 576 }));

/** A `fetch` that redirects the vendor's host to a local stand-in. */
export function fetchInPlaceOfVendor({ origin }: Pick<OpenAiStandIn, 'origin'>): typeof fetch {
  return (input, init) => fetch(String(input).replace('https://api.openai.com', origin), init);
}

/** The smallest bytes that begin and end like a JPEG; no provider decodes them here. */
export const tinyJpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x02, 0xff, 0xd9]);

/**
 * Makes one call to the last byte of its answer.
 * @returns the text, or the number of bytes
 */
export async function makeCall(
  engines: Engines,
  call: ProviderCall,
  signal: AbortSignal = new AbortController().signal,
): Promise<string | number> {
  const language = getLanguage('English');
  if (call === 'vision') {
    const frames = [{ seconds: 0.5, jpeg: tinyJpeg }];
    return engines.vision.analyze({ prompt: 'Narrate it', frames, durationSeconds: 10, signal });
  }
  if (call === 'script') {
    const request = { analysis: 'A dog runs.', prompt: 'Narrate it', language, durationSeconds: 10, signal };
    let script = '';
    for await (const piece of engines.script.writeScript(request)) script += piece;
    return script;
  }
  const sound = await engines.speech.speak({ text: 'A dog runs.', voice: 'nova', language, signal });
  if (sound.format !== 'mp3') throw new TypeError('OpenAI speaks mp3');
  let bytes = 0;
  for await (const piece of sound.bytes) bytes += piece.byteLength;
  return bytes;
}
