import { z } from 'zod';
import { descriptionKinds, maxGaps } from '../description.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';

/** Longer texts are refused before they are parsed as JSON. */
const mostGapCharacters = maxGaps * 50;

const notGaps = fieldText(errors.notGaps);
const tooManyGaps = fieldText(errors.tooManyGaps, { limit: maxGaps });

/** Requests an audio description instead of a narration. */
export const descriptionField = z
  .enum(descriptionKinds, { error: fieldText(errors.unknownDescription) })
  .optional();

const gapSecondsField = z.number({ error: notGaps });

const gapsField = z
  .array(z.tuple([gapSecondsField, gapSecondsField], { error: notGaps }), {
    error: notGaps,
  })
  .max(maxGaps, tooManyGaps)
  .refine(gaps => gaps.every(([start]) => start >= 0), fieldText(errors.gapBeforeStart))
  .refine(gaps => gaps.every(([start, end]) => end > start), fieldText(errors.gapWithoutLength))
  .refine(
    gaps => gaps.every(([start], index) => start >= (gaps[index - 1]?.[1] ?? 0)),
    fieldText(errors.gapsNotInOrder),
  );

/** Gaps in the speech, in seconds, for a description. */
export const optionalGapsField = gapsField.optional();

/** The same as JSON text in a form. */
export const gapsTextField = z
  .string()
  .max(mostGapCharacters, tooManyGaps)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: notGaps });
      return z.NEVER;
    }
  })
  .pipe(gapsField)
  .optional();

export interface DescriptionAsked {
  readonly description?: unknown;
  readonly gaps?: unknown;
}

/** Gaps require a description, and a description requires timing. */
export const descriptionRules = {
  needsTiming: {
    isKept: ({ description, timing }: DescriptionAsked & { readonly timing?: unknown }) =>
      !description || timing === 'cues',
    message: fieldText(errors.descriptionNeedsTiming),
  },
  gapsNeedDescription: {
    isKept: ({ description, gaps }: DescriptionAsked) => !gaps || Boolean(description),
    message: fieldText(errors.gapsNeedDescription),
  },
  needsGaps: {
    isKept: ({ description, gaps }: DescriptionAsked) => !description || Boolean(gaps),
    message: fieldText(errors.noGaps),
  },
} as const;
