import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { type Failure, toSetupFailure } from './failure.ts';

/** Starts of keys by their makers' consoles, longer ones first, and what to do with such a key. */
const keyStarts: readonly (readonly [start: string, maker: string, advice?: string])[] = [
  ['sk-ant-', 'Anthropic', 'Set it as ANTHROPIC_API_KEY.'],
  ['sk-or-', 'OpenRouter', 'Set OPENAI_BASE_URL to https://openrouter.ai/api/v1.'],
  ['sk-', 'OpenAI', 'Set it as OPENAI_API_KEY.'],
  ['sk_', 'ElevenLabs', 'Set it as ELEVENLABS_API_KEY.'],
  ['AIza', 'Gemini', 'Set it as GEMINI_API_KEY.'],
  ['AQ.', 'Gemini', 'Set it as GEMINI_API_KEY.'],
  ['gsk_', 'Groq', 'Set OPENAI_BASE_URL to https://api.groq.com/openai/v1.'],
  ['xai-', 'xAI', 'Set OPENAI_BASE_URL to https://api.x.ai/v1.'],
  ['hf_', 'Hugging Face'],
];

/** Why a key is not sent to a vendor: it looks like another's. @param setting of the key */
export function findForeignKey(setting: string, vendor: string, apiKey: string): Failure | undefined {
  const [, maker, advice] = keyStarts.find(([start]) => apiKey.startsWith(start)) ?? [];
  if (maker === undefined || maker === vendor) return undefined;
  const found = [`${setting} looks like a key for ${maker}.`, advice ?? []].flat();
  return { ...toSetupFailure(fill(engineMessages.keyOfAnother), ''), operatorMessage: found.join(' ') };
}
