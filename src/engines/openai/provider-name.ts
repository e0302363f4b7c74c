import { nameProvider, type Vendor } from '../provider/name-provider.ts';

export const openAiName = 'OpenAI';

const openAi: Vendor = { name: openAiName, domain: 'api.openai.com' };

/** Who gets the pictures: see {@link nameProvider}. */
export function nameOpenAiProvider(baseUrl: string | undefined): string {
  return nameProvider(openAi, baseUrl);
}
