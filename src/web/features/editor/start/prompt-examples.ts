import { t } from '#shared/messages/message.ts';
import { promptExampleMessages as messages } from '#shared/messages/prompt-examples.ts';
export interface PromptExample {
  readonly label: string;
  readonly prompt: string;
}

const narrationExamples: readonly PromptExample[] = [
  { label: t(messages.product), prompt: t(messages.productPrompt) },
  { label: t(messages.lesson), prompt: t(messages.lessonPrompt) },
  { label: t(messages.travel), prompt: t(messages.travelPrompt) },
  { label: t(messages.social), prompt: t(messages.socialPrompt) },
  { label: t(messages.tale), prompt: t(messages.talePrompt) },
];

const descriptionExamples: readonly PromptExample[] = [
  { label: t(messages.description), prompt: t(messages.descriptionPrompt) },
  { label: t(messages.film), prompt: t(messages.filmPrompt) },
  { label: t(messages.slides), prompt: t(messages.slidesPrompt) },
  { label: t(messages.children), prompt: t(messages.childrenPrompt) },
];

/** Prompts for kinds of videos, for a narration or for an audio description. */
export function listPromptExamples(isDescription: boolean): readonly PromptExample[] {
  return isDescription ? descriptionExamples : narrationExamples;
}

/** What a person wrote themselves, the last one last. */
export type OwnPrompts = readonly string[];

/** Keeps a prompt that a person wrote before an example replaces it. */
export function keepOwnPrompt(own: OwnPrompts, prompt: string): OwnPrompts {
  const isOwn =
    prompt.trim() !== '' &&
    ![...narrationExamples, ...descriptionExamples].some(example => example.prompt === prompt);
  return isOwn && !own.includes(prompt) ? [...own, prompt] : own;
}

/**
 * Restores the prompt that was written last; the current one is kept, if a person wrote it.
 * @returns the prompt, empty where there was none, and what is still kept
 */
export function putBackOwnPrompt(
  own: OwnPrompts,
  prompt: string,
): { readonly prompt: string; readonly own: OwnPrompts } {
  const last = own.at(-1);
  if (last === undefined) return { prompt: '', own };
  const others = own.slice(0, -1);
  // To the bottom, so that pressing again and again shows each of them.
  return { prompt: last, own: [...keepOwnPrompt([], prompt), ...others] };
}
