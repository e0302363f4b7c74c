import type { Refusal } from './error-body.ts';

/** Fields of a speech request that a model may not know. */
type OptionalField = 'style' | 'languageCode' | 'store';

/** How an error names a field that it refuses: `Unknown name "speechMetadata"`, `Unsupported language code`. */
const namesOf: readonly (readonly [OptionalField, RegExp])[] = [
  ['style', /speech_?metadata|\bstyle\b/iu],
  ['languageCode', /language_?code|language code/iu],
  ['store', /"store"/u],
];

/** Remembers the fields that each model refuses, so that each refusal happens once. Refusals are free. */
export class SpeechFieldMemory {
  readonly #refused = new Map<string, ReadonlySet<OptionalField>>();

  takes(model: string, field: OptionalField): boolean {
    return !this.#refused.get(model)?.has(field);
  }

  /** @returns whether a request without the refused field may be accepted */
  learnFrom(model: string, { code, message }: Refusal): boolean {
    if (code !== 400) return false;
    const field = namesOf.find(([each, names]) => this.takes(model, each) && names.test(message))?.[0];
    if (!field) return false;
    this.#refused.set(model, new Set([...(this.#refused.get(model) ?? []), field]));
    return true;
  }
}
