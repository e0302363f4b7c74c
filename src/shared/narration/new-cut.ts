/** A part of a video, in milliseconds. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A part of the video before, and where it is in the new one. A different length there means another speed. */
export interface CutPart {
  readonly kind: 'kept' | 'picture changed' | 'sound changed' | 'removed' | 'new';
  /** Undefined where it is new. */
  readonly old?: Span | undefined;
  /** Undefined where it was removed. */
  readonly now?: Span | undefined;
  /** Another place fits as well: a loop, a picture that stands still. */
  readonly isUncertain?: boolean | undefined;
}

/** What became of a video in a new cut. */
export interface CutComparison {
  /** In the order of the new video, removed parts where they were. The old and the new video are each covered once, without a gap. */
  readonly parts: readonly CutPart[];
  /** How much of the old video is in the new one, 0 to 1. */
  readonly alike: number;
}

/** The same content: another container, size, codec or tags. */
export function isSameContent({ parts }: CutComparison): boolean {
  const [part] = parts;
  return parts.length === 1 && part?.kind === 'kept' && !part.isUncertain;
}
