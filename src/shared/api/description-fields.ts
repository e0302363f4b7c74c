import { z } from 'zod';
import { descriptionDetails, descriptionKinds } from '../description.ts';
import {
  maxGaps,
  maxLineCharacters,
  maxLinesAroundPart,
  maxLookCharacters,
  maxPeople,
  maxPersonNameCharacters,
} from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { narrationErrors as errors } from '../messages/narration-errors.ts';
import { jsonTextField } from './fields.ts';

/** Longer texts are refused before they are parsed as JSON. */
const [maxGapCharacters, maxCastCharacters] = [maxGaps * 50, maxPeople * 700];

const notGaps = fieldText(errors.notGaps);
const tooManyGaps = fieldText(errors.tooManyGaps, { limit: maxGaps });

/** Requests an audio description instead of a narration. */
export const descriptionField = z
  .enum(descriptionKinds, { error: fieldText(errors.unknownDescription) })
  .optional();

/** How much the description says; standard by default. */
export const detailField = z.enum(descriptionDetails, { error: fieldText(errors.unknownDetail) }).optional();

const notCast = fieldText(errors.notCast);

/** Who is who in the video, as a person has confirmed. */
export const castField = z
  .array(
    z.object(
      {
        name: z.string({ error: notCast }).max(maxPersonNameCharacters, notCast),
        look: z.string({ error: notCast }).max(maxLookCharacters, notCast),
        namedSeconds: z.number({ error: notCast }).min(0, notCast).optional(),
      },
      { error: notCast },
    ),
    { error: notCast },
  )
  .max(maxPeople, fieldText(errors.tooManyPeople, { limit: maxPeople }))
  .optional();

export const castTextField = jsonTextField(castField, notCast, maxCastCharacters);

const gapSecondsField = z.number({ error: notGaps });

const gapsField = z
  .array(z.tuple([gapSecondsField, gapSecondsField], { error: notGaps }), { error: notGaps })
  .max(maxGaps, tooManyGaps)
  .refine(gaps => gaps.every(([start]) => start >= 0), fieldText(errors.gapBeforeStart))
  .refine(gaps => gaps.every(([start, end]) => end > start), fieldText(errors.gapWithoutLength))
  .refine(
    gaps => gaps.every(([start], index) => start >= (gaps[index - 1]?.[1] ?? 0)),
    fieldText(errors.gapsNotInOrder),
  );

/** Gaps in the speech, in seconds, for a description. */
export const optionalGapsField = gapsField.optional();

export const gapsTextField = jsonTextField(gapsField, notGaps, maxGapCharacters, tooManyGaps);

const notPart = fieldText(errors.notPart, { limit: maxLinesAroundPart });
const orNotPart = { error: notPart };
const partSecondsField = z.number(orNotPart).min(0, notPart);
const lineTextField = z.string(orNotPart).max(maxLineCharacters, notPart);
const lineField = z.object({ startSeconds: partSecondsField, text: lineTextField }, orNotPart);
const linesField = z.array(lineField, orNotPart).max(maxLinesAroundPart, notPart);
const partFields = {
  fromSeconds: partSecondsField,
  toSeconds: partSecondsField,
  linesBefore: linesField,
  linesAfter: linesField,
};

/** With `timing`: lines for a part of the video alone, between lines that stay as they are. */
export const partField = z
  .object(partFields, orNotPart)
  .refine(({ fromSeconds, toSeconds }) => toSeconds > fromSeconds, notPart)
  .optional();

export const partTextField = jsonTextField(partField, notPart);

export type DescriptionAsked = { readonly description?: unknown; readonly gaps?: unknown };

/** Gaps require a description; a description and a part require timing: each what is checked, and its message. */
export const descriptionRules = {
  partNeedsTiming: [
    ({ part, timing }: { readonly part?: unknown; readonly timing?: unknown }) => !part || timing === 'cues',
    fieldText(errors.partNeedsTiming),
  ],
  needsTiming: [
    ({ description, timing }: DescriptionAsked & { readonly timing?: unknown }) =>
      !description || timing === 'cues',
    fieldText(errors.descriptionNeedsTiming),
  ],
  gapsNeedDescription: [
    ({ description, gaps }: DescriptionAsked) => !gaps || Boolean(description),
    fieldText(errors.gapsNeedDescription),
  ],
  needsGaps: [
    ({ description, gaps }: DescriptionAsked) => !description || Boolean(gaps),
    fieldText(errors.noGaps),
  ],
} as const;
