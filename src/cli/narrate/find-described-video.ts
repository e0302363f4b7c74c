import { openVideoFile } from '#media/node/open-video-file.ts';
import { type AudioTrackChoice, chooseSounds } from '#media/sound/choose-sounds.ts';
import { findVideoSpeech } from '#media/speech/find-speech.ts';
import type { DescriptionKind } from '#shared/description.ts';
import { computeGaps } from '#shared/script/gaps.ts';
import type { DescribedVideo } from '#shared/script/plan-lines.ts';
import { reportStatus, reportTracks } from './report-status.ts';

export interface DescriptionOptions {
  readonly description: DescriptionKind;
  readonly audioTrack: AudioTrackChoice | undefined;
}

/**
 * Finds the speech of a video, and the gaps for a description.
 * @throws CodedError as `openVideo`; `client_closed` when the signal fires
 */
export async function findDescribedVideo(
  videoPath: string,
  { description: kind, audioTrack }: DescriptionOptions,
  maxSeconds: number,
  signal: AbortSignal,
): Promise<DescribedVideo> {
  reportStatus('listening for gaps in the speech …');
  const video = await openVideoFile(videoPath, { maxSeconds });
  try {
    const { durationSeconds } = video;
    const sounds = await chooseSounds(video, audioTrack);
    reportTracks(sounds);
    const speech = await findVideoSpeech(video, signal, { sounds });
    const gaps = computeGaps(speech, durationSeconds);
    reportStatus(gaps.length === 1 ? 'Found 1 gap.' : `Found ${gaps.length} gaps.`);
    const isHeard = sounds.tracks.length === 0 || sounds.used.length > 0;
    return { kind, gaps, speech: isHeard ? speech : undefined, durationSeconds };
  } finally {
    video.close();
  }
}
