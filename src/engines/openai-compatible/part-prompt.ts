import type { VisionRequest } from '../ports.ts';
import { fenceText } from '../provider/fence-text.ts';
import { formatSeconds, labelPicture, toText, type VisionPrompt } from '../provider/vision-prompt.ts';
import { chooseVisionSystem, longestNotesWords } from '../provider/vision-system.ts';

/** Frames of a video that are looked at in one request: the first of them and the one behind the last, by their place. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** Even a single picture is worth so many words. */
const fewestWords = 80;
/** A context of 4,096 tokens holds them beside the question, a picture and the answer. */
const longestNotesBefore = 3000;

/**
 * What a model is asked about some of a video's frames, which keep their seconds and their numbers among all, with the notes on those
 * before. The task stands at the end: a server whose context is too small drops from the front.
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
    `The video lasts ${formatSeconds(durationSeconds)} s. You are shown ${names} of ${frames.length}.`,
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
