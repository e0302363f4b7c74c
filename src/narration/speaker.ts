import type { SpeechEngine, SpeechRequest } from '#engines/ports.ts';
import { wrapSpeech } from '#engines/wrap-engine.ts';
import { CodedError } from '#shared/errors.ts';
import { maxScriptCharacters } from '#shared/limits.ts';
import { type FilledMessage, fill } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import {
  findTerms,
  type Pronunciation,
  pickPronunciations,
  readIpa,
  respell,
} from '#shared/pronunciations.ts';

/** Who speaks a line, and how. */
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
  return wrapSpeech(
    speech,
    speak,
    findUnread && { findUnread: (written, language) => findUnread(say(written), language) },
  );
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
    if (count > maxOfLine) throw refuse(fill(lineTooLongToSay, { line: index + 1, count, limit: maxOfLine }));
    if (total > maxScriptCharacters) throw refuse(fill(tooLongToSay, { limit: maxScriptCharacters }));
  }
}

const refuse = (message: FilledMessage) => new CodedError('too_large', { message });
