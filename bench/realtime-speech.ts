import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { createRealtimeSpeech } from '#engines/openai-realtime/speech.ts';
import { getLanguage } from '#shared/languages.ts';
import { type RealtimeStandIn, startRealtimeStandIn } from '../tests/support/realtime-stand-in.ts';
import { trustCertificate } from '../tests/support/trust-certificate.ts';
import type { BenchRow } from './bench-row.ts';
import { median } from './measure.ts';

const model = 'gpt-realtime-2.1-mini';
/** A quarter of real time, as the vendor's is about. */
const msPerSecond = 250;
const rounds = 7;
const mostOverhead = 0.05;
const mostFirstMs = 50;
const firstSentence = 'A lighthouse keeper counts the waves until the morning comes.';
const text = `${firstSentence} Then he sleeps, and the gulls take over the watch above the grey water, all day long.`;

/**
 * What our adapter adds to the provider's own time: beside it, in the same run, the SDK alone asks the same stand-in for the same
 * parts, without a check of what was said.
 */
export async function benchRealtimeSpeech(): Promise<BenchRow[]> {
  const standIn = await startRealtimeStandIn();
  trustCertificate(standIn.certificate);
  try {
    standIn.setPace(msPerSecond);
    const ours: Trial[] = [];
    const own: Trial[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const trials = [await listenToSdk(standIn), await listenToAdapter(standIn)] as const;
      // The first one compiles.
      if (round < 0) continue;
      own.push(trials[0]);
      ours.push(trials[1]);
    }
    return [describeOverhead(ours, own), describeFirstSound(ours, own)];
  } finally {
    await standIn.close();
  }
}

interface Trial {
  readonly firstMs: number;
  readonly wholeMs: number;
}

function describeOverhead(ours: readonly Trial[], own: readonly Trial[]): BenchRow {
  const ourMs = median(ours.map(({ wholeMs }) => wholeMs));
  const ownMs = median(own.map(({ wholeMs }) => wholeMs));
  const overhead = ourMs / ownMs - 1;
  return {
    what: `speech over the Realtime API, ${text.length} characters, to the last sample`,
    figure: `${Math.round(ourMs)} ms; ${Math.round(ownMs)} ms by the SDK alone`,
    ratio: `${(100 * overhead).toFixed(1)} % above`,
    goal: `at most ${100 * mostOverhead} % above`,
    isMet: overhead <= mostOverhead,
  };
}

function describeFirstSound(ours: readonly Trial[], own: readonly Trial[]): BenchRow {
  const laterMs = median(ours.map(({ firstMs }) => firstMs)) - median(own.map(({ firstMs }) => firstMs));
  return {
    what: "speech over the Realtime API, first sound after the provider's first",
    figure: `${laterMs.toFixed(1)} ms`,
    goal: `within ${mostFirstMs} ms`,
    isMet: laterMs <= mostFirstMs,
  };
}

async function listenToAdapter({ baseUrl }: RealtimeStandIn): Promise<Trial> {
  const speech = createRealtimeSpeech({ apiKey: 'sk-bench', baseUrl }, model);
  const script = new AbortController();
  const startMs = performance.now();
  const language = getLanguage('English');
  const sound = await speech.speak({ text, voice: 'nova', language, signal: script.signal });
  if (sound.format !== 'pcm') throw new TypeError('plain sound was asked for');
  let firstMs = 0;
  for await (const samples of sound.samples) if (samples.length > 0) firstMs ||= performance.now() - startMs;
  const wholeMs = performance.now() - startMs;
  script.abort();
  return { firstMs, wholeMs };
}

/** The same two parts, one after the other in one connection, as the vendor's examples ask for them. */
async function listenToSdk({ baseUrl }: RealtimeStandIn): Promise<Trial> {
  const parts = [firstSentence, text.slice(firstSentence.length).trim()];
  const client = new OpenAI({ apiKey: 'sk-bench', baseURL: baseUrl });
  const startMs = performance.now();
  const connection = new OpenAIRealtimeWS({ model }, client);
  const { promise, resolve, reject } = Promise.withResolvers<Trial>();
  let firstMs = 0;
  const askNext = () => {
    const part = parts.shift();
    if (part === undefined) resolve({ firstMs, wholeMs: performance.now() - startMs });
    else connection.send({ type: 'response.create', response: composeOwn(part) });
  };
  connection.on('error', reject);
  connection.on('session.created', () =>
    connection.send({
      type: 'session.update',
      session: { type: 'realtime', audio: { output: { voice: 'marin' } } },
    }),
  );
  connection.on('session.updated', askNext);
  connection.on('response.output_audio.delta', () => {
    firstMs ||= performance.now() - startMs;
  });
  connection.on('response.done', askNext);
  try {
    return await promise;
  } finally {
    connection.socket.terminate();
  }
}

function composeOwn(part: string) {
  const content = [{ type: 'input_text' as const, text: part }];
  return {
    conversation: 'none' as const,
    input: [{ type: 'message' as const, role: 'user' as const, content }],
  };
}
