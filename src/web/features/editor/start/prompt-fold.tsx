import { type ReactNode, useId, useState } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { getVoiceName } from '#shared/voices.ts';
import { findMissing } from '../jobs/describe-state.ts';
import { getVoice } from '../model/editor.ts';
import type { EditorState } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './prompt-fold.module.css';

export function PromptFold({ children }: { readonly children: ReactNode }) {
  const editor = useEditor();
  const fields = useId();
  const { prompt, language } = useEditorState(state => state.form);
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const isDone = useEditorState(state => {
    const missing = findMissing(editor, state);
    return hasLedToWords(state) && !missing.prompt && !missing.voice;
  });
  const [isOpen, setOpen] = useState(false);
  const [wasWorking, setWasWorking] = useState(isWorking);
  // A new start folds the fields again.
  if (isWorking !== wasWorking) {
    setWasWorking(isWorking);
    if (isWorking) setOpen(false);
  }
  const voice = getVoice(editor);
  const isFolded = isDone && !isOpen;
  return (
    <div className={classes.fold}>
      {isDone && (
        <button
          type="button"
          className={classes.line}
          aria-expanded={!isFolded}
          aria-controls={fields}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.prompt} dir="auto">
            {prompt.trim() || t(studioMessages.noPrompt)}
          </span>
          <span className={classes.facts}>
            {getLanguage(language).nativeName} · {voice ? getVoiceName(voice) : t(studioMessages.noVoice)}
          </span>
          <span className={classes.change}>
            {t(isFolded ? studioMessages.editPrompt : studioMessages.closePrompt)}
          </span>
        </button>
      )}
      <div id={fields} className={classes.fields} hidden={isFolded}>
        {children}
      </div>
    </div>
  );
}

/** A script was written, or is about to be. The fields stay open for a person who writes their own: nothing moves while they type. */
function hasLedToWords({ project, narrationId, job, lastEnd }: EditorState): boolean {
  if (job?.kind === 'write') return true;
  const narration = project.narrations.find(({ id }) => id === narrationId);
  const cameToNothing = lastEnd?.kind === 'write' && lastEnd.outcome !== 'done' && !narration?.lines.length;
  return narration?.language !== undefined && !cameToNothing;
}
