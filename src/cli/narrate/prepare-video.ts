import { findFrameRate } from '#media/mix/editors-files.ts';
import type { DescribedVideo } from '#shared/script/plan-lines.ts';
import { badRequest } from './bad-request.ts';
import type { Parts } from './open-parts.ts';
import type { SpokenOptions, TranscribeVideo } from './options.ts';
import type { PlannedVideoFile } from './video-file.ts';

/** What is known about the video before any paid call. */
export interface Prepared {
  readonly file: PlannedVideoFile | undefined;
  readonly described: DescribedVideo | undefined;
  /** Set if files for video editors are requested. */
  readonly frameRate?: number | undefined;
}

/** One per video, because each requester has one decoder at a time. */
export function nameRequester(videoPath: string): string {
  return `the command line: ${videoPath}`;
}

/** Loads decoders only if a video or a description is requested. */
export async function prepareVideo(
  options: SpokenOptions | TranscribeVideo,
  { config, signal }: Parts,
): Promise<Prepared> {
  const { deliveries, description, audioTrack, videoPath } = options;
  const maxSeconds = config.maxVideoSeconds;
  if (videoPath === undefined) return { file: undefined, described: undefined };
  const file = await planFile(options, { config });
  if (deliveries.mixPath !== undefined) await planMix(options, videoPath, maxSeconds);
  const described =
    description &&
    (await (
      await import('./find-described-video.ts')
    ).findDescribedVideo(videoPath, { description, audioTrack }, maxSeconds, signal));
  const frameRate = deliveries.editorsPath ? await readFrameRate(videoPath, maxSeconds) : undefined;
  return { file, described, frameRate };
}

/** How the narrated video is written; undefined if none is. */
export async function planFile(
  options: SpokenOptions | TranscribeVideo,
  { config }: Pick<Parts, 'config'>,
): Promise<Prepared['file']> {
  const { deliveries, description, audioTrack, videoPath } = options;
  if (videoPath === undefined || !deliveries.video) return undefined;
  if (options.languages && description === 'extended')
    throw badRequest(
      '--video: an extended description pauses the video for as long as each language speaks, so one video cannot have several. Use --all, which has a video for each.',
    );
  const { planVideoFile } = await import('./video-file.ts');
  return planVideoFile(deliveries.video, {
    videoPath,
    maxSeconds: config.maxVideoSeconds,
    kind: description,
    audioTrack,
    isSpokenSubtitles: isSpokenSubtitles(options),
  });
}

/** Whether the lines are subtitles of the video, read aloud. */
export function isSpokenSubtitles(options: SpokenOptions | TranscribeVideo): boolean {
  if (options.job === 'project') return options.narration.settings.isSpokenSubtitles === true;
  return options.job === 'speak' && options.isSpokenSubtitles;
}

async function planMix(
  { description, audioTrack }: SpokenOptions | TranscribeVideo,
  videoPath: string,
  maxSeconds: number,
): Promise<void> {
  if (description === 'extended')
    throw badRequest(
      '--mix: an extended description pauses the video, so the mix would be longer than the video. Use --video, or a standard description.',
    );
  const { requireMixableFile } = await import('./mix-file.ts');
  await requireMixableFile(videoPath, { maxSeconds, audioTrack });
}

async function readFrameRate(videoPath: string, maxSeconds: number): Promise<number> {
  const { openVideoFile } = await import('#media/node/open-video-file.ts');
  const video = await openVideoFile(videoPath, { maxSeconds });
  try {
    return await findFrameRate(video);
  } finally {
    video.close();
  }
}
