import { getSpokenWith } from '#shared/narration/project.ts';
import { noteFailure } from '../../../lib/failures.ts';
import type { ChosenVideo, EditorState, EditorStore } from '../model/editor-state.ts';
import { getSpokenLanguage } from '../model/line-states.ts';
import { getNarration, needsGaps } from '../model/select.ts';
import { listenForGaps } from './listen-for-gaps.ts';

/**
 * Finds out what lines with times depend on: where people speak in a video that is described. What was learned of a voice's speed is
 * forgotten once another one speaks.
 * @returns ends it
 */
export function watchLines(store: EditorStore): () => void {
  let voiced = findVoiced(store.getState());
  let listening: { readonly file: File; readonly control: AbortController } | undefined;
  const listenTo = (video: ChosenVideo | undefined) => {
    if (video?.file === listening?.file) return;
    listening?.control.abort();
    listening = video && { file: video.file, control: new AbortController() };
    if (video && listening) void listen(store, video, listening.control.signal);
  };
  const look = (state: EditorState) => {
    listenTo(needsGaps(state) && !state.heard ? state.video : undefined);
    const now = findVoiced(state);
    if (now === voiced) return;
    voiced = now;
    store.setState({ speechRate: undefined });
  };
  look(store.getState());
  const unsubscribe = store.subscribe(look);
  return () => {
    unsubscribe();
    listenTo(undefined);
  };
}

async function listen(store: EditorStore, { file, facts }: ChosenVideo, signal: AbortSignal): Promise<void> {
  try {
    const heard = await listenForGaps(file, facts.durationSeconds, { signal });
    store.setState(({ video }) => (video?.file === file ? { heard } : {}));
  } catch (error) {
    if (!signal.aborted) noteFailure(error);
  }
}

function findVoiced(state: EditorState): string | undefined {
  const narration = getNarration(state);
  const spokenWith = narration && getSpokenWith(state.project, narration);
  return (
    spokenWith && JSON.stringify([spokenWith.voice, spokenWith.provider, getSpokenLanguage(narration, state)])
  );
}
