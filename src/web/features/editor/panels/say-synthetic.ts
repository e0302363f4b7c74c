import { addSyntheticNotice, getSyntheticNotice, type NoticePlace } from '#shared/marks/synthetic-notice.ts';
import { estimateSeconds, startRate } from '#shared/script/estimate-speech.ts';
import { runLate } from '../model/change-document.ts';
import type { EditorStore } from '../model/editor-state.ts';
import {
  getDescribedVideo,
  getDurationSeconds,
  getLineStates,
  getSpokenLanguage,
} from '../model/line-states.ts';
import { getNarration } from '../model/select.ts';

/**
 * Adds a line that says that the voice is synthetic, in the language of the narration.
 * @returns false if no time is free for it
 */
export function saySynthetic(store: EditorStore, place: NoticePlace): boolean {
  const state = store.getState();
  const narration = getNarration(state);
  if (!narration) return false;
  const language = getSpokenLanguage(narration, state);
  const command = addSyntheticNotice(narration, {
    place,
    language,
    seconds: estimateSeconds(getSyntheticNotice(language), state.speechRate ?? startRate(language)),
    durationSeconds: getDurationSeconds(state),
    spoken: getLineStates(state).map(({ startSeconds, needSeconds }) => ({
      startSeconds,
      endSeconds: startSeconds + needSeconds,
    })),
    gaps: getDescribedVideo(state)?.gaps,
  });
  if (command) runLate(store, command);
  return command !== undefined;
}
