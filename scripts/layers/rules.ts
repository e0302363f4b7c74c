/**
 * A folder and what it may import besides itself. `<name>` stands for any folder without its own rule; two of them may
 * not import each other.
 */
export interface LayerRule {
  readonly folder: string;
  readonly mayImport: readonly string[];
}

const engineBasics = ['src/shared', 'src/engines', 'src/engines/prompts', 'src/engines/provider'];
const engines = [
  'src/engines/<name>',
  'src/engines/openai',
  'src/engines/openai-compatible',
  'src/engines/openai-realtime',
  'src/engines/local',
  'src/engines/mistral',
  'src/engines/azure',
];
const pageBasics = ['src/shared', 'src/web/lib', 'src/web/components'];

/** The rule with the longest matching folder applies. A rule may name a folder that does not exist. */
export const layers: readonly LayerRule[] = [
  { folder: 'src/shared', mayImport: [] },
  { folder: 'src/media', mayImport: ['src/shared'] },
  { folder: 'src/media/browser', mayImport: ['src/shared', 'src/media'] },
  { folder: 'src/media/node', mayImport: ['src/shared', 'src/media'] },
  { folder: 'src/engines', mayImport: ['src/shared'] },
  { folder: 'src/engines/prompts', mayImport: ['src/shared', 'src/engines'] },
  { folder: 'src/engines/provider', mayImport: ['src/shared', 'src/engines', 'src/engines/prompts'] },
  { folder: 'src/engines/prices', mayImport: ['src/shared', 'src/engines'] },
  { folder: 'src/engines/<name>', mayImport: engineBasics },
  { folder: 'src/engines/openai-compatible', mayImport: engineBasics },
  { folder: 'src/engines/openai-realtime', mayImport: [...engineBasics, 'src/engines/openai-compatible'] },
  {
    folder: 'src/engines/openai',
    mayImport: [...engineBasics, 'src/engines/openai-compatible', 'src/engines/openai-realtime'],
  },
  { folder: 'src/engines/local', mayImport: [...engineBasics, 'src/engines/openai-compatible'] },
  { folder: 'src/engines/mistral', mayImport: [...engineBasics, 'src/engines/openai-compatible'] },
  { folder: 'src/engines/azure', mayImport: [...engineBasics, 'src/engines/openai-compatible'] },
  {
    folder: 'src/narration',
    mayImport: ['src/shared', 'src/media', 'src/engines', 'src/engines/prompts'],
  },
  {
    folder: 'src/server',
    mayImport: [
      'src/shared',
      'src/media',
      'src/media/node',
      'src/engines',
      'src/engines/prices',
      ...engines,
      'src/narration',
    ],
  },
  {
    folder: 'src/cli',
    mayImport: [
      'src/shared',
      'src/media',
      'src/media/node',
      'src/engines',
      'src/engines/provider',
      'src/engines/prices',
      'src/engines/local',
      'src/narration',
      'src/server',
    ],
  },
  { folder: 'src/web/lib', mayImport: ['src/shared'] },
  { folder: 'src/web/components', mayImport: ['src/shared', 'src/web/lib'] },
  {
    folder: 'src/web/features/<name>',
    mayImport: [...pageBasics, 'src/media', 'src/media/browser', 'src/web/features/<name>'],
  },
  { folder: 'src/web/public', mayImport: [] },
  { folder: 'src/web/app', mayImport: [...pageBasics, 'src/web/features/<name>'] },
];

/** A folder whose parts (files, or folders with a `/`) may import only parts listed before them. */
export interface OrderRule {
  readonly folder: string;
  readonly parts: readonly string[];
  /** The only file of each part that others may import statically; any file if undefined. */
  readonly entry?: string | undefined;
}

const featureEntry = 'public.ts';

export const orders: readonly OrderRule[] = [
  {
    folder: 'src/server',
    parts: [
      'config/',
      'engine-roles/',
      'choose-engines.ts',
      'find-servers.ts',
      'live-engines.ts',
      'data-folder/',
      'database/',
      'http/',
      'jobs/',
      'operations/',
      'limits/',
      'idempotency/',
      'guards/',
      'mail/',
      'uploads/',
      'decoding/',
      'plans/',
      'projects/',
      'costs/',
      'accounts/',
      'voices/',
      'narrations/',
      'mcp/',
      'credentials/',
      'messages/',
      'backups/',
      'privacy/',
      'setup/',
      'config-route.ts',
      'operator-routes.ts',
      'app.ts',
      'explain-start.ts',
      'start-server.ts',
      'main.ts',
    ],
  },
  {
    folder: 'src/web/features/editor',
    parts: [
      'model/',
      'player/',
      'keep/',
      'jobs/',
      'api/',
      'new-cut/',
      'start/',
      'export/',
      'panels/',
      'script/',
      'timeline/',
      'queue/',
      'bar/',
      'script-parts.ts',
      'editor.module.css',
      'editor.tsx',
      'public.ts',
    ],
  },
  {
    folder: 'src/web/features',
    entry: featureEntry,
    parts: [
      'voice-samples/',
      'language-picker/',
      'voice-picker/',
      'accounts/',
      'editor/',
      'plans/',
      'free-page/',
      'dashboard/',
      'own-account/',
      'review/',
      'setup/',
      'contact/',
      'privacy/',
    ],
  },
];

/** Folders that only one file may import. */
export const soleImporters: Readonly<Record<string, string>> = {
  'src/engines/openai-realtime/': 'src/engines/openai/create-openai-engines.ts',
};
