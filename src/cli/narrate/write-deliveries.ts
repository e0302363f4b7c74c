import { makeEditorsFiles } from '#media/editors-files.ts';
import type { PlainSound } from '#media/encode-mp3.ts';
import type { EditorsLine } from '#media/place-lines.ts';
import { collectWav } from '#media/write-wav.ts';
import { writeZip } from '#media/write-zip.ts';
import type { Language } from '#shared/languages.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';
import type { Deliveries } from './read-options.ts';
import { writeWholeFile } from './write-whole-file.ts';

/** A narration that was spoken. */
export interface SpokenNarration {
  /** As it was spoken: with the words of lines that were shortened. */
  readonly script: string;
  readonly mp3Bytes: number;
  /** What is heard where; empty where nobody asked for it. */
  readonly cues: readonly SpokenCue[];
  readonly durationSeconds: number;
  /** Of the video, where editors' files are asked for. */
  readonly frameRate?: number | undefined;
  /** The whole sound, from its start each time. */
  readSound(): AsyncIterable<PlainSound>;
  /** Line by line, from the first each time. */
  readLines(): AsyncIterable<EditorsLine>;
}

/** Whether something is to be written that needs to know what is heard where. */
export function needsCues({ srtPath, vttPath, descriptionsPath, editorsPath, video }: Deliveries): boolean {
  const paths = [srtPath, vttPath, descriptionsPath, editorsPath];
  return video?.hasSubtitles === true || paths.some(path => path !== undefined);
}

/**
 * Writes what was asked for beside the mp3, each file whole or not at all.
 * @throws CodedError as `writeWholeFile`
 */
export async function writeDeliveries(
  { wavPath, srtPath, vttPath, descriptionsPath, editorsPath, scriptPath }: Deliveries,
  { script, cues, durationSeconds, frameRate, readSound, readLines }: SpokenNarration,
  language: Language,
): Promise<void> {
  if (scriptPath) await writeWholeFile(scriptPath, `${script.trimEnd()}\n`);
  if (srtPath) await writeWholeFile(srtPath, writeSrt(cues, language));
  if (vttPath) await writeWholeFile(vttPath, writeVtt(cues, language));
  if (descriptionsPath) await writeWholeFile(descriptionsPath, writeDescriptions(cues, language));
  if (wavPath) await writeWholeFile(wavPath, await collectWav(readSound()));
  if (editorsPath)
    await writeWholeFile(
      editorsPath,
      writeZip(makeEditorsFiles(readLines(), durationSeconds, frameRate), new Date()),
    );
}
