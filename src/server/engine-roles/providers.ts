import { listInstalledModels } from '#engines/local/models/installed-models.ts';
import { type EngineOffer, type FitPictures, isSetUp } from '#engines/ports.ts';
import { type SetupStep, setupSteps } from '#shared/api/setup.ts';
import type { EngineConfig } from '../config/engines.ts';
import vendorPages from './vendor-pages.json' with { type: 'json' };

type Access = Parameters<typeof isSetUp>[0];

/** A client takes 10 MB, so its modules are loaded only if it is set up. */
interface ProviderEntry {
  readonly id: string;
  isFound?(config: EngineConfig): Promise<boolean>;
  readAccess(config: EngineConfig): Partial<Record<SetupStep, Access>>;
  /** All that its engines are made of: while it is the same, they are kept. By default what is read for access. */
  readSettings?(config: EngineConfig): Promise<unknown>;
  createOffer(config: EngineConfig, fitPictures: FitPictures): Promise<EngineOffer>;
}

function forAllSteps(access: Access) {
  return { vision: access, script: access, speech: access, transcription: access };
}

/** Every provider, in the order in which `auto` chooses. */
const providers: readonly ProviderEntry[] = [
  {
    id: 'openai',
    readAccess: ({ openAi }) => openAi,
    createOffer: async ({ openAi }, fitPictures) =>
      (await import('#engines/openai/create-openai-engines.ts')).offerOpenAi(openAi, fitPictures),
  },
  {
    id: 'gemini',
    readAccess: ({ gemini }) => forAllSteps(gemini),
    createOffer: async ({ gemini }) =>
      (await import('#engines/gemini/create-gemini-engines.ts')).offerGemini(gemini),
  },
  {
    id: 'anthropic',
    readAccess: ({ anthropic }) => ({ vision: anthropic, script: anthropic }),
    createOffer: async ({ anthropic }, fitPictures) =>
      (await import('#engines/anthropic/create-anthropic-engines.ts')).offerAnthropic(anthropic, fitPictures),
  },
  {
    id: 'mistral',
    readAccess: ({ mistral }) => forAllSteps(mistral),
    createOffer: async ({ mistral }, fitPictures) =>
      (await import('#engines/mistral/create-mistral-engines.ts')).offerMistral(mistral, fitPictures),
  },
  {
    id: 'azure',
    readAccess: ({ azure: { openAi, speech } }) => ({
      ...openAi,
      speech: isSetUp(speech) ? speech : openAi.speech,
    }),
    createOffer: async ({ azure }, fitPictures) =>
      (await import('#engines/azure/create-azure-engines.ts')).offerAzure(azure, fitPictures),
  },
  {
    id: 'elevenlabs',
    readAccess: ({ elevenLabs }) => ({ speech: elevenLabs, transcription: elevenLabs }),
    createOffer: async ({ elevenLabs }) =>
      (await import('#engines/elevenlabs/create-elevenlabs-engines.ts')).offerElevenLabs(elevenLabs),
  },
  {
    id: 'local',
    isFound: async ({ modelsFolder }) => (await listInstalledModels(modelsFolder)).length > 0,
    readAccess: () => ({}),
    readSettings: async ({ modelsFolder }) =>
      (await listInstalledModels(modelsFolder)).map(({ model, files }) => [model.name, files]),
    createOffer: async ({ modelsFolder }, fitPictures) =>
      (await import('#engines/local/create-local-engines.ts')).offerLocal({ modelsFolder }, fitPictures),
  },
];

/** A vendor's name for people, with which those of its engines begin, and its own pages; undefined for another provider. */
export function findVendorPages(providerId: string | undefined) {
  return vendorPages.find(({ id }) => id === providerId);
}

/** Whether any provider is set up, named or switched off: then none is looked for. `TRANSCRIPTION_PROVIDER=off` says nothing of those. */
export async function isAnySetUp(config: EngineConfig): Promise<boolean> {
  const isNamed = Object.values(config.providers).some(value => value !== 'auto' && value !== 'off');
  return isNamed || (await findSetUp(config)).length > 0;
}

/** An offer, with what it was made of. */
export interface MadeOffer {
  readonly settings: string;
  readonly offer: EngineOffer;
}

/** @param earlier those of them whose settings are the same are used again */
export async function listOffers(
  config: EngineConfig,
  fitPictures: FitPictures,
  earlier: readonly MadeOffer[] = [],
): Promise<MadeOffer[]> {
  const setUp = await findSetUp(config);
  return await Promise.all(
    setUp.map(async provider => {
      const made = (await provider.readSettings?.(config)) ?? provider.readAccess(config);
      const settings = JSON.stringify([provider.id, made]);
      const known = earlier.find(each => each.settings === settings);
      return known ?? { settings, offer: await provider.createOffer(config, fitPictures) };
    }),
  );
}

async function findSetUp(config: EngineConfig): Promise<ProviderEntry[]> {
  const areSetUp = await Promise.all(
    providers.map(async ({ isFound, readAccess }) => {
      const access = readAccess(config);
      return (await isFound?.(config)) || setupSteps.some(step => access[step] && isSetUp(access[step]));
    }),
  );
  return providers.filter((_, at) => areSetUp[at]);
}

/** The configured address of a provider for a step; undefined for a vendor's own. Not for visitors. */
export function findAddress(config: EngineConfig, providerId: string, step: SetupStep): string | undefined {
  const provider = providers.find(({ id }) => id === providerId);
  return provider?.readAccess(config)[step]?.baseUrl;
}
