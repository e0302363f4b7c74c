import { CodedError } from '#shared/errors.ts';
import type { FitPictures, FittedPicture } from '../fit-pictures.ts';
import type { VisionRequest } from '../ports.ts';
import { isOwnServer } from '../provider/name-provider.ts';
import type { AskVision } from './ask-vision.ts';
import type { Connection } from './connect.ts';
import { joinNotes } from './join-notes.ts';
import type { ChosenModel, ModelChoice } from './model-choice.ts';
import { composePartPrompt, type Part } from './part-prompt.ts';
import { PictureSight } from './picture-sight.ts';
import { isTooMany, readMostPictures } from './too-many.ts';

/** How pictures are made small enough for a server that is not the vendor's. */
export interface PictureFitting {
  readonly fitPictures: FitPictures;
  readonly maxSidePixels: number;
}

/** What whoever runs the AI server has to mend. */
const failures = {
  unseen:
    'The AI server dropped a picture that was sent to try it, or its model sees none. Whoever runs it needs to give it a larger context or another model.',
  dropped: 'The AI server dropped pictures of the video. Whoever runs it needs to give it a larger context.',
  tooSmall:
    'The context of the AI server is too small for a picture of the video. Whoever runs it needs to give it a larger context.',
};

/** One request's notes, or why fewer pictures have to be sent in one. */
type Looked =
  | { readonly notes: string }
  | { readonly atMost: number | undefined; readonly error: CodedError };

/** A video that is being looked at. */
interface Work {
  readonly request: VisionRequest;
  readonly model: ChosenModel;
  readonly sight: PictureSight;
  readonly pictures: readonly FittedPicture[];
}

/**
 * Looks at frames through a server that is not the vendor's, which may take fewer pictures than a video has, or drop some
 * without a word: they are made smaller, sent as many at a time as it takes, and counted by the tokens that it counts.
 */
export class CompatibleVision {
  readonly #connection: Connection;
  readonly #ask: AskVision;
  readonly #fitting: PictureFitting;
  /** By the model's name. */
  readonly #sights = new Map<string, PictureSight>();
  /** Whether pictures may be sent to try it: only where they cost nothing, and not before {@link warmUp}. */
  #mayTry = false;

  constructor(connection: Connection, ask: AskVision, fitting: PictureFitting) {
    this.#connection = connection;
    this.#ask = ask;
    this.#fitting = fitting;
  }

  /**
   * Finds out with test pictures how many a server of one's own takes at once; others are not asked what they may charge for.
   * @throws what a call throws
   */
  async warmUp(choice: ModelChoice, signal: AbortSignal): Promise<void> {
    if (!isOwnServer(this.#connection.baseUrl)) return;
    this.#mayTry = true;
    await this.#findSight(await choice.require(signal)).tryOut(signal);
  }

  /** What was found out about a model's eyes, to be put behind how it was chosen. */
  describe(model: string | undefined): string {
    return (model !== undefined && this.#sights.get(model)?.words) || '';
  }

  /** @throws what a call throws; CodedError where pictures do not arrive */
  async analyze(choice: ModelChoice, request: VisionRequest): Promise<string> {
    const { signal } = request;
    const { fitPictures, maxSidePixels } = this.#fitting;
    const jpegs = request.frames.map(({ jpeg }) => jpeg);
    const pictures = await fitPictures(jpegs, maxSidePixels, request);
    const frames = pictures.map(({ jpeg }, at) => ({ seconds: request.frames[at]?.seconds ?? 0, jpeg }));
    const model = await choice.require(signal);
    const sight = this.#findSight(model);
    if (this.#mayTry) await sight.tryOut(signal);
    if (!sight.arePicturesSeen) {
      sight.forget();
      throw new CodedError('provider_unavailable', { message: failures.unseen, costsNothing: true });
    }
    return await this.#lookAtAll({ request: { ...request, frames }, model, sight, pictures });
  }

  async #lookAtAll(work: Work): Promise<string> {
    const { sight, pictures } = work;
    const notes: string[] = [];
    for (let start = 0; start < pictures.length; ) {
      const end = Math.min(start + sight.count.most, pictures.length);
      const looked = await this.#look(work, { start, end });
      if ('notes' in looked) {
        notes.push(looked.notes);
        start = end;
      } else if (!sight.count.lower(end - start, looked.atMost)) {
        sight.forget();
        throw looked.error;
      }
    }
    return joinNotes(notes);
  }

  async #look({ request, model, sight, pictures }: Work, part: Part): Promise<Looked> {
    const prompt = composePartPrompt(request, part);
    try {
      const { notes, promptTokens } = await this.#ask(prompt, request, model);
      const sent = { characters: prompt.characters, pictures: pictures.slice(part.start, part.end) };
      const options = { mayTry: this.#mayTry, signal: request.signal };
      if (!(await sight.haveBeenDropped(promptTokens, sent, options))) return { notes };
      return {
        atMost: undefined,
        error: new CodedError('provider_unavailable', { message: failures.dropped }),
      };
    } catch (error) {
      if (!isTooMany(error)) throw error;
      const refusal = { message: failures.tooSmall, costsNothing: true };
      return { atMost: readMostPictures(error), error: new CodedError('provider_unavailable', refusal) };
    }
  }

  #findSight(model: ChosenModel): PictureSight {
    const known = this.#sights.get(model.name);
    if (known) return known;
    const sight = new PictureSight(this.#ask, model, this.#fitting.maxSidePixels);
    this.#sights.set(model.name, sight);
    return sight;
  }
}
