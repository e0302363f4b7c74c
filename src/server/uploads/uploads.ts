import { statfs } from 'node:fs/promises';
import { CodedError } from '#shared/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import type { Limit } from '../guards/guards.ts';
import type { Request } from '../http/app-types.ts';
import type { Digest } from '../idempotency/keyed-calls.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { computeMaxFileBytes, type FormShape, type ReceivedForm, receiveForm } from './receive-form.ts';
import { maxHeldFileBytes, refuseEarly, type UploadLimits, writeBuffers } from './upload-limits.ts';

/** Receives forms with files into a folder, for the duration of one request. */
export class Uploads {
  readonly #folder: string;
  readonly #running: ConcurrencyLimit;

  constructor(folder: string, limits: Pick<UploadLimits, 'perAddress'>) {
    this.#folder = folder;
    this.#running = new ConcurrencyLimit(limitErrors.uploadsAtOnce, { each: limits.perAddress });
  }

  get count(): number {
    return this.#running.count;
  }

  /** The guard of a route that takes a form with files: limits how many run at once. */
  readonly limit: Limit = async (request, rest) => {
    using _running = await this.#running.begin(requireVisitor(request), request.work);
    return await rest();
  };

  /**
   * Refuses a form by its headers and the free disk space.
   * @throws CodedError `unsupported_media_type`, `bad_request`, `too_large`, `storage_full`
   */
  async requireAcceptable(request: Request, shape: FormShape): Promise<void> {
    refuseEarly(request, computeMaxFileBytes(shape));
    const bytes = Number(request.headers['content-length'] ?? 0);
    // Small bodies stay in memory, or fail when written. Zero if the size is unknown.
    if (bytes === 0 || bytes > maxHeldFileBytes) await this.#requireSpace(bytes);
  }

  /** @throws CodedError as {@link receiveForm} */
  receive(request: Request, shape: FormShape, digest?: Digest): Promise<ReceivedForm> {
    const { large, largeUntil, small } = writeBuffers;
    const writeBufferBytes = this.count <= largeUntil ? large : small;
    return receiveForm(request, shape, { folder: this.#folder, writeBufferBytes, digest });
  }

  async #requireSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bytes > bavail * bsize) throw new CodedError('storage_full');
  }
}
