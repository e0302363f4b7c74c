import { createHash, createPrivateKey, randomBytes, sign } from 'node:crypto';
import { type CredentialsConfig, findAlgorithm, readChain } from '../config/credentials.ts';

/** The items of CBOR (RFC 8949) that a signature needs. */
type Cbor = number | string | null | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

function writeCbor(item: Cbor): Buffer {
  if (typeof item === 'number') return item < 0 ? writeHead(1, -1 - item) : writeHead(0, item);
  if (typeof item === 'string')
    return Buffer.concat([writeHead(3, Buffer.byteLength(item)), Buffer.from(item)]);
  if (item === null) return Buffer.from([0xf6]);
  if (item instanceof Uint8Array) return Buffer.concat([writeHead(2, item.length), item]);
  if (item instanceof Map)
    return Buffer.concat([writeHead(5, item.size), ...[...item].flat().map(writeCbor)]);
  const items = item as readonly Cbor[];
  return Buffer.concat([writeHead(4, items.length), ...items.map(writeCbor)]);
}

function writeHead(major: number, count: number): Buffer {
  const first = major << 5;
  if (count < 24) return Buffer.from([first | count]);
  if (count < 256) return Buffer.from([first | 24, count]);
  if (count < 65_536) return Buffer.from([first | 25, count >> 8, count & 255]);
  const head = Buffer.from([first | 26, 0, 0, 0, 0]);
  head.writeUInt32BE(count, 1);
  return head;
}

/** Identifiers of RFC 9053 and RFC 8230, and the hash. */
const algorithms = {
  es256: [-7, 'sha256'],
  es384: [-35, 'sha384'],
  es512: [-36, 'sha512'],
  ps256: [-37, 'sha256'],
  ed25519: [-8, null],
} as const;

/** Of RFC 9360. */
const x5chain = 33;
/** RSASSA-PSS with a salt as long as the hash: `RSA_PKCS1_PSS_PADDING`, `RSA_PSS_SALTLEN_DIGEST`. */
const pss = { padding: 6, saltLength: -1 };

/** Signs claims of C2PA 2.2 (13.2) as COSE_Sign1 (RFC 9052), with the chain and, if there is a server for it, a time stamp. */
export class CoseSigner {
  readonly algorithm: keyof typeof algorithms;
  /** The length of a signature without padding is at most this. */
  readonly maxBytes: number;
  readonly #key;
  readonly #protected: Buffer;
  readonly #tsaUrl: string | undefined;

  constructor({ certificate, privateKey, tsaUrl }: CredentialsConfig) {
    const chain = readChain(certificate).map(({ raw }) => raw);
    this.#key = createPrivateKey(privateKey);
    this.algorithm = findAlgorithm(this.#key) ?? 'es256';
    const [leaf] = chain;
    const identifier = algorithms[this.algorithm][0];
    this.#protected = writeCbor(
      new Map<number, Cbor>([
        [1, identifier],
        [x5chain, chain.length === 1 && leaf ? leaf : chain],
      ]),
    );
    this.#tsaUrl = tsaUrl;
    this.maxBytes = 1024 + this.#protected.length + (tsaUrl === undefined ? 0 : 10_000);
  }

  /**
   * @param claim CBOR
   * @param bytes the length of the result: the rest is padding
   * @throws Error if the time stamp server fails
   */
  async sign(claim: Uint8Array, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
    const none = Buffer.alloc(0);
    const signed = writeCbor(['Signature1', this.#protected, none, claim]);
    const isRsa = this.algorithm === 'ps256';
    const key = { key: this.#key, dsaEncoding: 'ieee-p1363', ...(isRsa && pss) } as const;
    const signature = sign(algorithms[this.algorithm][1], signed, key);
    const unprotected = new Map<string, Cbor>();
    if (this.#tsaUrl !== undefined) {
      const stamped = writeCbor(['CounterSignature', this.#protected, none, writeCbor(signature)]);
      const token = await requestTimeStamp(this.#tsaUrl, stamped);
      unprotected.set('sigTst2', new Map([['tstTokens', [new Map([['val', token]])]]]));
    }
    const padded = pad(bytes, pads => {
      const withPads = new Map([
        ...unprotected,
        ...pads.map((n, i) => [`pad${i || ''}`, Buffer.alloc(n)] as const),
      ]);
      return Buffer.concat([Buffer.from([0xd2]), writeCbor([this.#protected, withPads, null, signature])]);
    });
    return Uint8Array.from(padded);
  }
}

/** The length of a padding takes one to five bytes itself, so that some lengths need a second one. */
function pad(bytes: number, write: (pads: readonly number[]) => Buffer): Buffer {
  const missing = bytes - write([0]).length;
  if (missing < 0) throw new Error(`The signature is ${-missing} bytes too long.`);
  for (const second of [[], [1]])
    for (let first = missing; first >= Math.max(0, missing - 16); first--) {
      const padded = write([first, ...second]);
      if (padded.length === bytes) return padded;
    }
  throw new Error('The signature cannot be padded.');
}

const timeoutMs = 8000;
/** A token with a chain of certificates takes 3 to 8 kB. */
const maxBytes = 64 * 1024;

/** `AlgorithmIdentifier` of SHA-256, without parameters but NULL. */
const sha256Identifier = Buffer.from('300d06096086480165030402010500', 'hex');
const tags = { boolean: 1, integer: 2, octets: 4, sequence: 0x30 } as const;

/**
 * Asks a time stamp server (RFC 3161) when bytes existed. Only their hash is sent.
 * @returns a `TimeStampToken` for their hash; its signature is for readers to check
 * @throws Error if the server cannot be reached, refuses, or answers anything else
 */
export async function requestTimeStamp(url: string, bytes: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256').update(bytes).digest();
  // Positive, and without a zero at the start.
  const nonce = Buffer.concat([Buffer.from([0x5a]), randomBytes(8)]);
  const body = writeDer(
    tags.sequence,
    writeDer(tags.integer, Buffer.from([1])),
    writeDer(tags.sequence, sha256Identifier, writeDer(tags.octets, hash)),
    writeDer(tags.integer, nonce),
    writeDer(tags.boolean, Buffer.from([255])),
  );
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: Uint8Array.from(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(cause => {
    throw new Error('The time stamp server cannot be reached.', { cause });
  });
  if (!answer.ok) throw new Error(`The time stamp server answers with status ${answer.status}.`);
  const token = readToken(await readBounded(answer));
  if (!token?.includes(hash) || !token.includes(nonce))
    throw new Error('The time stamp server does not answer with a time stamp of what it was asked.');
  return token;
}

async function readBounded(answer: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    if (length > maxBytes) throw new Error('The answer of the time stamp server is too long.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** `TimeStampResp`: a sequence of a status, which is 0 or 1 if granted, and the token. */
function readToken(answer: Buffer): Buffer | undefined {
  const whole = findContent(answer, 0);
  const info = whole && findContent(answer, whole.start);
  const status = info && findContent(answer, info.start);
  if (!whole || !info || !status || status.end - status.start !== 1) return undefined;
  return (answer[status.start] ?? 2) > 1 ? undefined : answer.subarray(info.end, whole.end);
}

function findContent(bytes: Buffer, at: number) {
  const first = bytes[at + 1];
  if (first === undefined) return undefined;
  const lengthBytes = first < 128 ? 0 : first - 128;
  const start = at + 2 + lengthBytes;
  if (lengthBytes > 3 || start > bytes.length) return undefined;
  const end = start + (lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes));
  return end > bytes.length ? undefined : { start, end };
}

/** @param parts at most 127 bytes together */
function writeDer(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}
