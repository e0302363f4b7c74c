import type { MusicToMix } from '#media/mix/music.ts';
import { readSoundFile } from '#media/sound/read-sound-file.ts';
import type { JobMusic } from './export-job.ts';

// The media code: for the export worker.

export function openMusic(music: JobMusic | undefined, signal: AbortSignal): MusicToMix | undefined {
  return music && { ...music, read: () => readSoundFile(music.file, signal) };
}
