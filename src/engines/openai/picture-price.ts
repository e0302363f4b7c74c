import type { PictureSize } from '../provider/one-colour-jpeg.ts';

/** What one more picture costs on a server, with its label, and the text of the request in which that was measured. */
export interface PicturePrice {
  readonly size: PictureSize;
  readonly tokens: number;
  readonly textTokens: number;
  readonly textCharacters: number;
}

/** What was sent. */
export interface SentPrompt {
  /** Of all texts, without the labels of pictures. */
  readonly characters: number;
  readonly pictures: readonly PictureSize[];
}

/**
 * The least that a picture of 1,024 pixels costs in any family of models that llama.cpp knows (tools/mtmd/clip.cpp, 2026), but
 * for those that look at pictures apart from the text.
 */
const leastTokens = 40;
const usualPixels = 1024 * 576;
/** A label costs about 25 tokens with what a template puts around it: what costs no more was not looked at, or is not counted. */
const labelTokens = 32;
/** Half of what a picture and its label cost at least in all families but a few. */
const cheapTokens = 2 * leastTokens;
/** English prose has four to five characters a token; more is claimed by nobody. */
const mostCharactersPerToken = 6;
const fewestCharactersPerToken = 3;

/**
 * The price of a picture from two requests that differ in their number of pictures alone.
 * @returns undefined where pictures do not count
 */
export function measurePrice(
  size: PictureSize,
  textCharacters: number,
  one: { readonly pictures: number; readonly tokens: number | undefined },
  other: { readonly pictures: number; readonly tokens: number | undefined },
): PicturePrice | undefined {
  if (!one.tokens || !other.tokens) return undefined;
  const tokens = (other.tokens - one.tokens) / (other.pictures - one.pictures);
  if (tokens <= labelTokens) return undefined;
  return { size, tokens, textTokens: one.tokens - one.pictures * tokens, textCharacters };
}

/**
 * What is known of the price where only one picture at a time arrives: that one did when so many tokens were counted. It is
 * taken for cheap.
 */
export function supposePrice(
  size: PictureSize,
  textCharacters: number,
  tokens: number | undefined,
): PicturePrice | undefined {
  if (!tokens || tokens < cheapTokens) return undefined;
  return { size, tokens: cheapTokens, textTokens: tokens - cheapTokens, textCharacters };
}

/**
 * Whether a server that counted so many tokens cannot have looked at all that was sent.
 * @param price measured on it; the least of any model where nothing was
 */
export function wereDropped(
  promptTokens: number | undefined,
  sent: SentPrompt,
  price: PicturePrice | undefined,
): boolean {
  // What counts nothing proves nothing.
  if (!promptTokens) return false;
  return promptTokens < countLeastTokens(sent, price);
}

/** A lower bound of what the server has to count. Of measured pictures it leaves out half of one. */
function countLeastTokens({ characters, pictures }: SentPrompt, price: PicturePrice | undefined): number {
  const text = price ? scaleText(characters, price) : characters / mostCharactersPerToken;
  const pixels = price ? price.size.width * price.size.height : usualPixels;
  const each = price?.tokens ?? leastTokens;
  const all = pictures.reduce(
    (sum, { width, height }) => sum + each * Math.min(1, (width * height) / pixels),
    0,
  );
  return text + all - each / 2;
}

function scaleText(characters: number, { textTokens, textCharacters }: PicturePrice): number {
  const more = characters - textCharacters;
  return textTokens + more / (more > 0 ? mostCharactersPerToken : fewestCharactersPerToken);
}

/** Whether two pictures cost the same on any server. */
export function isSameSize(one: PictureSize, other: PictureSize): boolean {
  return one.width === other.width && one.height === other.height;
}
