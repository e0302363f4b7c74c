import { collectProvenance, type Provenance, type VoiceSource } from '#shared/marks/provenance.ts';
import { getSpokenWith, isSpokenByLine, type Narration, type Project } from '#shared/narration/project.ts';
import { getVoiceName } from '#shared/voices.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import type { EditorState } from './editor-state.ts';
import { findLineSound, findRecording, getNarration, type Sounding } from './select.ts';

export function getProvenance(state: EditorState): Provenance | undefined {
  const narration = getNarration(state);
  return narration && findProvenance(narration, state.project, state.ownPronunciations, state.sounds);
}

type Inputs = [Narration, Project, EditorState['ownPronunciations'], EditorState['sounds']];

const findProvenance = rememberLast(([narration, project, ownPronunciations, sounds]: Inputs) => {
  const state = { project, ownPronunciations, sounds };
  const isRecorded = narration.lines.some(line => line.recordingId && findLineSound(state, narration, line));
  return collectProvenance(narration, listVoices(state, narration), isRecorded);
});

/** Synthetic ones, of all that was spoken as it is now. */
function listVoices(state: Sounding, narration: Narration): VoiceSource[] {
  if (!isSpokenByLine(narration)) {
    const recording = findRecording(state, narration);
    const spokenWith = getSpokenWith(state.project, narration);
    return recording && spokenWith ? [{ name: getVoiceName(spokenWith.voice), ...recording.source }] : [];
  }
  return narration.lines.flatMap(line => {
    // A person's own recording is nobody's voice.
    const sound = line.recordingId === undefined && findLineSound(state, narration, line);
    const spokenWith = getSpokenWith(state.project, narration, line);
    return sound && spokenWith ? [{ name: getVoiceName(spokenWith.voice), ...sound.source }] : [];
  });
}
