import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import type { Voice } from '#shared/voices.ts';
import type { NarrationState } from './narration-state.ts';

interface SpeechSettings {
  readonly voice: Voice | undefined;
  readonly language: LanguageName;
}

/** Whether another voice or language is selected than that of the recording. */
export function wantsOtherSound({ audio, spoken }: NarrationState, prompt: SpeechSettings): boolean {
  if (!audio || !spoken || !prompt.voice) return false;
  return prompt.voice !== spoken.voice || prompt.language !== spoken.chosenLanguage;
}

/**
 * In which language a script is to be spoken: the one it was written in, or one that was selected after it was spoken.
 */
export function chooseSpokenLanguage(
  { audio, spoken, scriptLanguage }: NarrationState,
  chosen: LanguageName,
): LanguageName | undefined {
  if (!audio || !spoken) return scriptLanguage;
  return chosen === spoken.chosenLanguage ? spoken.language : chosen;
}

/** Beside Generate Audio, once another voice or language was selected; undefined while they agree. */
export function describeOtherSound(state: NarrationState, prompt: SpeechSettings): string | undefined {
  const { spoken } = state;
  if (!spoken || !prompt.voice || !wantsOtherSound(state, prompt)) return undefined;
  const { voice, language } = spoken;
  const { voice: newVoice } = prompt;
  const newLanguage = chooseSpokenLanguage(state, prompt.language);
  if (!newLanguage) return t(studioMessages.otherVoice, { voice, newVoice });
  if (!language) return t(studioMessages.otherVoiceIn, { voice, newVoice, newLanguage });
  return t(studioMessages.otherSpeech, { voice, language, newVoice, newLanguage });
}
