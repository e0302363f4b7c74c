import type { Frame } from '#shared/frame.ts';
import type { VisionRequest } from '../ports.ts';
import { fenceText } from './fence-text.ts';
import { chooseVisionSystem } from './vision-system.ts';

/** A text or a picture, in order. */
export type PromptPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'picture'; readonly jpeg: Uint8Array };

export interface VisionPrompt {
  readonly system: string;
  readonly parts: readonly PromptPart[];
}

/** Prompt for vision: the user's prompt, then each frame after a label with its time. */
export function composeVisionPrompt(request: VisionRequest): VisionPrompt {
  const { prompt, frames, durationSeconds } = request;
  const length = `The video lasts ${formatSeconds(durationSeconds)} s. ${frames.length} pictures from it follow.`;
  const pictures = frames.flatMap((frame, index) => labelPicture(frame, index, frames.length));
  const parts = [toText(fenceText('prompt', prompt)), toText(length), ...pictures];
  return { system: chooseVisionSystem(request), parts };
}

export function labelPicture(frame: Frame, index: number, count: number): PromptPart[] {
  const label = `Picture ${index + 1} of ${count}, at second ${formatSeconds(frame.seconds)}:`;
  return [toText(label), { kind: 'picture', jpeg: frame.jpeg }];
}

export function toText(text: string): PromptPart {
  return { kind: 'text', text };
}

/** With tenths, which distinguish frames of short clips, too. */
export function formatSeconds(seconds: number): string {
  return seconds.toFixed(1);
}
