import { useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { getVoiceName, toVoiceId } from '#shared/voices.ts';
import { findSpeaker, maySpeak, type Speaker, type Speakers } from '../../voice-samples/public.ts';
import { lazyJobs } from '../jobs/lazy-jobs.ts';
import { getVoice } from '../store/editor.ts';
import type { EditorState, JobEnd } from '../store/editor-state.ts';
import { getNarration, getSpokenShare, isEmpty } from '../store/select.ts';
import { useEditor, useEditorState, useVoiceSpeakers } from '../store/use-editor.tsx';

/** Failures that another provider may not have. */
const faultsOfSpeakers: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'provider_unavailable',
  'provider_busy',
  'provider_timeout',
  'provider_garbage',
  'content_refused',
  'unspeakable_script',
]);

export interface Speech {
  /** Why the script was not spoken. */
  readonly problem: string | undefined;
  /** What a person should know of what was spoken. */
  readonly notice: string | undefined;
  /** Who spoke it instead of the first choice, if anyone. */
  readonly replacement: Speaker | undefined;
  /** Other providers that can speak it, after one has failed. */
  readonly replacements: readonly Speaker[];
  /** @param provider the first that speaks the language when left out */
  speak(provider?: string): void;
}

/** Generates the audio, and lists other providers when that fails. */
export function useSpeech(): Speech {
  const editor = useEditor();
  const speakers = useVoiceSpeakers();
  const [problem, setProblem] = useState<string>();
  const end = useEditorState(({ lastEnd }) =>
    lastEnd?.kind === 'speak' || lastEnd?.kind === 'fit' ? lastEnd : undefined,
  );
  const language = useEditorState(state => getNarration(state)?.language);
  const provider = useEditorState(state => getNarration(state)?.settings.provider);
  const isSpoken = useEditorState(state => getSpokenShare(state) === 'all');
  const failure = end?.outcome === 'failed' ? end : undefined;
  const replacements = failure && speakers ? listReplacements(speakers, failure, { language, provider }) : [];
  return {
    problem: problem ?? failure?.message,
    notice: end?.outcome === 'done' ? end.message : undefined,
    replacement: isSpoken ? speakers?.find(({ id }) => id === provider) : undefined,
    replacements,
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

/** All but the one that failed, without those that do not list the language. */
export function listReplacements(
  speakers: Speakers,
  { code, hadBegun = false }: Pick<JobEnd, 'code' | 'hadBegun'>,
  {
    language,
    provider,
  }: { readonly language: LanguageName | undefined; readonly provider: string | undefined },
): readonly Speaker[] {
  // Once sound has come, what breaks off is most likely the speaker's; before that it may be this person's connection.
  const mayHelp = faultsOfSpeakers.has(code) || (code === 'unavailable' && hadBegun);
  if (!mayHelp) return [];
  const askedId = provider ?? (language ? findSpeaker(speakers, language) : speakers[0]).id;
  return speakers.filter(
    speaker =>
      !speaker.isReserved &&
      speaker.id !== askedId &&
      (language === undefined || maySpeak(speaker, language)),
  );
}

/** Beside Generate Audio, once another voice was selected than that of the recording. */
export function describeOtherVoice(state: EditorState): string | undefined {
  const spoken = getNarration(state)?.settings.voice;
  const { voice } = state.form;
  if (!spoken || !voice || getSpokenShare(state) === 'none') return undefined;
  if (toVoiceId(spoken) === toVoiceId(voice)) return undefined;
  return t(studioMessages.otherVoice, { voice: getVoiceName(spoken), newVoice: getVoiceName(voice) });
}
