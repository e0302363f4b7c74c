import { requireNotCancelled, unlessCancelled } from '#shared/cancellation.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { maxAheadBytes, maxScriptCharacters } from '#shared/limits.ts';
import { offlineProviderName } from '#shared/marks/provenance.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import { hasWords } from '#shared/script/unspoken.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { joinSentences, type SpokenSentence } from '../spoken-sentences.ts';
import { espeakSampleRateHz } from './speech/espeak.ts';
import { getLanguageSupport, offlineVoicesIdentity } from './speech/offline-voices.ts';
import {
  cleanToSpeak,
  findUnread,
  keepReadable,
  planUtterances,
  type Utterance,
} from './speech/prepare-text.ts';
import { createSpeechWorkers, type SpeechWorkers, type WorkerPoolOptions } from './speech/worker-pool.ts';

/** For a text whose words are not what they seem. */
const fastestCharactersPerSecond = 20;

export type OfflineSpeech = SpeechEngine & Required<Pick<SpeechEngine, 'readLoad' | 'close'>>;

/**
 * Speaks all languages on this machine, by espeak-ng, English by flite, in worker threads: sentence by sentence, in order, as it is listened to.
 * The same text, language and voice always give the same sound.
 */
export function createOfflineSpeech(options: WorkerPoolOptions = {}): OfflineSpeech {
  const workers = createSpeechWorkers(options);
  return {
    provider: { name: offlineProviderName, isOffline: true },
    model: undefined,
    identity: `offline ${offlineVoicesIdentity}`,
    hasPremiumVoices: false,
    maxCharacters: maxScriptCharacters,
    getLanguageSupport,
    getSpeaker: voice => voice,
    findUnread,
    async speak(request) {
      requireNotCancelled(request.signal);
      return await joinSentences(speakInOrder(workers, planReadable(request), request));
    },
    readLoad: workers.readLoad,
    close: () => workers.close(),
  };
}

function planReadable({ text, language }: SpeechRequest): Iterator<Utterance, void> {
  const cleaned = cleanToSpeak(text);
  if (!hasWords(cleaned)) throw refuse('unspeakable_script', narrationMessages.noWords);
  const readable = keepReadable(cleaned, language);
  if (readable === undefined) {
    throw refuse('unspeakable_script', engineMessages.languageMismatch, { language: language.name });
  }
  return planUtterances(readable, language);
}

/**
 * Speaks a little ahead of the listener, so that the threads have work: another utterance is begun while those that wait
 * hold less than half of `maxAheadBytes`. Ends its work when the listener leaves.
 */
async function* speakInOrder(
  workers: SpeechWorkers,
  plan: Iterator<Utterance, void>,
  { voice, language, signal }: SpeechRequest,
): AsyncGenerator<SpokenSentence, void, undefined> {
  if (typeof voice !== 'string') throw new CodedError('voice_gone', { costsNothing: true });
  const listener = new AbortController();
  const either = AbortSignal.any([signal, listener.signal]);
  /** With about how much each will hold. */
  const ahead: { readonly spoken: Promise<SpokenSentence>; readonly bytes: number }[] = [];
  const countBytes = () => ahead.reduce((sum, { bytes }) => sum + bytes, 0);
  let pauseSeconds = 0;
  const speakAhead = () => {
    while (ahead.length <= workers.threads && countBytes() < maxAheadBytes / 2) {
      const next = plan.next();
      if (next.done) return;
      const { text } = next.value;
      const about = { text, pauseSeconds, sampleRateHz: espeakSampleRateHz };
      pauseSeconds = next.value.pauseSeconds;
      const task = { text, languageCode: language.code, voice };
      const spoken = workers.speak(task, either).then(samples => ({ ...about, samples }));
      // It is thrown when its turn comes; until then it must not count as unhandled.
      spoken.catch(() => {});
      ahead.push({ spoken, bytes: estimateBytes(text, language) });
    }
  };
  try {
    speakAhead();
    for (let next = ahead.shift(); next; next = ahead.shift()) {
      speakAhead();
      // A worker's turn may take a while to end; the listener need not wait for it.
      yield await unlessCancelled(next.spoken, signal);
    }
  } finally {
    listener.abort();
  }
}

function estimateBytes(text: string, language: Language): number {
  const seconds = Math.max(computeUsualSeconds(text, language), text.length / fastestCharactersPerSecond);
  return seconds * espeakSampleRateHz * Float32Array.BYTES_PER_ELEMENT;
}
