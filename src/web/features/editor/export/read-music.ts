import { BlobSource } from 'mediabunny';
import type { MusicToMix } from '#media/mix/music.ts';
import { readSoundFile } from '#media/sound/read-sound-file.ts';
import type { JobMusic } from './export-job.ts';

// The media code: for the export worker.

/** @throws {CodedError} as `readSoundFile` */
export function readMusicFile(file: Blob, signal: AbortSignal) {
  return readSoundFile(new BlobSource(file), signal);
}

export function openMusic(music: JobMusic | undefined, signal: AbortSignal): MusicToMix | undefined {
  return music && { ...music, read: () => readMusicFile(music.file, signal) };
}
