import { useState } from 'react';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { Button } from '../../../components/button.tsx';
import { speak } from '../jobs/speak.ts';
import { addLineAt } from '../model/edit-lines.ts';
import { findTooLong, nameFitting } from '../model/judge-line.ts';
import type { LineState } from '../model/list-lines.ts';
import { useEditor } from '../model/use-editor.tsx';
import { SpeakSubtitles } from '../panels/speak-subtitles.tsx';
import classes from './line-list.module.css';
import { ShiftLines } from './shift-lines.tsx';

interface LinesHeadProps {
  readonly lines: readonly LineState[];
  readonly canSpeak: boolean;
  readonly isFixed: boolean;
  readonly helpId: string;
}

export function LinesHead({ lines, canSpeak, isFixed, helpId }: LinesHeadProps) {
  const editor = useEditor();
  const { store } = editor;
  const [isShifting, setIsShifting] = useState(false);
  const tooLong = findTooLong(lines);

  function addLine() {
    addLineAt(store, store.getState().player?.picture.getPlaybackTime().atSeconds ?? 0);
  }

  return (
    <>
      <div className={classes.head}>
        <p className={classes.sum} role="status">
          {describeLines(lines, tooLong)}
        </p>
        <div className={classes.buttons}>
          {tooLong.some(({ line }) => !line.isLocked) && !isFixed && (
            <Button variant="default" disabled={!canSpeak} onClick={() => speak(editor, { shorten: true })}>
              {nameFitting(lines)}
            </Button>
          )}
          <Button variant="default" disabled={isFixed} onClick={addLine}>
            {t(lineEditorMessages.addLine)}
          </Button>
          <Button variant="default" disabled={isFixed} onClick={() => setIsShifting(true)}>
            {t(lineEditorMessages.shiftAll)}
          </Button>
        </div>
      </div>
      <SpeakSubtitles from="lines" />
      <p className={classes.help} id={helpId}>
        {t(lineEditorMessages.help)}
      </p>
      {isShifting && <ShiftLines onClose={() => setIsShifting(false)} />}
    </>
  );
}

function describeLines(lines: readonly LineState[], tooLong: readonly LineState[]): string {
  const { lines: count, allHaveAudio, someHaveAudio, allFit, someLeftOut, someTooLong } = lineEditorMessages;
  // A line that could not be spoken is silent.
  const spoken = lines.filter(({ isSpoken, needSeconds }) => isSpoken && needSeconds > 0).length;
  const isLeftOut = tooLong.some(({ leftOut }) => leftOut !== undefined);
  const facts = [
    t(count, { count: lines.length }),
    spoken === lines.length && t(allHaveAudio),
    spoken > 0 && spoken < lines.length && t(someHaveAudio, { count: spoken }),
    tooLong.length === 0 ? t(allFit) : t(isLeftOut ? someLeftOut : someTooLong, { count: tooLong.length }),
  ];
  return facts.filter(Boolean).join(' · ');
}
