import { useEffect, useId, useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { transcriptPanelMessages as messages } from '#shared/messages/transcript-panel.ts';
import { Notice } from '../../../components/notice.tsx';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { describeHearing } from '../model/describe-transcript.ts';
import type { Transcription } from '../model/editor.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { WorkButton } from '../start/work-button.tsx';
import classes from './transcript-panel.module.css';
import { WholeTranscript } from './whole-transcript.tsx';

/** What is said in the video, in a fold: to read, to correct and to make lines of; or the way to have it transcribed. */
export function TranscriptPanel() {
  const transcription = usePublicConfig().data?.transcription;
  const transcript = useEditorState(({ project }) => project.transcript);
  const hasSound = useEditorState(({ video }) => video?.facts.hasSound === true);
  const [isOpen, setOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  useKeptFocus(summary, transcript !== undefined);
  if (!transcript && !(transcription && hasSound)) return null;
  return (
    <details className={classes.panel} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary ref={summary}>{t(messages.transcript)}</summary>
      {isOpen && transcript && <WholeTranscript transcript={transcript} />}
      {isOpen && !transcript && transcription && <Transcribe transcription={transcription} />}
    </details>
  );
}

/** The keyboard does not lose its place when a button gives way to the transcript, or that to the button. */
function useKeptFocus(summary: { readonly current: HTMLElement | null }, hasTranscript: boolean): void {
  const had = useRef(hasTranscript);
  useEffect(() => {
    if (had.current === hasTranscript) return;
    had.current = hasTranscript;
    if (document.activeElement !== document.body) return;
    // Where nobody transcribes, the panel is gone with its transcript.
    const place = summary.current ?? document.getElementById('main');
    place?.focus({ preventScroll: true });
  }, [summary, hasTranscript]);
}

function Transcribe({ transcription }: { readonly transcription: Transcription }) {
  const editor = useEditor();
  const job = useEditorState(state => state.job);
  const end = useEditorState(({ lastEnd, video }) =>
    lastEnd?.kind === 'hear' && lastEnd.video === video?.file ? lastEnd : undefined,
  );
  const whereId = useId();
  return (
    <>
      <p id={whereId}>{describeHearing(transcription)}</p>
      <WorkButton
        label={t(messages.transcribe)}
        isWorking={job?.kind === 'hear'}
        disabled={job !== undefined}
        reasonId={whereId}
        variant="default"
        onBegin={() =>
          void loadChunk('hearing', () => import('../jobs/hear.ts')).then(({ hearVideo }) =>
            hearVideo(editor),
          )
        }
        onCancel={() => job?.cancel()}
      />
      <div role="status">
        {end?.outcome === 'done' && end.message && <Notice tone="plain">{end.message}</Notice>}
      </div>
      {end?.outcome === 'failed' && <Notice tone="problem">{end.message}</Notice>}
    </>
  );
}
