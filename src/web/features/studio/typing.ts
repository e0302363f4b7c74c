/** Edits that one Undo takes back together. */
export interface Typing {
  readonly beganMs: number;
  readonly lastMs: number;
  readonly isGrowing: boolean;
}

/** An edit that comes later than this after the one before is a step of its own. */
const pauseMs = 1000;
/** Nor does one step take longer than this, however steadily somebody writes. */
const longestStepMs = 5000;

/** A text, and the edits that led to it where it is being typed. */
interface TypedText {
  readonly script: string;
  readonly typing: Typing | undefined;
}

/**
 * What an edit goes on with, or begins.
 * @returns undefined for what is pasted or dictated: a word at once, and nothing goes on with it
 */
export function describeTyping(
  { script: before, typing }: TypedText,
  { script, atMs }: { readonly script: string; readonly atMs: number },
): Typing | undefined {
  if (Math.abs(script.length - before.length) > 1) return undefined;
  const isGrowing = script.length >= before.length;
  const goesOn =
    typing !== undefined &&
    typing.isGrowing === isGrowing &&
    atMs - typing.lastMs < pauseMs &&
    atMs - typing.beganMs < longestStepMs;
  return { beganMs: goesOn ? typing.beganMs : atMs, lastMs: atMs, isGrowing };
}
