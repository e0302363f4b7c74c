import type { EditorState, EditorStore, Snapshot } from './editor-state.ts';

/** Far more than anybody goes back; documents share what did not change. */
const maxUndoSteps = 200;

export const undo = (store: EditorStore) => goOneStep(store, 'past', 'future');

export const redo = (store: EditorStore) => goOneStep(store, 'future', 'past');

function goOneStep(store: EditorStore, from: 'past' | 'future', to: 'past' | 'future'): void {
  store.setState(state => {
    const step = state[from].at(-1);
    if (!step) return state;
    const back = [...state[to], takeSnapshot(state, step.part)];
    return { ...restore(state, step), [from]: state[from].slice(0, -1), [to]: back };
  });
}

/** The step that is about to be made. @param group successive steps of one group are one step */
export function remember(
  state: EditorState,
  group?: string,
  part?: Snapshot['part'],
): Pick<EditorState, 'past' | 'future' | 'group'> {
  const step = state.past.at(-1);
  if (step && group !== undefined && group === state.group) {
    if (part === step.part || step.part === 'both' || step.part === 'video')
      return { past: state.past, future: [], group };
    // What the step has not changed until now is as it was before the step.
    const now = takeSnapshot(state, 'both');
    const both =
      step.part === 'said' ? { ...now, said: step.said } : { ...step, part: now.part, said: now.said };
    return { past: state.past.with(-1, both), future: [], group };
  }
  return { past: [...state.past, takeSnapshot(state, part)].slice(-maxUndoSteps), future: [], group };
}

function takeSnapshot(
  { project, narrationId, video: chosen }: EditorState,
  part: Snapshot['part'],
): Snapshot {
  const { narrations, transcript, cast, glossary, video, observations } = project;
  return {
    narrations,
    narrationId,
    part,
    ...(part && { said: { transcript, cast, glossary } }),
    ...(part === 'video' && { film: { seen: { video, observations }, chosen } }),
  };
}

/** A narration that was added since stays among the versions: it may have cost something. */
function restore(
  state: EditorState,
  { narrations, narrationId, part, said, film }: Snapshot,
): Partial<EditorState> {
  if (part === 'said') return { project: { ...state.project, ...said }, group: undefined };
  const known = new Set(narrations.map(({ id }) => id));
  const added = state.project.narrations.filter(({ id }) => !known.has(id));
  // As other machines place them.
  const byAge = [...narrations, ...added].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  const project = {
    ...state.project,
    ...said,
    ...film?.seen,
    narrations: added.length > 0 ? byAge : narrations,
  };
  const { chosen, seen } = film ?? {};
  return {
    project,
    narrationId,
    group: undefined,
    isChanged: true,
    lastEnd: undefined,
    ...(film && { video: chosen, heard: undefined, lostVideo: chosen ? undefined : seen?.video }),
  };
}
