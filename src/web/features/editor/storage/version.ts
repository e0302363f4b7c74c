import type { z } from 'zod';
import type { soundSchema, versionSchema, videoIdentitySchema } from './version-schema.ts';

export type VideoIdentity = z.infer<typeof videoIdentitySchema>;
export type Version = z.infer<typeof versionSchema>;
export type VersionSound = z.infer<typeof soundSchema>;
/** A version before it is kept. */
export type NewVersion = Omit<Version, 'id' | 'owner' | 'videoId' | 'number' | 'madeAtMs'>;

/** Of the versions, in the browser. */
export const databaseName = 'benshi';

/** So many versions of a video are kept; the oldest goes. */
export const maxVersionsOfVideo = 20;

/** Of scripts that were written without a video. */
export const noVideoId = 'none';

export function identifyVideo({ name, size, lastModified }: File): VideoIdentity {
  return { name, sizeBytes: size, lastModifiedMs: lastModified };
}

export function isVideo(file: File, video: VideoIdentity): boolean {
  return getVideoId(identifyVideo(file)) === getVideoId(video);
}

export function getVideoId(video: VideoIdentity | undefined): string {
  return video ? JSON.stringify([video.name, video.sizeBytes, video.lastModifiedMs]) : noVideoId;
}

/** The versions of a video, the first one first. */
export function listVersions(versions: readonly Version[], videoId: string): readonly Version[] {
  return versions.filter(version => version.videoId === videoId).sort((a, b) => a.number - b.number);
}

export function getNextNumber(versionsOfVideo: readonly Version[]): number {
  return 1 + Math.max(0, ...versionsOfVideo.map(({ number }) => number));
}

/** The versions of a video beyond the limit, oldest first. The one that was made or used last stays. */
export function findOverdue(versionsOfVideo: readonly Version[], keptId: string): readonly Version[] {
  const others = versionsOfVideo.filter(({ id }) => id !== keptId).sort((a, b) => a.madeAtMs - b.madeAtMs);
  return others.slice(0, Math.max(0, versionsOfVideo.length - maxVersionsOfVideo));
}

/** What is in the studio, to be found among the versions. */
interface Standing {
  readonly script: string;
  readonly audio: Blob | undefined;
}

/**
 * The version that is in the studio: by its sound, else by its script.
 * @param lastId of the version that was shown last, which wins among those with the same script
 */
export function findCurrentVersion(
  versions: readonly Version[],
  { script, audio }: Standing,
  lastId?: string,
): Version | undefined {
  if (script.trim() === '') return undefined;
  const same = versions.filter(version => version.script === script);
  if (audio) return same.find(({ sound }) => sound?.audio === audio);
  return same.find(({ id }) => id === lastId) ?? same.at(-1);
}

/** `crypto.randomUUID` is missing where a page is not served over https. */
export function makeVersionId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
