import type { ReactNode } from 'react';
import { keepingMessages } from '#shared/messages/keeping.ts';
import { t } from '#shared/messages/message.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { run } from '../store/change-document.ts';
import {
  changeForm,
  changeKeeping,
  type EditorState,
  type JobKind,
  type VideoQuestion,
} from '../store/editor-state.ts';
import { getNarration, isEmpty } from '../store/select.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import classes from './narrations.module.css';

/** What a person should know of how the work is kept: in this browser, in two tabs, and when the page was closed too early. */
export function KeepingNotices() {
  const { store } = useEditor();
  const keeping = useEditorState(state => state.keeping);
  const interruption = useEditorState(describeInterruption);
  const { isKept, isOpenElsewhere, otherTexts, otherPrompt } = keeping;
  const dismissText = (lineId: string) =>
    changeKeeping(store, { otherTexts: otherTexts.filter(other => other.lineId !== lineId) });
  return (
    <div role="status">
      {!isKept && <Notice tone="plain">{t(keepingMessages.notKept)}</Notice>}
      {interruption !== undefined && (
        <Question text={interruption} onDismiss={() => changeKeeping(store, { interrupted: undefined })} />
      )}
      {isOpenElsewhere && <Notice tone="plain">{t(keepingMessages.openElsewhere)}</Notice>}
      {otherPrompt !== undefined && (
        <Question
          text={t(keepingMessages.otherPrompt, { text: otherPrompt })}
          onUse={() => {
            changeForm(store, { prompt: otherPrompt });
            changeKeeping(store, { otherPrompt: undefined });
          }}
          onDismiss={() => changeKeeping(store, { otherPrompt: undefined })}
        />
      )}
      {otherTexts.map(({ narrationId, lineId, text }) => (
        <Question
          key={lineId}
          text={t(keepingMessages.otherText, { text })}
          onUse={() => {
            run(store, { type: 'editText', narrationId, lineId, text });
            dismissText(lineId);
          }}
          onDismiss={() => dismissText(lineId)}
        />
      ))}
    </div>
  );
}

interface QuestionProps {
  readonly text: string;
  readonly onUse?: () => void;
  readonly onDismiss: () => void;
}

function Question({ text, onUse, onDismiss }: QuestionProps): ReactNode {
  return (
    <Notice tone="plain">
      <p>
        {text} {onUse && <TextButton onClick={onUse}>{t(keepingMessages.useIt)}</TextButton>}{' '}
        <TextButton onClick={onDismiss}>{t(keepingMessages.dismiss)}</TextButton>
      </p>
    </Notice>
  );
}

/** What became of work whose page was closed. */
function describeInterruption(state: EditorState): string | undefined {
  const { interrupted } = state.keeping;
  if (!interrupted) return undefined;
  const messages: Record<JobKind, string> = {
    write: t(isEmpty(state) ? keepingMessages.nothingWritten : keepingMessages.writingInterrupted),
    rewrite: t(keepingMessages.writingInterrupted),
    speak: t(
      getNarration(state)?.style === 'continuous'
        ? keepingMessages.recordingInterrupted
        : keepingMessages.speakingInterrupted,
    ),
    fit: t(keepingMessages.speakingInterrupted),
    'find scenes': t(keepingMessages.scenesInterrupted),
    hear: t(keepingMessages.hearingInterrupted),
    translate: t(keepingMessages.translatingInterrupted),
  };
  return messages[interrupted];
}

/** Asks what becomes of the script when another video is chosen. */
export function VideoQuestionDialog({ question }: { readonly question: VideoQuestion }) {
  const { name, hasNarration, answer } = question;
  const { anotherVideoKept, anotherVideoQuestion } = keepingMessages;
  return (
    <Dialog
      title={t(keepingMessages.anotherVideo)}
      reason={t(hasNarration ? anotherVideoKept : anotherVideoQuestion, { name })}
      onClose={() => answer('cancel')}
    >
      <div className="stack">
        <p>{t(keepingMessages.oldOneStays)}</p>
        <div className={classes.answers}>
          <Button onClick={() => answer('new narration')}>
            {t(hasNarration ? keepingMessages.openNarration : keepingMessages.newNarration)}
          </Button>
          <Button variant="default" onClick={() => answer('keep script')}>
            {t(keepingMessages.keepScript)}
          </Button>
          <Button variant="default" onClick={() => answer('cancel')}>
            {t(keepingMessages.cancel)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
