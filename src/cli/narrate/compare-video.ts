import { basename } from 'node:path';
import { compareCuts, comparedPictureRate } from '#media/fingerprint/compare-cuts.ts';
import type { Fingerprint } from '#media/fingerprint/fingerprint.ts';
import { packFingerprint, unpackFingerprint } from '#media/fingerprint/pack-fingerprint.ts';
import { computeFingerprint } from '#shared/narration/fingerprint.ts';
import type { ProjectVideo } from '#shared/narration/project.ts';
import type { Parts } from './open-parts.ts';
import { requireFile } from './places.ts';
import { withReadable } from './prepare-video.ts';
import { createProgressLine } from './report-status.ts';

export type VideoFile = Pick<ProjectVideo, 'name' | 'sizeBytes' | 'fingerprint'>;

export async function describeFile(path: string): Promise<VideoFile> {
  const sizeBytes = await requireFile(path);
  // Loads decoders, which only projects and videos need.
  const { withFileBytes } = await import('#media/node/open-video-file.ts');
  const fingerprint = await withFileBytes(path, computeFingerprint);
  return { name: basename(path), sizeBytes, fingerprint };
}

/** What the page kept before there were fingerprints has none. */
export function isSameFile(known: VideoFile, { name, sizeBytes, fingerprint }: VideoFile): boolean {
  if (known.fingerprint !== '') return known.fingerprint === fingerprint;
  return known.name === name && known.sizeBytes === sizeBytes;
}

/** Of a file that our readers open. */
export async function readSize(videoPath: string, maxSeconds: number) {
  const { openVideoFile } = await import('#media/node/open-video-file.ts');
  using video = await openVideoFile(videoPath, { maxSeconds });
  const { durationMs, width, height } = video;
  return { durationMs: Math.round(durationMs), width, height };
}

/** A video as a project without a fingerprint knows it. @throws CodedError as `withReadable` */
export async function describeVideo(videoPath: string, parts: Parts): Promise<ProjectVideo> {
  const file = await describeFile(videoPath);
  const read = (path: string) => readSize(path, Number.POSITIVE_INFINITY);
  return { ...file, ...(await withReadable(videoPath, false, parts, read)) };
}

/** How often progress is printed. */
const terminalMs = 250;
const stepPercent = 25;

/**
 * Takes the fingerprint of a video, which decodes all of it.
 * @param pictureRate default: that of a document
 * @throws CodedError as `withReadable` and `takeFingerprint`
 */
export async function fingerprintFile(
  videoPath: string,
  parts: Parts,
  pictureRate = 1,
): Promise<Fingerprint> {
  const { takeFingerprint } = await import('#media/fingerprint/take-fingerprint.ts');
  const { openVideoFile } = await import('#media/node/open-video-file.ts');
  const { readGrey } = await import('#media/node/encode-jpeg.ts');
  const { signal, config } = parts;
  const progress = createProgressLine(terminalMs, stepPercent);
  const report = (done: number, total: number) => {
    const percent = Math.floor((100 * done) / Math.max(1, total));
    progress.note(percent, `looking at and listening to ${basename(videoPath)}: ${percent} %`);
  };
  try {
    return await withReadable(videoPath, false, parts, async path => {
      using video = await openVideoFile(path, { maxSeconds: config.maxVideoSeconds });
      return await takeFingerprint(video, { readGrey, pictureRate, signal, report });
    });
  } finally {
    progress.end();
  }
}

/**
 * Compares a video with what is known of one before.
 * @returns it as the project will know it, and what became of the parts
 * @throws CodedError as {@link fingerprintFile}
 */
export async function compareVideo(old: Fingerprint, videoPath: string, parts: Parts) {
  const video = await describeVideo(videoPath, parts);
  const now = await fingerprintFile(videoPath, parts, comparedPictureRate);
  const comparison = await compareCuts(old, now, parts.signal);
  return { video: { ...video, contentFingerprint: packFingerprint(now) }, comparison };
}

/** @returns undefined if the project keeps none, or one that is damaged or of a newer version */
export function readFingerprint({ contentFingerprint }: ProjectVideo): Fingerprint | undefined {
  return contentFingerprint === undefined ? undefined : unpackFingerprint(contentFingerprint);
}
