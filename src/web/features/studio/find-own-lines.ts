import { encodeJpeg } from '#media/browser/encode-jpeg.ts';
import { openVideoBlob } from '#media/browser/open-video-blob.ts';
import { sketchJpeg } from '#media/browser/sketch-jpeg.ts';
import { findScenes } from '#media/frames/find-scenes.ts';
import type { DescriptionKind } from '#shared/description.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { parseTimedScript, printTimedScript } from '#shared/narration/timed-text.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { listenForGaps } from './listen-for-gaps.ts';
import type { NarrationService } from './narration-service.ts';

// The media code: fetched when somebody wants to write.

export interface OwnLinesOrder {
  readonly video: File;
  readonly language: LanguageName;
  readonly maxSeconds: number;
  /** The most pictures that are looked at. */
  readonly maxPictures: number;
  /** The lines belong into the gaps of the speech. */
  readonly description: DescriptionKind | undefined;
  readonly signal: AbortSignal;
}

/** A shorter gap has no time for a line. */
const leastGapSeconds = 1.5;
/** Lines are at least so far apart. */
const leastApartSeconds = 2;

/**
 * A timed script with an empty line for each scene of a video; for a description, for each gap in the speech and each scene in it.
 * @throws CodedError if the video cannot be read
 */
export async function findOwnLines(order: OwnLinesOrder): Promise<string> {
  const { signal, maxPictures: most } = order;
  const video = await openVideoBlob(order.video, { maxSeconds: order.maxSeconds });
  try {
    const scenes = await findScenes(video, { encodeJpeg, sketchJpeg, most, signal });
    const heard = order.description && (await listenForGaps(order.video, video.durationSeconds, { signal }));
    const starts = heard && heard.gaps.length > 0 ? placeInGaps(scenes, heard.gaps) : scenes;
    return printTimedScript(starts.map(startSeconds => ({ startSeconds, text: '' })));
  } finally {
    video.close();
  }
}

function placeInGaps(scenes: readonly number[], gaps: readonly TimeSpan[]): number[] {
  return gaps
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= leastGapSeconds)
    .flatMap(({ startSeconds, endSeconds }) => [
      startSeconds,
      ...scenes.filter(
        scene => scene > startSeconds + leastApartSeconds && scene < endSeconds - leastApartSeconds,
      ),
    ]);
}

/**
 * What the offline engine recognises in a video, at its times.
 * @throws CodedError if nothing is recognised, or no narration is left for today
 */
export async function findHints(
  { maxSeconds, maxPictures, ...order }: OwnLinesOrder,
  recognise: NarrationService['createScript'],
): Promise<readonly Cue[]> {
  const written = await recognise(
    {
      ...order,
      // The offline engine reads none, but the server asks for one.
      prompt: t(studioMessages.writeYourself),
      maxVideoSeconds: maxSeconds,
      timing: 'cues',
      maxTimedFrames: maxPictures,
    },
    () => {},
  );
  order.signal.throwIfAborted();
  return parseTimedScript(written.script).cues;
}

/** The editor is fetched with the first timed script. */
const longestFocusMs = 10_000;

/** Moves the focus to the first line once the editor is there. */
export function focusFirstLine(): void {
  const focus = () => {
    const line = document.querySelector<HTMLTextAreaElement>('[data-line="0"]');
    line?.focus();
    if (line) observer.disconnect();
  };
  const observer = new MutationObserver(focus);
  observer.observe(document.body, { childList: true, subtree: true });
  requestAnimationFrame(focus);
  setTimeout(() => observer.disconnect(), longestFocusMs);
}
