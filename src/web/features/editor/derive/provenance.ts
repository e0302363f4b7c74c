import { collectProvenance } from '#shared/marks/collect-provenance.ts';
import type { Provenance, VoiceSource } from '#shared/marks/provenance.ts';
import { isTimed, type Narration } from '#shared/narration/project.ts';
import type { EditorState } from '../store/editor-state.ts';
import { findLineSound, findRecording, getNarration, getSpokenWith } from '../store/select.ts';

let last: { readonly of: readonly unknown[]; readonly provenance: Provenance } | undefined;

/** Who wrote and spoke the narration that is shown; the same object while nothing of it changes. */
export function getProvenance(state: EditorState): Provenance | undefined {
  const narration = getNarration(state);
  if (!narration) return undefined;
  const of = [narration, state.sounds];
  if (!last || of.some((each, at) => each !== last?.of[at]))
    last = { of, provenance: collectProvenance(narration, listVoices(state, narration)) };
  return last.provenance;
}

/** Of all that was spoken as it is now. */
function listVoices(state: EditorState, narration: Narration): VoiceSource[] {
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
