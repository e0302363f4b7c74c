import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { compareCuts, comparedPictureRate } from '#media/fingerprint/compare-cuts.ts';
import type { Fingerprint } from '#media/fingerprint/fingerprint.ts';
import { packFingerprint, unpackFingerprint } from '#media/fingerprint/pack-fingerprint.ts';
import { computeFingerprint } from '#shared/narration/fingerprint.ts';
import type { CutComparison } from '#shared/narration/new-cut.ts';
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
async function describeVideo(videoPath: string, parts: Parts): Promise<ProjectVideo> {
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

/** The project file, and a video of it, of a new cut, or of another film. */
export interface VideoPaths {
  readonly projectPath: string;
  readonly videoPath: string;
}

/**
 * Compares a video with that of a project: by the fingerprint that it keeps, or by its file, if that lies beside one of the paths.
 * @returns it as the project will know it, and what became of the parts; undefined if there is nothing to compare with
 * @throws CodedError as {@link fingerprintFile}
 */
export async function compareVideo(known: ProjectVideo, paths: VideoPaths, parts: Parts) {
  const old = readFingerprint(known) ?? (await findFingerprint(known, paths, parts));
  const video = await describeVideo(paths.videoPath, parts);
  if (!old) return { video, comparison: undefined };
  const now = await fingerprintFile(paths.videoPath, parts, comparedPictureRate);
  const contentFingerprint = packFingerprint(now);
  const isEqual = contentFingerprint === packFingerprint(old);
  const comparison = isEqual ? keepAll(old) : await compareCuts(old, now, parts.signal);
  return { video: { ...video, contentFingerprint }, comparison };
}

function keepAll({ durationMs }: Fingerprint): CutComparison {
  const whole = { fromMs: 0, toMs: durationMs };
  return { parts: [{ kind: 'kept', old: whole, now: whole }], alike: 1 };
}

/** @returns undefined if the project keeps none, or one that is damaged or of a newer version */
export function readFingerprint({ contentFingerprint = '' }: ProjectVideo): Fingerprint | undefined {
  return unpackFingerprint(contentFingerprint);
}

async function findFingerprint(known: ProjectVideo, { projectPath, videoPath }: VideoPaths, parts: Parts) {
  for (const beside of [projectPath, videoPath]) {
    const path = join(dirname(beside), basename(known.name));
    const isThere = (await stat(path).catch(() => undefined))?.isFile() ?? false;
    if (isThere && isSameFile(known, await describeFile(path))) return await fingerprintFile(path, parts);
  }
  return undefined;
}
