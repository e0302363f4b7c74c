/** Audio description for people who do not see the picture: `standard` only in speech gaps, `extended` may pause the video for a line. */
export const descriptionKinds = ['standard', 'extended'] as const;

export type DescriptionKind = (typeof descriptionKinds)[number];

/** How much a description says. Its listeners change this most often (CustomAD, https://doi.org/10.1145/3663548.3675617). */
export const descriptionDetails = ['brief', 'standard', 'rich'] as const;

export type DescriptionDetail = (typeof descriptionDetails)[number];

/** What a person confirms of an audio description, because no program can. */
export const reviewQuestions = ['names', 'print', 'meaning'] as const;

/** The most gaps in a call: a talk of four hours has fewer that are long enough for a line. */
export const maxGaps = 2000;
