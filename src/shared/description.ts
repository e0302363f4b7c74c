/** Audio description for people who do not see the picture: `standard` only in speech gaps, `extended` may pause the video for a line. */
export const descriptionKinds = ['standard', 'extended'] as const;

export type DescriptionKind = (typeof descriptionKinds)[number];

/** The most gaps in a call: a talk of four hours has fewer that are long enough for a line. */
export const maxGaps = 2000;
