import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyRepository, type RepositoryCopy } from '../copy-repository.ts';
import { type Edit, editFile } from '../edit-file.ts';

const parrot = fileURLToPath(new URL('./parrot', import.meta.url));

/** The only new folder. */
const thirdEngineFolder = 'src/engines/parrot';

/** All edits of existing files. */
const thirdEngineEdits: readonly Edit[] = [
  {
    file: 'src/server/config/engines.ts',
    from: 'export const engineSettings = {',
    to: `export const engineSettings = {
  PARROT_API_KEY: keySetting('A key of Parrot.', 'Write your own key, or leave it out.'),
  PARROT_BASE_URL: setting(
    webAddress('must be an address such as https://api.parrot.example').optional(),
    "Parrot's own",
    'The address of a compatible server.',
  ),
  PARROT_MODEL: setting(modelName.default('macaw-2'), 'macaw-2', 'The model that does everything.'),`,
  },
  {
    file: 'src/server/config/engines.ts',
    from: "allStepProviders = ['openai', ",
    to: "allStepProviders = ['openai', 'parrot', ",
  },
  {
    file: 'src/server/config/engines.ts',
    from: '    openAi: {',
    to: `    parrot: {
      apiKey: read.PARROT_API_KEY,
      baseUrl: read.PARROT_BASE_URL,
      model: read.PARROT_MODEL,
    },
    openAi: {`,
  },
  {
    file: 'src/server/engine-roles/providers.ts',
    from: "  {\n    id: 'elevenlabs',",
    to: `  {
    id: 'parrot',
    readAccess: ({ parrot }) => ({ vision: parrot, script: parrot, speech: parrot }),
    createOffer: async ({ parrot }) => {
      const { offerParrot } = await import('#engines/parrot/offer-parrot.ts');
      return offerParrot(parrot);
    },
  },
  {
    id: 'elevenlabs',`,
  },
];

/** The product with an invented provider, added by docs/guides/add-an-engine.md. */
export async function copyWithThirdEngine(): Promise<RepositoryCopy> {
  const copy = await copyRepository();
  for (const name of readdirSync(parrot)) {
    // Its imports are relative there.
    const text = readFileSync(join(parrot, name), 'utf8').replaceAll("'#engines/", "'../");
    copy.plant(join(thirdEngineFolder, name), text);
  }
  for (const edit of thirdEngineEdits) await editFile(copy.path, edit);
  // The page is independent of engines.
  if (existsSync('dist')) symlinkSync(join(process.cwd(), 'dist'), join(copy.path, 'dist'));
  return copy;
}
