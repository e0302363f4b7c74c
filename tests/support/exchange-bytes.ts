import { connect } from 'node:net';

export interface ReadAnswer {
  readonly status: number;
  readonly head: string;
  readonly contentType: string;
  readonly body: string;
}

const longestMs = 60_000;

/**
 * Sends raw bytes, and reads the first answer as far as it goes.
 * @param endsAfterwards half-closes the connection, which a server may take for a disconnect
 * @returns undefined when the connection was closed without one
 */
export function exchangeBytes(
  port: number,
  bytes: Buffer,
  { isHead, endsAfterwards }: { readonly isHead: boolean; readonly endsAfterwards: boolean },
): Promise<ReadAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const received: Buffer[] = [];
    const end = (answer: ReadAnswer | undefined) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(longestMs, () => {
      socket.destroy();
      reject(new Error('no whole answer within a minute'));
    });
    socket.on('data', piece => {
      received.push(piece);
      const answer = readWhole(Buffer.concat(received), isHead);
      if (answer) end(answer);
    });
    socket.once('end', () => end(readFirst(Buffer.concat(received)).answer));
    // A refusal may reset the connection during the upload; data until then counts.
    socket.once('error', () => end(readFirst(Buffer.concat(received)).answer));
    if (endsAfterwards) socket.end(bytes);
    else socket.write(bytes);
  });
}

function readWhole(bytes: Buffer, isHead: boolean): ReadAnswer | undefined {
  const { answer, isWhole } = readFirst(bytes, isHead);
  return isWhole ? answer : undefined;
}

function readFirst(bytes: Buffer, isHead = false): { answer: ReadAnswer | undefined; isWhole: boolean } {
  const nothing = { answer: undefined, isWhole: false };
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return nothing;
  const head = bytes.subarray(0, headEnd).toString('latin1');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/u.exec(head)?.[1]);
  const rest = bytes.subarray(headEnd + 4);
  // 100 Continue precedes the answer.
  if (status < 200) return readFirst(rest, isHead);
  const read = (name: string) => new RegExp(`^${name}: *(.*)$`, 'imu').exec(head)?.[1]?.trim();
  const length = Number(read('content-length') ?? Infinity);
  const isChunked = read('transfer-encoding') === 'chunked';
  // A request that was doubled on the way gets a second answer, which is not part of the first.
  const body = isChunked
    ? joinChunks(rest)
    : { bytes: rest.subarray(0, length), isWhole: rest.length >= length };
  const hasNone = isHead || status === 204 || status === 304;
  const answer = { status, head, contentType: read('content-type') ?? '', body: body.bytes.toString() };
  return { answer, isWhole: hasNone || body.isWhole };
}

function joinChunks(bytes: Buffer): { bytes: Buffer; isWhole: boolean } {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16);
    if (lineEnd < 0 || Number.isNaN(length)) return { bytes: Buffer.concat(chunks), isWhole: false };
    if (length === 0) return { bytes: Buffer.concat(chunks), isWhole: true };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}
