import { useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import type { Line } from '#shared/narration/project.ts';
import { TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { getLines, getNarration, getText } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { scriptAccept } from '../start/dropped.ts';
import classes from './own-script-ways.module.css';

interface Outcome {
  readonly isGood: boolean;
  readonly message: string;
  readonly lines: readonly Line[];
}

/** Opens scripts; the outcome is shown under the script until that changes. */
export function useOpenScript() {
  const editor = useEditor();
  const lines = useEditorState(getLines);
  const [last, setLast] = useState<Outcome>();
  const note = (isGood: boolean, message: string) =>
    setLast({ isGood, message, lines: getLines(editor.store.getState()) });
  const run = (
    work: (parts: typeof import('./open-script.ts')) => Promise<string | undefined>,
    nothing = t(studioMessages.noSubtitles),
  ) =>
    void loadChunk('script reader', () => import('./open-script.ts'))
      .then(work)
      .then(
        message => {
          if (message ?? nothing) note(message !== undefined, message ?? nothing);
        },
        (error: unknown) => {
          noteFailure(error);
          note(false, describeFailure(error));
        },
      );
  return {
    outcome: last?.lines === lines ? last : undefined,
    open: (file: File) => run(({ openScript }) => openScript(editor, file)),
    convert: () => run(({ convertSubtitles }) => convertSubtitles(editor)),
    paste: (pasted: string) => run(({ convertSubtitles }) => convertSubtitles(editor, pasted), ''),
  };
}

export type OpenScript = ReturnType<typeof useOpenScript>;

/** Under the script: opens a script or subtitles from a file, and converts subtitles that were pasted. */
export function OwnScriptWays({ own }: { readonly own: OpenScript }) {
  const { outcome } = own;
  const loading = useRef<HTMLButtonElement>(null);
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const hasSubtitles = useEditorState(state => {
    const narration = getNarration(state);
    return narration?.style === 'continuous' && / --> |^Dialogue:/mu.test(getText(narration));
  });
  function convert() {
    // Once it is done there is nothing to press here any more, and the keyboard shall not lose its place.
    loading.current?.focus();
    own.convert();
  }
  return (
    <div className={classes.ways}>
      {!isWorking && (
        <p>
          <TextButton ref={loading} onClick={() => askForScript(own.open)}>
            {t(studioMessages.openScript)}
          </TextButton>
          {hasSubtitles && (
            <>
              {' · '}
              <TextButton onClick={convert}>{t(studioMessages.convertSubtitles)}</TextButton>
            </>
          )}
        </p>
      )}
      <div role="status">{outcome?.isGood && <Notice tone="plain">{outcome.message}</Notice>}</div>
      {outcome && !outcome.isGood && <Notice tone="problem">{outcome.message}</Notice>}
    </div>
  );
}

/** The page itself has one field for files, that of the video. */
export function askForScript(take: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = scriptAccept;
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) take(file);
  };
  input.click();
}
