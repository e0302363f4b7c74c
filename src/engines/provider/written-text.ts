import { z } from 'zod';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { maxAnalysisCharacters } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { cutBackToSentences } from './whole-sentences.ts';

/** @throws CodedError `provider_garbage` for another shape */
export function readAnswer<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  const places = result.error.issues.slice(0, maxPlaces).map(issue => issue.path.join('.'));
  const where = places.join(', ');
  throw new CodedError('provider_garbage', { cause: new LoggedCause(`unexpected answer at: ${where}`) });
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
export function requireBounded(text: string): void {
  if (text.length <= maxAnalysisCharacters) return;
  throw new CodedError('provider_garbage', {
    cause: new LoggedCause(`more than ${maxAnalysisCharacters} characters`),
  });
}

/**
 * @param wasCut at the token limit
 * @throws CodedError `provider_garbage` if the text is empty, with the reason if known
 */
export function requireText(text: string, wasCut: boolean): string {
  requireBounded(text);
  if (text.trim() !== '') return text;
  if (!wasCut) throw new CodedError('provider_garbage');
  // A reasoning model may spend the whole limit on thoughts.
  throw new CodedError('provider_garbage', {
    message: fill(engineMessages.nothingWritten),
  });
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

/**
 * Removes what databases refuse and no narration needs: control characters including NUL, lone surrogates, and replacement
 * characters of decoders.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\n\t]|\uFFFD/gu, '');
}

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
