import { useState } from 'react';
import { accountListMessages } from '#shared/messages/account-list.ts';
import { keepingMessages } from '#shared/messages/keeping.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import type { Command } from '#shared/narration/commands.ts';
import type { OtherText } from '#shared/narration/merge-changes.ts';
import {
  type ChosenVoice,
  findNearestVoice,
  getVoiceName,
  type OwnVoice,
  toVoiceId,
} from '#shared/voices.ts';
import { TextButton } from '../../../components/button.tsx';
import { QuestionDialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { lazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { findBlend, toChosen, useOwnVoices } from '../../voice-picker/public.ts';
import { chooseAccount } from '../keep/account.ts';
import { run } from '../model/change-document.ts';
import { changeForm, changeKeeping, type EditorState, type EditorStore } from '../model/editor-state.ts';
import type { NarrationEditorProps } from '../model/narration-service.ts';
import { getLines, getNarration, isEmpty } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './bar.module.css';

const lazyQueue = lazyParts('queue', () => import('../queue/queue-panel.tsx'));
const lazyNewCut = lazyParts('new cut', () => import('../new-cut/new-cut-dialog.tsx'));

type NoticesProps = Pick<NarrationEditorProps, 'languageNames' | 'renderCost'>;

export function Notices({ languageNames, renderCost }: NoticesProps) {
  const question = useEditorState(state => state.videoQuestion);
  const several = useEditorState(state => state.several);
  const parts = useLazyParts(lazyQueue, several !== undefined);
  const isReview = question !== undefined && 'newCut' in question;
  const review = useLazyParts(lazyNewCut, isReview);
  return (
    <div className={classes.notices}>
      <NoticeRow />
      {several && parts && <parts.QueuePanel languageNames={languageNames} />}
      {question && !isReview && <QuestionDialog {...question} />}
      {isReview && review && <review.NewCutDialog {...question} renderCost={renderCost} />}
    </div>
  );
}

type Answer = readonly [label: string, give: () => void];

interface WorkNotice {
  readonly text: string;
  readonly isProblem?: boolean;
  readonly answers?: readonly Answer[];
}

function NoticeRow() {
  const notices = [...useQuestions(), ...useGoneVoices(), ...useFacts()];
  const [turn, setTurn] = useState(0);
  const shown = notices[turn % notices.length];
  return (
    <div role="status">
      {shown && (
        <Notice tone={shown.isProblem ? 'problem' : 'plain'}>
          <div className={`row ${classes.notice}`}>
            <p>{shown.text}</p>
            {shown.answers?.map(([label, give]) => (
              <TextButton key={label} onClick={give}>
                {label}
              </TextButton>
            ))}
            {notices.length > 1 && (
              <TextButton onClick={() => setTurn(turn + 1)}>
                {t(keepingMessages.more, { count: notices.length - 1 })}
              </TextButton>
            )}
          </div>
        </Notice>
      )}
    </div>
  );
}

function useQuestions(): readonly WorkNotice[] {
  const { store } = useEditor();
  const interruption = useEditorState(describeInterruption);
  const otherTexts = useEditorState(state => state.otherTexts);
  const { useIt, dismiss, dismissAll } = keepingMessages;
  const drop = (isDropped: (text: OtherText) => boolean) =>
    store.setState(state => ({ otherTexts: state.otherTexts.filter(text => !isDropped(text)) }));
  const questions = otherTexts.map((other): WorkNotice => {
    const dropThis = () => drop(text => text === other);
    const useThis = () => {
      if (other.use) run(store, other.use);
      else changeForm(store, { prompt: other.text });
      dropThis();
    };
    const answers: Answer[] = [
      [t(useIt), useThis],
      [t(dismiss), dropThis],
    ];
    if (otherTexts.length > 2)
      answers.push([t(dismissAll, { count: otherTexts.length }), () => drop(() => true)]);
    return { text: describeOther(other), answers };
  });
  const forget = () => changeKeeping(store, { interrupted: undefined });
  return interruption === undefined
    ? questions
    : [{ text: interruption, answers: [[t(dismiss), forget]] }, ...questions];
}

function useFacts(): readonly WorkNotice[] {
  const editor = useEditor();
  const { isKept, isOpenElsewhere, account } = useEditorState(state => state.keeping);
  const { question, questionDetail, yes, no, notSaved } = accountListMessages;
  const facts: WorkNotice[] = [];
  if (account === 'asks')
    facts.push({
      text: `${t(question)} ${t(questionDetail)}`,
      answers: [
        [t(yes), () => chooseAccount(editor, true)],
        [t(no), () => chooseAccount(editor, false)],
      ],
    });
  // Of the others the bar tells.
  else if (typeof account === 'object')
    facts.push({ text: t(notSaved, { reason: account.failure }), isProblem: true });
  if (!isKept) facts.push({ text: t(keepingMessages.notKept), isProblem: true });
  if (isOpenElsewhere) facts.push({ text: t(keepingMessages.openElsewhere) });
  return facts;
}

const maxShown = 200;

const otherMessages: Partial<Record<Command['type'], Message<'text'>>> = {
  changeNarration: keepingMessages.otherPrompt,
  addLine: keepingMessages.otherLine,
  editSegment: keepingMessages.otherSegment,
  setTranscript: keepingMessages.otherTranscript,
  renameNarration: keepingMessages.otherTitle,
  renameProject: keepingMessages.otherTitle,
};

function describeOther({ text: whole, use }: OtherText): string {
  const text = whole.length > maxShown ? `${whole.slice(0, maxShown)} …` : whole;
  if (!use) return t(keepingMessages.otherPrompt, { text });
  if (use.type === 'editTerm') return t(keepingMessages.otherTerm, { term: use.term, text });
  if (use.type === 'editMember')
    return t('look' in use.changes ? keepingMessages.otherLook : keepingMessages.otherName, { text });
  return t(otherMessages[use.type] ?? keepingMessages.otherText, { text });
}

function describeInterruption(state: EditorState): string | undefined {
  const { interrupted } = state.keeping;
  if (!interrupted) return undefined;
  const { writingInterrupted, speakingInterrupted, recordingInterrupted } = keepingMessages;
  const isContinuous = getNarration(state)?.style === 'continuous';
  const messages = {
    write: isEmpty(state) ? keepingMessages.nothingWritten : writingInterrupted,
    rewrite: writingInterrupted,
    speak: isContinuous ? recordingInterrupted : speakingInterrupted,
    fit: speakingInterrupted,
    'find scenes': keepingMessages.scenesInterrupted,
    hear: keepingMessages.hearingInterrupted,
    translate: keepingMessages.translatingInterrupted,
    compare: keepingMessages.comparingInterrupted,
  };
  return t(messages[interrupted]);
}

/** Own voices of the narration, its roles and lines that their provider no longer lists, each with the nearest to take instead. */
function useGoneVoices(): readonly WorkNotice[] {
  const { store, getPlans } = useEditor();
  const { voice, language } = useEditorState(state => state.form);
  const cast = useEditorState(({ project }) => project.cast);
  const lines = useEditorState(getLines);
  const used = [voice, ...[...cast, ...lines].map(each => each.voice)].filter(
    each => typeof each === 'object',
  );
  const { data } = useOwnVoices(used.length > 0);
  if (!data) return [];
  const plans: readonly string[] = getPlans();
  const offered = data.voices.filter(({ plan }) => plans.includes(plan));
  const ids = new Set(offered.map(each => each.voice));
  const isGone = (each: OwnVoice) =>
    !ids.has(toVoiceId(each)) &&
    !findBlend(each.id, ids, [each.provider]) &&
    // Those of a provider that did not list its voices may still be there.
    !data.failures.some(({ provider }) => provider === each.provider);
  const gone = new Map(used.filter(isGone).map(each => [toVoiceId(each), each]));
  return [...gone.values()].map(each => {
    const own = findNearestVoice(each, offered, language);
    const nearest = own ? toChosen(own) : 'nova';
    const label = t(voiceListMessages.useVoice, { voice: getVoiceName(nearest) });
    return {
      text: t(voiceListMessages.gone, { voice: each.name }),
      isProblem: true,
      answers: [[label, () => replaceVoice(store, toVoiceId(each), nearest)]],
    };
  });
}

/** Wherever it is chosen; one Undo takes it back for roles and lines. */
function replaceVoice(store: EditorStore, goneId: string, voice: ChosenVoice): void {
  const { form, project, narrationId } = store.getState();
  const isGone = (each: { readonly voice?: ChosenVoice | undefined }) =>
    typeof each.voice === 'object' && toVoiceId(each.voice) === goneId;
  const options = { group: `replace ${goneId}` };
  if (isGone(form)) changeForm(store, { voice });
  for (const { id } of project.cast.filter(isGone))
    run(store, { type: 'editMember', memberId: id, changes: { voice } }, options);
  if (narrationId === undefined) return;
  for (const { id } of getLines(store.getState()).filter(isGone))
    run(store, { type: 'setDelivery', narrationId, lineId: id, changes: { voice } }, options);
}
