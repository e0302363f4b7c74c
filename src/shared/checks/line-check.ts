import type { Line } from '../narration/project.ts';

/** The rules that look at single words, and so at one language. */
export const wordRules = [
  'present-tense',
  'no-we',
  'no-camera-words',
  'no-interpretation',
  'say-it-directly',
] as const;

/** The checks of description lines, in the order in which they are shown. */
export const checkRules = [
  ...wordRules,
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
  readonly isAccepted: boolean;
}

/** What describers call wrong; all else is for them to weigh. */
const warnings: readonly CheckRule[] = [
  'present-tense',
  'no-we',
  'fits-gap',
  'print-read',
  'named-when-known',
];

type Finding = Pick<LineCheck, 'message'> & Partial<Pick<LineCheck, 'level' | 'wish'>>;

/** @param id left out where no line is at fault @param level that of the rule when left out */
export function createCheck(
  { id, startMs, accepted }: Pick<Line, 'startMs' | 'accepted'> & Partial<Pick<Line, 'id'>>,
  rule: CheckRule,
  { message, wish, level = warnings.includes(rule) ? 'warning' : 'note' }: Finding,
): LineCheck {
  const isAccepted = accepted?.includes(rule) === true;
  return { rule, level, lineId: id, startMs: startMs ?? 0, message, wish, isAccepted };
}
