import type { ReactNode } from 'react';
import type { OwnVoicesAnswer } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import { accountListMessages } from '#shared/messages/account-list.ts';
import { keepingMessages } from '#shared/messages/keeping.ts';
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import type { OtherText } from '#shared/narration/merge-changes.ts';
import {
  type ChosenVoice,
  findNearestVoice,
  getVoiceName,
  type OwnVoice,
  toVoiceId,
} from '#shared/voices.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { lazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { findBlend, toChosen, useOwnVoices } from '../../voice-picker/public.ts';
import { chooseAccount } from '../keep/account.ts';
import { runLate } from '../model/change-document.ts';
import {
  type AccountKeeping,
  changeForm,
  changeKeeping,
  type EditorState,
  type EditorStore,
  type JobKind,
  type VideoQuestion,
} from '../model/editor-state.ts';
import { getLines, getNarration, isEmpty, usesOwnVoice } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './narrations.module.css';

const lazyQueue = lazyParts('queue', () => import('../queue/queue-panel.tsx'));

export function Notices({ languageNames }: { readonly languageNames: readonly LanguageName[] }) {
  const question = useEditorState(state => state.videoQuestion);
  const usesOwn = useEditorState(usesOwnVoice);
  const several = useEditorState(state => state.several);
  const parts = useLazyParts(lazyQueue, several !== undefined);
  return (
    <div className={classes.notices}>
      <KeepingNotices />
      {usesOwn && <GoneVoices />}
      {several && parts && <parts.QueuePanel languageNames={languageNames} />}
      {question && <VideoQuestionDialog question={question} />}
    </div>
  );
}

/** What a person should know of how the work is kept: in this browser, in two tabs, and when the page was closed too early. */
function KeepingNotices() {
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
const maxShown = 500;

function describeOther({ text: whole, use }: OtherText): string {
  const text = whole.length > maxShown ? `${whole.slice(0, maxShown)} …` : whole;
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

function VideoQuestionDialog({ question }: { readonly question: VideoQuestion }) {
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

/** Own voices of the narration, its roles and lines that their provider no longer lists, each with the nearest to take instead. */
function GoneVoices() {
  const { store, getPlans } = useEditor();
  const { data } = useOwnVoices();
  const voice = useEditorState(({ form }) => form.voice);
  const language = useEditorState(({ form }) => form.language);
  const cast = useEditorState(({ project }) => project.cast);
  const lines = useEditorState(getLines);
  if (!data) return null;
  const plans: readonly string[] = getPlans();
  const offered = data.voices.filter(({ plan }) => plans.includes(plan));
  const gone = listGone([voice, ...[...cast, ...lines].map(each => each.voice)], {
    ...data,
    voices: offered,
  });
  return gone.map(each => {
    const own = findNearestVoice(each, offered, language);
    const nearest = own ? toChosen(own) : 'nova';
    return (
      <Notice key={toVoiceId(each)} tone="problem">
        {t(voiceListMessages.gone, { voice: each.name })}{' '}
        <TextButton onClick={() => replaceVoice(store, each, nearest)}>
          {t(voiceListMessages.useVoice, { voice: getVoiceName(nearest) })}
        </TextButton>
      </Notice>
    );
  });
}

/** Each once. Those of a provider that did not list its voices may still be there. */
function listGone(
  used: readonly (ChosenVoice | undefined)[],
  { voices, failures }: OwnVoicesAnswer,
): OwnVoice[] {
  const ids = new Set(voices.map(({ voice }) => voice));
  const gone = used
    .filter(voice => typeof voice === 'object')
    .filter(
      voice =>
        !ids.has(toVoiceId(voice)) &&
        !findBlend(voice.id, ids, [voice.provider]) &&
        !failures.some(({ provider }) => provider === voice.provider),
    );
  return [...new Map(gone.map(voice => [toVoiceId(voice), voice])).values()];
}

/** Wherever it is chosen; one Undo takes it back for roles and lines. */
function replaceVoice(store: EditorStore, gone: OwnVoice, voice: ChosenVoice): void {
  const { form, project, narrationId } = store.getState();
  const isGone = (each: ChosenVoice | undefined) =>
    typeof each === 'object' && toVoiceId(each) === toVoiceId(gone);
  const options = { group: `replace ${toVoiceId(gone)}` };
  if (isGone(form.voice)) changeForm(store, { voice });
  for (const { id } of project.cast.filter(member => isGone(member.voice)))
    runLate(store, { type: 'editMember', memberId: id, changes: { voice } }, options);
  if (narrationId === undefined) return;
  for (const { id } of getLines(store.getState()).filter(line => isGone(line.voice)))
    runLate(store, { type: 'setDelivery', narrationId, lineId: id, changes: { voice } }, options);
}
