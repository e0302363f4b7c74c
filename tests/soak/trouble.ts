import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brokenAnswers } from '../support/broken-answers.ts';
import { oddChats, refusals } from '../support/openai-faults.ts';
import type { Behaviour, ProviderCall } from '../support/openai-stand-in.ts';
import { formType, makeRawForm } from '../support/raw-form.ts';
import { makeHead, readAnswer } from '../support/raw-request.ts';
import { sentences } from '../support/sentences.ts';
import type { Visitor } from './visitor.ts';
import type { Visit } from './visits.ts';

/** Visits that fail, on either side. */

function open(visitor: Visitor): Socket {
  const socket = connect(visitor.port, '127.0.0.1');
  socket.on('error', () => {});
  visitor.signal.addEventListener('abort', () => socket.destroy(), { once: true });
  return socket;
}

function makeUpload(visitor: Visitor): { readonly head: string; readonly body: Buffer } {
  const video = { name: 'video', filename: 'a.mp4', content: visitor.random.choose(visitor.material.videos) };
  const body = makeRawForm([{ name: 'prompt', content: 'Tell it' }, video]);
  const headers = {
    'content-type': formType,
    'content-length': body.length,
    'x-forwarded-for': visitor.address,
  };
  return { head: makeHead('/api/free/analysis', headers), body };
}

/** During the upload, or shortly after it. */
async function breakOffUpload(visitor: Visitor): Promise<void> {
  const { head, body } = makeUpload(visitor);
  const socket = open(visitor);
  const isWhole = visitor.random() < 0.3;
  socket.write(head);
  socket.write(isWhole ? body : body.subarray(0, Math.floor(body.length * visitor.random())));
  await wait(isWhole ? 50 + 1500 * visitor.random() : 300 * visitor.random());
  if (visitor.random() < 0.5) socket.resetAndDestroy();
  else socket.destroy();
}

/** Sends nothing for half a minute. */
async function stallUpload(visitor: Visitor): Promise<void> {
  const { head, body } = makeUpload(visitor);
  const socket = open(visitor);
  socket.write(head);
  socket.write(body.subarray(0, Math.floor(body.length / 2)));
  const answer = await readAnswer(socket).catch(() => undefined);
  if (!visitor.signal.aborted) visitor.answers.note('stalled upload', answer?.status ?? 0, undefined, [408]);
  socket.destroy();
}

function askForLongSpeech(visitor: Visitor): Socket {
  const body = JSON.stringify({
    script: `${sentences.English.join(' ')} `.repeat(40),
    voice: 'nova',
    language: 'English',
    ...(visitor.random() < 0.5 ? { provider: 'offline' } : {}),
  });
  const socket = open(visitor);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': visitor.address,
  };
  socket.write(makeHead('/api/free/speech', headers) + body);
  return socket;
}

async function stopListening(visitor: Visitor): Promise<void> {
  const socket = askForLongSpeech(visitor);
  let received = 0;
  const enough = 20_000 + 100_000 * visitor.random();
  await new Promise<void>(resolve => {
    socket.on('data', bytes => {
      received += bytes.length;
      if (received >= enough) socket.destroy();
    });
    socket.once('close', () => resolve());
  });
}

/** Some leave after a while, others stay until they are disconnected. */
async function neverRead(visitor: Visitor): Promise<void> {
  const socket = askForLongSpeech(visitor);
  socket.pause();
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  const staysMs = visitor.random() < 0.2 ? 100_000 : 15_000 * visitor.random();
  await Promise.race([closed, wait(staysMs, undefined, { signal: visitor.signal }).catch(() => {})]);
  socket.destroy();
}

const faults: readonly (readonly [ProviderCall, Behaviour])[] = [
  ...(['vision', 'script', 'speech'] as const).flatMap(call =>
    [...Object.values(brokenAnswers), ...Object.values(refusals)].map(each => [call, each] as const),
  ),
  ...(['vision', 'script'] as const).flatMap(call =>
    Object.values(oddChats).map(each => [call, each] as const),
  ),
];

/** Makes the provider fail the next request; the visitor leaves if it never ends. */
async function meetFault(visitor: Visitor): Promise<void> {
  visitor.provider.next(...visitor.random.choose(faults));
  const impatient = AbortSignal.any([visitor.signal, AbortSignal.timeout(20_000)]);
  const narrate = async (path: string, body: object) => {
    const asked = fetch(`${visitor.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor.address },
      body: JSON.stringify(body),
      signal: impatient,
    });
    // A fault or a disconnect during the sound closes the connection. The offline engine accepts only its own
    // form of analysis (400).
    await visitor.take(`${path} with a fault`, asked, 200, 0, 400);
  };
  const written = { analysis: 'A boat on a lake. A lantern.', prompt: 'A story', language: 'English' };
  await narrate('/api/free/script', written);
  await narrate('/api/free/speech', { script: sentences.English[0], voice: 'nova', language: 'English' });
}

/** With the relative frequency of each. */
export const troubledVisits: readonly (readonly [weight: number, visit: Visit])[] = [
  [3, breakOffUpload],
  [0.2, stallUpload],
  [2, stopListening],
  [2, neverRead],
  [3, meetFault],
];
