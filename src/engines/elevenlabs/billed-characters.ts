/**
 * Credits that a character of a model costs, where the vendor says so: elevenlabs.io/docs/overview/models, "0.5 credits per
 * character" of Flash and Turbo, and one of the others that are named there.
 */
const creditsPerCharacter: readonly (readonly [RegExp, number])[] = [
  [/^eleven_(?:flash|turbo)_/u, 0.5],
  [/^eleven_(?:multilingual_v[12]|monolingual_v1|v3)(?:_|$)/u, 1],
];

/**
 * The characters that a request is charged for, at the model's rate. The header `character-cost`
 * (elevenlabs.io/docs/api-reference/introduction, "Tracking generation costs") is in credits, and is higher than the text is long
 * where a voice has a price of its own.
 * @param cost the header's value; null without one
 */
export function readBilledCharacters(cost: string | null, model: string, text: string): number {
  const rate = creditsPerCharacter.find(([pattern]) => pattern.test(model))?.[1];
  return rate !== undefined && cost !== null && /^\d{1,9}$/u.test(cost) ? Number(cost) / rate : text.length;
}
