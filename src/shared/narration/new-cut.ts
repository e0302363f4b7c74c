/** A part of a video, in milliseconds. */
export type Span = { readonly fromMs: number; readonly toMs: number };

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

/**
 * For a video that cannot be compared, or is another one: lines keep their times, each to be checked, and what was seen and heard is
 * of no use. Lines behind its end go.
 */
export function keepEverything(oldDurationMs: number, newDurationMs: number): CutPart[] {
  const toMs = Math.min(oldDurationMs, newDurationMs);
  const both = { fromMs: 0, toMs };
  const parts: CutPart[] = [{ kind: 'picture changed', old: both, now: both, isUncertain: true }];
  if (oldDurationMs > toMs) parts.push({ kind: 'removed', old: { fromMs: toMs, toMs: oldDurationMs } });
  if (newDurationMs > toMs) parts.push({ kind: 'new', now: { fromMs: toMs, toMs: newDurationMs } });
  return parts;
}

/** A part that is in both videos. */
export type PlacedPart = CutPart & { readonly old: Span; readonly now: Span };

/** Lengths that differ by less are of one speed. */
const jitterMs = 100;

function isPlaced(part: CutPart): part is PlacedPart {
  return part.old !== undefined && part.now !== undefined;
}

/** The part in which a moment of the old video lies; undefined where it was removed. Behind the end is in the last part. */
export function findPart(parts: readonly CutPart[], ms: number): PlacedPart | undefined {
  const found = parts.find(({ old }) => old && old.fromMs <= ms && ms < old.toMs);
  const part = found ?? parts.toSorted((one, other) => (one.old?.toMs ?? 0) - (other.old?.toMs ?? 0)).at(-1);
  return part && isPlaced(part) ? part : undefined;
}

/** Where a moment is in the new video, by a part in or near which it lies. */
export function toNewMs({ old, now }: PlacedPart, ms: number): number {
  const [was, is] = [old.toMs - old.fromMs, now.toMs - now.fromMs];
  const speed = was === 0 || Math.abs(is - was) < jitterMs ? 1 : is / was;
  return Math.max(0, Math.round(now.fromMs + (ms - old.fromMs) * speed));
}

/** What is left of a span, in the order of the parts. */
export function listPieces(parts: readonly CutPart[], { fromMs, toMs }: Span) {
  return parts
    .filter(isPlaced)
    .filter(({ old }) => old.fromMs < toMs && fromMs < old.toMs)
    .map(part => {
      const old = { fromMs: Math.max(fromMs, part.old.fromMs), toMs: Math.min(toMs, part.old.toMs) };
      return { part, old, now: { fromMs: toNewMs(part, old.fromMs), toMs: toNewMs(part, old.toMs) } };
    });
}

/** Shows, or sounds, as it did before. */
export function isAsBefore({ kind, isUncertain }: PlacedPart, what: 'picture' | 'sound'): boolean {
  const other = what === 'picture' ? 'sound changed' : 'picture changed';
  return kind === 'kept' || (kind === other && !isUncertain);
}
