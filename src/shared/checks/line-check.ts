/** The checks of description lines, in the order in which they are shown. */
export const checkRules = [
  'present-tense',
  'no-we',
  'no-camera-words',
  'no-interpretation',
  'say-it-directly',
  'colour-with-meaning',
  'short-sentences',
  'fits-gap',
  'print-read',
  'named-when-known',
  'one-name',
  'described-first',
  'over-music',
] as const;

export type CheckRule = (typeof checkRules)[number];

/** What a check found. */
export interface LineCheck {
  readonly rule: CheckRule;
  readonly level: 'warning' | 'note';
  /** Undefined where no line is at fault, such as for on-screen text that no line reads. */
  readonly lineId: string | undefined;
  readonly startMs: number;
  /** A sentence for the person. */
  readonly message: string;
  /** What a writer is asked for to mend it, in English; undefined where rewriting does not help. */
  readonly wish: string | undefined;
  /** A person has accepted the line as it is. */
  readonly isAccepted: boolean;
}
