import { useId } from 'react';
import { t } from '#shared/messages/message.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import { Button } from '../../../components/button.tsx';
import { loadChunk } from '../../../lib/load-chunk.ts';
import type { EditorState } from '../model/editor-state.ts';
import { getNarration, hasSaid } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';

/** Makes subtitles of the transcript, to translate or to have spoken; lines that came from a file, as subtitles do, are only spoken. */
export function SpeakSubtitles({ from }: { readonly from: 'lines' | 'transcript' }) {
  const editor = useEditor();
  const isPossible = useEditorState(from === 'lines' ? hasImportedLines : hasTranscript);
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const hintId = useId();
  if (!isPossible) return null;
  const load = () => loadChunk('spoken subtitles', () => import('../jobs/speak.ts'));
  const begin = () => void load().then(({ makeSpokenSubtitles }) => makeSpokenSubtitles(editor, from));
  const write = () =>
    void load().then(({ makeSubtitles }) =>
      editor.store.setState({ selectedLineId: makeSubtitles(editor, from)?.lines[0]?.id }),
    );
  const speaking = (
    <p>
      <Button variant="default" isBlocked={isWorking} aria-describedby={hintId} onClick={begin}>
        {t(transcriptPanelMessages.speakSubtitles)}
      </Button>{' '}
      <small id={hintId}>{t(transcriptPanelMessages.speakSubtitlesHint)}</small>
    </p>
  );
  if (from === 'lines') return speaking;
  return (
    <>
      {speaking}
      <p>
        <Button
          variant="default"
          isBlocked={isWorking}
          aria-describedby={`${hintId}-translated`}
          onClick={write}
        >
          {t(transcriptPanelMessages.makeSubtitles)}
        </Button>{' '}
        <small id={`${hintId}-translated`}>{t(transcriptPanelMessages.makeSubtitlesHint)}</small>
      </p>
    </>
  );
}

function hasTranscript(state: EditorState): boolean {
  return state.video !== undefined && hasSaid(state);
}

function hasImportedLines(state: EditorState): boolean {
  const narration = getNarration(state);
  if (!state.video || narration?.style !== 'timed' || narration.settings.isSpokenSubtitles) return false;
  return narration.lines.length > 0 && narration.lines.every(({ origin }) => origin === 'imported');
}
