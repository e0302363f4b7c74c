import { usualMusicDb } from '#media/mix/music.ts';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { musicMessages } from '#shared/messages/music.ts';
import { createId, getMusicKey, type Narration } from '#shared/narration/project.ts';
import { addSounds } from '../jobs/speak.ts';
import { changeSettings } from '../model/change-document.ts';
import type { EditorStore } from '../model/editor-state.ts';
import { measureMusicInWorker } from './run-export-worker.ts';

/** It is kept beside the sounds of lines. */
const maxMegabytes = 100;

/**
 * Lays a sound file under a narration; one that was there before keeps its place and level.
 * @throws {CodedError} if it is no sound, or too large
 */
export async function addMusic(
  store: EditorStore,
  narration: Narration,
  file: File,
  signal: AbortSignal,
): Promise<void> {
  if (file.size > maxMegabytes * 2 ** 20)
    throw new CodedError('too_large', { message: fill(musicMessages.tooLarge, { limit: maxMegabytes }) });
  const { lufs, seconds } = await measureMusicInWorker(file, signal);
  const now = store.getState().project.narrations.find(({ id }) => id === narration.id);
  if (signal.aborted || !now) return;
  const id = createId();
  // A copy: the person may move or delete the file.
  const copy = new Blob([await file.arrayBuffer()], { type: file.type });
  addSounds(store, [{ key: getMusicKey(id), mp3: copy, seconds, lufs }]);
  const music = { levelDb: usualMusicDb, ...now.settings.music, id, name: file.name };
  changeSettings(store, now, { music });
}
