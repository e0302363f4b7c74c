import { useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import type { Voice } from '#shared/voices.ts';
import { findSpeaker, maySpeak, type Speaker, type Speakers } from '../voice-samples/public.ts';
import { chooseSpokenLanguage } from './describe-spoken.ts';
import type { Failure, NarrationState } from './narration-state.ts';
import type { Narration } from './use-narration.ts';

/** Failures that another provider may not have. */
const faultsOfSpeakers: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'provider_unavailable',
  'provider_busy',
  'provider_timeout',
  'provider_garbage',
  'content_refused',
  'unspeakable_script',
]);

interface SpeechChoices {
  readonly language: LanguageName;
  readonly voice: Voice | undefined;
  /** Who can speak it; undefined until the server has said so. */
  readonly speakers: Speakers | undefined;
}

export interface Speech {
  /** Why the script was not spoken. */
  readonly problem: string | undefined;
  /** Who spoke it instead of the first choice, if anyone. */
  readonly replacement: Speaker | undefined;
  /** Other providers that can speak it, after one has failed. */
  readonly replacements: readonly Speaker[];
  /** @param speaker left out, the first that speaks the language */
  speak(speaker?: Speaker): void;
  /** Forgets what stood in the way of the last try. */
  forgetProblem(): void;
}

/** Generates the audio, and lists other providers when that fails. */
export function useSpeech(
  { state, generateAudio }: Pick<Narration, 'state' | 'generateAudio'>,
  { voice, language: chosenLanguage, speakers }: SpeechChoices,
): Speech {
  const [problem, setProblem] = useState<string>();
  const [askedId, setAskedId] = useState<string>();
  const failure = state.failure?.work === 'audio' ? state.failure : undefined;
  return {
    problem: problem ?? failure?.message,
    replacement: state.audio && speakers?.find(({ id }) => id === state.spoken?.speakerId),
    replacements: failure && speakers ? listReplacements(speakers, state, { failure, askedId }) : [],
    speak(speaker) {
      const unspeakable = describeUnspeakable(state.script, voice);
      setProblem(unspeakable);
      if (unspeakable || !voice) return;
      const language = chooseSpokenLanguage(state, chosenLanguage);
      setAskedId(speaker?.id ?? (speakers && (language ? findSpeaker(speakers, language) : speakers[0]).id));
      generateAudio({ script: state.script, voice, language, provider: speaker?.id }, chosenLanguage);
    },
    forgetProblem: () => setProblem(undefined),
  };
}

function describeUnspeakable(script: string, voice: Voice | undefined): string | undefined {
  if (script.trim() === '') return t(studioMessages.noScript);
  return voice ? undefined : t(studioMessages.selectVoice);
}

interface FailedSpeech {
  readonly failure: Failure;
  /** Who was to speak. */
  readonly askedId: string | undefined;
}

/** All but the one that failed, without those that do not list the language. */
export function listReplacements(
  speakers: Speakers,
  { scriptLanguage }: Pick<NarrationState, 'scriptLanguage'>,
  { failure, askedId }: FailedSpeech,
): readonly Speaker[] {
  // Once sound has come, what breaks off is most likely the speaker's; before that it may be this person's connection.
  const mayHelp = faultsOfSpeakers.has(failure.code) || (failure.code === 'unavailable' && failure.hadBegun);
  if (!mayHelp) return [];
  return speakers.filter(
    speaker =>
      !speaker.isReserved &&
      speaker.id !== askedId &&
      (scriptLanguage === undefined || maySpeak(speaker, scriptLanguage)),
  );
}
