import { FilePathSource } from 'mediabunny';
import type { RatedSound } from '../sound/channels.ts';
import { readSoundFile } from '../sound/read-sound-file.ts';
import './register-coders.ts';

/** Decodes a sound file on disk: in a process that may crash, as `openVideoFile`. @throws CodedError as `readSoundFile` */
export function readSoundPath(path: string, signal: AbortSignal): AsyncGenerator<RatedSound> {
  return readSoundFile(new FilePathSource(path), signal);
}
