import type { LanguageName } from '../languages.ts';
import type { Heard, HeardSegment } from './heard.ts';

/** A piece of a video's sound, cut at a pause, and what is said in it. */
export interface HeardPiece {
  /** Its place in the video. */
  readonly startSeconds: number;
  readonly durationSeconds: number;
  /** In seconds of the piece. */
  readonly heard: Heard;
}

/**
 * Joins what is said in the pieces of a sound, in seconds of the video. Recognisers name speakers anew in each piece, so speakers of
 * different pieces stay different.
 */
export function joinPieces(pieces: readonly HeardPiece[]): Heard {
  const inOrder = pieces.toSorted((one, other) => one.startSeconds - other.startSeconds);
  const isOne = pieces.length === 1;
  const segments = inOrder.flatMap(({ startSeconds, durationSeconds, heard }, index) =>
    heard.segments.map(segment => {
      const speaker =
        segment.speaker === undefined || isOne ? segment.speaker : `${index}:${segment.speaker}`;
      const language = segment.language ?? heard.language;
      return moveSegment({ ...segment, language, speaker }, startSeconds, startSeconds + durationSeconds);
    }),
  );
  return { segments, language: findMainLanguage(segments) };
}

function moveSegment(segment: HeardSegment, bySeconds: number, endSeconds: number): HeardSegment {
  const move = <Part extends { readonly startSeconds: number; readonly endSeconds: number }>(part: Part) => ({
    ...part,
    startSeconds: Math.min(endSeconds, part.startSeconds + bySeconds),
    endSeconds: Math.min(endSeconds, part.endSeconds + bySeconds),
  });
  return { ...move(segment), words: segment.words?.map(move) };
}

/** The language that is spoken longest. */
export function findMainLanguage(segments: readonly HeardSegment[]): LanguageName | undefined {
  const seconds = new Map<LanguageName, number>();
  for (const { language, startSeconds, endSeconds } of segments)
    if (language) seconds.set(language, (seconds.get(language) ?? 0) + endSeconds - startSeconds);
  const [longest] = [...seconds].sort(([, one], [, other]) => other - one);
  return longest?.[0];
}
