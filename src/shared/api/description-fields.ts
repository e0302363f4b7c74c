import { z } from 'zod';
import { descriptionKinds, maxGaps } from '../description.ts';

/** More than anybody writes for so many gaps: what is longer is not even read as JSON. */
const mostGapCharacters = maxGaps * 50;

const sentences = {
  notGaps: 'The gaps must be pairs of seconds, [[start, end], …].',
  early: 'A gap cannot begin before the start of its video.',
  empty: 'A gap must end after it begins.',
  order: 'The gaps must be in the order of their times, and none may begin in another.',
  many: `At most ${maxGaps.toLocaleString('en')} gaps are taken.`,
};

/** Asks for audio description instead of a narration. */
export const descriptionField = z
  .enum(descriptionKinds, { error: 'The description can only be "standard" or "extended".' })
  .optional();

const gapSecondsField = z.number({ error: sentences.notGaps });

const gapsField = z
  .array(z.tuple([gapSecondsField, gapSecondsField], { error: sentences.notGaps }), {
    error: sentences.notGaps,
  })
  .max(maxGaps, sentences.many)
  .refine(gaps => gaps.every(([start]) => start >= 0), sentences.early)
  .refine(gaps => gaps.every(([start, end]) => end > start), sentences.empty)
  .refine(gaps => gaps.every(([start], index) => start >= (gaps[index - 1]?.[1] ?? 0)), sentences.order);

/** Where nobody speaks, in seconds: a description speaks there. */
export const optionalGapsField = gapsField.optional();

/** The same as a text, in a form. */
export const gapsTextField = z
  .string()
  .max(mostGapCharacters, sentences.many)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: sentences.notGaps });
      return z.NEVER;
    }
  })
  .pipe(gapsField)
  .optional();

/** What a call says of a description. */
export interface DescriptionAsked {
  readonly description?: unknown;
  readonly gaps?: unknown;
}

/** What goes together: gaps with a description, and a description with lines that have times. */
export const descriptionRules = {
  needsTiming: {
    isKept: ({ description, timing }: DescriptionAsked & { readonly timing?: unknown }) =>
      !description || timing === 'cues',
    message: 'The description goes with the timing "cues".',
  },
  gapsNeedDescription: {
    isKept: ({ description, gaps }: DescriptionAsked) => !gaps || Boolean(description),
    message: 'The gaps go with a description.',
  },
  needsGaps: {
    isKept: ({ description, gaps }: DescriptionAsked) => !description || Boolean(gaps),
    message: 'The gaps in the speech are missing.',
  },
} as const;
