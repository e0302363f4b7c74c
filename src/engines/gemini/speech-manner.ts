import type { Refusal } from './error-body.ts';

/** What of a request for speech a model may not know. */
type OptionalField = 'style' | 'languageCode' | 'store';

/** How a refusal names what it does not take: `Unknown name "speechMetadata"`, `Unsupported language code`. */
const namesOf: readonly (readonly [OptionalField, RegExp])[] = [
  ['style', /speech_?metadata|\bstyle\b/iu],
  ['languageCode', /language_?code|language code/iu],
  ['store', /"store"/u],
];

/** Remembers what each model does not take, so that each refusal is met once. A refusal costs nothing. */
export class SpeechManners {
  readonly #refused = new Map<string, ReadonlySet<OptionalField>>();

  takes(model: string, field: OptionalField): boolean {
    return !this.#refused.get(model)?.has(field);
  }

  /** @returns whether the model can be asked without what it refused */
  learnFrom(model: string, { code, message }: Refusal): boolean {
    if (code !== 400) return false;
    const field = namesOf.find(([each, names]) => this.takes(model, each) && names.test(message))?.[0];
    if (!field) return false;
    this.#refused.set(model, new Set([...(this.#refused.get(model) ?? []), field]));
    return true;
  }
}
