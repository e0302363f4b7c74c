import fc from 'fast-check';

/** Turns the bytes of a valid request into an invalid one. */
export type BreakBytes = (request: Buffer) => Buffer;

const changeText =
  (change: (text: string) => string): BreakBytes =>
  request =>
    Buffer.from(change(request.toString('latin1')), 'latin1');

const addHeader = (...lines: string[]) =>
  changeText(text => text.replace('\r\n', `\r\n${lines.join('\r\n')}\r\n`));

const known: readonly BreakBytes[] = [
  changeText(text => text.replace('HTTP/1.1', 'HTTP/0.9')),
  changeText(text => text.replace('HTTP/1.1', 'HTTP/1.0')),
  changeText(text => text.replace('HTTP/1.1', 'HTTP/2.0')),
  changeText(text => text.replace(' HTTP/1.1', '')),
  changeText(text => text.replaceAll('\r\n', '\n')),
  changeText(text => text.replaceAll('\r\n', '\r')),
  changeText(text => text.replace(' ', '  ')),
  changeText(text => text.toLowerCase()),
  changeText(text => `\r\n\r\n${text}`),
  changeText(text => `${text}${text}`),
  changeText(text => text.replace(/^\w+/u, 'CONNECT')),
  changeText(text => text.replace(/^\w+/u, 'G E T')),
  changeText(text => text.replace(/^\w+/u, 'X'.repeat(5000))),
  changeText(text => text.replace(/^host:.*\r\n/imu, '')),
  addHeader('host: a', 'host: b'),
  addHeader('content-length: 5', 'content-length: 6'),
  addHeader('content-length: -1'),
  addHeader('content-length: 99999999999999999999'),
  addHeader('content-length: 1e3'),
  addHeader('content-length: 53687091200'),
  addHeader('transfer-encoding: chunked'),
  addHeader('transfer-encoding: chunked', 'content-length: 3'),
  addHeader('transfer-encoding: gzip, chunked'),
  addHeader('transfer-encoding: identity'),
  addHeader('name : value'),
  addHeader('no colon'),
  addHeader(': empty'),
  addHeader('folded: a', ' b'),
  addHeader('nul: a\0b'),
  addHeader('return: a\rb'),
  addHeader(`long: ${'x'.repeat(20_000)}`),
  addHeader(...Array.from({ length: 2500 }, (_, index) => `x-${index}: y`)),
  addHeader('upgrade: h2c', 'connection: upgrade, http2-settings', 'http2-settings: AAMAAABk'),
  () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  () => Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 3]),
  () => Buffer.from('EHLO mail.example\r\n'),
  () => Buffer.from('POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n'),
  () =>
    Buffer.from(
      'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n5;x=y\r\nabcde\r\n0\r\nt: x\r\n\r\n',
    ),
  () => Buffer.from(`POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\n`),
];

/** Ways to break a request: known ones, truncation, and changed bytes. */
export const breakBytes: fc.Arbitrary<BreakBytes> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...known) },
  {
    weight: 1,
    arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map(
      (part): BreakBytes =>
        request =>
          request.subarray(0, Math.floor(request.length * part)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 5 }).map(
      (changes): BreakBytes =>
        request => {
          const copy = Buffer.from(request);
          for (const [at, byte] of changes) if (copy.length > 0) copy[at % copy.length] = byte;
          return copy;
        },
    ),
  },
);
