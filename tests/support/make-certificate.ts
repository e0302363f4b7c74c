import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A TLS server's certificate, which its clients have to trust. */
export interface Certificate {
  /** PEM. */
  readonly key: string;
  /** PEM; self-signed. */
  readonly cert: string;
}

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
  ipAddress: 0x87,
} as const;

/** Object identifiers, each number but the first two in seven bits a byte (X.690, 8.19). */
const oids = {
  commonName: [0x55, 0x04, 0x03],
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
  basicConstraints: [0x55, 0x1d, 0x13],
  subjectAltName: [0x55, 0x1d, 0x11],
} as const;

const dayMs = 24 * 3600 * 1000;

/**
 * Makes a certificate for this machine and a stand-in's name, valid for a month (RFC 5280). Node cannot create
 * certificates, and no key should lie in a repository.
 */
export function makeCertificate(name = 'api.openai.com'): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = encode(tags.sequence, encode(tags.oid, oids.ecdsaWithSha256));
  const commonName = [encode(tags.oid, oids.commonName), encode(tags.utf8, Buffer.from('Benshi stand-in'))];
  const issuer = encode(tags.sequence, encode(tags.set, encode(tags.sequence, ...commonName)));
  const toBeSigned = encode(
    tags.sequence,
    encode(tags.version, encode(tags.integer, [2])),
    encode(tags.integer, [1], randomBytes(8)),
    algorithm,
    issuer,
    encode(tags.sequence, encodeTime(Date.now() - dayMs), encodeTime(Date.now() + 30 * dayMs)),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(tags.extensions, encode(tags.sequence, ...encodeExtensions(name))),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = encode(
    tags.sequence,
    toBeSigned,
    algorithm,
    encode(tags.bitString, [0], signature),
  ).toString('base64');
  const lines = certificate.match(/.{1,64}/gu) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function encodeExtensions(name: string): Buffer[] {
  const isAuthority = encode(tags.sequence, encode(tags.boolean, [0xff]));
  const names = encode(
    tags.sequence,
    encode(tags.dnsName, Buffer.from('localhost')),
    encode(tags.dnsName, Buffer.from(name)),
    encode(tags.ipAddress, [127, 0, 0, 1]),
  );
  return [
    encode(
      tags.sequence,
      encode(tags.oid, oids.basicConstraints),
      encode(tags.boolean, [0xff]),
      encode(tags.octetString, isAuthority),
    ),
    encode(tags.sequence, encode(tags.oid, oids.subjectAltName), encode(tags.octetString, names)),
  ];
}

function encodeTime(timeMs: number): Buffer {
  const digits = new Date(timeMs).toISOString().replaceAll(/\D/gu, '').slice(2, 14);
  return encode(tags.utcTime, Buffer.from(`${digits}Z`));
}

/** Tag, length and contents (X.690, 8.1). */
function encode(tag: number, ...contents: (Uint8Array | readonly number[])[]): Buffer {
  const content = Buffer.concat(contents.map(each => Uint8Array.from(each)));
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const lengthBytes = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
}
