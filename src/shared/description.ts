/** Audio description for people who do not see the picture: `standard` only in speech gaps, `extended` may pause the video for a line. */
export const descriptionKinds = ['standard', 'extended'] as const;

export type DescriptionKind = (typeof descriptionKinds)[number];

/** How much a description says. Its listeners change this most often (CustomAD, https://doi.org/10.1145/3663548.3675617). */
export const descriptionDetails = ['brief', 'standard', 'rich'] as const;

export type DescriptionDetail = (typeof descriptionDetails)[number];

interface Room {
  /** Of the time until speech or the next moment; more leaves no pause before the next speaker. */
  readonly share: number;
  /** A longer line mentions things that are no longer visible. */
  readonly lineSeconds: number;
  /** The longest line while the video is paused. */
  readonly pausedSeconds: number;
}

/** How much room the lines of a description take. Ours: the study does not tell the lengths of its levels. */
export const detailRooms: Readonly<Record<DescriptionDetail, Room>> = {
  brief: { share: 0.55, lineSeconds: 8, pausedSeconds: 6 },
  standard: { share: 0.9, lineSeconds: 20, pausedSeconds: 12 },
  rich: { share: 0.9, lineSeconds: 20, pausedSeconds: 18 },
};

/** Somebody in the video, as a person has confirmed: the writer calls them by these words. */
export interface DescribedPerson {
  /** Empty where nobody is to be named. */
  readonly name: string;
  /** In a few words, such as "a woman in a red coat". */
  readonly look: string;
  /** When the video first says or shows the name; undefined if it never does. */
  readonly namedSeconds?: number | undefined;
}

/** What a person confirms of an audio description, because no program can. */
export const reviewQuestions = ['names', 'print', 'meaning'] as const;
