import { shareTask } from '#shared/async/shared-task.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { testPictureSize } from '../provider/colour-test.ts';
import type { PictureSize } from '../provider/one-colour-jpeg.ts';
import type { AskVision } from './ask-vision.ts';
import type { ChosenModel } from './model-choice.ts';
import { PictureCount, pictureSteps } from './picture-count.ts';
import { isSameSize, type PicturePrice, type SentPrompt, wereDropped } from './picture-price.ts';
import { measureAt, tryPictures } from './try-pictures.ts';

/** What was found out about how one model of a server looks at pictures, and what is still to be. */
export class PictureSight {
  readonly count = new PictureCount();
  readonly #ask: AskVision;
  readonly #model: ChosenModel;
  readonly #size: PictureSize;
  #isTried = false;
  #arePicturesSeen = true;
  /** The first at the size of the test's pictures. */
  #prices: PicturePrice[] = [];

  /** @param maxSidePixels the longer side of the largest picture that is sent */
  constructor(ask: AskVision, model: ChosenModel, maxSidePixels: number) {
    this.#ask = ask;
    this.#model = model;
    this.#size = fitInto(testPictureSize, maxSidePixels);
  }

  /** How many it was found to take at once, as words behind how it was chosen; none while it takes all. */
  get words(): string {
    const { most } = this.count;
    if (most === pictureSteps[0]) return '';
    return `; it takes ${most === 1 ? 'one picture' : `${most} pictures`} at a time`;
  }

  /** Whether pictures come to the model at all, as far as is known. */
  get arePicturesSeen(): boolean {
    return this.#arePicturesSeen;
  }

  /**
   * Sends pictures of known colours, unless that was done; all who wait for it wait for the same.
   * @throws what the requests throw
   */
  readonly tryOut = shareTask(async signal => {
    if (this.#isTried) return;
    const { most, price, arePicturesSeen } = await tryPictures(this.#parts(signal, this.#size));
    this.count.most = most;
    this.#prices = price ? [price] : [];
    this.#arePicturesSeen = arePicturesSeen;
    this.#isTried = true;
  });

  /** Whether the server counted fewer tokens than all that was sent costs. Where the price is not certain, it is measured. */
  async haveBeenDropped(
    promptTokens: number | undefined,
    sent: SentPrompt,
    { mayTry, signal }: { readonly mayTry: boolean; readonly signal: AbortSignal },
  ): Promise<boolean> {
    // It was found to count nothing, or nothing for pictures.
    if (this.#isTried && this.#prices.length === 0) return false;
    const [size] = sent.pictures;
    const exact = this.#prices.find(price => size && isSameSize(price.size, size));
    if (exact) return wereDropped(promptTokens, sent, exact);
    const areDropped = wereDropped(promptTokens, sent, this.#prices[0]);
    if (!areDropped || !size || !mayTry || this.count.most === 1) return areDropped;
    const measured = await this.#measure(size, signal);
    return measured ? wereDropped(promptTokens, sent, measured) : true;
  }

  /** Whoever runs the server is told to mend it: the next video shall find it as it then is. */
  forget(): void {
    this.count.forget();
    this.#isTried = false;
    this.#arePicturesSeen = true;
    this.#prices = [];
  }

  async #measure(size: PictureSize, signal: AbortSignal): Promise<PicturePrice | undefined> {
    const price = await measureAt(this.#parts(signal, size), 2).catch(() => undefined);
    requireNotCancelled(signal);
    if (price) this.#prices.push(price);
    return price;
  }

  #parts(signal: AbortSignal, size: PictureSize) {
    return { ask: this.#ask, model: this.#model, size, signal };
  }
}

/** Whole pixels, at least one a side. */
function fitInto({ width, height }: PictureSize, maxSidePixels: number): PictureSize {
  const scale = Math.min(1, maxSidePixels / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
