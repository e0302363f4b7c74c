import { useId } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Button } from '../../../components/button.tsx';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';

/** Makes spoken subtitles of the lines that are shown, or of the transcript. */
export function SpeakSubtitles({ from }: { readonly from: 'lines' | 'transcript' }) {
  const editor = useEditor();
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const hintId = useId();
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
        {t(studioMessages.speakSubtitles)}
      </Button>{' '}
      <small id={hintId}>{t(studioMessages.speakSubtitlesHint)}</small>
    </p>
  );
}
