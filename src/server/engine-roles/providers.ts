import type { FitPictures } from '#engines/fit-pictures.ts';
import { listInstalledModels } from '#engines/local/models/installed-models.ts';
import type { EngineOffer, Engines } from '#engines/ports.ts';
import { isSetUp } from '#engines/ports.ts';
import type { EngineConfig } from '../config/engines.ts';
import vendorPages from './vendor-pages.json' with { type: 'json' };

type Step = keyof Engines | 'transcription';
type Access = Parameters<typeof isSetUp>[0];

/** A client takes 10 MB, so its modules are loaded only if it is set up. */
interface ProviderEntry {
  readonly id: string;
  isFound?(config: EngineConfig): Promise<boolean>;
  readAccess(config: EngineConfig): Partial<Record<Step, Access>>;
  /** All that its engines are made of: while it is the same, they are kept. */
  readSettings(config: EngineConfig): unknown;
  createOffer(config: EngineConfig, fitPictures: FitPictures): Promise<EngineOffer>;
}

/** Every provider, in the order in which `auto` chooses. */
const providers: readonly ProviderEntry[] = [
  {
    id: 'openai',
    readAccess: ({ openAi: { vision, script, speech, transcription } }) => ({
      vision,
      script,
      speech,
      transcription,
    }),
    readSettings: ({ openAi }) => openAi,
    createOffer: async ({ openAi }, fitPictures) => {
      const { offerOpenAi } = await import('#engines/openai/create-openai-engines.ts');
      return offerOpenAi(openAi, fitPictures);
    },
  },
  {
    id: 'gemini',
    readAccess: ({ gemini }) => ({
      vision: gemini,
      script: gemini,
      speech: gemini,
      transcription: gemini,
    }),
    readSettings: ({ gemini }) => gemini,
    createOffer: async ({ gemini }) => {
      const { offerGemini } = await import('#engines/gemini/create-gemini-engines.ts');
      return offerGemini(gemini);
    },
  },
  {
    id: 'anthropic',
    readAccess: ({ anthropic }) => ({ vision: anthropic, script: anthropic }),
    readSettings: ({ anthropic }) => anthropic,
    createOffer: async ({ anthropic }, fitPictures) => {
      const { offerAnthropic } = await import('#engines/anthropic/create-anthropic-engines.ts');
      return offerAnthropic(anthropic, fitPictures);
    },
  },
  {
    id: 'mistral',
    readAccess: ({ mistral }) => ({
      vision: mistral,
      script: mistral,
      speech: mistral,
      transcription: mistral,
    }),
    readSettings: ({ mistral }) => mistral,
    createOffer: async ({ mistral }, fitPictures) => {
      const { offerMistral } = await import('#engines/mistral/create-mistral-engines.ts');
      return offerMistral(mistral, fitPictures);
    },
  },
  {
    id: 'azure',
    readAccess: ({ azure: { openAi, speech } }) => ({
      ...openAi,
      speech: isSetUp(speech) ? speech : openAi.speech,
    }),
    readSettings: ({ azure }) => azure,
    createOffer: async ({ azure }, fitPictures) => {
      const { offerAzure } = await import('#engines/azure/create-azure-engines.ts');
      return offerAzure(azure, fitPictures);
    },
  },
  {
    id: 'elevenlabs',
    readAccess: ({ elevenLabs }) => ({ speech: elevenLabs, transcription: elevenLabs }),
    readSettings: ({ elevenLabs }) => elevenLabs,
    createOffer: async ({ elevenLabs }) => {
      const { offerElevenLabs } = await import('#engines/elevenlabs/create-elevenlabs-engines.ts');
      return offerElevenLabs(elevenLabs);
    },
  },
  {
    id: 'local',
    isFound: async ({ modelsFolder }) => (await listInstalledModels(modelsFolder)).length > 0,
    readAccess: () => ({}),
    readSettings: async ({ modelsFolder }) =>
      (await listInstalledModels(modelsFolder)).map(({ model, files }) => [model.name, files]),
    createOffer: async ({ modelsFolder }, fitPictures) => {
      const { offerLocal } = await import('#engines/local/create-local-engines.ts');
      return await offerLocal({ modelsFolder }, fitPictures);
    },
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
      const settings = JSON.stringify([provider.id, await provider.readSettings(config)]);
      const made = earlier.find(each => each.settings === settings);
      return made ?? { settings, offer: await provider.createOffer(config, fitPictures) };
    }),
  );
}

async function findSetUp(config: EngineConfig): Promise<ProviderEntry[]> {
  const areSetUp = await Promise.all(
    providers.map(
      async provider =>
        (await provider.isFound?.(config)) || Object.values(provider.readAccess(config)).some(isSetUp),
    ),
  );
  return providers.filter((_, at) => areSetUp[at]);
}

/** Configured addresses of each step's providers, by id; undefined for a vendor's own address. Not for visitors. */
export function listAddresses(
  config: EngineConfig,
): Readonly<Record<Step, Readonly<Record<string, string | undefined>>>> {
  const listFor = (step: Step) =>
    Object.fromEntries(providers.map(({ id, readAccess }) => [id, readAccess(config)[step]?.baseUrl]));
  return {
    vision: listFor('vision'),
    script: listFor('script'),
    speech: listFor('speech'),
    transcription: listFor('transcription'),
  };
}
