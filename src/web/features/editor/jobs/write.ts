import { progressCheckpoints } from '#shared/defaults.ts';
import { CodedError } from '#shared/errors.ts';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import { listPeople } from '#shared/narration/find-cast.ts';
import type { WrittenLine } from '#shared/narration/narration-commands.ts';
import {
  createLine,
  getDescriptionKind,
  isTimed,
  type Narration,
  readObservations,
} from '#shared/narration/project.ts';
import { isTimedScript, readTimedLines } from '#shared/narration/timed-text.ts';
import type { ScriptChange } from '#shared/script/time-budget.ts';
import { keepUntold } from '#shared/script/untold.ts';
import { limitSaid, toSaid, toSpeech } from '#shared/transcript/to-transcript.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { addNarration, runUnremembered, showNarration } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { EditorStore, JobEnd } from '../model/editor-state.ts';
import type { ScriptOrder, ScriptStep, WrittenScript } from '../model/narration-service.ts';
import { getNarration, getScript, isEmpty } from '../model/select.ts';
import { type JobContext, mayHear, runJob } from './jobs.ts';
import { fillScenes, findStarts } from './read-pictures.ts';

/** A new version; what was seen before is used again. @param looksAgain looks at the video anew */
export async function writeScript(editor: Editor, { looksAgain = false } = {}): Promise<JobEnd | undefined> {
  const { store } = editor;
  const { video, form } = store.getState();
  if (!video) return undefined;
  const { style, language, voice, detail } = form;
  const prompt = form.prompt.trim();
  const settings = { voice, ...(getDescriptionKind(form) && { detail }) };
  const version = growVersion(store, { style, prompt, language, settings });
  const wasEmpty = isEmpty(store.getState());
  return runJob(editor, {
    kind: 'write',
    activity: { kind: 'opening the video' },
    async work(context) {
      const unheard = wantsHearing(editor) ? await hearFirst(editor, context) : undefined;
      const order = { prompt, isTimed: isTimed(form), looksAgain };
      const script = await createScript(editor, order, context, step => version.follow(step, context));
      if (context.signal.aborted) return undefined;
      const notice = editor.hasAi()
        ? version.finish(script, context)
        : await finishPlainly(editor, order.isTimed, script, context, lines =>
            version.finish(script, context, lines),
          );
      return [script.notice, notice, unheard].filter(Boolean).join(' ') || undefined;
    },
    // What there is of a first script is better than none.
    giveBack: () => wasEmpty || version.remove(),
    repeat: () => writeScript(editor, { looksAgain }),
  });
}

/** Where it fails, nothing is changed. @param spokenSeconds of its recording, where there is one */
export function rewriteScript(editor: Editor, change: ScriptChange, spokenSeconds: number | undefined): void {
  const { store, service } = editor;
  const { video, project } = store.getState();
  const before = getNarration(store.getState());
  if (!video || !before) return;
  const { id: derivedFrom, createdAt: _, lines: __, ...copied } = before;
  const version = growVersion(store, { ...copied, derivedFrom });
  const { language, prompt } = before;
  // The writer keeps the names of roles.
  const script = getScript(project, before);
  const { durationSeconds } = video.facts;
  runJob(editor, {
    kind: 'rewrite',
    activity: { kind: 'writing' },
    async work(context) {
      const { signal } = context;
      const order = { script, change, language, prompt, durationSeconds, spokenSeconds, signal };
      const written = await service.rewriteScript(order, step => version.follow(step, context));
      if (!signal.aborted) version.finish({ ...written, writer: written.writer ?? before.writer }, context);
      return undefined;
    },
    giveBack: () => version.remove(),
    repeat: () => rewriteScript(editor, change, spokenSeconds),
  });
}

function wantsHearing({ store, getTranscription }: Editor): boolean {
  const { project, video } = store.getState();
  const transcription = getTranscription();
  return !project.transcript && video?.facts.hasSound === true && !!transcription && mayHear(transcription);
}

/** @returns what a person should know: that nothing is said, or why it is not known. A script can be written without. */
async function hearFirst(editor: Editor, context: JobContext): Promise<string | undefined> {
  try {
    const { hear } = await loadChunk('hearing', () => import('./hear.ts'));
    return await hear(editor, context);
  } catch (error) {
    context.signal.throwIfAborted();
    noteFailure(error);
    return t(transcriptPanelMessages.writtenWithout, { reason: describeFailure(error) });
  }
}

type ScriptWish = Pick<ScriptOrder, 'prompt' | 'isTimed'> &
  Partial<Pick<ScriptOrder, 'language' | 'description' | 'detail' | 'part'>> & {
    readonly looksAgain: boolean;
  };

/** Keeps what was seen, unless it is of a part: then it is reported. @returns an empty script where the server, without an AI, recognised nothing */
export async function createScript(
  { store, service, getLimits }: Editor,
  { looksAgain, ...wish }: ScriptWish,
  { signal }: JobContext,
  report: (step: ScriptStep) => void,
): Promise<WrittenScript> {
  const { form, video, project } = store.getState();
  if (!video) throw new Error('There is no video to narrate.');
  const { maxSeconds: maxVideoSeconds, maxTimedFrames, showsMovement } = getLimits();
  const order = {
    signal,
    video: video.file,
    language: form.language,
    maxVideoSeconds,
    description: getDescriptionKind(form),
    detail: form.detail,
    title: video.facts.title,
    cast: listPeople(project.cast),
    maxTimedFrames,
    showsMovement,
    observations: looksAgain ? [] : project.observations,
    durationSeconds: video.facts.durationSeconds,
    said: limitSaid(toSaid(project)),
    speech: project.transcript && toSpeech(project.transcript),
    ...wish,
  };
  try {
    return await service.createScript(order, step => {
      if (signal.aborted) return;
      if (step.type !== 'saw' || wish.part) return report(step);
      runUnremembered(store, { type: 'setObservations', observations: step.observations });
    });
  } catch (error) {
    if (error instanceof CodedError && error.code === 'nothing_recognised') return { text: '' };
    throw error;
  }
}

/**
 * Without an AI: the scenes as lines, with what is known in them; a continuous script is that, joined.
 * @param finish takes the lines of the script, or those that its text has @returns what a person should know of it
 */
async function finishPlainly(
  editor: Editor,
  isTimed: boolean,
  script: WrittenScript,
  { signal }: JobContext,
  finish: (lines?: readonly WrittenLine[]) => void,
): Promise<string | undefined> {
  const { nothingKnown, emptyLines, onlyNames } = engineNoteMessages;
  const isNothing = script.text === '';
  if (isTimed && (isNothing || isTimedScript(script.text))) {
    const starts = await findStarts(editor, signal).catch(error => {
      signal.throwIfAborted();
      // This browser cannot decode the video; the server may have.
      noteFailure(error);
      return readObservations(editor.store.getState().project.observations).moments;
    });
    if (signal.aborted) return undefined;
    finish(fillScenes(editor, starts, script));
    return isNothing && !script.notice ? t(emptyLines) : undefined;
  }
  if (!isNothing) finish();
  return t(isNothing ? nothingKnown : onlyNames);
}

/** A line for each scene, or for each gap of a description and each scene in it. Without an AI, what the server recognises is filled in. */
export function writeYourself(editor: Editor): void {
  const { store } = editor;
  const { video, form } = store.getState();
  if (!video) return;
  runJob(editor, {
    kind: 'find scenes',
    activity: { kind: 'finding scenes' },
    async work(context) {
      const [starts, known] = await Promise.all([
        findStarts(editor, context.signal),
        editor.hasAi() ? undefined : findKnown(editor, context),
      ]);
      if (context.signal.aborted) return undefined;
      const lines = fillScenes(editor, starts, known).map(line =>
        createLine({ ...line, origin: line.text === '' ? 'edited' : 'written' }),
      );
      const { id } = addNarration(store, {
        style: isTimed(form) ? form.style : 'timed',
        prompt: form.prompt.trim(),
        language: known?.text ? form.language : undefined,
        settings: { voice: form.voice },
        writer: known?.writer,
        untold: keepUntold(known?.untold),
        lines,
      });
      context.setNarration(id);
      store.setState({ selectedLineId: lines[0]?.id });
      return undefined;
    },
    repeat: () => writeYourself(editor),
  });
}

async function findKnown(editor: Editor, context: JobContext): Promise<WrittenScript | undefined> {
  try {
    // The prompt is not followed, but the server asks for one.
    const prompt = editor.store.getState().form.prompt.trim() || t(studioMessages.writeYourself);
    return await createScript(editor, { prompt, isTimed: true, looksAgain: false }, context, () => {});
  } catch (error) {
    context.signal.throwIfAborted();
    noteFailure(error);
    return undefined;
  }
}

const writing = { kind: 'writing' } as const;

function growVersion(store: EditorStore, made: Parameters<typeof addNarration>[1]) {
  const { narrationId: before } = store.getState();
  let grown = '';
  let id: string | undefined;

  function put(text: string, context: JobContext, lines?: readonly WrittenLine[]): string {
    // A provider that was asked for times may write without any.
    const isPlain = made.style === 'continuous' || (text !== '' && !isTimedScript(text));
    const style = isPlain ? 'continuous' : made.style;
    if (id === undefined) {
      id = addNarration(store, { ...made, style }).id;
      context.setNarration(id);
    }
    runUnremembered(store, { type: 'changeNarration', narrationId: id, changes: { style } });
    runUnremembered(
      store,
      isPlain && !lines
        ? { type: 'replaceText', narrationId: id, text, origin: 'written' }
        : { type: 'replaceLines', narrationId: id, lines: lines ?? readTimedLines(text) },
    );
    return id;
  }

  return {
    follow(step: ScriptStep, context: JobContext): void {
      if (context.signal.aborted) return;
      if (step.type === 'went on') context.report(step.activity);
      else if (step.type === 'reached') context.reach(progressCheckpoints[step.checkpoint]);
      else if (step.type === 'grew') {
        context.report(writing);
        grown += step.delta;
        put(grown, context);
      }
    },

    /** Replaces what has grown. @param lines instead of those that the text has */
    finish(
      { text, writer, untold }: WrittenScript,
      context: JobContext,
      lines?: readonly WrittenLine[],
    ): undefined {
      const narrationId = put(text, context, lines);
      const changes: Partial<Narration> = { writer, untold: keepUntold(untold) };
      runUnremembered(store, { type: 'changeNarration', narrationId, changes });
      const { narrations } = store.getState().project;
      const first = narrations.find(narration => narration.id === narrationId)?.lines[0];
      store.setState({ isChanged: false, selectedLineId: first?.startMs == null ? undefined : first.id });
    },

    remove(): void {
      if (id === undefined) return;
      if (before !== undefined) showNarration(store, before);
      runUnremembered(store, { type: 'removeNarration', narrationId: id });
    },
  };
}
