import { basename, extname } from 'node:path';
import {
  type MixSettings,
  mixBounds,
  type SoundChoice,
  soundChoices,
  usualMix,
} from '#media/mix/mix-settings.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import { badRequest } from './bad-request.ts';
import type { ArgumentValues } from './parse-arguments.ts';

export interface VideoDelivery {
  readonly path: string;
  /** Whether the file gets the ending of its container; else the path must have it. */
  readonly picksEnding: boolean;
  /** How the original sound is used; if undefined, the best option available. */
  readonly sound: SoundChoice | undefined;
  readonly hasSubtitles: boolean;
  /** Adds the original sound as further tracks. */
  readonly keepsOriginal: boolean;
}

export type VideoValues = Pick<
  ArgumentValues,
  'track' | 'duck' | 'loudness' | 'original' | 'subtitles' | 'keep-original'
>;

/**
 * Reads the options about the video.
 * @param place output path; undefined if no video is written
 * @param mixes another output is mixed
 * @throws CodedError `bad_request` with a sentence that names the option
 */
export function readVideoOptions(
  place: Pick<VideoDelivery, 'path' | 'picksEnding'> | undefined,
  { track, duck, loudness, original, subtitles = false, 'keep-original': keepsOriginal = false }: VideoValues,
  mixes = false,
): VideoDelivery | undefined {
  if (!place) {
    requireNone({ track, subtitles, 'keep-original': keepsOriginal }, '--video');
    requireNone(mixes ? {} : { duck, loudness, original }, '--video, --mix, --dapt or --all');
    return undefined;
  }
  const sound = soundChoices.find(choice => choice === track);
  if (track !== undefined && !sound) throw badRequest(`--track must be one of: ${soundChoices.join(', ')}.`);
  for (const [option, value] of Object.entries({ duck, original }))
    if (value !== undefined && sound !== undefined && sound !== 'mixed')
      throw badRequest(`--${option} needs --track mixed. Leave out --${option} or --track ${sound}.`);
  return { ...place, sound, hasSubtitles: subtitles, keepsOriginal };
}

/** @throws CodedError `bad_request` with a sentence that names the option */
export function readMix({
  duck,
  loudness,
  original,
}: Pick<VideoValues, 'duck' | 'loudness' | 'original'>): MixSettings {
  return {
    ...usualMix,
    duckDb: readNumber('--duck', duck, mixBounds.duckDb, usualMix.duckDb),
    loudnessLufs: readNumber('--loudness', loudness, mixBounds.loudnessLufs, usualMix.loudnessLufs),
    originalDb: readNumber('--original', original, mixBounds.originalDb, usualMix.originalDb),
  };
}

/**
 * Reads which audio track of the video is mixed with the voice and used for speech detection.
 * @throws CodedError `bad_request` with a sentence that names the option
 */
export function readAudioTrack({
  'audio-track': written,
  video,
  mix,
  track = 'mixed',
  describe,
}: ArgumentValues): AudioTrackChoice | undefined {
  if (written === undefined) return undefined;
  const isMixed = mix !== undefined || (video !== undefined && track === 'mixed');
  if (describe === undefined && !isMixed)
    throw badRequest('--audio-track needs --video with --track mixed, --mix, or --describe.');
  if (written === 'all') return 'all';
  const number = Number(written);
  if (Number.isInteger(number) && number >= 1) return number;
  throw badRequest(`--audio-track must be the number of an audio track, from 1, or all, not "${written}".`);
}

function requireNone(values: Readonly<Record<string, string | boolean | undefined>>, needed: string): void {
  for (const [option, value] of Object.entries(values))
    if (value) throw badRequest(`--${option} needs ${needed}.`);
}

/** @throws CodedError `bad_request` with a sentence that names the option */
export function readNumber(
  option: string,
  written: string | undefined,
  { least, most }: { readonly least: number; readonly most: number },
  usual: number,
): number {
  if (written === undefined) return usual;
  const number = written.trim() === '' ? Number.NaN : Number(written);
  if (number >= least && number <= most) return number;
  throw badRequest(`${option} must be a number from ${least} to ${most}, not "${written}".`);
}

export function changeEnding(path: string, ending: string): string {
  const known = extname(path);
  const stem = known === '' ? path : path.slice(0, -known.length);
  return `${stem}.${ending}`;
}

export function hasEnding(path: string, ending: string): boolean {
  return extname(path).toLowerCase() === `.${ending}`;
}

/** @throws CodedError `bad_request` if a file's ending does not match its format */
export function requireEnding(path: string, ending: string): void {
  if (hasEnding(path, ending)) return;
  throw badRequest(
    `--video ${basename(path)}: this video becomes ${describe[ending]}. Name it ${basename(changeEnding(path, ending))}.`,
  );
}

const describe: Readonly<Record<string, string>> = {
  mp4: 'an MP4 file',
  webm: 'a WebM file',
  mkv: 'a Matroska file',
};
