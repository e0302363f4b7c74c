import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages as messages } from '#shared/messages/studio-status.ts';
import { getVoiceName, toVoiceId } from '#shared/voices.ts';
import { lazyParts } from '../../../lib/load-chunk.ts';
import { isTabHeld, isWorkRunning, noteLeaving } from '../../../lib/running-work.ts';
import { type Editor, getVoice } from '../model/editor.ts';
import type { EditorState, JobEnd } from '../model/editor-state.ts';
import { getLines, getNarration, getSpokenShare, isEmpty, listUnspoken } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';
import { describeJob, jobTable } from './jobs.ts';

export const lazyJobs = lazyParts('work', async () => {
  const [write, speak, part] = await Promise.all([
    import('./write.ts'),
    import('./speak.ts'),
    import('./write-part.ts'),
  ]);
  return { ...write, ...speak, ...part };
});

export function getStatus(editor: Editor, state: EditorState): string {
  if (state.job) return describeJob(state, state.job, true);
  const rest = describeRest(state);
  return rest ?? describeMissing(findMissing(editor, state)) ?? t(messages.ready);
}

/** The same for screen readers: without figures; a field says itself that it is empty, and a notice what came of the work. */
export function announceStatus(state: EditorState): string {
  if (state.job) return describeJob(state, state.job, false);
  return (state.lastEnd?.message === undefined && describeRest(state)) || '';
}

function describeRest(state: EditorState): string | undefined {
  const { lastEnd } = state;
  if (lastEnd?.outcome === 'failed') return getFailure(state)?.message ?? t(messages.failed);
  if (lastEnd?.outcome === 'cancelled') return t(messages.cancelled);
  if (lastEnd?.message !== undefined) return lastEnd.message;
  const otherVoice = describeOtherVoice(state);
  if (otherVoice !== undefined) return otherVoice;
  if (isIdle(state)) return undefined;
  if (getSpokenShare(state) === 'all') return t(messages.audioReady);
  const narration = getNarration(state);
  if (!state.isChanged) {
    // Without an AI, a script of nothing is not kept.
    if (!narration) return t(messages.nothingKnown);
    if (narration.lines.length === 0) return t(messages.nothingWritten);
    if (isEmpty(state)) return t(messages.writeLines);
  }
  if (narration && getSpokenShare(state) === 'some')
    return t(messages.linesNeedAudio, { count: listUnspoken(state, narration).length });
  return t(state.isChanged ? messages.changed : messages.scriptReady);
}

function isIdle(state: EditorState): boolean {
  const { lastEnd, isChanged } = state;
  const hasBegun = lastEnd && (lastEnd.outcome !== 'done' || lastEnd.kind !== 'hear');
  return !hasBegun && !isChanged && getLines(state).length === 0;
}

export function describeOtherVoice(state: EditorState): string | undefined {
  const spoken = getNarration(state)?.settings.voice;
  const { voice } = state.form;
  if (!spoken || !voice || getSpokenShare(state) === 'none') return undefined;
  if (toVoiceId(spoken) === toVoiceId(voice)) return undefined;
  return t(studioMessages.otherVoice, { voice: getVoiceName(spoken), newVoice: getVoiceName(voice) });
}

export function getFailure({ lastEnd, video }: EditorState): JobEnd | undefined {
  if (lastEnd?.outcome !== 'failed') return undefined;
  return lastEnd.video !== video?.file && jobTable[lastEnd.kind].isOfVideo ? undefined : lastEnd;
}

export type Missing = Readonly<Record<(typeof order)[number], boolean>>;

const order = ['video', 'prompt', 'voice'] as const;

export function findMissing(editor: Editor, { video, openingName, form }: EditorState): Missing {
  return {
    // While another file is opened, the one before it must not be narrated.
    video: !video || openingName !== undefined,
    prompt: form.prompt.trim() === '',
    voice: getVoice(editor) === undefined,
  };
}

export function describeMissing({ video, prompt, voice }: Missing): string | undefined {
  const message = missingMessages[Number(video) * 4 + Number(prompt) * 2 + Number(voice)];
  return message && t(message);
}

const missingMessages = [
  undefined,
  messages.addVoice,
  messages.addPrompt,
  messages.addPromptAndVoice,
  messages.addVideo,
  messages.addVideoAndVoice,
  messages.addVideoAndPrompt,
  messages.addAll,
];

export function describeObstacle(state: EditorState, missing: Missing): string | undefined {
  return state.job || isIdle(state) ? undefined : describeMissing(missing);
}

/** The controls, or elements around them, say in `data-asks-for` what they are for. */
export function focusMissing(root: HTMLElement | null, missing: Missing): void {
  const first = order.find(each => missing[each]);
  const place = first && root?.querySelector<HTMLElement>(`[data-asks-for="${first}"]`);
  const control = place?.matches('input, textarea') ? place : place?.querySelector('select, button, input');
  if (control instanceof HTMLElement) control.focus();
}

export function TabTitle() {
  const name = useEditorState(({ video }) => video?.file.name) ?? 'Benshi';
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const percent = useEditorState(({ progress }) => progress);
  const end = useEditorState(({ lastEnd }) => lastEnd);
  const isHidden = useSyncExternalStore(
    watchVisibility,
    () => document.hidden,
    () => false,
  );
  const [seenEnd, setSeenEnd] = useState(end);
  if (!isHidden && end !== seenEnd) setSeenEnd(end);
  if (isWorking) return <title>{t(messages.percentOf, { percent, what: name })}</title>;
  if (!end || end === seenEnd || end.outcome === 'cancelled') return null;
  const { doneTitle, failedTitle } = messages;
  return <title>{t(end.outcome === 'done' ? doneTitle : failedTitle, { name })}</title>;
}

function watchVisibility(note: () => void): () => void {
  document.addEventListener('visibilitychange', note);
  return () => document.removeEventListener('visibilitychange', note);
}

export const confirmLeaving = (): boolean => !isWorkRunning() || window.confirm(t(messages.leave));

export function useLeaveWarning(): void {
  useBeforeUnload(
    useCallback(event => {
      if (!isTabHeld()) return;
      noteLeaving();
      event.preventDefault();
    }, []),
  );
  const blocker = useBlocker(useCallback(() => !confirmLeaving(), []));
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
}
