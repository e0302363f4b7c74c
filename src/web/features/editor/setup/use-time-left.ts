import { useEffect, useEffectEvent, useState } from 'react';
import { usePublicConfig } from '../../public-config/public.ts';
import { findSpeaker, type Speakers } from '../../voice-samples/public.ts';
import type { EditorState, Job } from '../store/editor-state.ts';
import { getNarration, getText } from '../store/select.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import { describeTimeLeft, estimateSeconds } from './estimate-time.ts';
import { addWorkTime, readWorkTimes } from './work-times.ts';

/** What is done and by whom, and how much of it: seconds of video, or characters. */
interface SizedWork {
  readonly kind: string;
  readonly size: number;
}

/** How much time is left of the running job, by what such work took in this browser before; undefined without a basis. */
export function useTimeLeft(speakers: Speakers | undefined): string | undefined {
  const { store } = useEditor();
  const { data: config } = usePublicConfig();
  const [left, setLeft] = useState<string>();
  const jobId = useEditorState(({ job }) => job?.id);

  const begin = useEffectEvent((): SizedWork | undefined => {
    const state = store.getState();
    if (!state.job) return undefined;
    const { vision, script } = config?.engines ?? {};
    const transcription = config?.transcription?.name;
    return measure(state, state.job, { vision: vision?.name, script: script?.name, transcription, speakers });
  });

  useEffect(() => {
    setLeft(undefined);
    const work = jobId === undefined ? undefined : begin();
    if (!work) return;
    const beganMs = performance.now();
    const getElapsedSeconds = () => (performance.now() - beganMs) / 1000;
    const estimate = estimateSeconds(readWorkTimes(work.kind), work.size);
    const report = () => estimate !== undefined && setLeft(describeTimeLeft(estimate - getElapsedSeconds()));
    report();
    const timer = setInterval(report, 1000);
    return () => {
      clearInterval(timer);
      if (store.getState().lastEnd?.outcome === 'done')
        addWorkTime(work.kind, { size: work.size, seconds: getElapsedSeconds() });
    };
  }, [jobId, store]);

  return left;
}

interface Workers {
  readonly vision: string | undefined;
  readonly script: string | undefined;
  readonly transcription: string | undefined;
  readonly speakers: Speakers | undefined;
}

function measure(
  state: EditorState,
  { kind }: Job,
  { vision, script, transcription, speakers }: Workers,
): SizedWork {
  const narration = getNarration(state);
  const characters = narration ? getText(narration).length : 0;
  if (kind === 'rewrite') return { kind: `rewriting ${script}`, size: characters };
  const videoSeconds = state.video?.facts.durationSeconds ?? 0;
  if (kind === 'hear') return { kind: `hearing ${transcription}`, size: videoSeconds };
  if (kind === 'write') return { kind: `script ${vision} ${script}`, size: videoSeconds };
  const speaker = speakers && findSpeaker(speakers, narration?.language ?? state.form.language);
  return { kind: `${kind} ${speaker?.name}`, size: characters };
}
