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

export interface PartPrompt extends VisionPrompt {
  /** Of all texts but the labels of pictures. */
  readonly characters: number;
}

/**
 * What a compatible server's model is asked about some of a video's frames, which keep their seconds and their numbers among
 * all. Ollama drops what does not fit from the front, but for the system message and the last part: so the wish stands in
 * the one, too, and the task again in the other.
 */
export function composePartPrompt(request: VisionRequest, part: Part): PartPrompt {
  const { frames } = request;
  const wish = fenceText('wish', request.wish);
  const system = `${chooseVisionSystem(request)}\n\nThe wish for the narration, with which the user's message starts:\n${wish}`;
  const before = [wish, describeFrames(request, part)];
  const task = describeTask(part, frames.length);
  const pictures = frames
    .slice(part.start, part.end)
    .flatMap((frame, at) => labelPicture(frame, part.start + at, frames.length));
  const characters = [system, ...before, task].reduce((sum, text) => sum + text.length, 0);
  return { system, parts: [...before.map(toText), ...pictures, toText(task)], characters };
}

function describeFrames({ frames, durationSeconds }: VisionRequest, part: Part): string {
  const length = `The video lasts ${formatSeconds(durationSeconds)} s.`;
  if (isWhole(part, frames.length)) return `${length} ${frames.length} pictures from it follow.`;
  return `${length} Of ${frames.length} pictures from it ${namePictures(part)} ${isOne(part) ? 'follows' : 'follow'}.`;
}

function describeTask(part: Part, count: number): string {
  if (isWhole(part, count)) return `Write the notes now: on all ${count} pictures, for the wish above.`;
  const share = (longestNotesWords * (part.end - part.start)) / count;
  const words = Math.max(fewestWords, Math.round(share / 10) * 10);
  return (
    `Write the notes on ${namePictures(part)} of ${count} now, at most ${words} words, for the wish above. ` +
    `The notes on the other pictures are written apart${part.start > 0 ? ' and stand before yours: begin with the first picture here' : ''}.`
  );
}

function namePictures(part: Part): string {
  return isOne(part) ? `picture ${part.end}` : `pictures ${part.start + 1} to ${part.end}`;
}

function isOne({ start, end }: Part): boolean {
  return end - start === 1;
}

function isWhole({ start, end }: Part, count: number): boolean {
  return start === 0 && end === count;
}
