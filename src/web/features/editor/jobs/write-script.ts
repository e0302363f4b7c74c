import { progressCheckpoints } from '#shared/defaults.ts';
import { t } from '#shared/messages/message.ts';
import { transcriptPanelMessages as messages } from '#shared/messages/transcript-panel.ts';
import type { EarlyCommand } from '#shared/narration/early-commands.ts';
import { listPeople } from '#shared/narration/find-cast.ts';
import { getDescriptionKind, isTimed, type NarrationStyle } from '#shared/narration/project.ts';
import { isTimedScript, parseTimedScript } from '#shared/narration/timed-text.ts';
import { keepUntold } from '#shared/script/untold.ts';
import { limitSaid, toSaid, toSpeech } from '#shared/transcript/to-transcript.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { addNarration, runUnremembered, showNarration } from '../store/change-document.ts';
import type { Editor } from '../store/editor.ts';
import type { ScriptStep, WrittenScript } from '../store/narration-service.ts';
import { runLateUnremembered } from '../store/run-late.ts';
import { isEmpty } from '../store/select.ts';
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
      written = new GrowingScript(editor, context);
      const unheard = wantsHearing(editor) ? await hearFirst(editor, context) : undefined;
      const script = await createScript(editor, looksAgain, context, written);
      if (!context.signal.aborted) await written.finish(script);
      return [script.notice, unheard].filter(Boolean).join(' ') || undefined;
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

function createScript(
  { store, service, getLimits }: Editor,
  looksAgain: boolean,
  { signal, report, reach }: JobContext,
  written: GrowingScript,
): Promise<WrittenScript> {
  const { form, video, project } = store.getState();
  if (!video) throw new Error('There is no video to narrate.');
  const { maxSeconds: maxVideoSeconds, maxTimedFrames } = getLimits();
  const take = (step: ScriptStep) => {
    if (signal.aborted) return;
    if (step.type === 'went on') report(step.activity);
    else if (step.type === 'reached') reach(progressCheckpoints[step.checkpoint]);
    else if (step.type === 'saw')
      runLateUnremembered(store, { type: 'setObservations', observations: step.observations });
    else {
      report({ kind: 'writing' });
      written.grow(step.delta);
    }
  };
  return service.createScript(
    {
      video: video.file,
      prompt: form.prompt.trim(),
      language: form.language,
      maxVideoSeconds,
      isTimed: isTimed(form),
      description: getDescriptionKind(form),
      detail: form.detail,
      cast: listPeople(project.cast),
      maxTimedFrames,
      observations: looksAgain ? [] : project.observations,
      durationSeconds: video.facts.durationSeconds,
      said: limitSaid(toSaid(project)),
      speech: project.transcript && toSpeech(project.transcript),
      signal,
    },
    take,
  );
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

  /** @param text replaces what has grown */
  finish({ text, writer, untold }: WrittenScript): void {
    this.#put(text);
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

  #put(text: string): void {
    const { store } = this.#editor;
    // A provider that was asked for times may write without any.
    const style =
      this.#style !== 'continuous' && text !== '' && !isTimedScript(text) ? 'continuous' : this.#style;
    this.narrationId ??= this.#begin(style);
    const { narrationId } = this;
    runUnremembered(store, { type: 'changeNarration', narrationId, changes: { style } });
    runUnremembered(store, toCommand(narrationId, style, text));
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
