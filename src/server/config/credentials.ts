import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { secretSetting, setting, type ValuesOf, webAddress } from './setting.ts';

/** PEM, or the path of a file with it. A variable may have `\n` for a new line. */
const pem = z
  .string()
  .optional()
  .transform((given, context) => {
    if (given === undefined || given.includes('-----BEGIN ')) return given?.replaceAll(String.raw`\n`, '\n');
    try {
      return readFileSync(given, 'utf8');
    } catch {
      context.addIssue({
        code: 'custom',
        message: 'must be PEM text, or the path of a file that can be read',
      });
      return z.NEVER;
    }
  });

export const credentialSettings = {
  C2PA_CERTIFICATE: setting(
    pem,
    'none: files are marked, but not signed',
    'Certificate for [Content Credentials](decisions/content-credentials.md) (C2PA): PEM or a file, with its chain, without the root.',
  ),
  C2PA_PRIVATE_KEY: secretSetting(pem, 'none', 'Its private key: PEM or a file. It never leaves the server.'),
  C2PA_SIGN: setting(
    z.enum(['accounts', 'all']).default('accounts'),
    'accounts',
    'Whose files the server signs: `accounts`, of people who are signed in, or `all`.',
  ),
  C2PA_TSA_URL: setting(
    webAddress('must be an address such as http://timestamp.example.org').optional(),
    'none',
    'Time stamp server (RFC 3161). Signatures with a time stamp stay valid when the certificate expires.',
  ),
};

export function toCredentialsConfig(read: ValuesOf<typeof credentialSettings>) {
  const { C2PA_CERTIFICATE: certificate, C2PA_PRIVATE_KEY: privateKey, C2PA_TSA_URL: tsaUrl } = read;
  return {
    signsForAll: read.C2PA_SIGN === 'all',
    contentCredentials: certificate && privateKey ? { certificate, privateKey, tsaUrl } : undefined,
  };
}

/** Who signs: all in PEM. */
export interface CredentialsConfig {
  readonly certificate: string;
  readonly privateKey: string;
  readonly tsaUrl?: string | undefined;
}

/** @returns the certificates of a PEM text, leaf first. @throws if one cannot be read */
export function readChain(certificate: string): X509Certificate[] {
  const parts = certificate.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [];
  return parts.map(part => new X509Certificate(part));
}

/** What a reader of Content Credentials would refuse, as far as is known without one: one sentence for each mistake. */
export function findCertificateMistakes(read: ValuesOf<typeof credentialSettings>): string[] {
  const { C2PA_CERTIFICATE: certificate, C2PA_PRIVATE_KEY: privateKey, C2PA_TSA_URL: tsaUrl } = read;
  if (certificate === undefined && privateKey === undefined)
    return tsaUrl === undefined ? [] : ['C2PA_TSA_URL needs C2PA_CERTIFICATE and C2PA_PRIVATE_KEY.'];
  if (certificate === undefined || privateKey === undefined)
    return ['C2PA_CERTIFICATE and C2PA_PRIVATE_KEY must be set together.'];
  const chain = tryTo(() => readChain(certificate));
  const [leaf] = chain ?? [];
  if (!chain || !leaf) return ['C2PA_CERTIFICATE has no certificate in PEM.'];
  const key = tryTo(() => createPrivateKey(privateKey));
  if (!key) return ['C2PA_PRIVATE_KEY must be a private key in PEM, without a password.'];
  return [...findKeyMistakes(leaf, key), ...findChainMistakes(leaf, chain)];
}

function findKeyMistakes(leaf: X509Certificate, key: KeyObject): string[] {
  if (!leaf.checkPrivateKey(key)) return ['C2PA_PRIVATE_KEY does not belong to the first certificate.'];
  return findAlgorithm(key)
    ? []
    : ['C2PA_PRIVATE_KEY must be RSA (2048 bits or more), P-256, P-384, P-521 or Ed25519.'];
}

function findChainMistakes(leaf: X509Certificate, chain: readonly X509Certificate[]): string[] {
  const mistakes: string[] = [];
  const now = new Date();
  if (isSelfSigned(leaf)) mistakes.push('C2PA_CERTIFICATE is self-signed: readers refuse it.');
  else if (chain.some(isSelfSigned))
    mistakes.push('C2PA_CERTIFICATE has a root certificate: leave it out, readers have their own.');
  else if (chain.some((each, index) => index > 0 && !chain[index - 1]?.checkIssued(each)))
    mistakes.push('C2PA_CERTIFICATE is not in order: each certificate must be followed by its issuer.');
  for (const { validFromDate, validToDate } of chain) {
    if (validFromDate > now) mistakes.push(`C2PA_CERTIFICATE is valid only from ${toDay(validFromDate)}.`);
    if (validToDate < now) mistakes.push(`C2PA_CERTIFICATE expired on ${toDay(validToDate)}: renew it.`);
  }
  return mistakes;
}

/** `checkIssued` is false for what must not issue others, even itself. */
function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);
}

/** Names of COSE algorithms in C2PA 2.2, 13.2; undefined for keys that it does not allow. */
export function findAlgorithm({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject) {
  if (asymmetricKeyType === 'ed25519') return 'ed25519';
  if (asymmetricKeyType === 'rsa') return (details?.modulusLength ?? 0) >= 2048 ? 'ps256' : undefined;
  const curves = { prime256v1: 'es256', secp384r1: 'es384', secp521r1: 'es512' } as const;
  return curves[details?.namedCurve as keyof typeof curves];
}

const warnedDays = 30;

/** A sentence if a certificate expires within a month. */
export function findExpiry({ certificate }: CredentialsConfig, now = new Date()): string | undefined {
  const ends = readChain(certificate).map(({ validToDate }) => validToDate.getTime());
  const end = new Date(Math.min(...ends));
  const daysLeft = Math.floor((end.getTime() - now.getTime()) / (24 * 3600 * 1000));
  if (daysLeft >= warnedDays) return undefined;
  return `C2PA_CERTIFICATE expires on ${toDay(end)}. Renew it: after that day no file is signed, and the server does not start.`;
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function tryTo<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
