import type { EditorsLine } from '#media/mix/editors-files.ts';
import { zipEditorsFiles } from '#media/mix/editors-files.ts';
import type { PlainSound } from '#media/sound/plain-sound.ts';
import { collectWav } from '#media/sound/write-wav.ts';
import type { Language } from '#shared/languages.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';
import type { Deliveries } from './read-options.ts';
import { writeWholeFile } from './write-whole-file.ts';

/** A narration that was spoken. */
export interface SpokenNarration {
  /** As it was spoken: with the words of lines that were shortened. */
  readonly script: string;
  /** What is heard where; empty where nobody asked for it. */
  readonly cues: readonly SpokenCue[];
  readonly durationSeconds: number;
  /** Of the video, where editors' files are asked for. */
  readonly frameRate?: number | undefined;
  /** The whole sound as mp3, from its start each time. */
  readMp3(): AsyncIterable<Uint8Array>;
  /** The same as samples. */
  readSound(): AsyncIterable<PlainSound>;
  /** Line by line, from the first each time. */
  readLines(): AsyncIterable<EditorsLine>;
}

/** Whether something is to be written for which the script must be spoken. */
export function needsSpeech(deliveries: Deliveries): boolean {
  const { outPath, wavPath, video } = deliveries;
  return needsCues(deliveries) || [outPath, wavPath, video].some(each => each !== undefined);
}

/** Whether something is to be written that needs to know what is heard where. */
export function needsCues({ srtPath, vttPath, descriptionsPath, editorsPath, video }: Deliveries): boolean {
  const paths = [srtPath, vttPath, descriptionsPath, editorsPath];
  return video?.hasSubtitles === true || paths.some(path => path !== undefined);
}

/**
 * Writes what was asked for, each file whole or not at all.
 * @returns the bytes of the mp3, where one was asked for
 * @throws CodedError as `writeWholeFile`
 */
export async function writeDeliveries(
  { outPath, wavPath, srtPath, vttPath, descriptionsPath, editorsPath, scriptPath }: Deliveries,
  { script, cues, durationSeconds, frameRate, readMp3, readSound, readLines }: SpokenNarration,
  language: Language,
  signal: AbortSignal,
): Promise<number | undefined> {
  const write = (path: string | undefined, content: string) =>
    path !== undefined && writeWholeFile(path, content, signal);
  const mp3Bytes = outPath === undefined ? undefined : await writeWholeFile(outPath, readMp3(), signal);
  await write(scriptPath, `${script.trimEnd()}\n`);
  await write(srtPath, writeSrt(cues, language));
  await write(vttPath, writeVtt(cues, language));
  await write(descriptionsPath, writeDescriptions(cues, language));
  if (wavPath) await writeWholeFile(wavPath, await collectWav(readSound()), signal);
  if (editorsPath) {
    const zip = zipEditorsFiles(readLines(), durationSeconds, frameRate);
    await writeWholeFile(editorsPath, zip, signal);
  }
  return mp3Bytes;
}
