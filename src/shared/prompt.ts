import { type LanguageName, languageNames } from './languages.ts';

const joint = '. Output in this language: ';

/** The content of `/create_script`'s field `prompt`: the person's prompt and the language of the narration. */
export type NarrationRequest = { readonly prompt: string; readonly language: LanguageName };

export function composePrompt({ prompt, language }: NarrationRequest): string {
  return prompt + joint + language;
}

/** The inverse of {@link composePrompt}, with the last joint, as a prompt may contain one; undefined without a known language behind it. */
export function parsePrompt(prompt: string): NarrationRequest | undefined {
  const at = prompt.lastIndexOf(joint);
  if (at < 0) return undefined;
  const language = languageNames.find(name => name === prompt.slice(at + joint.length));
  return language && { prompt: prompt.slice(0, at), language };
}
