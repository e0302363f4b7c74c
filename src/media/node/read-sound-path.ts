import { openAsBlob } from 'node:fs';
import type { RatedSound } from '../sound/channels.ts';
import { readSoundFile } from '../sound/read-sound-file.ts';
import './register-coders.ts';

/** Decodes a sound file on disk: in a process that may crash, as `openVideoFile`. @throws CodedError as `readSoundFile` */
export async function* readSoundPath(path: string, signal: AbortSignal): AsyncGenerator<RatedSound> {
  yield* readSoundFile(await openAsBlob(path), signal);
}
