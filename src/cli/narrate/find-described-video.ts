import { findVideoSpeech } from '#media/find-speech.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import type { DescriptionKind } from '#shared/description.ts';
import { computeGaps } from '#shared/script/gaps.ts';
import type { DescribedVideo } from '#shared/script/plan-description.ts';
import { tell } from './tell.ts';

/**
 * Listens to a video: where people speak, and where a describer may.
 * @throws CodedError as `openVideo`; `client_closed` when the signal fires
 */
export async function findDescribedVideo(
  videoPath: string,
  kind: DescriptionKind,
  maxSeconds: number,
  signal: AbortSignal,
): Promise<DescribedVideo> {
  tell('listening for gaps in the speech …');
  const video = await openVideoFile(videoPath, { maxSeconds });
  try {
    const { durationSeconds } = video;
    const speech = await findVideoSpeech(video, signal);
    const gaps = computeGaps(speech, durationSeconds);
    tell(gaps.length === 1 ? '1 gap was found.' : `${gaps.length} gaps were found.`);
    return { kind, gaps, speech, durationSeconds };
  } finally {
    video.close();
  }
}
