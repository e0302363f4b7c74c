import type { SpeechEngine } from '#engines/ports.ts';
import { joinSpeech, type SpokenPiece } from '#media/speech/join-speech.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import { maxAheadBytes, maxScriptCharacters, speechConcurrency } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { cutAtSentences, splitSentences } from '#shared/script/split-sentences.ts';
import { splitLines } from '#shared/script/time-mark.ts';
import { hasWords } from '#shared/script/unspoken.ts';
import type { SpeechPart, SpokenSound } from '#shared/speech.ts';
import type { Voice } from '#shared/voices.ts';
import { detectLanguage } from './detect-language.ts';
import { putBack } from './put-back.ts';
import { readAhead } from './read-ahead.ts';

/**
 * What is kept of each piece of a provider's sound before somebody listens to it. A connection gives up to 64 KiB at a time,
 * and as much again may wait on its way out.
 */
const aheadBytesOfPiece = maxAheadBytes / (2 * speechConcurrency);

/** A script and how it is to be spoken. */
export interface VoiceRequest {
  readonly script: string;
  readonly voice: Voice;
  /** Found out from the script when left out. */
  readonly language?: LanguageName | undefined;
  /** Whether to tell where each sentence is heard, which takes some work for a provider's mp3. */
  readonly reportsCues?: boolean | undefined;
}

/**
 * Speaks a script: cut at sentence ends into what the engine takes, at most {@link speechConcurrency} pieces at the same time,
 * joined in order to one mp3 that streams as it is made, at most {@link maxAheadBytes} before it is listened to.
 *
 * A listener who leaves, or a piece that fails, stops all the others.
 * @returns once the first piece is certain; the stream then breaks off with a `CodedError` when a later one fails
 * @throws CodedError `bad_request` for a blank script, `too_large`, what the engine throws, `client_closed`
 */
export async function convertToVoice(
  speech: SpeechEngine,
  { script, voice, language, reportsCues = false }: VoiceRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<SpeechPart>> {
  requireNotCancelled(signal);
  if (script.trim() === '')
    throw new CodedError('bad_request', { message: fill(narrationMessages.noScript) });
  if (script.length > maxScriptCharacters) {
    const message = fill(narrationMessages.tooManyCharacters, { limit: maxScriptCharacters });
    throw new CodedError('too_large', { message });
  }
  const spokenLanguage = language ? getLanguage(language) : await detectLanguage(script);
  if (!hasWords(script))
    throw new CodedError('unspeakable_script', { message: fill(narrationMessages.noWords) });
  const unspoken = listUnspoken(speech, script, spokenLanguage);
  const texts = cutAtSentences(script, speech.maxCharacters, spokenLanguage.code);
  const all = new AbortController();
  const either = AbortSignal.any([signal, all.signal]);
  const pieces = speakSideBySide(speech, { texts, voice, language: spokenLanguage }, either);
  try {
    const first = await pieces.next();
    const options = { isSingle: texts.length === 1, reportsCues };
    return streamToEnd(unspoken, joinSpeech(putBack(first, pieces), options, signal), all);
  } catch (error) {
    all.abort();
    throw error;
  }
}

function listSentences(text: string, { code }: Language): string[] {
  return splitSentences(text, code)
    .map(sentence => sentence.trim())
    .filter(hasWords);
}

interface Pieces {
  readonly texts: readonly string[];
  readonly voice: Voice;
  readonly language: Language;
}

/** Gives the pieces in order; while one is listened to, the next three are already being spoken. */
async function* speakSideBySide(
  speech: SpeechEngine,
  { texts, voice, language }: Pieces,
  signal: AbortSignal,
): AsyncGenerator<SpokenPiece, void, undefined> {
  let begun = 0;
  const waiting: Promise<SpokenPiece>[] = [];
  const beingSpoken = new Set<Promise<unknown>>();
  const begin = (text: string) => {
    const previousText = texts[begun - 1];
    begun += 1;
    const nextText = texts[begun];
    const received = Promise.withResolvers<void>();
    beingSpoken.add(received.promise);
    received.promise.then(() => beingSpoken.delete(received.promise));
    const piece = speech.speak({ text, voice, language, previousText, nextText, signal }).then(
      sound => ({
        sound: receiveEagerly(sound, received.resolve),
        sentences: listSentences(text, language),
      }),
      error => {
        received.resolve();
        throw error;
      },
    );
    // A failure is thrown when its turn comes; until then it must not count as unhandled.
    piece.catch(() => {});
    waiting.push(piece);
  };
  while (begun < texts.length || waiting.length > 0) {
    while (waiting.length < speechConcurrency && beingSpoken.size < speechConcurrency) {
      const text = texts[begun];
      if (text === undefined) break;
      begin(text);
    }
    const next = waiting.shift();
    if (next) yield await next;
    else await Promise.race(beingSpoken);
  }
}

/**
 * The start of a provider's mp3 is received while it waits for its turn; the provider is held back after that, because a
 * listener may never come. Plain sound is made only as it is listened to, so it is received when the listener has it all.
 */
function receiveEagerly(sound: SpokenSound, reportReceived: () => void): SpokenSound {
  if (sound.format === 'mp3') {
    const bytes = readAhead(sound.bytes, { maxBytes: aheadBytesOfPiece, reportReceived });
    return { ...sound, bytes };
  }
  return { ...sound, samples: reportAtEnd(sound.samples, reportReceived) };
}

async function* reportAtEnd<T>(
  source: AsyncIterable<T>,
  reportReceived: () => void,
): AsyncGenerator<T, void> {
  try {
    yield* source;
  } finally {
    reportReceived();
  }
}

function listUnspoken(speech: SpeechEngine, script: string, language: Language): SpeechPart[] {
  return splitLines(script).flatMap((line, index) => {
    const text = speech.findUnread?.(line, language).join(' ');
    return text ? [{ unspoken: { line: index + 1, text } }] : [];
  });
}

async function* streamToEnd(
  unspoken: readonly SpeechPart[],
  parts: AsyncIterable<SpeechPart>,
  all: AbortController,
): AsyncGenerator<SpeechPart, void> {
  try {
    yield* unspoken;
    yield* parts;
  } finally {
    all.abort();
  }
}
