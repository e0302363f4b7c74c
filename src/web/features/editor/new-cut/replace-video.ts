import { t } from '#shared/messages/message.ts';
import { newCutMessages as messages } from '#shared/messages/new-cut.ts';
import { type CutPart, isSameContent, keepEverything } from '#shared/narration/new-cut.ts';
import type { ProjectVideo } from '#shared/narration/project.ts';
import { planNewCut } from '#shared/narration/replace-video.ts';
import { noteFailure } from '../../../lib/failures.ts';
import { formatDuration } from '../../../lib/format.ts';
import { runJob } from '../jobs/jobs.ts';
import { keepLinePictures } from '../keep/video-store.ts';
import { replaceVideo as replaceInDocument } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { ChosenVideo, EditorStore, NewCut } from '../model/editor-state.ts';
import { askFingerprint, keepFingerprint } from './ask-fingerprint.ts';
import type { Compared } from './fingerprint-worker.ts';

/** The video to take where nothing else changes, as it has the same content. */
export type ReplaceOutcome = 'replaced' | 'new narration' | 'cancelled' | ProjectVideo;

export interface Replacement {
  readonly chosen: ChosenVideo;
  readonly video: ProjectVideo;
  /** The person has said that it replaces the video. */
  readonly isAsked: boolean;
  /** This browser has another narration of the new video. */
  readonly hasNarration: boolean;
}

/** A re-encoded file is as long as the one before, but for the last pictures. */
const aboutAsLongMs = 1000;
/** Less of the video before in the new one is no other cut. */
const leastAlike = 0.2;

/** Replaces the video of a narration that has a text, once the person has seen what becomes of its lines. */
export async function replaceVideo(editor: Editor, replacement: Replacement): Promise<ReplaceOutcome> {
  const { store } = editor;
  const { chosen, video, isAsked, hasNarration } = replacement;
  closeQuestion(store);
  const { id, video: before } = store.getState().project;
  if (!before) return video;
  const isAsLong = Math.abs(before.durationMs - video.durationMs) < aboutAsLongMs;
  const isComparedFirst = isAsked || (isAsLong && !hasNarration);
  const first = isComparedFirst ? await compare(editor, replacement, before) : undefined;
  if (isComparedFirst && !first) return 'cancelled';
  if (!isAsked && !first?.isSame) {
    const answer = await askForUse(store, replacement);
    if (answer !== 'replace') return answer;
  }
  const compared = first ?? (await compare(editor, replacement, before));
  const described = { ...video, contentFingerprint: compared?.now };
  // Another document was opened meanwhile, or its video replaced in another tab.
  const isStill = () => {
    const { project } = store.getState();
    return project.id === id && project.video?.fingerprint === before.fingerprint;
  };
  if (!compared || !isStill()) return 'cancelled';
  if (compared.isSame) return described;
  const { comparison } = compared;
  const isAlike = comparison !== undefined && comparison.alike >= leastAlike;
  if (!isAlike) {
    const answer = await askIfDifferent(store, replacement, before, comparison?.alike);
    if (answer !== 'use it') return answer;
  }
  const newCut = { chosen, parts: comparison?.parts ?? [], before: store.getState().video?.file };
  const parts = isAlike ? await review(store, newCut) : keepEverything(before.durationMs, video.durationMs);
  if (!parts || !isStill()) return 'cancelled';
  await Promise.race([keepOldPictures(editor, parts), waitMs(longestKeepMs)]);
  const command = { type: 'replaceVideo', video: described, parts } as const;
  replaceInDocument(store, chosen, command, t(messages.applied, { name: video.name }));
  return 'replaced';
}

/** @returns undefined where it failed or was cancelled: the status says so */
async function compare(
  editor: Editor,
  { chosen, video }: Replacement,
  { contentFingerprint: known, durationMs }: ProjectVideo,
): Promise<(Compared & { readonly isSame: boolean }) | undefined> {
  const { store } = editor;
  const before = store.getState().video?.file;
  const isReadFirst = known === undefined && before !== undefined;
  const totalSeconds = (video.durationMs + (isReadFirst ? durationMs : 0)) / 1000;
  let found: (Compared & { readonly isSame: boolean }) | undefined;
  await runJob(editor, {
    kind: 'compare',
    activity: { kind: 'comparing', doneSeconds: 0, totalSeconds },
    async work({ signal, report, reach }) {
      const compared = await askFingerprint({ known, before, now: chosen.file }, signal, doneSeconds => {
        report({ kind: 'comparing', doneSeconds, totalSeconds });
        reach(Math.floor((95 * doneSeconds) / totalSeconds));
      });
      if (compared.before !== undefined) keepFingerprint(store, compared.before);
      const { comparison } = compared;
      const isSame =
        comparison !== undefined &&
        isSameContent(comparison) &&
        planNewCut(store.getState().project, comparison.parts).entries.length === 0;
      found = { ...compared, isSame };
      return isSame ? t(messages.sameContent, { name: video.name }) : undefined;
    },
  });
  return found;
}

const { newNarration, openNarration, cancel } = messages;

function askForUse(store: EditorStore, { video: { name }, hasNarration }: Replacement) {
  const { anotherVideo, anotherVideoKept, anotherVideoQuestion, replace } = messages;
  return ask(store, t(anotherVideo), t(hasNarration ? anotherVideoKept : anotherVideoQuestion, { name }), [
    [t(replace), 'replace'],
    [t(hasNarration ? openNarration : newNarration), 'new narration'],
    [t(cancel), 'cancelled'],
  ] as const);
}

/** @param alike 0 to 1; undefined where they cannot be compared */
function askIfDifferent(
  store: EditorStore,
  { video, hasNarration }: Replacement,
  before: ProjectVideo,
  alike: number | undefined,
) {
  const lengths = {
    name: video.name,
    before: formatDuration(before.durationMs / 1000),
    now: formatDuration(video.durationMs / 1000),
  };
  const [title, reason] =
    alike === undefined
      ? [messages.incomparable, t(messages.incomparableReason, lengths)]
      : [messages.different, t(messages.differentReason, { percent: Math.round(100 * alike) })];
  return ask(store, t(title), reason, [
    [t(messages.useAnyway), 'use it'],
    [t(hasNarration ? openNarration : newNarration), 'new narration'],
    [t(cancel), 'cancelled'],
  ] as const);
}

/** A question about the file before this one is answered by choosing another. */
function closeQuestion(store: EditorStore): void {
  const { videoQuestion } = store.getState();
  if (!videoQuestion) return;
  if ('newCut' in videoQuestion) videoQuestion.answer(undefined);
  else videoQuestion.answers.at(-1)?.[1]();
}

function ask<Answer>(
  store: EditorStore,
  title: string,
  reason: string,
  answers: readonly (readonly [label: string, answer: Answer])[],
): Promise<Answer> {
  return new Promise(resolve => {
    const give = (answer: Answer) => {
      store.setState({ videoQuestion: undefined });
      resolve(answer);
    };
    const given = answers.map(([label, answer]) => [label, () => give(answer)] as const);
    store.setState({ videoQuestion: { title, reason, answers: given } });
  });
}

function review(store: EditorStore, newCut: NewCut): Promise<readonly CutPart[] | undefined> {
  return new Promise(resolve => {
    const answer = (parts: readonly CutPart[] | undefined) => {
      store.setState({ videoQuestion: undefined });
      resolve(parts);
    };
    store.setState({ videoQuestion: { newCut, answer } });
  });
}

/** Apply waits no longer for the old pictures, which are only a help. */
const longestKeepMs = 3000;

const waitMs = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));

/** Of lines whose pictures have changed: the rows of the script show both. */
async function keepOldPictures({ store }: Editor, parts: readonly CutPart[]): Promise<void> {
  const { project, video } = store.getState();
  const changed = planNewCut(project, parts).entries.flatMap(({ reason, lineId, oldMs }) =>
    reason === 'picture changed' && lineId !== undefined && oldMs !== undefined
      ? [[lineId, oldMs / 1000] as const]
      : [],
  );
  if (video && changed.length > 0)
    await keepLinePictures(project.id, video.file, new Map(changed)).catch(noteFailure);
}
