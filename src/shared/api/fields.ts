import { z } from 'zod';
import { defaultVoice } from '../defaults.ts';
import { languageNames } from '../languages.ts';
import {
  maxOwnPronunciations,
  maxPromptCharacters,
  maxSayCharacters,
  maxTermCharacters,
  maxTerms,
  maxTitleCharacters,
} from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { manners } from '../speech.ts';
import { cleanTitle } from '../video-title.ts';
import { allVoices, type ChosenVoice, readOwnVoiceId, toVoiceId } from '../voices.ts';
import { textField } from './person-fields.ts';

/** Fields shared by several calls. Messages are for the person who filled in the form. */

export const languageField = z.enum(languageNames, {
  error: fieldText(errors.unknownLanguage, { count: languageNames.length }),
});

const presetField = z.enum(allVoices, { error: fieldText(errors.unknownVoice) });

/** A voice of a provider, such as `PROVIDER:21m00Tcm4TlvDq8ikWAM`: see `GET /api/voices/own`. */
const ownVoiceField = z
  .string()
  .max(300)
  .transform((voice, context) => {
    const own = readOwnVoiceId(voice);
    if (own) return own;
    context.addIssue({ code: 'custom', message: fieldText(errors.unknownVoice) });
    return z.NEVER;
  });

/** A preset, or an own voice, which needs the plan of its provider. */
export const anyVoiceField = z.union([presetField, ownVoiceField], { error: fieldText(errors.unknownVoice) });

/** The same as it is written. */
export const voiceIdField = z
  .string()
  .refine(voice => anyVoiceField.safeParse(voice).success, { error: fieldText(errors.unknownVoice) });

/** A preset, or an own voice by its provider and id. */
export type AskedVoice = z.infer<typeof anyVoiceField>;

/** Of a document, which may name a preset that no longer exists. */
export function toAskedVoice(voice: ChosenVoice): AskedVoice {
  return anyVoiceField.catch(defaultVoice).parse(toVoiceId(voice));
}

/** For a document, of what a call names: it does not know the name of an own voice. */
export function toChosenVoice(voice: string): ChosenVoice {
  const own = readOwnVoiceId(voice);
  return own ? { ...own, name: own.id } : voice;
}

/** Performed by providers that can. */
export const mannerField = z
  .enum(manners, { error: fieldText(errors.unknownManner, { manners: manners.join(', ') }) })
  .optional();

const notPronunciations = fieldText(errors.notPronunciations);
const wordField = (limit: number) => textField(limit, notPronunciations, notPronunciations);

const pronunciationFields = { term: wordField(maxTermCharacters), say: wordField(maxSayCharacters) };

/** How words are said, whatever they are spelled: respellings, or IPA between slashes. */
export const pronunciationsField = z
  .array(z.object(pronunciationFields, { error: notPronunciations }), { error: notPronunciations })
  .max(maxTerms + maxOwnPronunciations, notPronunciations)
  .readonly()
  .optional();

export const pronunciationsTextField = jsonTextField(pronunciationsField, notPronunciations);

export const promptField = textField(
  maxPromptCharacters,
  fieldText(errors.noPrompt),
  fieldText(errors.promptTooLong, { limit: maxPromptCharacters }),
);

/** What a video is called. Data for whoever looks at it. */
export const titleField = z
  .string()
  .max(maxTitleCharacters, fieldText(errors.titleTooLong, { limit: maxTitleCharacters }))
  .transform(cleanTitle)
  .optional();

/** The `id` of another speech engine from `GET /api/voices`; by default the first for the language. */
export const providerField = z.string().max(50, fieldText(errors.noSuchProvider)).optional();

/**
 * Who made something: the provider and, if it has a choice, its model; the version of the prompt, where one was sent; where the server
 * signs files, a receipt for it.
 */
export const sourceSchema = z.object({
  provider: z.string(),
  model: z.string().optional(),
  prompt: z.string().max(100).optional(),
  receipt: z.string().max(1000).optional(),
});

export type Source = z.infer<typeof sourceSchema>;

/** Requests a timed narration; untimed by default. */
export const timingField = z.literal('cues', { error: fieldText(errors.unknownTiming) }).optional();

export const secondsField = z.coerce
  .number({ error: fieldText(errors.notNumberOfFrame) })
  .min(0, fieldText(errors.negativeTimeOfFrame));

/** Duration of a video; four hours by default, the server's setting decides. */
export const durationSecondsField = z.coerce
  .number({ error: fieldText(errors.lengthNotNumber) })
  .positive(fieldText(errors.lengthNotPositive))
  .max(7 * 24 * 3600, fieldText(errors.lengthNotNumber));

/** A field as JSON text in a form. @param message of a text that is none @param tooLong of one that is not even parsed */
export function jsonTextField<Field extends z.ZodType>(
  field: Field,
  message: string,
  most = Number.POSITIVE_INFINITY,
  tooLong = message,
) {
  const parse = (text: string, context: z.RefinementCtx): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  };
  return z.string().max(most, tooLong).transform(parse).pipe(field).optional();
}

/** `GET` and `PUT /api/account/pronunciations`: how words are said in all projects of the account. */
export const ownPronunciationsSchema = z.object({
  /** The first entry of a word and language counts. */
  pronunciations: z
    .array(z.object({ language: languageField, ...pronunciationFields }))
    .max(maxOwnPronunciations),
});
