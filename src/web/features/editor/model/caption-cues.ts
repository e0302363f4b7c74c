import { type PicturePause, type SpokenCue, toPausedSeconds } from '#shared/script/cues.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import type { EditorState } from './editor-state.ts';
import { getLineStates } from './line-states.ts';
import type { LineState } from './list-lines.ts';
import { planVoice, type VoicePlan } from './plan-voice.ts';

/**
 * The captions of the narration that is shown, in seconds of the finished video: as they are exported, and lines that are not spoken
 * yet where they will be. The same list while nothing of it changes.
 */
export function getCaptionCues(state: EditorState): readonly SpokenCue[] {
  return listCues(getLineStates(state), planVoice(state));
}

const none: readonly SpokenCue[] = [];

const listCues = rememberLast(([lines, voice]: [readonly LineState[], VoicePlan | undefined]) => {
  // Lines without times are heard one after the other, those that are spoken.
  if (voice?.track.kind === 'recording' || lines.length === 0) return voice?.cues ?? none;
  const spoken = voice?.track.kind === 'lines' ? voice.track.lines : [];
  const byId = new Map(spoken.map(cue => [cue.id, cue]));
  return lines.flatMap(line => byId.get(line.line.id) ?? estimateCue(line, voice?.pauses ?? []));
});

function estimateCue(
  { line, startSeconds: fromSeconds, pauseBeforeSeconds, needSeconds, availableSeconds, leftOut }: LineState,
  pauses: readonly PicturePause[],
): SpokenCue[] {
  const seconds = Math.min(needSeconds, availableSeconds);
  if (seconds <= 0 || leftOut !== undefined) return [];
  const startSeconds = toPausedSeconds(fromSeconds + pauseBeforeSeconds, pauses);
  return [{ text: line.text, startSeconds, endSeconds: startSeconds + seconds }];
}
