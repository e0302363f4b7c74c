import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findOlderFormat, findUsualFormat, olderFormatBytes } from '#media/container/video-file.ts';
import { findFrameRate } from '#media/mix/editors-files.ts';
import { makeTemporaryFolder } from '#media/node/temporary-files.ts';
import { CodedError } from '#shared/errors.ts';
import type { DescribedVideo } from '#shared/script/plan-lines.ts';
import type { Parts } from './open-parts.ts';
import type { SpokenOptions, TranscribeVideo } from './options.ts';
import { requireFile } from './places.ts';
import { badRequest } from './report-status.ts';
import type { PlannedVideoFile } from './video-file.ts';

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
  if (deliveries.mixPath !== undefined) {
    if (description === 'extended')
      throw badRequest(
        '--mix: an extended description pauses the video, so the mix would be longer than the video. Use --video, or a standard description.',
      );
    const { requireMixableFile } = await import('./video-file.ts');
    await requireMixableFile(videoPath, { maxSeconds, audioTrack });
  }
  const { findDescribedVideo } = description ? await import('./video-file.ts') : {};
  const asked = description && { kind: description, audioTrack };
  const described = asked && (await findDescribedVideo?.(videoPath, asked, maxSeconds, signal));
  if (!deliveries.editorsPath) return { file, described };
  const { openVideoFile } = await import('#media/node/open-video-file.ts');
  using video = await openVideoFile(videoPath, { maxSeconds });
  return { file, described, frameRate: await findFrameRate(video) };
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

/**
 * Calls back with a video that our readers open: the file itself, or a temporary copy if its format or codec is an older one.
 * @param keepsPictures whether its pictures are copied into the result; else it is enough that they can be decoded
 * @throws CodedError `bad_request` if there is no such file; `invalid_video` if it cannot be read; errors of the callback
 */
export async function withReadable<T>(
  videoPath: string,
  keepsPictures: boolean,
  { frameReader, signal }: Parts,
  work: (readablePath: string) => Promise<T>,
): Promise<T> {
  await requireFile(videoPath);
  const requester = nameRequester(videoPath);
  const format = await findCopiedFormat(videoPath, () =>
    frameReader.readDuration(videoPath, { requester, signal }),
  );
  if (!format) return work(videoPath);
  await using folder = await makeTemporaryFolder();
  try {
    const copyPath = join(folder.path, 'copy.mkv');
    const file = { path: videoPath, format, copyPath };
    await frameReader.copyOlderFile(file, keepsPictures, { requester, signal });
    return await work(copyPath);
  } catch (error) {
    throw error instanceof CodedError && error.code === 'unsupported_codec'
      ? explainCodec(videoPath, keepsPictures, error)
      : error;
  }
}

/**
 * @param open with our own readers
 * @returns the format of a file that must be copied first
 */
async function findCopiedFormat(path: string, open: () => Promise<unknown>) {
  const begins = await readBeginning(path);
  const older = findOlderFormat(begins);
  if (older) return older;
  try {
    await open();
    return undefined;
  } catch (error) {
    const isUnread = error instanceof CodedError && ['unsupported_codec', 'no_picture'].includes(error.code);
    const usual = findUsualFormat(begins);
    if (isUnread && usual) return usual;
    throw error;
  }
}

async function readBeginning(path: string): Promise<Uint8Array> {
  await using file = await open(path);
  const bytes = new Uint8Array(olderFormatBytes);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  return bytes.subarray(0, bytesRead);
}

function explainCodec(videoPath: string, keepsPictures: boolean, cause: CodedError): CodedError {
  const name = basename(videoPath);
  const message = keepsPictures
    ? `Browsers cannot play the video codec of ${name}, and Benshi does not re-encode video. Leave out --video and --publish to get the narration alone, or convert the file to MP4 (H.264) first.`
    : `The video codec of ${name} is not supported. Convert it to MP4 (H.264) first, or speak a script without the video: --speak FILE --out FILE.`;
  return new CodedError('unsupported_codec', { message, cause });
}
