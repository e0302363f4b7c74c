import { type LanguageName, languageNames } from './languages.ts';

const joint = '. Output in this language: ';

/** The content of `/create_script`'s field `prompt`: the person's prompt and the language of the narration. */
export interface NarrationRequest {
  readonly prompt: string;
  readonly language: LanguageName;
}

export function composePrompt({ prompt, language }: NarrationRequest): string {
  return prompt + joint + language;
}

/**
 * The exact inverse of {@link composePrompt}. Uses the last joint, as a prompt may contain the same words.
 * @returns `undefined` if there is no joint or no known language after it
 */
export function parsePrompt(prompt: string): NarrationRequest | undefined {
  const at = prompt.lastIndexOf(joint);
  if (at < 0) return undefined;
  const language = languageNames.find(name => name === prompt.slice(at + joint.length));
  return language && { prompt: prompt.slice(0, at), language };
}
