import type { FitPictures } from '../fit-pictures.ts';
import type { EngineOffer } from '../ports.ts';
import { listInstalledModels } from './models/installed-models.ts';

export interface LocalSettings {
  /** Absolute. */
  readonly modelsFolder: string;
}

/** The models that were fetched to this machine; no roles if there are none. */
export async function offerLocal(
  { modelsFolder }: LocalSettings,
  _fitPictures: FitPictures,
): Promise<EngineOffer> {
  await listInstalledModels(modelsFolder);
  return { id: 'local' };
}
