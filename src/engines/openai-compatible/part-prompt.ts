import type { VisionRequest } from '../ports.ts';
import { fenceText } from '../provider/fence-text.ts';
import {
  chooseVisionSystem,
  formatSeconds,
  labelPicture,
  longestNotesWords,
  toText,
  type VisionPrompt,
} from '../provider/vision-prompt.ts';

/** Frames of one request: index of the first, and of the one after the last. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** Minimum words, even for a single picture. */
const fewestWords = 80;
/** Fits into a context of 4,096 tokens with the question, a picture and the response. */
const longestNotesBefore = 3000;

/**
 * Prompt for some of a video's frames, which keep their times and their numbers among all, with the notes on earlier frames. What
 * it shares with the one before comes first, because a server keeps what it has read of it; the task comes last, because a server
 * whose context is too small drops text from the start.
 */
export function composePartPrompt(
  request: VisionRequest,
  part: Part,
  notesBefore: readonly string[],
): VisionPrompt {
  const { prompt, frames, durationSeconds } = request;
  const { start, end } = part;
  const names = end - start === 1 ? `picture ${end}` : `pictures ${start + 1} to ${end}`;
  const words = Math.max(
    fewestWords,
    Math.round((longestNotesWords * (end - start)) / frames.length / 10) * 10,
  );
  const before = keepLast(notesBefore);
  const texts = [
    fenceText('prompt', prompt),
    `The video lasts ${formatSeconds(durationSeconds)} s. You are shown ${frames.length} pictures from it, some at a time.`,
    ...(before === '' ? [] : [`Your notes on the pictures before:\n\n${fenceText('notes', before)}`]),
  ];
  const task =
    `Write the notes on ${names} of ${frames.length} now, at most ${words} words, for the prompt above. ` +
    (before === ''
      ? 'The other pictures follow later.'
      : 'Say what is new or gone since the notes before, and do not repeat them.');
  const pictures = frames
    .slice(start, end)
    .flatMap((frame, at) => labelPicture(frame, start + at, frames.length));
  return {
    system: chooseVisionSystem(request),
    parts: [...texts.map(toText), ...pictures, toText(task)],
  };
}

/** As many of the last notes as fit. */
function keepLast(notes: readonly string[]): string {
  let kept = '';
  for (const each of notes.toReversed()) {
    if (kept.length + each.length > longestNotesBefore) break;
    kept = kept === '' ? each : `${each}\n\n${kept}`;
  }
  return kept;
}
