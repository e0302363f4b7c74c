import type { Frame } from '#shared/frame.ts';
import type { VisionRequest } from '../ports.ts';
import { fenceText } from './fence-text.ts';
import { chooseVisionSystem } from './vision-system.ts';

/** A piece of what a vision model is asked, in its place among the others. */
export type PromptPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'picture'; readonly jpeg: Uint8Array };

/** What a model is told by whoever runs it, and what it is asked. */
export interface VisionPrompt {
  readonly system: string;
  readonly parts: readonly PromptPart[];
}

/** What a vision model is asked: the prompt, then each frame behind a label with its second. */
export function composeVisionPrompt(request: VisionRequest): VisionPrompt {
  const { prompt, frames, durationSeconds } = request;
  const length = `The video lasts ${formatSeconds(durationSeconds)} s. ${frames.length} pictures from it follow.`;
  const pictures = frames.flatMap((frame, index) => labelPicture(frame, index, frames.length));
  const parts = [toText(fenceText('prompt', prompt)), toText(length), ...pictures];
  return { system: chooseVisionSystem(request), parts };
}

/** A frame behind its label. */
export function labelPicture(frame: Frame, index: number, count: number): PromptPart[] {
  const label = `Picture ${index + 1} of ${count}, at second ${formatSeconds(frame.seconds)}:`;
  return [toText(label), { kind: 'picture', jpeg: frame.jpeg }];
}

export function toText(text: string): PromptPart {
  return { kind: 'text', text };
}

/** With a tenth of a second, which tells apart the frames of even a short clip. */
export function formatSeconds(seconds: number): string {
  return seconds.toFixed(1);
}
