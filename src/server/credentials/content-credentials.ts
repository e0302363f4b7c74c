import { Tinypool } from 'tinypool';
import type { SigningRequest } from '#shared/api/content-credentials.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { credentialMessages } from '#shared/messages/credentials.ts';
import { fill } from '#shared/messages/message.ts';
import type { CredentialsConfig } from '../config/credentials.ts';
import { CoseSigner } from './cose.ts';
import type { SigningTask, signManifest } from './signing-worker.ts';

/** What a manifest takes without its signature and ingredient, with room to spare. */
const manifestBytes = 6 * 1024;
/** What a reader writes about an ingredient. */
const ingredientBytes = 16 * 1024;

/**
 * Signs manifests of Content Credentials (C2PA 2.2) in a thread that is started when needed and ends after a minute without work: it
 * takes 75 MB.
 */
export class ContentCredentials implements AsyncDisposable {
  readonly #signer: CredentialsConfig;
  readonly #pool = new Tinypool({
    filename: new URL('./signing-worker.ts', import.meta.url).href,
    name: 'signManifest' satisfies typeof signManifest.name,
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    execArgv: [],
  });

  constructor(signer: CredentialsConfig) {
    this.#signer = signer;
  }

  /**
   * The room to leave for a manifest store. Even, because chunks of a WAV are padded otherwise.
   * @param embeddedBytes of the original's own manifest
   */
  countStoreBytes(embeddedBytes = 0): number {
    const bytes = manifestBytes + new CoseSigner(this.#signer).mostBytes + ingredientBytes + embeddedBytes;
    return bytes + (bytes % 2);
  }

  /**
   * @returns a manifest store of exactly the requested bytes
   * @throws CodedError `unavailable` with the reason in the log; of cancelled work
   */
  async sign(
    request: SigningRequest,
    signal: AbortSignal,
    original?: SigningTask['original'],
  ): Promise<Uint8Array> {
    const task: SigningTask = { ...request, original, signer: this.#signer };
    try {
      return await this.#pool.run(task, { signal });
    } catch (error) {
      requireNotCancelled(signal);
      const reason = error instanceof Error ? error.message : String(error);
      throw new CodedError('unavailable', {
        message: fill(credentialMessages.failed),
        operatorMessage: `A file could not be signed: ${reason}`,
        cause: new LoggedCause(reason),
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }
}
