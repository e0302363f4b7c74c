import type { ServerResponse } from 'node:http';
import {
  type AccountVoice,
  accountVoices,
  defaultVoices,
  transcriptBody,
  vendorErrors,
  voicesBody,
} from './elevenlabs-bodies.ts';
import { speakAsTone } from './provider-speech.ts';
import {
  type ProviderBehaviour,
  type ProviderExchange,
  type ProviderRequest,
  type ProviderStandIn,
  type ReceivedMessage,
  startProviderStandIn,
} from './provider-stand-in.ts';

/** The calls that the product makes. */
export type ElevenLabsCall = 'voices' | 'speech' | 'transcription';

export type ElevenLabsRequest = ProviderRequest<ElevenLabsCall>;

export type ElevenLabsExchange = ProviderExchange<ElevenLabsCall>;

export type ElevenLabsBehaviour = ProviderBehaviour<ElevenLabsCall>;

export interface ElevenLabsStandIn extends ProviderStandIn<ElevenLabsCall> {
  /** The value of `ELEVENLABS_BASE_URL`. */
  readonly baseUrl: string;
  /** The most concurrent speech requests. */
  readonly maxConcurrent: number;
  setAccount(changes: Partial<Account>): void;
}

export interface Account {
  readonly voices: readonly AccountVoice[];
  /** Voices on a page, whatever is requested. */
  readonly pageSize: number;
  /** The plan's concurrency; more is refused. */
  readonly maxConcurrent: number;
}

const usualAccount: Account = {
  voices: [...accountVoices, ...defaultVoices],
  pageSize: 100,
  maxConcurrent: 5,
};

/**
 * A local server with ElevenLabs' API: real HTTP, documented bodies, limits of length and concurrency, and any fault.
 * `node tests/support/elevenlabs-stand-in.ts [port]` runs it alone.
 */
export async function startElevenLabsStandIn({ port = 0 } = {}): Promise<ElevenLabsStandIn> {
  let account = usualAccount;
  const traffic: Traffic = { running: 0, maxConcurrent: 0 };

  const { reset, ...standIn } = await startProviderStandIn<ElevenLabsCall>(port, {
    findCall,
    sendNotFound: response => sendJson(response, 404, vendorErrors.plainDetail),
    answer: async (exchange, reported) => {
      const { request, response } = exchange;
      if (request.call !== 'speech') {
        const normal = composeJson(account, request);
        return (reported ?? answerNormally)({ ...exchange, normal });
      }
      countUntilItEnds(traffic, response);
      const { running } = traffic;
      const isTooMuch = running > account.maxConcurrent;
      const refusal = isTooMuch
        ? ([429, vendorErrors.tooManyConcurrent] as const)
        : findRefusal(account, request);
      if (refusal && !reported) return sendJson(response, ...refusal);
      response.setHeader('current-concurrent-requests', running);
      response.setHeader('maximum-concurrent-requests', account.maxConcurrent);
      const normal = { mediaType: 'audio/mpeg', body: await speak(account, request) };
      await (reported ?? answerNormally)({ ...exchange, normal });
    },
  });

  return {
    ...standIn,
    baseUrl: standIn.origin,
    get maxConcurrent() {
      return traffic.maxConcurrent;
    },
    setAccount: changes => {
      account = { ...account, ...changes };
    },
    reset: () => {
      reset();
      account = usualAccount;
      traffic.maxConcurrent = 0;
    },
  };
}

/** Concurrent speech requests. */
interface Traffic {
  running: number;
  maxConcurrent: number;
}

function countUntilItEnds(traffic: Traffic, response: ServerResponse) {
  traffic.running += 1;
  traffic.maxConcurrent = Math.max(traffic.maxConcurrent, traffic.running);
  const end = () => {
    response.off('finish', end).off('close', end);
    traffic.running -= 1;
  };
  response.once('finish', end).once('close', end);
}

const speechPath = /^\/v1\/text-to-speech\/(?<id>[^/]+)\/stream$/u;

function findCall({ method, path }: ReceivedMessage): ElevenLabsCall | undefined {
  if (method === 'GET' && path === '/v2/voices') return 'voices';
  if (method === 'POST' && speechPath.test(path)) return 'speech';
  if (method === 'POST' && path === '/v1/speech-to-text') return 'transcription';
  return undefined;
}

function composeJson(account: Account, { call, query }: ElevenLabsRequest) {
  if (call === 'voices') return composePage(account, query);
  return toJson(transcriptBody);
}

function composePage({ voices, pageSize }: Account, query: Readonly<Record<string, string>>) {
  const from = Number(query.next_page_token ?? 0);
  const to = from + Math.min(pageSize, Number(query.page_size ?? 10));
  const page = voicesBody(voices.slice(from, to), to < voices.length ? String(to) : null);
  return toJson(page);
}

function toJson(body: object) {
  return { mediaType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
}

const maxCharacters: Readonly<Record<string, number>> = {
  eleven_v3: 5000,
  eleven_multilingual_v2: 10_000,
  eleven_v4: 10_000,
  eleven_flash_v2_5: 40_000,
};

/** The real server's own refusals. */
function findRefusal(
  { voices }: Account,
  { path, body }: ElevenLabsRequest,
): readonly [number, object] | undefined {
  if (!voices.some(({ id }) => id === findVoiceId(path))) return [404, vendorErrors.voiceNotFound];
  const most = maxCharacters[body.model_id];
  if (most === undefined) return [400, vendorErrors.modelNotFound];
  if (body.text.length > most) return [400, vendorErrors.tooLong];
  if (body.model_id === 'eleven_v3' && (body.previous_text || body.next_text))
    return [400, vendorErrors.unsupportedModel];
  return undefined;
}

function findVoiceId(path: string): string {
  return speechPath.exec(path)?.groups?.id ?? '';
}

/** Another tone for each voice. */
function speak({ voices }: Account, { path, body }: ElevenLabsRequest): Promise<Buffer> {
  const index = voices.findIndex(({ id }) => id === findVoiceId(path));
  return speakAsTone(String(body.text), 150 + 10 * index);
}

/** With its cost in credits: elevenlabs.io/docs/api-reference/introduction, "Tracking generation costs". */
function answerNormally({ request, response, normal }: ElevenLabsExchange) {
  const perCharacter = /^eleven_(?:flash|turbo|v4_turbo)/u.test(request.body?.model_id) ? 0.5 : 1;
  response.writeHead(200, {
    'content-type': normal.mediaType,
    'request-id': 'standInRequest000001',
    ...(request.call === 'speech' && {
      'character-cost': Math.ceil(request.body.text.length * perCharacter),
    }),
  });
  response.end(normal.body);
}

/** A refusal with a body of the vendor's. */
export function sendJson(response: ServerResponse, status: number, body: object, headers = {}) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': 'standInRequest000002',
    ...headers,
  });
  response.end(JSON.stringify(body));
}

if (import.meta.main) {
  const standIn = await startElevenLabsStandIn({ port: Number(process.argv[2] ?? 0) });
  process.stdout.write(`ELEVENLABS_BASE_URL=${standIn.baseUrl}\n`);
}
