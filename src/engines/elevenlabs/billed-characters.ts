/**
 * Credits per character: elevenlabs.io/docs/overview/models, "0.5 credits per character" for Flash and Turbo, 1 for the other
 * models named there.
 */
const creditsPerCharacter: readonly (readonly [RegExp, number])[] = [
  [/^eleven_(?:flash|turbo)_/u, 0.5],
  [/^eleven_(?:multilingual_v[12]|monolingual_v1|v3)(?:_|$)/u, 1],
];

/**
 * Characters that a request is charged for, at the model's rate. The header `character-cost`
 * (elevenlabs.io/docs/api-reference/introduction, "Tracking generation costs") is in credits, and exceeds the text's length for
 * voices with their own price.
 * @param cost the header's value; null without one
 */
export function readBilledCharacters(cost: string | null, model: string, text: string): number {
  const rate = creditsPerCharacter.find(([pattern]) => pattern.test(model))?.[1];
  return rate !== undefined && cost !== null && /^\d{1,9}$/u.test(cost) ? Number(cost) / rate : text.length;
}
