import { basename, extname } from 'node:path';
import { zipDaptFiles } from '#media/mix/dapt-files.ts';
import { writeDapt } from '#shared/dapt/write-dapt.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import type { PicturePause } from '#shared/script/picture-pauses.ts';
import type { SpokenOptions } from './options.ts';
import { hasEnding } from './video-options.ts';
import type { Delivered, SpokenNarration } from './write-deliveries.ts';
import { writeWholeFile } from './write-whole-file.ts';

interface Description extends Pick<Delivered, 'language' | 'provenance'> {
  readonly options: SpokenOptions;
  readonly sound: SpokenNarration;
  readonly pauses: readonly PicturePause[];
}

/**
 * Writes an audio description as DAPT: a script to be recorded, or, if the path ends with .zip, its sound beside it.
 * @throws CodedError as `writeWholeFile`
 */
export async function writeDaptFile(
  path: string,
  { options, sound, pauses, language, provenance }: Description,
  signal: AbortSignal,
): Promise<void> {
  const { deliveries, videoName } = options;
  const hasSound = hasEnding(path, 'zip');
  const dapt = writeDapt({
    cues: sound.cues,
    pauses,
    language,
    videoName,
    duckDb: deliveries.mix.duckDb,
    hasSound,
    marks: createMarks(provenance, 'text'),
  });
  const name = `${basename(path, extname(path)).replace(/\.dapt$/u, '')}.dapt.xml`;
  const zipped = () =>
    zipDaptFiles({ name, input: dapt }, sound.readLines(), createMarks(provenance, 'voice'));
  await writeWholeFile(path, hasSound ? zipped() : dapt, signal);
}
