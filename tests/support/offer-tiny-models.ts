import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { LocalModel } from '#engines/local/models/catalogue.ts';
import { findFilePath } from '#engines/local/models/installed-models.ts';
import { installTinyModel, type TinyLocalModel } from './local-model.ts';
import { installTinyVoice } from './local-voice.ts';
import { hash, type ModelHostStandIn, startModelHost } from './model-host.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const hooks = fileURLToPath(new URL('./use-catalogue.ts', import.meta.url));

export interface TinyModelOffer extends AsyncDisposable {
  readonly host: ModelHostStandIn;
  /** With these a server process offers only these models, and fetches them from the host. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The models `tiny-eyes`, which looks and writes, and `tiny-voice`, both of made weights, on a host of this machine. */
export async function offerTinyModels(eyes: TinyLocalModel): Promise<TinyModelOffer> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await makeTemporaryFolder());
  const installed = [
    await installTinyModel(folder.path, { name: 'tiny-eyes', ...eyes }),
    (await installTinyVoice(folder.path, { name: 'tiny-voice' })).model,
  ];
  const served: Record<string, Buffer> = {};
  const publish = async (model: LocalModel): Promise<LocalModel> => {
    const publishFile = async (file: LocalModel['files'][number]) => {
      const contents = await readFile(findFilePath(folder.path, model, file.path));
      const path = `${model.name}-${file.path}`;
      served[`${file.repository}/${path}`] = contents;
      return { ...file, path, sha256: hash(contents) };
    };
    return { ...model, files: await Promise.all(model.files.map(publishFile)) };
  };
  const catalogue = JSON.stringify(await Promise.all(installed.map(publish)));
  const host = opened.use(await startModelHost(served));
  const settings = {
    MADE_CATALOGUE: await folder.write('catalogue.json', catalogue),
    MODELS_BASE_URL: host.url,
    NODE_OPTIONS: `--import=${hooks}`,
  };
  const parts = opened.move();
  return { host, settings, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
