import type { z } from 'zod';
import type { LanguageName } from '#shared/languages.ts';
import type { soundSchema, takeSchema, videoIdentitySchema } from './take-schema.ts';

export type VideoIdentity = z.infer<typeof videoIdentitySchema>;
export type Take = z.infer<typeof takeSchema>;
export type TakeSound = z.infer<typeof soundSchema>;
/** A take before it has its place. */
export type NewTake = Omit<Take, 'id' | 'owner' | 'videoId' | 'number' | 'madeAtMs'>;

/** Of the takes, in the browser. */
export const databaseName = 'benshi';

/** So many takes of a video are kept; the oldest goes. */
export const mostTakesOfVideo = 20;

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

/** The takes of a video, the first one first. */
export function listTakes(takes: readonly Take[], videoId: string): readonly Take[] {
  return takes.filter(take => take.videoId === videoId).sort((a, b) => a.number - b.number);
}

export function getNextNumber(takesOfVideo: readonly Take[]): number {
  return 1 + Math.max(0, ...takesOfVideo.map(({ number }) => number));
}

/** The takes of a video that have to go, so that there is room for the rest. The one that was made or used last stays. */
export function findOverdue(takesOfVideo: readonly Take[], keptId: string): readonly Take[] {
  const others = takesOfVideo.filter(({ id }) => id !== keptId).sort((a, b) => a.madeAtMs - b.madeAtMs);
  return others.slice(0, Math.max(0, takesOfVideo.length - mostTakesOfVideo));
}

/** What stands in the studio, to be found among the takes. */
interface Standing {
  readonly script: string;
  readonly audio: Blob | undefined;
}

/**
 * The take that is what stands in the studio: by its sound, else by its script.
 * @param lastId of the take that was looked at last, which wins among those with the same script
 */
export function findCurrentTake(
  takes: readonly Take[],
  { script, audio }: Standing,
  lastId?: string,
): Take | undefined {
  if (script.trim() === '') return undefined;
  const same = takes.filter(take => take.script === script);
  if (audio) return same.find(({ sound }) => sound?.audio === audio);
  return same.find(({ id }) => id === lastId) ?? same.at(-1);
}

/** `crypto.randomUUID` is missing where a page is not served over https. */
export function makeTakeId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** "Take 2, spoken by nova in English": its seal for those who hear the page. */
export function describeTake({ number, scriptLanguage, sound }: Take): string {
  if (!sound) return `Take ${number}, written${describeLanguage(scriptLanguage)}, not spoken yet`;
  return `Take ${number}, spoken by ${sound.voice}${describeLanguage(sound.language)}`;
}

function describeLanguage(language: LanguageName | undefined): string {
  return language ? ` in ${language}` : '';
}
