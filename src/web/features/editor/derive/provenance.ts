import { collectProvenance } from '#shared/marks/collect-provenance.ts';
import type { Provenance, VoiceSource } from '#shared/marks/provenance.ts';
import { getSpokenWith, isTimed, type Narration, type Project } from '#shared/narration/project.ts';
import { getVoiceName } from '#shared/voices.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import type { EditorState } from '../store/editor-state.ts';
import { findLineSound, findRecording, getNarration } from '../store/select.ts';

/** Who wrote and spoke the narration that is shown; the same object while nothing of it changes. */
export function getProvenance(state: EditorState): Provenance | undefined {
  const narration = getNarration(state);
  return narration && findProvenance(narration, state.project, state.sounds);
}

const findProvenance = rememberLast(
  ([narration, project, sounds]: [Narration, Project, EditorState['sounds']]) =>
    collectProvenance(
      narration,
      listVoices({ project, sounds }, narration),
      narration.lines.some(line => line.recordingId && findLineSound({ project, sounds }, narration, line)),
    ),
);

/** Synthetic ones, of all that was spoken as it is now. */
function listVoices(state: Pick<EditorState, 'project' | 'sounds'>, narration: Narration): VoiceSource[] {
  if (!isTimed(narration)) {
    const recording = findRecording(state, narration);
    const spokenWith = getSpokenWith(state.project, narration);
    return recording && spokenWith ? [{ name: getVoiceName(spokenWith.voice), ...recording.source }] : [];
  }
  return narration.lines.flatMap(line => {
    const sound = line.recordingId === undefined ? findLineSound(state, narration, line) : undefined;
    const spokenWith = getSpokenWith(state.project, narration, line);
    return sound && spokenWith ? [{ name: getVoiceName(spokenWith.voice), ...sound.source }] : [];
  });
}
