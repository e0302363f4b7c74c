import { setImmediate } from 'node:timers/promises';
import type { SpeechEngine, SpeechRequest } from '#engines/ports.ts';
import { override } from '#engines/wrap-engine.ts';
import { readPlain } from '#media/mp3/decode-mp3.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import { collectSound, getSeconds, trimSilence } from '#media/sound/line-sound.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { maxScriptCharacters } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import {
  findTerms,
  type Pronunciation,
  pickPronunciations,
  readIpa,
  respell,
} from '#shared/pronunciations.ts';
import { cutAtSentences } from '#shared/script/split-sentences.ts';
import { hasWords, quote } from '#shared/script/unspoken.ts';
import { addManifests } from '#shared/speech.ts';

export interface Speaker extends Pick<SpeechRequest, 'voice' | 'manner'> {
  readonly speech: SpeechEngine;
}

/**
 * The engine, told how words of a text are said: it speaks their respelling and, if it takes IPA, gets that of others. What callers
 * report of the text stays as it is written.
 * @param text all that it will be asked to speak
 */
export function withPronunciations(
  speech: SpeechEngine,
  text: string,
  all: readonly Pronunciation[] = [],
): SpeechEngine {
  const picked = pickPronunciations(text, all);
  if (picked.length === 0) return speech;
  const say = (written: string) => respell(written, picked);
  const { findUnread } = speech;
  const speak = (request: SpeechRequest) => {
    const { previousText, nextText } = request;
    return speech.speak({
      ...request,
      text: say(request.text),
      previousText: previousText && say(previousText),
      nextText: nextText && say(nextText),
      ipa: speech.takesIpa ? listIpa(request.text, picked) : undefined,
    });
  };
  return override(speech, {
    speak,
    ...(findUnread && { findUnread: (written, language) => findUnread(say(written), language) }),
  });
}

function listIpa(text: string, picked: readonly Pronunciation[]): SpeechRequest['ipa'] {
  return pickPronunciations(text, picked).flatMap(each => {
    const ipa = readIpa(each);
    return ipa === undefined ? [] : [{ term: each.term, ipa }];
  });
}

/** The longest mark that an engine puts around a word with IPA, such as `<phoneme alphabet="ipa" ph="">` with its end. */
const markCharacters = 40;

/** How many characters are sent for a text: respelled, and with its IPA where the engine takes it. */
export function countSaid(
  text: string,
  { takesIpa }: Pick<SpeechEngine, 'takesIpa'>,
  all: readonly Pronunciation[] = [],
): number {
  const found = findTerms(text, all);
  if (found.length === 0) return text.length;
  return found.reduce((sum, { start, end, pronunciation }) => {
    const ipa = readIpa(pronunciation);
    if (ipa === undefined) return sum + pronunciation.say.trim().length - (end - start);
    return takesIpa ? sum + ipa.length + markCharacters : sum;
  }, text.normalize('NFC').length);
}

interface SaidLine {
  readonly text: string;
  readonly speaker: Pick<Speaker, 'speech'>;
  /** From 0; by default its place in the list. */
  readonly index?: number;
}

/** What is sent counts, not what is written. @throws CodedError `too_large` */
export function requireShortWhenSaid(
  lines: readonly SaidLine[],
  pronunciations: readonly Pronunciation[] | undefined,
  maxOfLine = Number.POSITIVE_INFINITY,
): void {
  const { tooLongToSay, lineTooLongToSay } = narrationMessages;
  let total = 0;
  for (const [at, { text, speaker, index = at }] of lines.entries()) {
    const count = countSaid(text, speaker.speech, pronunciations);
    total += count;
    if (count > maxOfLine)
      throw refuse('too_large', lineTooLongToSay, { line: index + 1, count, limit: maxOfLine });
    if (total > maxScriptCharacters) throw refuse('too_large', tooLongToSay, { limit: maxScriptCharacters });
  }
}

/** The rate is irrelevant. */
const silence: PlainSound = { sampleRateHz: 24_000, samples: new Float32Array() };

let turns: Promise<void> = Promise.resolve();

/** Waits for a turn of the event loop of one's own: starting a decoder holds it, and dozens of lines start at once. */
function takeTurn(): Promise<void> {
  turns = turns.then(() => setImmediate());
  return turns;
}

interface LineToSpeak extends Omit<SpeechRequest, 'ipa' | 'noteUsage' | 'signal'> {
  readonly pronunciations?: readonly Pronunciation[] | undefined;
}

export interface LineSpeech {
  /** At normal speed, without silence at its ends; empty if nothing could be spoken. */
  readonly sound: PlainSound;
  /** Text that was not spoken: all of it, or the words that the voice cannot read. */
  readonly unspoken: string | undefined;
  /** Of the provider, byte for byte. */
  readonly manifests: readonly Uint8Array[];
  /** Why nothing could be spoken. */
  readonly refusal?: CodedError;
}

/**
 * Speaks one line, a long one in pieces. A line without words, or that the voice cannot read, is silent instead of an error; one
 * without words makes no request.
 * @throws CodedError of the engine, `provider_garbage` for silence, `client_closed`
 */
export async function speakLine(
  engine: SpeechEngine,
  { pronunciations, ...line }: LineToSpeak,
  signal: AbortSignal,
): Promise<LineSpeech> {
  const { text, language } = line;
  const speech = withPronunciations(engine, text, pronunciations);
  try {
    if (!hasWords(text)) throw refuse('unspeakable_script', narrationMessages.noWords);
    const said = await speakWhole(speech, { ...line, pronunciations }, signal);
    return { ...said, unspoken: speech.findUnread?.(text, language).join(' ') || undefined };
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'unspeakable_script') throw error;
    return { sound: silence, unspoken: text, manifests: [], refusal: error };
  }
}

/** More letters in a second are a click. */
const maxLettersPerSecond = 150;

/** @throws CodedError `provider_garbage` for silence, or a click where a text should be */
function requireAudible(sound: PlainSound, text: string): void {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (getSeconds(sound) * maxLettersPerSecond >= Math.max(1, letters)) return;
  throw new CodedError('provider_garbage', {
    message: fill(engineMessages.silentSound, { text: quote(text) }),
    loggedMessage: `a line of ${letters} letters was spoken in ${getSeconds(sound).toFixed(2)} s`,
  });
}

async function speakWhole(
  speech: SpeechEngine,
  { text, pronunciations, ...line }: LineToSpeak,
  signal: AbortSignal,
): Promise<Pick<LineSpeech, 'sound' | 'manifests'>> {
  const manifests: Uint8Array[] = [];
  const measure = (part: string) => countSaid(part, speech, pronunciations);
  const pieces = cutAtSentences(text, speech.maxCharacters, line.language.code, measure);
  async function* speakPieces(): AsyncGenerator<PlainSound> {
    for (const piece of pieces) {
      const sound = await speech.speak({ ...line, text: piece, signal });
      await takeTurn();
      yield* readPlain(sound, signal);
      addManifests(manifests, sound.manifests);
    }
  }
  const whole = await collectSound(speakPieces());
  const sound = trimSilence(whole);
  if (!speech.provider.isOffline && whole.samples.length > 0) requireAudible(sound, text);
  return { sound, manifests };
}
