import { maxLineCharacters, maxLinesAroundPart } from '../limits.ts';
import type { ScriptPart } from '../script/cues.ts';
import { keepUntold, type Untold } from '../script/untold.ts';
import type { Command } from './commands.ts';
import type { Span } from './new-cut.ts';
import { createId, type Narration, type Observation, type Project, toCues } from './project.ts';

/** The prompt of a part where the narration has none. */
export const partPrompt = 'In the manner of the lines around it.';

/** A part of a video for which a narration has no lines, and the lines around it, as a writer takes them. */
export function toScriptPart({ lines }: Narration, { fromMs, toMs }: Span): ScriptPart {
  const cues = toCues(lines.filter(({ text }) => text.trim() !== '')).map(({ startSeconds, text }) => ({
    startSeconds,
    text: text.slice(0, maxLineCharacters),
  }));
  // A person may have begun to write into it.
  const middleSeconds = (fromMs + toMs) / 2000;
  return {
    fromSeconds: fromMs / 1000,
    toSeconds: toMs / 1000,
    linesBefore: cues.filter(each => each.startSeconds < middleSeconds).slice(-maxLinesAroundPart),
    linesAfter: cues.filter(each => each.startSeconds >= middleSeconds).slice(0, maxLinesAroundPart),
  };
}

interface WrittenPart extends Pick<Narration, 'writer'> {
  readonly lines: readonly { readonly startMs: number; readonly text: string }[];
  readonly untold?: readonly Untold[] | undefined;
  /** What was seen in it. */
  readonly observations: readonly Observation[];
}

/** What adds the lines that were written for a part, one step together. */
export function listPartCommands(
  { observations: known }: Project,
  { id: narrationId, writer, untold = [] }: Narration,
  span: Span,
  { lines, observations, ...made }: WrittenPart,
): Command[] {
  const more = keepUntold(made.untold);
  const changes = {
    writer: made.writer ?? writer,
    ...(more && { untold: [...untold, ...more].toSorted((one, other) => one.startMs - other.startMs) }),
  };
  return [
    ...lines.map(
      line => ({ type: 'addLine', narrationId, newId: createId(), origin: 'written', ...line }) as const,
    ),
    { type: 'changeNarration', narrationId, changes },
    { type: 'setWritten', narrationId, span },
    { type: 'setObservations', observations: [...known, ...observations] },
  ];
}
