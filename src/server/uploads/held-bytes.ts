import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { UploadLimits } from './upload-limits.ts';

/** Limits the memory for unfinished bodies, in total and per address. New bodies are refused at the limit; others continue. */
export class HeldBytes {
  readonly #limits: Pick<UploadLimits, 'heldBytes' | 'heldBytesPerAddress'>;
  readonly #ofAddress = new Map<string, number>();
  #all = 0;

  constructor(limits: Pick<UploadLimits, 'heldBytes' | 'heldBytesPerAddress'>) {
    this.#limits = limits;
  }

  /** @throws CodedError `rate_limited` for the address's limit, `unavailable` for the server's; nothing is added then */
  add(address: string, bytes: number): void {
    const ofAddress = (this.#ofAddress.get(address) ?? 0) + bytes;
    if (ofAddress > this.#limits.heldBytesPerAddress)
      throw new CodedError('rate_limited', {
        message: fill(requestErrors.networkSendsTooMuch),
        retryAfterSeconds,
      });
    if (this.#all + bytes > this.#limits.heldBytes)
      throw new CodedError('unavailable', {
        message: fill(requestErrors.serverReceivesTooMuch),
        retryAfterSeconds,
      });
    this.#all += bytes;
    this.#ofAddress.set(address, ofAddress);
  }

  drop(address: string, bytes: number): void {
    this.#all -= bytes;
    const left = (this.#ofAddress.get(address) ?? 0) - bytes;
    if (left > 0) this.#ofAddress.set(address, left);
    else this.#ofAddress.delete(address);
  }
}

const retryAfterSeconds = 10;
