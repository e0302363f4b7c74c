import { useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { getVoiceName, toVoiceId } from '#shared/voices.ts';
import type { Speaker } from '../../voice-samples/public.ts';
import { lazyJobs } from '../jobs/begin-work.ts';
import { getVoice } from '../model/editor.ts';
import type { EditorState } from '../model/editor-state.ts';
import { getNarration, getSpokenShare, isEmpty } from '../model/select.ts';
import { useEditor, useEditorState, useVoiceSpeakers } from '../model/use-editor.tsx';

export interface Speech {
  readonly problem: string | undefined;
  readonly notice: string | undefined;
  /** Who spoke it instead of the first choice, if anyone. */
  readonly replacement: Speaker | undefined;
  /** @param provider the first that speaks the language when left out */
  speak(provider?: string): void;
}

export function useSpeech(): Speech {
  const editor = useEditor();
  const speakers = useVoiceSpeakers();
  const [problem, setProblem] = useState<string>();
  const end = useEditorState(getSpeechEnd);
  const provider = useEditorState(state => getNarration(state)?.settings.provider);
  const isSpoken = useEditorState(state => getSpokenShare(state) === 'all');
  const failure = end?.outcome === 'failed' ? end : undefined;
  return {
    problem: problem ?? failure?.message,
    notice: end?.outcome === 'done' ? end.message : undefined,
    replacement: isSpoken ? speakers?.find(({ id }) => id === provider) : undefined,
    speak(asked) {
      const unspeakable = isEmpty(editor.store.getState())
        ? t(studioMessages.noScript)
        : getVoice(editor)
          ? undefined
          : t(studioMessages.selectVoice);
      setProblem(unspeakable);
      if (!unspeakable) void lazyJobs.fetch().then(({ speak }) => speak(editor, { provider: asked }));
    },
  };
}

export function getSpeechEnd({ lastEnd }: EditorState): EditorState['lastEnd'] {
  return lastEnd?.kind === 'speak' || lastEnd?.kind === 'fit' ? lastEnd : undefined;
}

/** Beside Generate Audio, once another voice was selected than that of the recording. */
export function describeOtherVoice(state: EditorState): string | undefined {
  const spoken = getNarration(state)?.settings.voice;
  const { voice } = state.form;
  if (!spoken || !voice || getSpokenShare(state) === 'none') return undefined;
  if (toVoiceId(spoken) === toVoiceId(voice)) return undefined;
  return t(studioMessages.otherVoice, { voice: getVoiceName(spoken), newVoice: getVoiceName(voice) });
}
