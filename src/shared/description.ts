/**
 * Audio description for people who do not see the picture. `standard`: lines only in speech gaps. `extended`: the
 * video pauses for a line if its gap is too short.
 */
export const descriptionKinds = ['standard', 'extended'] as const;

export type DescriptionKind = (typeof descriptionKinds)[number];

/** The most gaps in a call: a talk of four hours has fewer that are long enough for a line. */
export const maxGaps = 2000;
