import { makeToneMp3 } from './make-mp3.ts';
import { completionChunks, eventStreamText } from './openai-bodies.ts';
import { transcriptionBody } from './openai-transcriptions.ts';
import { startProviderStandIn } from './provider-stand-in.ts';

type Call = 'script' | 'speech' | 'transcription';

const paths: Readonly<Record<string, Call>> = {
  '/v1/chat/completions': 'script',
  '/v1/audio/speech': 'speech',
  '/v1/audio/transcriptions': 'transcription',
};

/** What somebody's calls cost at a provider. */
export interface Sent {
  readonly calls: number;
  /** To speak. */
  readonly characters: number;
  /** Of prompts, as JSON. */
  readonly bytes: number;
  /** Of sound files, each in full. */
  readonly soundBytes: number;
}

/**
 * OpenAI's API that counts what it gets, and answers at once: prompts with `reply`, texts with a tone as long as they would take, sound
 * with a sentence.
 */
export async function startCountingProvider() {
  // Ten seconds of plain frames.
  const tone = await makeToneMp3({ hz: 440, seconds: 10 }, { hasInfoFrame: false });
  const reply = { compose: (_prompt: string) => 'A dog waits in the sun.' };
  const held = { wait: async () => {} };
  const standIn = await startProviderStandIn<Call>(0, {
    findCall: ({ method, path }) => (method === 'POST' ? paths[path] : undefined),
    sendNotFound: response => response.writeHead(404).end('{}'),
    async answer({ request: { call, body }, response }) {
      await held.wait();
      if (call === 'speech') {
        response.writeHead(200, { 'content-type': 'audio/mpeg' });
        response.end(Buffer.concat(Array(Math.ceil(body.input.length / 150)).fill(tone)));
      } else if (call === 'transcription') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(transcriptionBody(body.response_format)));
      } else {
        const content = reply.compose(body.messages.at(-1).content);
        response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
        response.end(eventStreamText(completionChunks(body.model, { content }, { hasUsage: true })));
      }
    },
  });
  const sum = (of: (body: { input?: string; file?: { size: number } }) => number) =>
    standIn.requests.reduce((total, { body }) => total + of(body), 0);
  return {
    baseUrl: `${standIn.origin}/v1`,
    reply,
    held,
    get count() {
      return standIn.requests.length;
    },
    /** Since it was last asked. */
    take(): Sent {
      const sent = {
        calls: standIn.requests.length,
        characters: sum(({ input = '' }) => input.length),
        bytes: sum(body => JSON.stringify(body).length),
        soundBytes: sum(({ file }) => file?.size ?? 0),
      };
      standIn.reset();
      return sent;
    },
    close: () => standIn.close(),
  };
}
