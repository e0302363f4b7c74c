import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { extensionIds, findExtension } from '#media/container/iso-boxes.ts';
import { countReservedBytes, signFile } from '#media/credentials/place-manifest.ts';
import { withFileBytes } from '#media/node/open-video-file.ts';
import type { CredentialsConfig } from '#server/config/credentials.ts';
import { ContentCredentials } from '#server/credentials/content-credentials.ts';
import { type Claim, type SignedContainer, signedContainers } from '#shared/api/content-credentials.ts';
import { CodedError } from '#shared/errors.ts';
import { credentialMessages } from '#shared/messages/credentials.ts';
import { t } from '#shared/messages/message.ts';
import { hasEnding } from './places.ts';
import { reportStatus } from './report-status.ts';
import { leadsToStream, writeWholeFile } from './write-whole-file.ts';

export interface PlannedSignature {
  readonly storeBytes: number;
  /** Reports if it is not signed, and why: the file stays. */
  sign(path: string): Promise<void>;
}

interface FileToSign {
  readonly container: string;
  readonly path: string;
  readonly originalPath?: string;
}

export class FileSigner implements AsyncDisposable {
  readonly #credentials: ContentCredentials | undefined;
  readonly #signal: AbortSignal;

  /** @param config undefined: nothing is signed */
  constructor(config: CredentialsConfig | undefined, signal: AbortSignal) {
    this.#credentials = config && new ContentCredentials(config);
    this.#signal = signal;
  }

  /** @returns undefined if it is not signed: what goes into a pipe cannot be changed */
  async plan(
    { container, path, originalPath }: FileToSign,
    claim: Claim,
  ): Promise<PlannedSignature | undefined> {
    const credentials = this.#credentials;
    if (!credentials || (await leadsToStream(path))) return undefined;
    if (!isSigned(container)) {
      reportStatus(t(credentialMessages.notPossible));
      return undefined;
    }
    const original = originalPath === undefined ? undefined : await describeOriginal(originalPath);
    const storeBytes = credentials.countStoreBytes(original?.manifestBytes);
    const request = { container, storeBytes, hasher: createHash('sha256'), signal: this.#signal };
    const sign = async (path: string) => {
      const pieces = await withFileBytes(path, file =>
        signFile(file, {
          ...request,
          // Its manifest may be damaged.
          sign: hashed =>
            credentials.sign({ ...hashed, claim }, this.#signal, original).catch(error => {
              if (!original) throw error;
              return credentials.sign({ ...hashed, claim }, this.#signal);
            }),
        }),
      );
      await using file = await open(path, 'r+');
      for (const { data, position } of pieces) await file.write(data, 0, data.length, position);
    };
    return { storeBytes, sign: path => reportFailure(path, () => sign(path)) };
  }

  /**
   * Writes a sound and signs it.
   * @param read its content, with zeros at the end of a tag for the signature
   * @returns the bytes written
   * @throws CodedError as `writeWholeFile`
   */
  async write(
    file: FileToSign & { readonly container: SignedContainer },
    claim: Claim,
    read: (reservedBytes: number | undefined) => Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<number> {
    const signature = await this.plan(file, claim);
    const reservedBytes = signature && countReservedBytes(file.container, signature.storeBytes);
    const bytes = await writeWholeFile(file.path, read(reservedBytes), this.#signal);
    await signature?.sign(file.path);
    return bytes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#credentials?.[Symbol.asyncDispose]();
  }
}

function isSigned(container: string): container is SignedContainer {
  return signedContainers.some(each => each === container);
}

/** @returns undefined if it has no manifest of its own */
async function describeOriginal(path: string) {
  const found = await withFileBytes(path, file => findExtension(file, extensionIds.manifest));
  const mimeType = hasEnding(path, 'mov') ? 'video/quicktime' : 'video/mp4';
  return found && { path, mimeType, manifestBytes: found.end - found.start };
}

async function reportFailure(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    reportStatus(`${path}: ${t(credentialMessages.signed)}`);
  } catch (error) {
    if (!(error instanceof CodedError) || error.code === 'client_closed') throw error;
    reportStatus(`${path}: ${t(credentialMessages.unsigned, { reason: error.operatorMessage })}`);
  }
}
