import { collectProvenance } from '#shared/marks/collect-provenance.ts';
import type { Provenance, VoiceSource } from '#shared/marks/provenance.ts';
import { isTimed, type Narration } from '#shared/narration/project.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import type { EditorState } from '../store/editor-state.ts';
import { findLineSound, findRecording, getNarration, getSpokenWith } from '../store/select.ts';

/** Who wrote and spoke the narration that is shown; the same object while nothing of it changes. */
export function getProvenance(state: EditorState): Provenance | undefined {
  const narration = getNarration(state);
  return narration && findProvenance(narration, state.sounds);
}

const findProvenance = rememberLast(([narration, sounds]: [Narration, EditorState['sounds']]) =>
  collectProvenance(narration, listVoices({ sounds }, narration)),
);

/** Of all that was spoken as it is now. */
function listVoices(state: Pick<EditorState, 'sounds'>, narration: Narration): VoiceSource[] {
  if (!isTimed(narration)) {
    const recording = findRecording(state, narration);
    const name = getSpokenWith(narration)?.voice;
    return recording && name !== undefined ? [{ name, ...recording.source }] : [];
  }
  return narration.lines.flatMap(line => {
    const sound = findLineSound(state, narration, line);
    const name = getSpokenWith(narration, line)?.voice;
    return sound && name !== undefined ? [{ name, ...sound.source }] : [];
  });
}
