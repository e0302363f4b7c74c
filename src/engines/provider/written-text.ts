import { z } from 'zod';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { maxAnalysisCharacters } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { replaceTerms } from '#shared/pronunciations.ts';
import { splitSentences } from '#shared/script/split-sentences.ts';
import { cleanText } from '../clean-text.ts';
import type { ScriptRequest, SpeechRequest } from '../ports.ts';
import { failures, toFailedError, toGarbage } from './failure.ts';

/**
 * A longer open sentence is passed on up to its last space, or whole without one: Thai, for example, has no sentence marks. Also
 * limits the cost of rescanning it with each new word.
 */
const longestHeldCharacters = 240;

/** A sentence mark of any script, with closing marks after it. */
const sentenceEnd = /\p{Sentence_Terminal}[\p{Quotation_Mark}\p{Close_Punctuation}\s]*$/u;

/**
 * Without one of these no sentence has ended: paragraph separators, sentence marks of all scripts, and the semicolon, the Greek
 * question mark.
 */
export const maybeEnded = /[\p{Sentence_Terminal};\u037e\n\r\u0085\u2028\u2029]/u;

/** Cuts off the finished sentences of a text that is still being written. @param locale BCP-47 tag */
export function cutOpenSentence(text: string, locale: string) {
  // Most words end no sentence, and splitting is the most expensive step per word.
  const last = maybeEnded.test(text) ? (splitSentences(text, locale).at(-1) ?? '') : text;
  const held = last.length > longestHeldCharacters ? (/\s(\S*)$/u.exec(last)?.[1] ?? '') : last;
  const at = text.length - held.length;
  return { whole: text.slice(0, at), open: held };
}

/** Cuts a text that was broken off back to whole sentences; else to whole words; a single word stays. */
export function cutBackToSentences(text: string, locale: string): string {
  const trimmed = text.trimEnd();
  if (sentenceEnd.test(trimmed)) return trimmed;
  const { whole } = cutOpenSentence(trimmed, locale);
  return whole.trimEnd() || trimmed.replace(/\s\S*$/u, '').trimEnd();
}

const paragraphGap = '\n\n';

/** Joins notes; if they are too long together, each loses as many of its last sentences. */
export function joinNotes(notes: readonly string[], maxCharacters: number): string {
  const joined = notes.join(paragraphGap);
  if (joined.length <= maxCharacters) return joined;
  const longest = Math.max(1, Math.floor(maxCharacters / notes.length) - paragraphGap.length);
  return notes
    .map(each => (each.length <= longest ? each : cutBackToSentences(each.slice(0, longest), 'en')))
    .join(paragraphGap);
}

/** @throws CodedError `provider_garbage` for another shape */
export function readAnswer<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  const places = result.error.issues.slice(0, maxPlaces).map(issue => issue.path.join('.'));
  throw toGarbage(`unexpected answer at: ${places.join(', ')}`);
}

/** Of an answer of another shape, in the log. */
const maxPlaces = 20;
/** Describing what is wrong takes a hundred times as long as reading what is right. */
const maxWrong = 1000;

/** A field without which the rest is still an answer. */
export const optional = <T extends z.ZodType>(field: T) => field.nullish().catch(undefined);

/** A list without its entries of other shapes, so that one of them does not cost the rest. Too many, or nothing else, and it is no such list. */
export function listOf<T extends z.ZodType>(entry: T) {
  return z.array(z.unknown()).transform((list, context) => {
    const read: z.output<T>[] = [];
    let wrong = 0;
    for (const each of list) {
      const { success, data } = entry.safeParse(each);
      if (success) read.push(data);
      else if (++wrong > maxWrong) break;
    }
    if (wrong <= maxWrong && (read.length > 0 || wrong === 0)) return read;
    context.addIssue('other entries');
    return z.NEVER;
  });
}

/** Models often decline in a plain sentence with a normal finish. */
const politeRefusal =
  /^(i['’]m |i am )?sorry,? (but )?i( can['’]?t| cannot|['’]m (unable|not able) to| am (unable|not able) to) (assist|help|comply|fulfil|identify|process|continue|provide|describe|analy[sz]e|create|generate|write)/iu;
const longestRefusal = 240;

/** @throws CodedError `content_refused` if the text is only a refusal in plain English */
export function requireNoRefusal(text: string): void {
  if (text.length <= longestRefusal && politeRefusal.test(text.trim()))
    throw new CodedError('content_refused');
}

/** @throws CodedError `provider_garbage` if the text is far longer than a thousand tokens */
function requireBounded(text: string): void {
  if (text.length > maxAnalysisCharacters) throw toGarbage(`more than ${maxAnalysisCharacters} characters`);
}

/**
 * @param wasCut at the token limit
 * @throws CodedError `provider_garbage` if the text is empty, with the reason if known
 */
function requireText(text: string, wasCut: boolean): string {
  requireBounded(text);
  if (text.trim() !== '') return text;
  if (!wasCut) throw new CodedError('provider_garbage');
  // A reasoning model may spend the whole limit on thoughts.
  throw refuse('provider_garbage', engineMessages.nothingWritten);
}

/**
 * The notes of a vision model. If they were cut at the token limit, they end with a whole sentence.
 * @throws CodedError as {@link requireText} and {@link requireNoRefusal}
 */
export function readNotes(text: string, wasCut: boolean): string {
  const notes = requireText(cleanText(text), wasCut).trim();
  requireNoRefusal(notes);
  return wasCut ? cutBackToSentences(notes, 'en') : notes;
}

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface WrittenPiece {
  readonly text: string;
  /** In the last piece that has one; `cut` at the token limit. */
  readonly ending?: 'whole' | 'cut' | undefined;
}

/**
 * Streams a script sentence by sentence: if the model stops at its limit inside one, that half sentence was never shown.
 * @throws CodedError `provider_garbage` for a script that is empty, far too long or broken off, `content_refused` for a refusal in
 * plain English, `client_closed`, and errors of the pieces
 */
export async function* passSentences(
  pieces: AsyncIterable<WrittenPiece>,
  { language, signal }: Pick<ScriptRequest, 'language' | 'signal'>,
): AsyncGenerator<string> {
  let shown = '';
  let open = '';
  let ending: WrittenPiece['ending'];
  for await (const piece of pieces) {
    ending = piece.ending ?? ending;
    const cut = cutOpenSentence(open + piece.text, language.code);
    open = cut.open;
    const sentences = cleanText(cut.whole);
    if (sentences === '') continue;
    shown += sentences;
    requireBounded(shown);
    yield sentences;
  }
  // An SDK may end an aborted stream like a finished one.
  requireNotCancelled(signal);
  // A stream without an end reason was broken off.
  if (!ending) throw toFailedError(failures.answerCut);
  const rest = cleanText(open);
  const written = requireText(shown + rest, ending === 'cut');
  requireNoRefusal(written);
  const last = ending === 'cut' ? cutBackToSentences(written, language.code).slice(shown.length) : rest;
  if (last !== '') yield last;
}

/**
 * A text in which each word with IPA is replaced by a provider's mark for it, in one pass: marks are not searched.
 * @param mark gets the word as the text writes it
 */
export function markIpa(
  text: string,
  entries: NonNullable<SpeechRequest['ipa']>,
  mark: (word: string, ipa: string) => string,
): string {
  const terms = entries.map(({ term, ipa }) => ({ term, say: ipa }));
  return replaceTerms(text, terms, (word, { say }) => mark(word, say));
}
