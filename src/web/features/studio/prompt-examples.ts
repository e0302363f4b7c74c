/** An example prompt. */
export interface PromptExample {
  readonly label: string;
  readonly prompt: string;
}

/** Six kinds of films that people bring, each with a prompt that says style, length of sentences and what matters. */
export const promptExamples: readonly PromptExample[] = [
  {
    label: 'Product film',
    prompt:
      'Present the product as a friendly expert would. Say what it does and whom it helps, in short, confident sentences, and end with an invitation to try it.',
  },
  {
    label: 'Lesson',
    prompt:
      'Explain what happens step by step, for somebody who sees it for the first time. Name things simply, and say why each step matters.',
  },
  {
    label: 'Travel',
    prompt:
      'Tell it as a traveller who loves the place: what there is to see, the light and the mood. Warm and unhurried.',
  },
  {
    label: 'Audio description',
    prompt:
      'Describe for people who cannot see the video: who and what is in the picture, what moves, and what is written there. Present tense, plain words, no opinions.',
  },
  {
    label: 'Social clip',
    prompt:
      'Quick and cheerful, for a short clip: a first sentence that makes people stay, then one idea a sentence, and a light joke at the end.',
  },
  {
    label: 'Fairy tale',
    prompt:
      'Tell it as a fairy tale for children: “Once upon a time”, gentle words, a little wonder, and a good end.',
  },
];

/** What a person wrote themselves, the last one last. */
export type OwnPrompts = readonly string[];

/** An example takes the place of the prompt, and nothing that somebody wrote themselves is lost by it. */
export function keepOwnPrompt(own: OwnPrompts, prompt: string): OwnPrompts {
  const isOwn = prompt.trim() !== '' && !promptExamples.some(example => example.prompt === prompt);
  return isOwn && !own.includes(prompt) ? [...own, prompt] : own;
}

/**
 * Puts back what was written last; what stands there goes to the others, if it was written, too.
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
