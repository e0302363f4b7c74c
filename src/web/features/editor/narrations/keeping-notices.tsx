import type { ReactNode } from 'react';
import { accountListMessages } from '#shared/messages/account-list.ts';
import { keepingMessages } from '#shared/messages/keeping.ts';
import { t } from '#shared/messages/message.ts';
import type { OtherText } from '#shared/narration/merge-head.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import {
  type AccountKeeping,
  changeForm,
  changeKeeping,
  type EditorState,
  type JobKind,
  type VideoQuestion,
} from '../store/editor-state.ts';
import { runLate } from '../store/run-late.ts';
import { getNarration, isEmpty } from '../store/select.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import { chooseAccount } from './account-list.ts';
import classes from './narrations.module.css';

/** What a person should know of how the work is kept: in this browser, in two tabs, and when the page was closed too early. */
export function KeepingNotices() {
  const { store } = useEditor();
  const keeping = useEditorState(state => state.keeping);
  const interruption = useEditorState(describeInterruption);
  const { isKept, isOpenElsewhere, otherTexts, otherPrompt } = keeping;
  const dismissText = (text: OtherText) =>
    changeKeeping(store, { otherTexts: otherTexts.filter(other => other !== text) });
  return (
    <div role="status" className={classes.keeping}>
      {!isKept && <Notice tone="plain">{t(keepingMessages.notKept)}</Notice>}
      {interruption !== undefined && (
        <Question text={interruption} onDismiss={() => changeKeeping(store, { interrupted: undefined })} />
      )}
      {keeping.account && <AccountNotice account={keeping.account} />}
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
      {otherTexts.map(other => (
        <Question
          key={`${other.lineId} ${other.text}`}
          text={t(
            other.narrationId === undefined ? keepingMessages.otherSegment : keepingMessages.otherText,
            {
              text: other.text,
            },
          )}
          onUse={() => {
            const { narrationId, lineId, text } = other;
            runLate(
              store,
              narrationId === undefined
                ? { type: 'editSegment', segmentId: lineId, text }
                : { type: 'editText', narrationId, lineId, text },
            );
            dismissText(other);
          }}
          onDismiss={() => dismissText(other)}
        />
      ))}
    </div>
  );
}

/** Whether the work is on the account; a person is asked once. */
function AccountNotice({ account }: { readonly account: AccountKeeping }) {
  const editor = useEditor();
  if (account === 'saved') return <p className={classes.facts}>{t(accountListMessages.saved)}</p>;
  if (account === 'offline') return <Notice tone="plain">{t(accountListMessages.offline)}</Notice>;
  if (account !== 'asks')
    return <Notice tone="problem">{t(accountListMessages.notSaved, { reason: account.failure })}</Notice>;
  return (
    <Notice tone="plain">
      <p>
        <strong>{t(accountListMessages.question)}</strong> {t(accountListMessages.questionDetail)}
      </p>
      <div className={classes.answers}>
        <TextButton onClick={() => chooseAccount(editor, true)}>{t(accountListMessages.yes)}</TextButton>
        <TextButton onClick={() => chooseAccount(editor, false)}>{t(accountListMessages.no)}</TextButton>
      </div>
    </Notice>
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
