import { progressCheckpoints } from '#shared/defaults.ts';
import { engineNoteMessages } from '#shared/messages/engine-note.ts';
import { t } from '#shared/messages/message.ts';
import type { Span } from '#shared/narration/new-cut.ts';
import { getDescriptionKind, isTimed, type Observation } from '#shared/narration/project.ts';
import { readTimedLines } from '#shared/narration/timed-text.ts';
import { listTranslations } from '#shared/narration/translations.ts';
import { listPartCommands, partPrompt, toScriptPart } from '#shared/narration/write-part.ts';
import { run, runUnremembered } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { JobEnd } from '../model/editor-state.ts';
import { runJob } from './jobs.ts';
import { speakNarration } from './speak.ts';
import { isSpoken, makeLanguages, planUpdate } from './translate.ts';
import { createScript } from './write.ts';

/**
 * Writes lines for a part of the video for which a narration has none: one Undo takes them back, and a failure changes nothing. Where
 * the narration was spoken or translated, the new lines are spoken and translated, too.
 */
export async function writePart(
  editor: Editor,
  narrationId: string,
  span: Span,
): Promise<JobEnd | undefined> {
  const { store } = editor;
  const find = () => store.getState().project.narrations.find(({ id }) => id === narrationId);
  const narration = find();
  if (!narration) return undefined;
  const wasSpoken = isSpoken(store.getState(), narration);
  const wish = {
    prompt: narration.prompt.trim() || partPrompt,
    isTimed: isTimed(narration),
    language: narration.language ?? store.getState().form.language,
    description: getDescriptionKind(narration),
    detail: narration.settings.detail,
    part: toScriptPart(narration, span),
    looksAgain: true,
  };
  let newIds: readonly string[] = [];
  const ended = await runJob(editor, {
    kind: 'write',
    activity: { kind: 'opening the video' },
    async work(context) {
      let observations: readonly Observation[] = [];
      const { text, writer, untold, notice } = await createScript(editor, wish, context, step => {
        if (step.type === 'saw') ({ observations } = step);
        else if (step.type === 'went on') context.report(step.activity);
        else if (step.type === 'reached') context.reach(progressCheckpoints[step.checkpoint]);
      });
      const now = find();
      const lines = readTimedLines(text);
      if (context.signal.aborted || !now) return undefined;
      if (lines.length === 0) return notice ?? t(engineNoteMessages.nothingKnown);
      const written = { lines, writer, untold, observations };
      const commands = listPartCommands(store.getState().project, now, span, written);
      for (const command of commands) run(store, command, { group: `part ${context.id}` });
      newIds = commands.flatMap(command => (command.type === 'addLine' ? command.newId : []));
      return notice;
    },
    repeat: () => writePart(editor, narrationId, span),
  });
  if (newIds.length === 0) return ended;
  if (wasSpoken) await speakNew(editor, narrationId, newIds);
  const translations = listTranslations(store.getState().project, narrationId);
  const targets = translations.flatMap(each => planUpdate(store.getState(), each));
  if (targets.length > 0) makeLanguages(editor, narrationId, targets);
  return ended;
}

function speakNew(editor: Editor, narrationId: string, only: readonly string[]): Promise<JobEnd | undefined> {
  const { store } = editor;
  return runJob(editor, {
    kind: 'fit',
    activity: { kind: 'speaking', receivedBytes: 0 },
    async work(context) {
      const narration = store.getState().project.narrations.find(({ id }) => id === narrationId);
      const rewrite = (_: unknown, texts: ReadonlyMap<string, string>) =>
        runUnremembered(store, { type: 'rewriteLines', narrationId, texts });
      return (
        narration && (await speakNarration(editor, narration, { only, shorten: true, rewrite }, context))
      );
    },
    repeat: () => speakNew(editor, narrationId, only),
  });
}
