import { progressTickMs, progressWaitsAt, silenceNoticeMs } from '#shared/defaults.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioWorkMessages as messages } from '#shared/messages/studio-work.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import type { Transcript } from '#shared/narration/project.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { isRecord, parseJson } from '../../../lib/call-server.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import { holdPage, waitWhileLeaving } from '../../../lib/running-work.ts';
import type { Editor, Transcription } from '../model/editor.ts';
import type { Activity, EditorState, Job, JobEnd, JobKind } from '../model/editor-state.ts';
import { getText } from '../model/select.ts';

interface JobFacts {
  readonly isOfVideo: boolean;
  /** The bar climbs by a percent in so many milliseconds; undefined where the work itself knows how far it is. */
  readonly tickMs?: number;
  /** A failure is alerted, as the specification asks for, beside what the page says of it. */
  readonly isAlerted: boolean;
}

/** All kinds of work. An editor does one at a time; beside each but `write` its lines can be edited. */
export const jobTable: Readonly<Record<JobKind, JobFacts>> = {
  write: { isOfVideo: true, tickMs: progressTickMs.script, isAlerted: true },
  rewrite: { isOfVideo: true, tickMs: progressTickMs.script, isAlerted: true },
  'find scenes': { isOfVideo: true, tickMs: progressTickMs.script, isAlerted: true },
  speak: { isOfVideo: false, tickMs: progressTickMs.audio, isAlerted: true },
  fit: { isOfVideo: false, tickMs: progressTickMs.audio, isAlerted: true },
  hear: { isOfVideo: true, tickMs: progressTickMs.script, isAlerted: false },
  translate: { isOfVideo: false, isAlerted: false },
  compare: { isOfVideo: false, isAlerted: false },
};

type ActivityOf<Kind> = Extract<Activity, { readonly kind: Kind }>;
type Said = readonly [step: Message, figures?: () => string | false | undefined];

const activityTable: {
  readonly [Kind in Activity['kind']]: (activity: ActivityOf<Kind>, state: EditorState) => Said;
} = {
  'opening the video': () => [messages.opening],
  listening: ({ heardSeconds, totalSeconds }) => [
    messages.listening,
    () => t(messages.listened, formatPart(heardSeconds, totalSeconds)),
  ],
  transcribing: ({ doneSeconds, totalSeconds }) => [
    messages.transcribing,
    () => t(messages.transcribed, formatPart(doneSeconds, totalSeconds)),
  ],
  comparing: ({ doneSeconds, totalSeconds }) => [
    messages.comparing,
    () => t(messages.compared, formatPart(doneSeconds, totalSeconds)),
  ],
  'reading frames': ({ done, total }) => [messages.reading, () => t(messages.read, { done, total })],
  'copying pictures': ({ why }) => [
    why === 'large video' ? messages.copyingLarge : messages.copyingUnreadable,
  ],
  sending({ what, sentBytes, totalBytes }) {
    const sizes = { sent: formatBytes(sentBytes), total: formatBytes(totalBytes) };
    return what === 'video'
      ? [messages.sendingVideo, () => t(messages.sentVideo, sizes)]
      : [messages.sendingFrames, () => t(messages.sentFrames, sizes)];
  },
  'server looks': () => [messages.serverReads],
  looking: () => [messages.analysing],
  'finding scenes': () => [studioMessages.findingScenes],
  writing: (_, state) => [messages.writing, () => describeWritten(state)],
  speaking: ({ receivedBytes }) => [
    messages.speaking,
    () => receivedBytes > 0 && t(messages.spoken, { size: formatBytes(receivedBytes) }),
  ],
  'speaking lines': ({ done, total }) => [
    messages.speaking,
    () => t(messages.spokenLines, { done, count: total }),
  ],
  translating: ({ done, total }) => [
    messages.translating,
    () => t(messages.translated, { done, count: total }),
  ],
};

/** @param hasFigures not for screen readers: they get it once a step, not once a number */
export function describeJob(state: EditorState, { activity, isSilent }: Job, hasFigures: boolean): string {
  const read = activityTable[activity.kind] as (activity: Activity, state: EditorState) => Said;
  const [step, figures] = read(activity, state);
  const silence = isSilent && t(messages.silent, { seconds: silenceNoticeMs / 1000 });
  if (!hasFigures) return silence || t(step);
  return [figures?.() || t(step), silence].filter(Boolean).join(' ');
}

function formatPart(doneSeconds: number, totalSeconds: number) {
  return { done: formatDuration(doneSeconds), total: formatDuration(totalSeconds) };
}

function describeWritten({ project, job }: EditorState): string | undefined {
  const narration = project.narrations.find(({ id }) => id === job?.narrationId);
  if (!narration || narration.lines.length === 0) return undefined;
  const { writtenWords: words, writtenCharacters: characters } = messages;
  return describeLength(getText(narration), narration.language, { words, characters });
}

export function describeLength(
  text: string,
  language: LanguageName = 'English',
  { words, characters }: Record<'words' | 'characters', Message<'count'>>,
): string {
  const facts = getLanguage(language);
  const message = facts.speakingRate.unit === 'words' ? words : characters;
  return t(message, { count: countSpokenUnits(facts, text) });
}

export interface JobContext {
  readonly signal: AbortSignal;
  readonly id: number;
  report(activity: Activity): void;
  reach(percent: number): void;
  setNarration(narrationId: string): void;
}

interface JobPlan {
  readonly kind: JobKind;
  readonly activity: Activity;
  /** @returns what a person should know of the result, a sentence */
  work(context: JobContext): Promise<string | undefined>;
  /** Called when it failed or was cancelled, before that is shown. */
  giveBack?(): void;
  repeat?(): void;
}

let lastId = 0;

/** @returns how it ends; undefined where another one goes on */
export async function runJob(
  editor: Editor,
  { kind, activity, work, giveBack, repeat }: JobPlan,
): Promise<JobEnd | undefined> {
  const { store } = editor;
  // Several presses can come before the page has drawn the first one.
  if (store.getState().job) return undefined;
  const { promise, resolve } = Promise.withResolvers<JobEnd>();
  const { tickMs, isAlerted } = jobTable[kind];
  const control = new AbortController();
  const { signal } = control;
  const id = ++lastId;
  let hadBegun = false;
  const isOurs = () => store.getState().job?.id === id;
  const change = (changes: Partial<Job>) =>
    store.setState(state => (state.job?.id === id ? { job: { ...state.job, ...changes } } : state));
  const listenAnew = watchSilence(signal, () => change({ isSilent: true }));
  const release = holdPage();
  const climb = () =>
    store.setState(({ job, progress }) =>
      job && progress < progressWaitsAt ? { progress: progress + 1 } : {},
    );
  const tick = tickMs === undefined ? undefined : setInterval(climb, tickMs);

  const end = (outcome: Omit<JobEnd, 'kind' | 'hadBegun' | 'video'>) => {
    clearInterval(tick);
    control.abort();
    release();
    if (!isOurs()) return;
    const isDone = outcome.outcome === 'done';
    if (!isDone) giveBack?.();
    const lastEnd = { kind, hadBegun, video: store.getState().video?.file, ...outcome };
    store.setState({ job: undefined, progress: isDone ? 100 : 0, lastEnd });
    resolve(lastEnd);
  };

  const cancel = () => {
    control.abort();
    end({ outcome: 'cancelled' });
  };
  const job = { id, kind, activity, isSilent: false, narrationId: undefined, cancel };
  store.setState({ job, progress: 0, lastEnd: undefined });
  const context: JobContext = {
    signal,
    id,
    report(next) {
      listenAnew();
      if (next.kind === 'speaking' && next.receivedBytes > 0) hadBegun = true;
      const job = store.getState().job;
      if (job?.activity !== next || job.isSilent) change({ activity: next, isSilent: false });
    },
    reach: percent =>
      store.setState(state => (isOurs() ? { progress: Math.max(state.progress, percent) } : state)),
    setNarration: narrationId => change({ narrationId }),
  };
  work(context).then(
    message => end({ outcome: 'done', message }),
    async (error: unknown) => {
      await waitWhileLeaving();
      if (signal.aborted) return;
      noteFailure(error);
      const code = error instanceof CodedError ? error.code : undefined;
      end({ outcome: 'failed', message: describeFailure(error), code, repeat });
      // An alert stops everything, so the page gets the time to show the reason first.
      if (isAlerted) setTimeout(() => editor.onFailure?.(kind, error));
    },
  );
  return promise;
}

/** Reports when nothing has come for a while. @returns something has come: it listens for the next silence */
function watchSilence(signal: AbortSignal, report: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const begin = () => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(report, silenceNoticeMs);
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  begin();
  return begin;
}

export function describeWhereSoundGoes({ name, isLocal, note }: Transcription): string {
  const where = isLocal
    ? t(transcriptPanelMessages.staysOnServer)
    : t(transcriptPanelMessages.goesTo, { name });
  return [where, note].filter(Boolean).join(' ');
}

export function describeSource({ source: { kind, provider: name } }: Transcript): string {
  const { fromSubtitles, transcribedBy } = transcriptPanelMessages;
  return t(kind === 'subtitles' ? fromSubtitles : transcribedBy, { name });
}

const consentKey = 'benshi.sound-consent';
/** As it is shown in this page: another tab does not change it behind the person's back. */
const knownConsent = new Map<string, boolean>();

/** Whether the sound of videos may go to a provider: as the person chose it in this browser, else as the server has it. */
export function mayHear({ name, mode }: Transcription): boolean {
  const kept = knownConsent.get(name) ?? readConsent()[name];
  const isGiven = typeof kept === 'boolean' ? kept : mode === 'on';
  knownConsent.set(name, isGiven);
  return isGiven;
}

export function keepConsent({ name }: Transcription, isGiven: boolean): void {
  knownConsent.set(name, isGiven);
  keepItem(consentKey, JSON.stringify({ ...readConsent(), [name]: isGiven }));
}

function readConsent(): Record<string, unknown> {
  const kept = parseJson(readItem(consentKey) ?? '');
  return isRecord(kept) ? kept : {};
}
