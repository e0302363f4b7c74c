import { progressCheckpoints } from '#shared/defaults.ts';
import { CodedError } from '#shared/errors.ts';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { transcriptPanelMessages as messages } from '#shared/messages/transcript-panel.ts';
import type { EarlyCommand, WrittenLine } from '#shared/narration/early-commands.ts';
import { listPeople } from '#shared/narration/find-cast.ts';
import {
  createLine,
  getDescriptionKind,
  isTimed,
  type NarrationStyle,
  readObservations,
} from '#shared/narration/project.ts';
import { isTimedScript, parseTimedScript } from '#shared/narration/timed-text.ts';
import { keepUntold } from '#shared/script/untold.ts';
import { limitSaid, toSaid, toSpeech } from '#shared/transcript/to-transcript.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { addNarration, runUnremembered, showNarration } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { ScriptStep, WrittenScript } from '../model/narration-service.ts';
import { runLateUnremembered } from '../model/run-late.ts';
import { isEmpty } from '../model/select.ts';
import { type JobContext, runJob } from './run-job.ts';
import { mayHear } from './sound-consent.ts';

/**
 * Writes a narration for the video, as a new version. What was seen before is used again.
 * @param looksAgain looks at the video anew
 */
export function writeScript(editor: Editor, { looksAgain = false } = {}): void {
  const { store } = editor;
  const { video, narrationId: before } = store.getState();
  if (!video) return;
  const wasEmpty = isEmpty(store.getState());
  let written: GrowingScript | undefined;
  runJob(editor, {
    kind: 'write',
    activity: { kind: 'opening the video' },
    async work(context) {
      const growing = new GrowingScript(editor, context);
      written = growing;
      const unheard = wantsHearing(editor) ? await hearFirst(editor, context) : undefined;
      const { form } = store.getState();
      const { signal, report } = context;
      const order = { prompt: form.prompt.trim(), isTimed: isTimed(form), looksAgain, signal };
      const script = await createScript(editor, order, step => {
        if (step.type === 'went on') report(step.activity);
        else if (step.type === 'reached') context.reach(progressCheckpoints[step.checkpoint]);
        else if (step.type === 'grew') {
          report({ kind: 'writing' });
          growing.grow(step.delta);
        }
      });
      if (signal.aborted) return undefined;
      const notice = editor.hasAi()
        ? growing.finish(script)
        : await finishPlainly(editor, order, script, growing);
      return [script.notice, notice, unheard].filter(Boolean).join(' ') || undefined;
    },
    giveBack() {
      if (!written?.narrationId || wasEmpty) return;
      const { narrationId } = written;
      if (before !== undefined) showNarration(store, before);
      runLateUnremembered(store, { type: 'removeNarration', narrationId });
    },
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
    return t(messages.writtenWithout, { reason: describeFailure(error) });
  }
}

interface ScriptWish {
  readonly prompt: string;
  readonly isTimed: boolean;
  readonly looksAgain?: boolean;
  readonly signal: AbortSignal;
}

/**
 * Has a script written for the video, and keeps what was seen.
 * @returns an empty script where the server, without an AI, recognised nothing
 */
export async function createScript(
  { store, service, getLimits }: Editor,
  { looksAgain = false, ...wish }: ScriptWish,
  report: (step: Exclude<ScriptStep, { type: 'saw' }>) => void,
): Promise<WrittenScript> {
  const { form, video, project } = store.getState();
  if (!video) throw new Error('There is no video to narrate.');
  const { maxSeconds: maxVideoSeconds, maxTimedFrames } = getLimits();
  const take = (step: ScriptStep) => {
    if (wish.signal.aborted) return;
    if (step.type === 'saw')
      runLateUnremembered(store, { type: 'setObservations', observations: step.observations });
    else report(step);
  };
  try {
    return await service.createScript(
      {
        ...wish,
        video: video.file,
        language: form.language,
        maxVideoSeconds,
        description: getDescriptionKind(form),
        detail: form.detail,
        cast: listPeople(project.cast),
        maxTimedFrames,
        observations: looksAgain ? [] : project.observations,
        durationSeconds: video.facts.durationSeconds,
        said: limitSaid(toSaid(project)),
        speech: project.transcript && toSpeech(project.transcript),
      },
      take,
    );
  } catch (error) {
    if (error instanceof CodedError && error.code === 'nothing_recognised') return { text: '' };
    throw error;
  }
}

/**
 * Without an AI: the scenes as lines, with what is known in them; a continuous script is what is known, joined.
 * @returns what a person should know of it
 */
async function finishPlainly(
  editor: Editor,
  { isTimed, signal }: ScriptWish,
  script: WrittenScript,
  written: GrowingScript,
): Promise<string | undefined> {
  const { nothingKnown, emptyLines, connectAi, askForAi } = engineNoteMessages;
  if (isTimed && (script.text === '' || isTimedScript(script.text))) {
    const { findStarts, fillScenes } = await loadScenes();
    const starts = await findStarts(editor, signal).catch(error => {
      signal.throwIfAborted();
      // This browser cannot decode the video; the server may have.
      noteFailure(error);
      return readObservations(editor.store.getState().project.observations).moments;
    });
    if (signal.aborted) return undefined;
    written.finish({ ...script, lines: fillScenes(editor, starts, script) });
    return script.text === '' && !script.notice ? t(emptyLines) : undefined;
  }
  if (script.text !== '') written.finish(script);
  return [script.text === '' && t(nothingKnown), t(editor.isOperator() ? connectAi : askForAi)]
    .filter(Boolean)
    .join(' ');
}

/**
 * Makes a narration with a line for each scene of the video; for a description, for each gap in the speech and each scene in it. Without
 * an AI, what the server recognises is filled in.
 */
export function writeYourself(editor: Editor): void {
  const { store } = editor;
  const { video, form } = store.getState();
  if (!video) return;
  runJob(editor, {
    kind: 'find scenes',
    activity: { kind: 'finding scenes' },
    async work(context) {
      const { findStarts, fillScenes } = await loadScenes();
      const [starts, known] = await Promise.all([
        findStarts(editor, context.signal),
        editor.hasAi() ? undefined : findKnown(editor, context),
      ]);
      if (context.signal.aborted) return undefined;
      const lines = fillScenes(editor, starts, known);
      const { id } = addNarration(store, {
        style: isTimed(form) ? form.style : 'timed',
        prompt: form.prompt.trim(),
        language: known?.text ? form.language : undefined,
        settings: { voice: form.voice },
        writer: known?.writer,
        untold: keepUntold(known?.untold),
        lines: lines.map(line => createLine({ ...line, origin: line.text === '' ? 'edited' : 'written' })),
      });
      context.setNarration(id);
      const narration = store.getState().project.narrations.find(each => each.id === id);
      store.setState({ selectedLineId: narration?.lines[0]?.id });
      return undefined;
    },
  });
}

/** What the server recognises; undefined where it cannot: writing goes on all the same. */
async function findKnown(editor: Editor, { signal }: JobContext): Promise<WrittenScript | undefined> {
  try {
    // The prompt is not followed, but the server asks for one.
    const prompt = editor.store.getState().form.prompt.trim() || t(studioMessages.writeYourself);
    return await createScript(editor, { prompt, isTimed: true, signal }, () => {});
  } catch (error) {
    signal.throwIfAborted();
    noteFailure(error);
    return undefined;
  }
}

function loadScenes() {
  return loadChunk('scenes', () => import('./find-scenes.ts'));
}

class GrowingScript {
  readonly #editor: Editor;
  readonly #context: JobContext;
  readonly #style: NarrationStyle;
  #text = '';
  narrationId: string | undefined;

  constructor(editor: Editor, context: JobContext) {
    this.#editor = editor;
    this.#context = context;
    this.#style = editor.store.getState().form.style;
  }

  grow(delta: string): void {
    this.#text += delta;
    this.#put(this.#text);
  }

  /** Replaces what has grown. @param lines instead of those that the text has */
  finish({
    text,
    writer,
    untold,
    lines,
  }: WrittenScript & { readonly lines?: readonly WrittenLine[] }): undefined {
    this.#put(text, lines);
    const { store } = this.#editor;
    const { narrationId } = this;
    if (narrationId !== undefined)
      runUnremembered(store, {
        type: 'changeNarration',
        narrationId,
        changes: { writer, untold: keepUntold(untold) },
      });
    const first = store.getState().project.narrations.find(({ id }) => id === narrationId)?.lines[0];
    store.setState({ isChanged: false, selectedLineId: first?.startMs == null ? undefined : first.id });
  }

  #put(text: string, lines?: readonly WrittenLine[]): void {
    const { store } = this.#editor;
    // A provider that was asked for times may write without any.
    const style =
      this.#style !== 'continuous' && text !== '' && !isTimedScript(text) ? 'continuous' : this.#style;
    this.narrationId ??= this.#begin(style);
    const { narrationId } = this;
    runUnremembered(store, { type: 'changeNarration', narrationId, changes: { style } });
    runUnremembered(
      store,
      lines ? { type: 'replaceLines', narrationId, lines } : toCommand(narrationId, style, text),
    );
  }

  #begin(style: NarrationStyle): string {
    const { prompt, language, voice, detail } = this.#editor.store.getState().form;
    const { id } = addNarration(this.#editor.store, {
      style,
      prompt: prompt.trim(),
      language,
      settings: { voice, ...(getDescriptionKind({ style }) && { detail }) },
    });
    this.#context.setNarration(id);
    return id;
  }
}

function toCommand(narrationId: string, style: NarrationStyle, text: string): EarlyCommand {
  if (style === 'continuous') return { type: 'replaceText', narrationId, text, origin: 'written' };
  const lines = parseTimedScript(text).cues.map(({ startSeconds, text: said }) => ({
    startMs: Math.round(startSeconds * 1000),
    text: said,
  }));
  return { type: 'replaceLines', narrationId, lines };
}
