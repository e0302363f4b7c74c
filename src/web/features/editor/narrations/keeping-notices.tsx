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
  const otherTexts = useEditorState(state => state.otherTexts);
  const { isKept, isOpenElsewhere } = keeping;
  const dismiss = (text: OtherText) =>
    store.setState(state => ({ otherTexts: state.otherTexts.filter(other => other !== text) }));
  return (
    <div role="status" className={classes.keeping}>
      {!isKept && <Notice tone="plain">{t(keepingMessages.notKept)}</Notice>}
      {interruption !== undefined && (
        <Question text={interruption} onDismiss={() => changeKeeping(store, { interrupted: undefined })} />
      )}
      {keeping.account && <AccountNotice account={keeping.account} />}
      {isOpenElsewhere && <Notice tone="plain">{t(keepingMessages.openElsewhere)}</Notice>}
      {otherTexts.map(other => (
        <Question
          key={JSON.stringify(other)}
          text={describeOther(other)}
          onUse={() => {
            if (other.use) runLate(store, other.use);
            else changeForm(store, { prompt: other.text });
            dismiss(other);
          }}
          onDismiss={() => dismiss(other)}
        />
      ))}
      {otherTexts.length > 2 && (
        <TextButton onClick={() => store.setState({ otherTexts: [] })}>
          {t(keepingMessages.dismissAll, { count: otherTexts.length })}
        </TextButton>
      )}
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

/** Long ones are cut: a transcript. */
const mostShown = 500;

function describeOther({ text: whole, use }: OtherText): string {
  const text = whole.length > mostShown ? `${whole.slice(0, mostShown)} …` : whole;
  switch (use?.type) {
    case undefined:
    case 'changeNarration':
      return t(keepingMessages.otherPrompt, { text });
    case 'addLine':
      return t(keepingMessages.otherLine, { text });
    case 'editSegment':
      return t(keepingMessages.otherSegment, { text });
    case 'setTranscript':
      return t(keepingMessages.otherTranscript, { text });
    case 'editMember':
      return t('look' in use.changes ? keepingMessages.otherLook : keepingMessages.otherName, { text });
    case 'editTerm':
      return t(keepingMessages.otherTerm, { term: use.term, text });
    case 'renameNarration':
    case 'renameProject':
      return t(keepingMessages.otherTitle, { text });
    default:
      return t(keepingMessages.otherText, { text });
  }
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
