import type { DescriptionKind } from '#shared/description.ts';
import { type DescriptionWish, fromSentGaps } from '#shared/script/sent-gaps.ts';

/** What a call says of an audio description. */
interface SentDescription {
  readonly description?: DescriptionKind | undefined;
  readonly gaps?: readonly (readonly [number, number])[] | undefined;
}

/** The audio description that a call asks for, with the gaps that it brings; undefined where it asks for a narration. */
export function readDescription({ description, gaps = [] }: SentDescription): DescriptionWish | undefined {
  return description && { kind: description, gaps: fromSentGaps(gaps) };
}
