import { useId } from 'react';
import { t } from '#shared/messages/message.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import { Button } from '../../../components/button.tsx';
import { loadChunk } from '../../../lib/load-chunk.ts';
import type { EditorState } from '../store/editor-state.ts';
import { getNarration, hasSaid } from '../store/select.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';

/** Makes spoken subtitles of the transcript, or of the lines that are shown where these came from a file, as subtitles do. */
export function SpeakSubtitles({ from }: { readonly from: 'lines' | 'transcript' }) {
  const editor = useEditor();
  const isPossible = useEditorState(from === 'lines' ? hasImportedLines : hasTranscript);
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const hintId = useId();
  if (!isPossible) return null;
  const begin = () =>
    void loadChunk('spoken subtitles', () => import('../jobs/make-spoken-subtitles.ts')).then(
      ({ makeSpokenSubtitles }) => makeSpokenSubtitles(editor, from),
    );
  return (
    <p>
      <Button
        variant="default"
        aria-disabled={isWorking || undefined}
        aria-describedby={hintId}
        onClick={isWorking ? undefined : begin}
      >
        {t(transcriptPanelMessages.speakSubtitles)}
      </Button>{' '}
      <small id={hintId}>{t(transcriptPanelMessages.speakSubtitlesHint)}</small>
    </p>
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
