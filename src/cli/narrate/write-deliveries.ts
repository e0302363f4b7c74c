import { markMp3 } from '#media/marks/write-marks.ts';
import type { EditorsLine } from '#media/mix/editors-files.ts';
import { zipEditorsFiles } from '#media/mix/editors-files.ts';
import type { MusicToMix } from '#media/mix/music.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import { collectWav, writeWavInOrder } from '#media/sound/write-wav.ts';
import type { DaptCue } from '#shared/dapt/write-dapt.ts';
import type { Language } from '#shared/languages.ts';
import { createMarks, toClaim } from '#shared/marks/create-marks.ts';
import type { Provenance } from '#shared/marks/provenance.ts';
import { printScript } from '#shared/narration/print-timed-text.ts';
import type { CastMember, Line } from '#shared/narration/project.ts';
import { type PicturePause, toOriginalCues } from '#shared/script/picture-pauses.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';
import { mixMusic, readFinishedMp3 } from './music.ts';
import type { Deliveries } from './options.ts';
import type { FileSigner } from './sign-files.ts';
import { writeWholeFile } from './write-whole-file.ts';

export interface SpokenNarration {
  /** The spoken lines; empty if not requested. */
  readonly cues: readonly DaptCue[];
  readonly durationSeconds: number;
  /** Of providers, byte for byte. */
  readonly manifests: readonly Uint8Array[];
  /** Under it. */
  readonly music?: MusicToMix | undefined;
  /** Frame rate of the video, if files for video editors are requested. */
  readonly frameRate?: number | undefined;
  /** Reads the whole sound as mp3, from the start on each call. */
  readMp3(): AsyncIterable<Uint8Array>;
  /** The same as samples. */
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
  /** Of the document, as they are spoken. */
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
