import type { LanguageName } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import type { NarrationState } from './narration-state.ts';

interface SpeechSettings {
  readonly voice: Voice | undefined;
  readonly language: LanguageName;
}

/** Whether the form asks for another voice or language than the sound that stands there was made with. */
export function wantsOtherSound({ audio, spoken }: NarrationState, prompt: SpeechSettings): boolean {
  if (!audio || !spoken || !prompt.voice) return false;
  return prompt.voice !== spoken.voice || prompt.language !== spoken.chosenLanguage;
}

/**
 * In which language a script is to be spoken: the one it was written in. Who has heard it and chooses another one
 * afterwards wants it in that.
 */
export function chooseSpokenLanguage(
  { audio, spoken, scriptLanguage }: NarrationState,
  chosen: LanguageName,
): LanguageName | undefined {
  if (!audio || !spoken) return scriptLanguage;
  return chosen === spoken.chosenLanguage ? spoken.language : chosen;
}

/** What stands beside Generate Audio once the form was changed after the speech; undefined while they agree. */
export function describeOtherSound(state: NarrationState, prompt: SpeechSettings): string | undefined {
  const { spoken } = state;
  if (!spoken || !prompt.voice || !wantsOtherSound(state, prompt)) return undefined;
  const next = chooseSpokenLanguage(state, prompt.language);
  const inLanguage = (language: LanguageName | undefined) => (language ? ` in ${language}` : '');
  return `Spoken by ${spoken.voice}${inLanguage(spoken.language)}; press to speak it as ${prompt.voice}${inLanguage(next)}.`;
}
