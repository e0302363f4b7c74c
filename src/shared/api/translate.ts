import { z } from 'zod';
import {
  maxLineCharacters,
  maxTermCharacters,
  maxTerms,
  maxTranslatedCharacters,
  maxTranslatedLines,
} from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { costSchema } from './costs.ts';
import { castField, descriptionField } from './description-fields.ts';
import { languageField, promptField, sourceSchema } from './fields.ts';
import { problemSchema } from './problem.ts';

const lineTooLong = fieldText(errors.lineTooLongToTranslate, { limit: maxLineCharacters });

/** A name or term of the glossary, as it concerns the language of a translation. */
const termField = z.object({
  term: z.string().trim().min(1).max(maxTermCharacters),
  /** How it is written there; the translator chooses by default. */
  translation: z.string().trim().max(maxTermCharacters).optional(),
  /** It stays as it is. */
  isNeverTranslated: z.boolean().default(false),
});

/**
 * `POST /api/free/translate` and `POST /api/translate`, JSON: translates lines of a narration, none of which is joined, split or left
 * out. Answers `application/x-ndjson`, lines of {@link translationLineSchema}; without it accepted, {@link translationAnswerSchema}.
 */
export const translateRequestSchema = z.object({
  lines: z
    .array(
      z.object({
        /** Any text that is unique in the call; comes back with the translation. */
        id: z.string().min(1).max(64),
        text: z.string().trim().min(1, fieldText(errors.noLine)).max(maxLineCharacters, lineTooLong),
        /** How long the translation may be spoken; omit it where that does not matter. */
        availableSeconds: z.number().min(0, fieldText(errors.notAvailableSeconds)).optional(),
      }),
    )
    .min(1, fieldText(errors.noLine))
    .max(maxTranslatedLines, fieldText(errors.tooManyLinesToTranslate, { limit: maxTranslatedLines }))
    .refine(
      lines => new Set(lines.map(({ id }) => id)).size === lines.length,
      fieldText(errors.sameLineTwice),
    )
    .refine(
      lines => lines.reduce((sum, { text }) => sum + text.length, 0) <= maxTranslatedCharacters,
      fieldText(errors.tooMuchToTranslate, { limit: maxTranslatedCharacters }),
    ),
  /** Of the lines; detected by default. */
  from: languageField.optional(),
  language: languageField,
  glossary: z.array(termField).max(maxTerms).optional(),
  cast: castField,
  /** The lines are an audio description. */
  description: descriptionField,
  /** The prompt of the narration: its tone holds for the translation, too. */
  prompt: promptField.optional(),
});

/** The last line is the `writer`, with the cost for signed-in users and if known, or an error. */
export const translationLineSchema = z.union([
  z.object({ line: z.object({ id: z.string(), text: z.string() }) }),
  z.object({ writer: sourceSchema, cost: costSchema.optional() }),
  problemSchema,
]);

export const translationAnswerSchema = z.object({
  lines: z.array(z.object({ id: z.string(), text: z.string() })),
  writer: sourceSchema,
  cost: costSchema.optional(),
});

export type TranslateRequest = z.infer<typeof translateRequestSchema>;
export type TranslationLine = z.infer<typeof translationLineSchema>;
