import { createReadStream, openAsBlob } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { markMp3 } from '#media/marks/write-marks.ts';
import { type EditorsLine, streamZip, zipEditorsFiles } from '#media/mix/editors-files.ts';
import { listPublishedFiles } from '#media/mix/export-folders.ts';
import { type MixSettings, usualMix } from '#media/mix/mix-settings.ts';
import type { FullMix } from '#media/mix/mix-video-sound.ts';
import { type MusicToMix, usualMusicDb } from '#media/mix/music.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { PlainSound, RatedSound } from '#media/sound/channels.ts';
import { collectWav, writeWavInOrder } from '#media/sound/write-wav.ts';
import { checkDescription } from '#shared/checks/check-description.ts';
import type { DaptCue } from '#shared/dapt/write-dapt.ts';
import type { Language } from '#shared/languages.ts';
import { createMarks, toClaim } from '#shared/marks/create-marks.ts';
import type { Provenance } from '#shared/marks/provenance.ts';
import type { CastMember, Line, Music, Narration, Project } from '#shared/narration/project.ts';
import { printScript } from '#shared/narration/timed-text.ts';
import { listReportSections, writeDescriptionReport } from '#shared/report/description-report.ts';
import { writeReportPage } from '#shared/report/write-report-page.ts';
import { type PicturePause, toOriginalCues } from '#shared/script/cues.ts';
import type { DescribedVideo, DescriptionPlan, LineToPlan } from '#shared/script/plan-lines.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';
import { listSaid } from '#shared/transcript/to-transcript.ts';
import type { Deliveries, MusicOptions, SpokenOptions } from './options.ts';
import { hasEnding } from './places.ts';
import { reportStatus } from './report-status.ts';
import type { FileSigner } from './sign-files.ts';
import { makeFolder, writeWholeFile } from './write-whole-file.ts';

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
  readonly readSound: () => AsyncIterable<PlainSound>;
  readonly readMp3: () => AsyncIterable<Uint8Array>;
}

async function mixMusic(
  { music, readSound: readVoice }: Omit<SoundWithMusic, 'readMp3'>,
  mix: MixSettings,
): Promise<FullMix | undefined> {
  if (!music) return undefined;
  const { startMusicMix } = await import('#media/mix/mix-video-sound.ts');
  return await startMusicMix({ readVoice, mix, music });
}

export async function* readFinishedMp3(
  sound: SoundWithMusic,
  mix: MixSettings,
): AsyncGenerator<Uint8Array, void, undefined> {
  const mixed = await mixMusic(sound, mix);
  yield* mixed ? encodeMp3(mixed.sounds) : sound.readMp3();
}

export interface SpokenNarration {
  /** The spoken lines; empty if not requested. */
  readonly cues: readonly DaptCue[];
  readonly durationSeconds: number;
  /** Of providers, byte for byte. */
  readonly manifests: readonly Uint8Array[];
  /** Under it. */
  readonly music?: MusicToMix | undefined;
  readonly frameRate?: number | undefined;
  /** Reads the whole sound as mp3, from the start on each call. */
  readMp3(): AsyncIterable<Uint8Array>;
  readSound(): AsyncIterable<PlainSound>;
  /** Reads line by line, from the first on each call. */
  readLines(): AsyncIterable<EditorsLine>;
}

export function printScriptFile(lines: readonly Line[], cast: readonly CastMember[]): string {
  return `${printScript(lines, cast).trimEnd()}\n`;
}

export function needsSpeech(deliveries: Deliveries): boolean {
  const { outPath, wavPath, mixPath, video } = deliveries;
  return needsCues(deliveries) || [outPath, wavPath, mixPath, video].some(each => each !== undefined);
}

export function needsCues(deliveries: Deliveries): boolean {
  const { srtPath, vttPath, descriptionsPath, daptPath, editorsPath, publishPath, allPath, video } =
    deliveries;
  const paths = [srtPath, vttPath, descriptionsPath, daptPath, editorsPath, publishPath, allPath];
  return video?.hasSubtitles === true || paths.some(path => path !== undefined);
}

export interface Delivered {
  readonly lines: readonly Line[];
  readonly cast: readonly CastMember[];
  readonly sound: SpokenNarration;
  /** Of the video, in order; none where every line has room. */
  readonly pauses: readonly PicturePause[];
  readonly language: Language;
  readonly provenance: Provenance;
  readonly signer: FileSigner;
}

/**
 * Writes the requested files of lines and their sound, each atomically.
 * @returns the bytes of the mp3, if requested
 * @throws CodedError as `writeWholeFile`
 */
export async function writeDeliveries(
  { outPath, wavPath, srtPath, vttPath, descriptionsPath, editorsPath, scriptPath, mix }: Deliveries,
  { lines, cast, sound, pauses, language, provenance, signer }: Delivered,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { cues, durationSeconds, frameRate, manifests, readSound, readLines, music } = sound;
  const write = (path: string | undefined, content: string) =>
    path !== undefined && writeWholeFile(path, content, signal);
  const [voiceMarks, textMarks] = [createMarks(provenance, 'voice'), createMarks(provenance, 'text')];
  const kind = music ? 'mixed' : 'voice';
  const soundMarks = { ...createMarks(provenance, kind), manifests };
  const claim = toClaim(provenance, kind);
  const mp3Bytes =
    outPath === undefined
      ? undefined
      : await signer.write({ container: 'mp3', path: outPath }, claim, reservedBytes =>
          markMp3(readFinishedMp3(sound, mix), soundMarks, { reservedBytes }),
        );
  await write(scriptPath, printScriptFile(lines, cast));
  await write(srtPath, writeSrt(cues, language));
  await write(vttPath, writeVtt(cues, language, textMarks));
  await write(descriptionsPath, writeDescriptions(toOriginalCues(cues, pauses), language, textMarks));
  if (wavPath) {
    const mixed = await mixMusic(sound, mix);
    const wav = mixed ? undefined : await collectWav(readSound(), soundMarks);
    await signer.write({ container: 'wav', path: wavPath }, claim, () =>
      mixed ? writeWavInOrder(mixed.sounds, mixed, soundMarks) : (wav ?? []),
    );
  }
  if (editorsPath) {
    const zip = zipEditorsFiles(readLines(), durationSeconds, frameRate, voiceMarks);
    await writeWholeFile(editorsPath, zip, signal);
  }
  return mp3Bytes;
}

interface Publishing extends Delivered {
  readonly narration: Narration;
  readonly described: DescribedVideo | undefined;
  readonly plan: DescriptionPlan<LineToPlan> | undefined;
}

/**
 * Writes the report, and the page with the video and its voice in a folder, or as a zip.
 * @throws CodedError as `writeWholeFile`
 */
export async function writePages(
  options: SpokenOptions,
  project: Project,
  { narration, described, plan, sound, language, provenance }: Publishing,
  signal: AbortSignal,
): Promise<void> {
  const { videoPath, videoName = '', deliveries } = options;
  const { reportPath, publishPath } = deliveries;
  const { review, untold, lines } = project.narrations.find(({ id }) => id === narration.id) ?? narration;
  const found = { provenance, untold, review, observations: project.observations };
  const checked = { ...project, lines, language: language.name, plan };
  const result = described && plan && { ...described, ...found, plan, checks: checkDescription(checked) };
  const report = result && listReportSections(result);
  const title = project.title || basename(videoName, extname(videoName));
  const page = { project: { ...project, title }, language: language.name, report };
  if (reportPath && report) {
    const text = hasEnding(reportPath, 'html')
      ? writeReportPage(report, { ...page, marks: createMarks(provenance, 'text') })
      : writeDescriptionReport(result);
    await writeWholeFile(reportPath, text, signal);
  }
  if (!publishPath || !videoPath) return;
  const published = {
    ...page,
    isDescription: described !== undefined,
    pauses: plan?.pauses ?? [],
    videoName: basename(videoPath),
    duckDb: (narration.settings.mix ?? usualMix).duckDb,
    marks: createMarks(provenance, 'voice'),
  };
  const files = listPublishedFiles(published, sound.readLines(), createReadStream(videoPath));
  if (hasEnding(publishPath, 'zip')) await writeWholeFile(publishPath, streamZip(files), signal);
  else {
    await makeFolder(publishPath);
    for await (const { name, input } of files) await writeWholeFile(join(publishPath, name), input, signal);
  }
}
