import type { VideoFile } from '#media/container/video-file.ts';
import { streamZip } from '#media/mix/editors-files.ts';
import { type LanguageFolder, listLanguageFiles } from '#media/mix/export-folders.ts';
import type { WritingOptions, WritingProgress, WrittenVideo } from '#media/mix/narrate-video.ts';
import type { ExportJob, LanguagesJob, MadeFile, WritingPlace } from './export-job.ts';
import { readWhole, takeOwnPlace } from './file-places.ts';
import { writeInOrder } from './write-sound.ts';

interface MakingOptions extends WritingOptions {
  readonly make: (
    job: ExportJob,
    place: WritingPlace,
    noteProgress: (progress: WritingProgress) => void,
  ) => Promise<MadeFile>;
}

/**
 * Writes the zip of a narration in several languages. Each sound or video is made in the browser's own storage, and deleted once it is
 * in the zip.
 * @param file kept when it is complete
 * @throws {CodedError} of the sounds and videos; `storage_full`
 */
export async function writeLanguages(
  job: LanguagesJob,
  file: VideoFile,
  { make, noteProgress }: MakingOptions,
): Promise<WrittenVideo> {
  const seconds = job.folders.map(({ making }) => making?.job.voice.durationSeconds ?? 0);
  const totalSeconds = seconds.reduce((sum, each) => sum + each, 0);
  async function* makeFolders(): AsyncGenerator<LanguageFolder<Blob>, void, undefined> {
    let before = 0;
    for (const [index, { making, ...folder }] of job.folders.entries()) {
      if (!making) {
        yield { ...folder, made: undefined };
        continue;
      }
      const { ending } = making;
      const place = await takeOwnPlace({
        name: `made.${ending}`,
        mimeType: '',
        bytes: making.bytes,
        asksPlace: false,
      });
      try {
        const made = await make(making.job, place.writing, ({ writtenSeconds }) =>
          noteProgress({ writtenSeconds: Math.min(totalSeconds, before + writtenSeconds), totalSeconds }),
        );
        before += seconds[index] ?? 0;
        yield { ...folder, made: { ending, input: await readWhole(place, made.file) } };
      } finally {
        await place.discard();
      }
    }
  }
  await writeInOrder(file, streamZip(listLanguageFiles(job, makeFolders())));
  await file.keep();
  return { durationSeconds: Math.max(...seconds) };
}
