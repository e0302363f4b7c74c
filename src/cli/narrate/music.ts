import { openAsBlob } from 'node:fs';
import type { MixSettings } from '#media/mix/mix-settings.ts';
import type { FullMix } from '#media/mix/mix-video-sound.ts';
import { type MusicToMix, musicBounds, usualMusicDb } from '#media/mix/music.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { PlainSound, RatedSound } from '#media/sound/channels.ts';
import type { Music, Narration, Project } from '#shared/narration/project.ts';
import type { DescribedVideo } from '#shared/script/plan-lines.ts';
import { readTime } from '#shared/script/time-format.ts';
import { listSaid } from '#shared/transcript/find-spoken-spans.ts';
import { badRequest, refuse } from './bad-request.ts';
import type { ArgumentValues } from './parse-arguments.ts';
import { reportStatus } from './report-status.ts';
import { readNumber } from './video-options.ts';

/** Music as it was asked for; what is undefined is as in the project file, or usual. */
export interface MusicOptions {
  readonly path: string;
  /** As in `MusicPlace`. */
  readonly levelDb: number | undefined;
  readonly fromSeconds: number | undefined;
  readonly toSeconds: number | undefined;
}

/** @throws CodedError `bad_request` with a sentence that names the option */
export function readMusicOptions(
  values: ArgumentValues,
  toOptionalPath: (file: string | undefined) => string | undefined,
): MusicOptions | undefined {
  const { 'music-level': level, 'music-from': from, 'music-to': to } = values;
  const path = toOptionalPath(values.music);
  const [option] = Object.entries({ level, from, to }).find(([, value]) => value !== undefined) ?? [];
  refuse(path === undefined && option !== undefined, `--music-${option} needs --music.`);
  if (path === undefined) return undefined;
  const [fromSeconds, toSeconds] = [readMoment('--music-from', from), readMoment('--music-to', to)];
  refuse(
    toSeconds !== undefined && toSeconds <= (fromSeconds ?? 0),
    '--music-to must be later than --music-from.',
  );
  const levelDb =
    level === undefined ? undefined : readNumber('--music-level', level, musicBounds, usualMusicDb);
  return { path, levelDb, fromSeconds, toSeconds };
}

function readMoment(option: string, written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const seconds = readTime(written);
  if (seconds !== undefined) return seconds;
  throw badRequest(`${option} must be a time such as 1:30, not "${written}".`);
}

/** Before any paid call. @throws CodedError as `readSoundFile` if the file is no sound */
export async function requireMusic(music: MusicOptions | undefined, signal: AbortSignal): Promise<void> {
  if (!music) return;
  // The first piece shows whether it can be decoded.
  for await (const _ of readMusic(music.path, signal)) return;
}

/** Loads decoders, which only music needs. */
async function* readMusic(path: string, signal: AbortSignal): AsyncGenerator<RatedSound> {
  await import('#media/node/register-coders.ts');
  const { readSoundFile } = await import('#media/sound/read-sound-file.ts');
  yield* readSoundFile(await openAsBlob(path), signal);
}

interface Heard {
  readonly project: Project;
  readonly described: DescribedVideo | undefined;
}

/** What the page has of the narration and this command has not. */
export function reportOwnSounds({ lines, settings }: Narration, options: MusicOptions | undefined): void {
  const count = lines.filter(({ recordingId }) => recordingId !== undefined).length;
  if (count > 0)
    reportStatus(
      `Lines recorded in the page: ${count}. Their recordings are only there; here the voice says them.`,
    );
  if (settings.music && !options)
    reportStatus(`The narration has music (${settings.music.name}). Add it with --music.`);
}

/** @param known of the narration in the project file */
export function openMusic(
  options: MusicOptions | undefined,
  known: Music | undefined,
  { project: { transcript }, described }: Heard,
  signal: AbortSignal,
): MusicToMix | undefined {
  if (!options) return undefined;
  const { path } = options;
  return {
    read: () => readMusic(path, signal),
    fromSeconds: options.fromSeconds ?? (known?.fromMs ?? 0) / 1000,
    toSeconds: options.toSeconds ?? (known?.toMs === undefined ? undefined : known.toMs / 1000),
    levelDb: options.levelDb ?? known?.levelDb ?? usualMusicDb,
    speech: transcript ? listSaid(transcript) : (described?.speech ?? []),
  };
}

interface SoundWithMusic {
  readonly music?: MusicToMix | undefined;
  /** The voice. */
  readonly readSound: () => AsyncIterable<PlainSound>;
  readonly readMp3: () => AsyncIterable<Uint8Array>;
}

/** The recording with its music; undefined if it has none. */
export async function mixMusic(
  { music, readSound: readVoice }: Omit<SoundWithMusic, 'readMp3'>,
  mix: MixSettings,
): Promise<FullMix | undefined> {
  if (!music) return undefined;
  const { startMusicMix } = await import('#media/mix/mix-video-sound.ts');
  return await startMusicMix({ readVoice, mix, music });
}

/** The recording as mp3, with its music if it has any. */
export async function* readFinishedMp3(
  sound: SoundWithMusic,
  mix: MixSettings,
): AsyncGenerator<Uint8Array, void, undefined> {
  const mixed = await mixMusic(sound, mix);
  yield* mixed ? encodeMp3(mixed.sounds) : sound.readMp3();
}
