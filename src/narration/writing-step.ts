import type { ProgressLine } from '#shared/api/progress.ts';
import type { Cue } from '#shared/script/cues.ts';

type WrittenScript = Extract<ProgressLine, { script: string }>;

/** A step of writing a script. A script with times is lines here, and a text only where an answer goes out. */
export type WritingStep =
  | ProgressLine
  /** A line with its time, as soon as it is complete. */
  | { readonly line: Cue }
  /** The whole script with times; no line if nothing can or need be said. */
  | (Omit<WrittenScript, 'script'> & { readonly lines: readonly Cue[] });
