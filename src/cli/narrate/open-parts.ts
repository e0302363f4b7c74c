import { type ChosenEngines, chooseEngines } from '#server/choose-engines.ts';
import type { Config } from '#server/config/config.ts';
import { withSavedFile } from '#server/data-folder/saved-settings.ts';
import type { FrameReader } from '#server/decoding/frame-reader.ts';
import { openDecoding } from '#server/decoding/open-decoding.ts';
import { withFoundServers } from '#server/find-servers.ts';
import { FileSigner } from './sign-files.ts';

export interface Parts extends AsyncDisposable {
  readonly config: Config;
  readonly engines: ChosenEngines;
  readonly frameReader: FrameReader;
  readonly signer: FileSigner;
  readonly signal: AbortSignal;
}

/** @param workers how many videos are narrated at a time */
export async function openParts(read: Config, workers: number, signal: AbortSignal): Promise<Parts> {
  const config = await withFoundServers(withSavedFile(read), signal);
  const decoding = openDecoding({
    maxSeconds: config.maxVideoSeconds,
    textLanguages: config.offlineTextLanguages,
    workers,
  });
  const signer = new FileSigner(config.contentCredentials, signal);
  const engines = await chooseEngines(config, decoding);
  return {
    config,
    engines,
    frameReader: decoding.frameReader,
    signer,
    signal,
    async [Symbol.asyncDispose]() {
      await engines.close();
      await decoding.close();
      await signer[Symbol.asyncDispose]();
    },
  };
}
