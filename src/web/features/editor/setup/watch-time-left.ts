import { findSpeaker, type Speakers } from '../../voice-samples/public.ts';
import type { EditorState, EditorStore, Job } from '../store/editor-state.ts';
import { getNarration, getText } from '../store/select.ts';
import { describeTimeLeft, estimateSeconds } from './estimate-time.ts';
import { addWorkTime, readWorkTimes } from './work-times.ts';

// Fetched with the first video, or when a script is spoken without one.

/** What is done and by whom, and how much of it: seconds of video, or characters. */
interface SizedWork {
  readonly kind: string;
  readonly size: number;
}

export interface Workers {
  readonly vision: string | undefined;
  readonly script: string | undefined;
  readonly transcription: string | undefined;
  readonly speakers: Speakers | undefined;
}

/**
 * Reports each second how much time is left of the running job, where such work was done in this browser before.
 * @returns ends it; what a job took is remembered if it is done by then
 */
export function watchTimeLeft(
  store: EditorStore,
  workers: Workers,
  report: (left: string | undefined) => void,
): () => void {
  const state = store.getState();
  if (!state.job) return () => {};
  const work = measure(state, state.job, workers);
  const beganMs = performance.now();
  const getElapsedSeconds = () => (performance.now() - beganMs) / 1000;
  const estimate = estimateSeconds(readWorkTimes(work.kind), work.size);
  const reportLeft = () => estimate !== undefined && report(describeTimeLeft(estimate - getElapsedSeconds()));
  reportLeft();
  const timer = setInterval(reportLeft, 1000);
  return () => {
    clearInterval(timer);
    if (store.getState().lastEnd?.outcome === 'done')
      addWorkTime(work.kind, { size: work.size, seconds: getElapsedSeconds() });
  };
}

/** The kind of work, as its times are remembered. */
export function nameLanguagesWork({ speaks }: { readonly speaks: boolean }): string {
  return speaks ? 'translating and speaking' : 'translating';
}

function measure(
  state: EditorState,
  { kind, activity }: Job,
  { vision, script, transcription, speakers }: Workers,
): SizedWork {
  if (activity.kind === 'translating') return { kind: nameLanguagesWork(activity), size: activity.lines };
  const narration = getNarration(state);
  const characters = narration ? getText(narration).length : 0;
  if (kind === 'rewrite') return { kind: `rewriting ${script}`, size: characters };
  const videoSeconds = state.video?.facts.durationSeconds ?? 0;
  if (kind === 'hear') return { kind: `hearing ${transcription}`, size: videoSeconds };
  if (kind === 'write') return { kind: `script ${vision} ${script}`, size: videoSeconds };
  const speaker = speakers && findSpeaker(speakers, narration?.language ?? state.form.language);
  return { kind: `${kind} ${speaker?.name}`, size: characters };
}
