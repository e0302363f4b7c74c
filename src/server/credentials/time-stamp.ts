import { createHash, randomBytes } from 'node:crypto';

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

/** Where the content of a DER element starts and ends. */
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
