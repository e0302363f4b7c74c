import { useLazyParts } from '../../../lib/load-chunk.ts';
import type { Speakers } from '../../voice-samples/public.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import { ActivityLine } from './activity-line.tsx';
import { announceState, describeState, findMissing } from './describe-state.ts';
import { lazyPreview } from './lazy-preview.ts';
import { ProgressBar } from './progress-bar.tsx';
import { useTimeLeft } from './use-time-left.ts';

/** What is happening, or to be done next. */
export function useStatus(speakers: Speakers | undefined): string {
  const editor = useEditor();
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const parts = useLazyParts(lazyPreview, isWorking);
  const timeLeft = useTimeLeft(speakers);
  return useEditorState(state =>
    state.job
      ? (parts?.describeWork(state, state.job, timeLeft) ?? '')
      : describeState(state, findMissing(editor, state)),
  );
}

export function StatusBar({ text }: { readonly text: string }) {
  const percent = useEditorState(({ progress }) => progress);
  return <ProgressBar percent={percent} text={text} />;
}

/** The line under the bar; the same for screen readers, which get no figures. */
export function StatusLine({ id, text }: { readonly id: string; readonly text: string }) {
  const job = useEditorState(state => state.job);
  const parts = useLazyParts(lazyPreview, job !== undefined);
  const announcement = useEditorState(state =>
    state.job ? parts?.announceWork(state.job) : announceState(state),
  );
  return (
    <ActivityLine
      id={id}
      text={text}
      isWorking={job !== undefined}
      announcement={announcement}
      offersStop={job?.isSilent === true}
      onStop={() => job?.cancel()}
      NotifyMe={parts?.NotifyMe}
    />
  );
}
