/** A wish to start from. */
export interface WishExample {
  readonly label: string;
  readonly wish: string;
}

/** Six kinds of films that people bring, each with a wish that says style, length of sentences and what matters. */
export const wishExamples: readonly WishExample[] = [
  {
    label: 'Product film',
    wish: 'Present the product as a friendly expert would. Say what it does and whom it helps, in short, confident sentences, and end with an invitation to try it.',
  },
  {
    label: 'Lesson',
    wish: 'Explain what happens step by step, for somebody who sees it for the first time. Name things simply, and say why each step matters.',
  },
  {
    label: 'Travel',
    wish: 'Tell it as a traveller who loves the place: what there is to see, the light and the mood. Warm and unhurried.',
  },
  {
    label: 'Audio description',
    wish: 'Describe for people who cannot see the video: who and what is in the picture, what moves, and what is written there. Present tense, plain words, no opinions.',
  },
  {
    label: 'Social clip',
    wish: 'Quick and cheerful, for a short clip: a first sentence that makes people stay, then one idea a sentence, and a light joke at the end.',
  },
  {
    label: 'Fairy tale',
    wish: 'Tell it as a fairy tale for children: “Once upon a time”, gentle words, a little wonder, and a good end.',
  },
];

/** What a person wrote themselves, the last one last. */
export type OwnWishes = readonly string[];

/** An example takes the place of the wish, and nothing that somebody wrote themselves is lost by it. */
export function keepOwnWish(own: OwnWishes, wish: string): OwnWishes {
  const isOwn = wish.trim() !== '' && !wishExamples.some(example => example.wish === wish);
  return isOwn && !own.includes(wish) ? [...own, wish] : own;
}

/**
 * Puts back what was written last; what stands there goes to the others, if it was written, too.
 * @returns the wish, empty where there was none, and what is still kept
 */
export function putBackOwnWish(
  own: OwnWishes,
  wish: string,
): { readonly wish: string; readonly own: OwnWishes } {
  const last = own.at(-1);
  if (last === undefined) return { wish: '', own };
  const others = own.slice(0, -1);
  // To the bottom, so that pressing again and again shows each of them.
  return { wish: last, own: [...keepOwnWish([], wish), ...others] };
}
