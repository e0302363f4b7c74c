import { isSpokenByLine, type Line } from '#shared/narration/project.ts';
import type { EditorState } from '../store/editor-state.ts';
import { findLineSound, getNarration } from '../store/select.ts';

/** The lines of the narration that is shown which are to be spoken, of one that is spoken line by line. */
export function listUnspoken(state: EditorState): readonly Line[] {
  const narration = getNarration(state);
  if (!narration || !isSpokenByLine(narration)) return [];
  return narration.lines.filter(line => line.text.trim() !== '' && !findLineSound(state, narration, line));
}
