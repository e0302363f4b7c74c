import { measureLufs } from '#media/mix/prepare-recording.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { collectSound } from '#media/sound/line-sound.ts';
import { createId, getRecordingKey, type Line } from '#shared/narration/project.ts';
import { readPieces } from '../../../lib/call-server.ts';
import { addSounds } from '../jobs/speak.ts';
import { runOnNarration } from '../model/change-document.ts';
import type { EditorStore } from '../model/editor-state.ts';
import { findLineSound, getNarration } from '../model/select.ts';
import type { Recording } from './make-recording.ts';

const maxMeasured = 4;

/** Lets a line be heard from a recording; one Undo takes it back. */
export function takeRecording(store: EditorStore, line: Line, { mp3, seconds }: Recording): void {
  const recordingId = createId();
  addSounds(store, [{ key: getRecordingKey(recordingId), mp3, seconds, recordedText: line.text.trim() }]);
  runOnNarration(store, { type: 'setDelivery', lineId: line.id, changes: { recordingId } });
}

/** How loud other lines were spoken, in LUFS of one channel; undefined before any was. */
export async function measureOthers(
  store: EditorStore,
  lineId: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const state = store.getState();
  const narration = getNarration(state);
  if (!narration) return undefined;
  const others = narration.lines.filter(({ id, recordingId }) => id !== lineId && recordingId === undefined);
  const sounds = others.flatMap(line => findLineSound(state, narration, line) ?? []);
  const measured: number[] = [];
  for (const { mp3 } of sounds.filter(each => each.mp3.size > 0).slice(0, maxMeasured)) {
    const sound = await collectSound(decodeMp3(readPieces(new Response(mp3), signal)));
    const lufs = measureLufs(sound);
    if (lufs !== undefined) measured.push(lufs);
  }
  if (measured.length === 0) return undefined;
  return measured.reduce((sum, lufs) => sum + lufs, 0) / measured.length;
}
