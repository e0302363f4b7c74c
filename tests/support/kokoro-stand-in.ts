import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import {
  describeKokoroModel,
  type KokoroRefusal,
  type KokoroVersion,
  kokoroAliases,
  kokoroLanguages,
  kokoroModels,
  kokoroVoices,
  refuseBody,
  refuseEmpty,
  refuseModel,
  refuseModelId,
  refuseVoice,
} from './kokoro-bodies.ts';
import {
  type ProviderBehaviour,
  type ProviderExchange,
  type ProviderRequest,
  type ProviderStandIn,
  type ReceivedMessage,
  startProviderStandIn,
} from './provider-stand-in.ts';
import { findToneSeconds, lavfChunk, makeToneFrames, makeToneSamples, toWave } from './tone-speech.ts';

export type KokoroCall = 'health' | 'models' | 'voices' | 'speech';

export type KokoroBehaviour = ProviderBehaviour<KokoroCall>;

export interface KokoroStandIn extends ProviderStandIn<KokoroCall> {
  /** The value of `OPENAI_SPEECH_BASE_URL`. */
  readonly baseUrl: string;
  readonly spoken: readonly ProviderRequest<KokoroCall>[];
  setUp(changes: Partial<KokoroSetup>): void;
}

export interface KokoroSetup {
  /** Voices are a list of objects since 0.4, of strings before. */
  readonly version: KokoroVersion;
  /** In place of its own voices. */
  readonly voices?: readonly string[] | undefined;
  /** A sentence that it silently skips. */
  readonly unspeakable?: RegExp | undefined;
}

const usual: KokoroSetup = { version: '0.8.0' };

/**
 * A local server with Kokoro-FastAPI's API and its traps: an unknown language, or a text without words, gets 200 and no
 * bytes; a sentence that fails is silently skipped. Each voice is another tone in each language (see {@link findHz}),
 * about as long as the text would take. `node tests/support/kokoro-stand-in.ts [port]` runs it alone.
 */
export async function startKokoroStandIn({ port = 0 } = {}): Promise<KokoroStandIn> {
  let setup = usual;
  const { reset, ...standIn } = await startProviderStandIn<KokoroCall>(port, {
    findCall,
    sendNotFound: response => sendJson(response, 404, { detail: 'Not Found' }),
    answer: async (exchange, reported) => {
      const { request, response } = exchange;
      if (request.call === 'speech') return speak(setup, exchange, reported);
      const [status, body] = describe(setup, request);
      const normal = { mediaType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
      if (reported) return reported({ ...exchange, normal });
      sendJson(response, status, body);
    },
  });
  return {
    ...standIn,
    baseUrl: `${standIn.origin}/v1`,
    get spoken() {
      return standIn.requests.filter(({ call }) => call === 'speech');
    },
    setUp: changes => {
      setup = { ...setup, ...changes };
    },
    reset: () => {
      reset();
      setup = usual;
    },
  };
}

function findCall({ method, path }: ReceivedMessage): KokoroCall | undefined {
  if (method === 'POST') return path === '/v1/audio/speech' ? 'speech' : undefined;
  if (path === '/health') return 'health';
  if (path === '/v1/models' || path.startsWith('/v1/models/')) return 'models';
  return path === '/v1/audio/voices' ? 'voices' : undefined;
}

/** Its lists and its health. */
function describe(setup: KokoroSetup, { call, path, query }: ProviderRequest<KokoroCall>): KokoroRefusal {
  if (call === 'health') return [200, { status: 'healthy' }];
  if (call === 'voices') {
    const isOld = setup.version === '0.3.0' || query.legacy === 'true';
    const voices = listVoices(setup);
    return [200, { voices: isOld ? voices : voices.map(id => ({ id, name: id })) }];
  }
  const id = decodeURIComponent(path.slice('/v1/models/'.length));
  if (id === '') return [200, { object: 'list', data: kokoroModels.map(describeKokoroModel) }];
  return ['tts-1', 'tts-1-hd', 'kokoro'].includes(id) ? [200, describeKokoroModel(id)] : refuseModelId(id);
}

function listVoices({ version, voices }: KokoroSetup): readonly string[] {
  return voices ?? kokoroVoices[version];
}

type SpeechExchange = Omit<ProviderExchange<KokoroCall>, 'normal'>;

async function speak(
  setup: KokoroSetup,
  exchange: SpeechExchange,
  reported: KokoroBehaviour | undefined,
): Promise<void> {
  const { request, response } = exchange;
  const refusal = findRefusal(setup, request.body);
  if (refusal && !reported) return sendJson(response, ...refusal);
  const normal = await makeSound(setup, request.body);
  if (reported) return reported({ ...exchange, normal });
  if (normal.body.length === 0 && request.body.stream === false) return sendJson(response, ...refuseEmpty);
  const format = request.body.response_format ?? 'mp3';
  response.writeHead(200, {
    server: 'uvicorn',
    'content-type': normal.mediaType,
    'content-disposition': `attachment; filename=speech.${format}`,
    'x-accel-buffering': 'no',
    'cache-control': 'no-cache',
  });
  response.flushHeaders();
  for (const piece of cutInThree(normal.body)) {
    response.write(piece);
    await wait(1);
  }
  response.end();
}

/** Chunks come when they are spoken, and split samples and frames. */
function cutInThree(body: Buffer): Buffer[] {
  const length = Math.floor(body.length / 3) + 1;
  return [0, 1, 2].map(at => body.subarray(at * length, (at + 1) * length)).filter(piece => piece.length > 0);
}

interface SpeechBody {
  readonly model?: string;
  readonly voice?: string;
  readonly input: string;
  readonly response_format?: string;
  readonly lang_code?: string | null;
  readonly speed?: number;
}

function findRefusal(
  setup: KokoroSetup,
  body: SpeechBody & Record<string, unknown>,
): KokoroRefusal | undefined {
  const refusal = refuseBody(body ?? {});
  if (refusal) return refusal;
  if (!kokoroModels.includes(body.model ?? 'kokoro')) return refuseModel(String(body.model));
  const voices = listVoices(setup);
  const missing = findVoices(setup, body).find(voice => !voices.includes(voice));
  return missing === undefined ? undefined : refuseVoice(missing, voices);
}

/** One voice, or those of a mixture: `af_bella(2)+af_sky(1)`. */
function findVoices({ version }: KokoroSetup, { voice = 'af_heart' }: SpeechBody): string[] {
  return voice
    .replaceAll(' ', '')
    .split(/[+-]/u)
    .map(part => part.replace(/\([\d.]+\)$/u, ''))
    .map(part => kokoroAliases[version][part] ?? part);
}

async function makeSound(setup: KokoroSetup, body: SpeechBody) {
  const format = body.response_format ?? 'mp3';
  const mediaType = format === 'mp3' ? 'audio/mpeg' : `audio/${format}`;
  const [voice = ''] = findVoices(setup, body);
  const language = kokoroLanguages[(body.lang_code ?? voice.slice(0, 1)).toLowerCase()];
  const words = dropUnspeakable(body.input ?? '', setup.unspeakable);
  // Its text reader's exception is logged, and the answer goes on without that sound.
  if (language === undefined || !/[\p{L}\p{N}]/u.test(words)) return { mediaType, body: Buffer.alloc(0) };
  const tone = { hz: findHz(voice, language), seconds: findToneSeconds(words) / (body.speed ?? 1) };
  if (format === 'mp3') return { mediaType, body: await makeToneFrames(tone) };
  const samples = makeToneSamples(tone);
  if (format === 'pcm') return { mediaType, body: samples };
  return { mediaType, body: toWave(samples, { saidBytes: 0xffffffff, chunks: [lavfChunk] }) };
}

function dropUnspeakable(text: string, unspeakable: RegExp | undefined): string {
  if (!unspeakable) return text;
  return text
    .split(/(?<=[.!?\n])/u)
    .filter(sentence => !unspeakable.test(sentence))
    .join('');
}

/** The tone of a voice in a language: 200 Hz and up by its index, a little higher by the language. */
export function findHz(voice: string, language: string): number {
  return 200 + 8 * kokoroVoices['0.8.0'].indexOf(voice) + 'abefhijpz'.indexOf(language);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { server: 'uvicorn', 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

if (import.meta.main) {
  const standIn = await startKokoroStandIn({ port: Number(process.argv[2] ?? 0) });
  process.stdout.write(`OPENAI_SPEECH_BASE_URL=${standIn.baseUrl}\n`);
}
