/**
 * Audio description for people who do not see the picture. `standard`: lines only where nobody speaks. `extended`: where that is
 * too short for what matters, the picture stands still while the line is spoken.
 */
export const descriptionKinds = ['standard', 'extended'] as const;

export type DescriptionKind = (typeof descriptionKinds)[number];

/** The most gaps that a call takes: a talk of four hours has fewer that are worth a line. */
export const maxGaps = 2000;
