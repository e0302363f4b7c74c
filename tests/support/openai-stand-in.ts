import type { ServerResponse } from 'node:http';
import { completionBody, completionChunks, eventStreamText, vendorErrors } from './openai-bodies.ts';
import { speakAsTone } from './provider-speech.ts';
import {
  type ProviderBehaviour,
  type ProviderExchange,
  type ProviderStandIn,
  type ReceivedMessage,
  startProviderStandIn,
} from './provider-stand-in.ts';

/** The three calls that the product makes. */
export type ProviderCall = 'vision' | 'script' | 'speech';

export type Behaviour = ProviderBehaviour<ProviderCall>;

export interface OpenAiStandIn extends ProviderStandIn<ProviderCall> {
  /** What `OPENAI_BASE_URL` is set to. */
  readonly baseUrl: string;
  /** Changes what is normally said. */
  say(texts: { analysis?: string; script?: string }): void;
}

const usualTexts = {
  analysis:
    'A dog stands on a lawn in the sun. 0.5: it looks up. 4.5: it runs to the left, after a red ball.',
  script: 'A dog waits in the sun. Then it runs, and the red ball is faster. At last it has it.',
};

/** A tone of its own for each voice, so that a test can tell them apart. */
const voiceHz: Record<string, number> = { fable: 330, alloy: 262, onyx: 147, nova: 440, shimmer: 523 };

/**
 * A server on this machine that answers like OpenAI: real HTTP, bodies as the vendor documents them, and whatever fault
 * a test asks for. `node tests/support/openai-stand-in.ts [port]` runs it alone.
 */
export async function startOpenAiStandIn({ port = 0 } = {}): Promise<OpenAiStandIn> {
  let texts = usualTexts;
  const { reset, ...standIn } = await startProviderStandIn<ProviderCall>(port, {
    findCall,
    sendNotFound,
    answer: async (exchange, told) => {
      const { call, body } = exchange.request;
      const normal = await composeNormal(call, body, texts);
      await (told ?? answerNormally)({ ...exchange, normal });
    },
  });
  return {
    ...standIn,
    baseUrl: `${standIn.origin}/v1`,
    say: changed => {
      texts = { ...texts, ...changed };
    },
    reset: () => {
      reset();
      texts = usualTexts;
    },
  };
}

function findCall({ method, path, query, body }: ReceivedMessage): ProviderCall | undefined {
  // All three calls post JSON and ask nothing in their address.
  if (method !== 'POST' || body === undefined || Object.keys(query).length > 0) return undefined;
  if (path === '/v1/audio/speech') return 'speech';
  if (path === '/v1/chat/completions') return body.stream ? 'script' : 'vision';
  return undefined;
}

async function composeNormal(
  call: ProviderCall,
  body: { model: string; voice?: string; input?: string },
  texts: typeof usualTexts,
): Promise<ProviderExchange<ProviderCall>['normal']> {
  if (call === 'speech')
    return {
      mediaType: 'audio/mpeg',
      body: await speakAsTone(body.input ?? '', voiceHz[body.voice ?? ''] ?? 200),
    };
  if (call === 'vision') {
    const answer = completionBody(body.model, { content: texts.analysis });
    return { mediaType: 'application/json', body: Buffer.from(JSON.stringify(answer)) };
  }
  const events = eventStreamText(completionChunks(body.model, { content: texts.script }));
  return { mediaType: 'text/event-stream; charset=utf-8', body: Buffer.from(events) };
}

/** Event by event where it is streamed, as the vendor does. */
function answerNormally({ request, response, normal }: ProviderExchange<ProviderCall>) {
  response.writeHead(200, {
    'content-type': normal.mediaType,
    'x-request-id': 'req_stand_in',
    'openai-processing-ms': '12',
    'openai-version': '2020-10-01',
  });
  if (request.call === 'script')
    for (const event of normal.body.toString().split(/(?<=\n\n)/u)) response.write(event);
  else response.write(normal.body);
  response.end();
}

function sendNotFound(response: ServerResponse) {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { ...vendorErrors.badRequest, message: 'Invalid URL' } }));
}

if (import.meta.main) {
  const standIn = await startOpenAiStandIn({ port: Number(process.argv[2] ?? 0) });
  process.stdout.write(`OPENAI_BASE_URL=${standIn.baseUrl}\n`);
}
