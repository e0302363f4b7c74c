import { CodedError } from '#shared/errors.ts';
import { type ColourAnswer, tryColours } from '../provider/colour-test.ts';
import type { PictureSize } from '../provider/one-colour-jpeg.ts';
import type { AskVision } from './ask-vision.ts';
import type { ChosenModel } from './model-choice.ts';
import { composePartPrompt } from './part-prompt.ts';
import { pictureSteps } from './picture-count.ts';
import { measurePrice, type PicturePrice, supposePrice } from './picture-price.ts';
import { isTooMany } from './too-many.ts';

/** What was found out about how a model of a server looks at pictures. */
export interface PictureTrial {
  /** So many in one request were all seen, in order; one where not even that was. */
  readonly most: number;
  /** Undefined where the server does not count tokens, or not those of pictures. */
  readonly price: PicturePrice | undefined;
  /** False where neither the answers nor the tokens show that any picture came to the model. */
  readonly arePicturesSeen: boolean;
}

/** How pictures of one colour are asked about. */
export interface TrialParts {
  readonly ask: AskVision;
  readonly model: ChosenModel;
  readonly size: PictureSize;
  readonly signal: AbortSignal;
}

interface Try extends Pick<ColourAnswer, 'isRight'> {
  readonly pictures: number;
  readonly tokens: number | undefined;
  readonly characters: number;
}

/**
 * Finds out, with pictures of known colours, how many a model of a server takes at once and what one costs: two requests where it
 * takes all, four at most.
 * @throws what `ask` throws, but for refusals of so many pictures and answers without words
 */
export async function tryPictures(parts: TrialParts): Promise<PictureTrial> {
  for (const count of pictureSteps.filter(step => step > 1)) {
    const many = await tryCount(parts, count);
    if (many.isRight)
      return { most: count, price: compare(parts, await tryCount(parts, 1), many), arePicturesSeen: true };
  }
  const one = await tryCount(parts, 1);
  if (one.isRight)
    return { most: 1, price: supposePrice(parts.size, one.characters, one.tokens), arePicturesSeen: true };
  // A weak model does not find the words; what two pictures cost more than one shows that it gets them.
  const price = compare(parts, one, await tryCount(parts, 2));
  return { most: 1, price, arePicturesSeen: price !== undefined };
}

/** What a picture of another size costs, by a request with one and a request with so many. */
export async function measureAt(parts: TrialParts, count: number): Promise<PicturePrice | undefined> {
  return compare(parts, await tryCount(parts, 1), await tryCount(parts, count));
}

function compare({ size }: TrialParts, one: Try, many: Try): PicturePrice | undefined {
  return measurePrice(size, one.characters, one, many);
}

async function tryCount({ ask, model, size, signal }: TrialParts, pictures: number): Promise<Try> {
  const found = { pictures, tokens: undefined as number | undefined, characters: 0 };
  const analyze = async (request: Parameters<Parameters<typeof tryColours>[0]['analyze']>[0]) => {
    const prompt = composePartPrompt(request, { start: 0, end: pictures });
    const { notes, promptTokens } = await ask(prompt, { signal }, model);
    found.tokens = promptTokens;
    found.characters = prompt.characters;
    return notes;
  };
  try {
    const { isRight } = await tryColours({ analyze }, pictures, signal, { size });
    return { ...found, isRight };
  } catch (error) {
    if (isTooMany(error) || isNoAnswer(error)) return { ...found, isRight: false };
    throw error;
  }
}

/** It answered, but not with words about the pictures. */
function isNoAnswer(error: unknown): boolean {
  return error instanceof CodedError && ['provider_garbage', 'content_refused'].includes(error.code);
}
