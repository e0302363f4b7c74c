/** How the keys of other companies begin, by what these companies' consoles show. */
const foreignKeys: readonly (readonly [start: RegExp, owner: string])[] = [
  [/^(AIza|AQ\.)/u, 'Google (GEMINI_API_KEY)'],
  [/^sk-ant-/u, 'Anthropic'],
  [/^sk-or-/u, 'OpenRouter (set OPENAI_BASE_URL to https://openrouter.ai/api/v1)'],
  [/^gsk_/u, 'Groq'],
  [/^xai-/u, 'xAI'],
  [/^hf_/u, 'Hugging Face'],
  [/^sk_/u, 'ElevenLabs (ELEVENLABS_API_KEY)'],
];

/** A sentence for a key that is another company's, without any of the key; undefined for one that may be right. */
export function describeForeignKey(apiKey: string | undefined): string | undefined {
  const owner = apiKey && foreignKeys.find(([start]) => start.test(apiKey))?.[1];
  return owner && `The key that is set for OpenAI is one of ${owner}. It was not sent.`;
}
