/** How keys of other vendors begin. The vendor's own begin in more than one way, so none is demanded. */
const foreignKeys: readonly (readonly [start: string, vendor: string])[] = [
  ['sk-ant-', 'Anthropic'],
  ['sk-or-', 'OpenRouter'],
  ['sk-', 'OpenAI'],
  ['sk_', 'ElevenLabs'],
];

/** Whose key it seems to be; undefined when it may be the vendor's own. */
export function findForeignVendor(apiKey: string): string | undefined {
  return foreignKeys.find(([start]) => apiKey.startsWith(start))?.[1];
}

/** Why a key is not taken, as a sentence; never with the key. */
export function describeRefusedKey(apiKey: string): string {
  const vendor = findForeignVendor(apiKey);
  return vendor
    ? `The key in GEMINI_API_KEY looks like a key of ${vendor}. Whoever runs this server needs to put a key of Gemini there.`
    : 'Gemini does not take the key of this server. Whoever runs it needs to check GEMINI_API_KEY.';
}
