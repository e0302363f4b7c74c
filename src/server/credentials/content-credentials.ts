import { Tinypool } from 'tinypool';
import { limitSignal } from '#shared/async/limit-time.ts';
import { requireNotCancelled, unlessCancelled } from '#shared/cancellation.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { credentialMessages } from '#shared/messages/credentials.ts';
import { fill } from '#shared/messages/message.ts';
import type { CredentialsConfig } from '../config/credentials.ts';
import { CoseSigner } from './cose.ts';
import type { SigningTask, signManifest } from './signing-worker.ts';

/** What a manifest takes without its signature and ingredient, with room to spare. */
const manifestBytes = 6 * 1024;
const ingredientBytes = 16 * 1024;
/** Together some seconds of work; more are refused. */
export const maxSignaturesAtOnce = 32;
const maxMs = 10_000;

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
    // Most of the time they wait for time stamps.
    concurrentTasksPerWorker: maxSignaturesAtOnce,
  });
  #starting: Promise<unknown> | undefined;

  constructor(signer: CredentialsConfig) {
    this.#signer = signer;
  }

  /**
   * The room to leave for a manifest store. Even, because chunks of a WAV are padded otherwise.
   * @param embeddedBytes of the original's own manifest
   */
  countStoreBytes(embeddedBytes = 0): number {
    const bytes = manifestBytes + new CoseSigner(this.#signer).maxBytes + ingredientBytes + embeddedBytes;
    return bytes + (bytes % 2);
  }

  /** @returns a sentence if nothing can be signed with this certificate, as readers would refuse it */
  async findFault(): Promise<string | undefined> {
    const file = { container: 'mp4', storeBytes: this.countStoreBytes(), hash: '00'.repeat(32) } as const;
    const signer = { ...this.#signer, tsaUrl: undefined };
    const signing = this.#run({ ...file, claim: { kind: 'voice' }, signer });
    return await signing.then(
      () => undefined,
      error => `C2PA_CERTIFICATE cannot sign files: ${readReason(error)}.`,
    );
  }

  /**
   * @returns a manifest store of exactly the requested bytes
   * @throws CodedError `unavailable` with the reason in the log, also after ten seconds; of cancelled work
   */
  async sign(
    task: Omit<SigningTask, 'signer' | 'original'>,
    signal: AbortSignal,
    original?: SigningTask['original'],
  ): Promise<Uint8Array> {
    using limited = limitSignal(maxMs, signal, new Error(`it took longer than ${maxMs / 1000} seconds`));
    try {
      const work = this.#run({ ...task, original, signer: this.#signer });
      return await unlessCancelled(work, limited.signal);
    } catch (error) {
      requireNotCancelled(signal);
      const reason = readReason(limited.isLate ? limited.signal.reason : error);
      throw new CodedError('unavailable', {
        message: fill(credentialMessages.failed),
        operatorMessage: `A file could not be signed: ${reason}`,
        cause: new LoggedCause(reason),
        retryAfterSeconds: 30,
      });
    }
  }

  /** Without a signal, which would end the thread and with it the work of others. */
  async #run(task: SigningTask): Promise<Uint8Array> {
    // Of tasks that come before its thread is ready, tinypool (2.2) does one after another.
    if (this.#pool.threads.length === 0) this.#starting = this.#pool.run(undefined, { name: 'start' });
    await this.#starting;
    return await this.#pool.run(task);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }
}

/** The library throws everything it knows; only what is wrong with the certificate matters. */
function readReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, invalid = ''] = text.split('signingCredential.invalid"', 2);
  const [, explained = ''] = invalid.split('explanation: Some("', 2);
  return explained.split('"', 1)[0] || text.slice(0, 200);
}
