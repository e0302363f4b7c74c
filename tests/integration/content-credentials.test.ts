import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '@noble/hashes/sha2.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countReservedBytes, type HashedFile, signFile } from '#media/credentials/place-manifest.ts';
import { markMp3 } from '#media/marks/write-marks.ts';
import { usualMix } from '#media/mix/mix-settings.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { writeVideoFile } from '#media/node/write-video-file.ts';
import { collectWav } from '#media/sound/write-wav.ts';
import { readConfig } from '#server/config/config.ts';
import type { CredentialsConfig } from '#server/config/credentials.ts';
import { createReceipts } from '#server/costs/receipts.ts';
import { ContentCredentials } from '#server/credentials/content-credentials.ts';
import { configAnswerSchema } from '#shared/api/config.ts';
import type { Claim, SignedContainer, SigningRequest } from '#shared/api/content-credentials.ts';
import { problemSchema } from '#shared/api/problem.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { getLanguage } from '#shared/languages.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import { credentialMessages } from '#shared/messages/credentials.ts';
import { t } from '#shared/messages/message.ts';
import {
  hasOpenSsl,
  isTakenElsewhere,
  readCredentials,
  TestAuthority,
} from '../support/content-credentials.ts';
import { makeVoice } from '../support/made-voice.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { postJson } from '../support/requests.ts';
import { startTestServer, type TestServer, testSecret } from '../support/start-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const claim: Claim = {
  kind: 'voice',
  isSpoken: true,
  isComposed: false,
  isWritten: true,
  translatedInto: ['de'],
};
const voice = { provider: { name: 'PROVIDER', isOffline: false }, model: 'm' };
const marks: Marks = {
  software: 'Benshi',
  sentence: 'Narration: synthetic voice.',
  digitalSourceType: undefined,
  madeAt: '2026-11-28T10:00:00Z',
};
type Answer = ServerResponse;
const never = new AbortController().signal;
const forAll = { C2PA_SIGN: 'all', AUTH_SECRET: testSecret };
const mimeTypes = { mp3: 'audio/mpeg', wav: 'audio/wav', mp4: 'video/mp4' } as const;
const containers = Object.keys(mimeTypes) as SignedContainer[];

describe.skipIf(!hasOpenSsl)('with a certificate', () => {
  let authority: TestAuthority;
  let server: TestServer;
  let storeBytes: number;
  beforeAll(async () => {
    authority = new TestAuthority();
    server = await startTestServer({ environment: { ...authority.issue('signer'), ...forAll } });
    storeBytes = await readStoreBytes(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    authority[Symbol.dispose]();
  });

  test.each(containers)('a file in %s is signed by its hash; a changed byte is found', async container => {
    const file = await makeRoomyFile(container, storeBytes);
    const kind = container === 'mp4' ? 'mixed' : 'voice';
    const known = createReceipts(testSecret);
    const receipts = [known.issue('speech', voice), known.issue('script', voice, 'German')].map(String);
    const signed = await sign(file, { container, storeBytes }, request =>
      ask(server.url, { ...request, kind, isComposed: false, receipts }),
    );
    const mimeType = mimeTypes[container];
    const read = await readCredentials(signed, mimeType, authority.root);
    expect(read).toMatchObject({ state: 'Trusted', failures: [] });
    const begins = kind === 'mixed' ? ['c2pa.opened', 'c2pa.edited'] : ['c2pa.created'];
    expect(read?.actions.map(({ action }) => action)).toEqual([...begins, 'c2pa.translated']);
    expect(read?.ingredients).toEqual(
      kind === 'mixed' ? [{ relationship: 'parentOf', manifest: undefined }] : [],
    );
    if (container === 'mp4') expect(await isTakenElsewhere(signed)).toBe(true);
    const at =
      container === 'mp4'
        ? Math.round(signed.length * 0.6)
        : signed.length - (container === 'wav' ? storeBytes + 1000 : 1000);
    signed[at] = ~(signed[at] ?? 0);
    expect(await readCredentials(signed, mimeType, authority.root)).toMatchObject({ state: 'Invalid' });
    if (container === 'mp4') expect(await isTakenElsewhere(signed)).toBe(false);
  });

  test('a request for anything else is refused', async () => {
    const good = {
      container: 'mp3',
      hash: 'ab'.repeat(32),
      excluded: { start: 1000, length: storeBytes },
      kind: 'voice',
    };
    const wrong = [
      { ...good, hash: 'ab' },
      { ...good, container: 'webm' },
      { ...good, container: 'mp4' },
      { ...good, excluded: undefined },
      { ...good, kind: 'photo' },
      { ...good, receipts: ['a'.repeat(1001)] },
      { ...good, receipts: Array.from({ length: 101 }, String) },
    ];
    for (const each of wrong) expect((await post(server.url, each)).status).toBe(400);
    expect((await post(server.url, good)).headers.get('content-type')).toBe('application/c2pa');
  });
});

describe.skipIf(!hasOpenSsl)('a time stamp', () => {
  let authority: TestAuthority;
  beforeAll(() => {
    authority = new TestAuthority();
  });
  afterAll(() => authority[Symbol.dispose]());

  async function signAt(tsaUrl: string) {
    const environment = { ...authority.issue('stamped'), C2PA_TSA_URL: tsaUrl, ...forAll };
    await using server = await startTestServer({ environment });
    const storeBytes = await readStoreBytes(server.url);
    const file = await makeRoomyFile('mp3', storeBytes);
    let refusal: Response | undefined;
    const signed = await sign(file, { container: 'mp3', storeBytes }, async request => {
      const answer = await post(server.url, { ...request, kind: 'voice' });
      if (!answer.ok) refusal = answer;
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array(storeBytes);
    });
    const error = refusal && problemSchema.parse(await refusal.json()).error;
    return { signed, refusal, error, logged: server.logged.join('\n') };
  }

  test('is in the signature; only a hash is sent for it', async () => {
    await using stamps = await authority.startTimeStamps();
    const { signed } = await signAt(stamps.url);
    expect(await readCredentials(signed, 'audio/mpeg', authority.root)).toMatchObject({
      state: 'Trusted',
      isStamped: true,
    });
    expect(stamps.bodies.map(({ length }) => length)).toEqual([expect.toSatisfy(bytes => bytes < 100)]);
  });

  test.each([
    ['is down', undefined, 'cannot be reached'],
    ['answers garbage', (answer: Answer) => answer.end('0\x82garbage'), 'does not answer with a time stamp'],
    ['refuses', (answer: Answer) => answer.writeHead(500).end(), 'status 500'],
    ['redirects', (answer: Answer) => answer.writeHead(302, { location: '/' }).end(), 'cannot be reached'],
  ])('whose server %s: nothing is signed, and the log says why', async (_, respond, reason) => {
    const other = createServer((_request, answer) => respond?.(answer));
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    if (!respond) other.close();
    const { refusal, error, logged } = await signAt(`http://127.0.0.1:${port}`);
    other.close();
    expect(refusal?.status).toBe(503);
    expect(refusal?.headers.get('retry-after')).toBe('30');
    expect(error?.message).toBe(t(credentialMessages.failed));
    expect(logged).toContain(reason);
  });
});

test('without a certificate nothing is signed, and the page is not told to leave room', async () => {
  await using server = await startTestServer({ environment: forAll });
  expect(await readStoreBytes(server.url)).toBe(0);
  const asked = {
    container: 'wav',
    hash: '00'.repeat(32),
    excluded: { start: 44, length: 9008 },
    kind: 'voice',
  };
  expect((await post(server.url, asked)).status).toBe(404);
});

describe.skipIf(!hasOpenSsl)('the server does not start, and says why,', () => {
  let authority: TestAuthority;
  let good: ReturnType<TestAuthority['issue']>;
  beforeAll(() => {
    authority = new TestAuthority();
    good = authority.issue('good');
  });
  afterAll(() => authority[Symbol.dispose]());

  test('with a certificate that readers refuse', () => {
    const other = authority.issue('other');
    const [leaf = '', inter = ''] = good.C2PA_CERTIFICATE.split(/(?<=-----END CERTIFICATE-----\n)/u);
    const cases: [Record<string, string>, string][] = [
      [{ ...good, C2PA_PRIVATE_KEY: other.C2PA_PRIVATE_KEY }, 'does not belong to the first certificate'],
      [{ C2PA_CERTIFICATE: leaf }, 'must be set together'],
      [{ C2PA_TSA_URL: 'http://127.0.0.1' }, 'C2PA_TSA_URL needs C2PA_CERTIFICATE'],
      [{ ...good, C2PA_CERTIFICATE: '/nowhere/chain.pem' }, 'the path of a file that can be read'],
      [{ ...good, C2PA_CERTIFICATE: '-----BEGIN CERTIFICATE-----' }, 'has no certificate in PEM'],
      [{ ...good, C2PA_PRIVATE_KEY: '-----BEGIN NOTHING-----' }, 'must be a private key in PEM'],
      [{ ...good, C2PA_CERTIFICATE: leaf + inter + authority.root }, 'has a root certificate'],
      [{ ...good, C2PA_CERTIFICATE: leaf + leaf }, 'is not in order'],
      [authority.issue('past', { days: -1 }), 'expired on'],
      [
        authority.issue('small', { algorithm: ['RSA', '-pkeyopt', 'rsa_keygen_bits:1024'] }),
        'must be RSA (2048',
      ],
    ];
    for (const [environment, reason] of cases) expect(() => readConfig(environment), reason).toThrow(reason);
  });

  test.each([
    [
      'its key may not sign',
      { keyUse: 'critical,keyEncipherment' },
      'certificate missing digitalSignature key usage',
    ],
    [
      'it is for anything',
      { uses: 'anyExtendedKeyUsage,emailProtection' },
      "certificate 'any' EKU not allowed",
    ],
    ['it is for web sites', { uses: 'serverAuth' }, 'certificate missing required EKU'],
    ['it may issue others', { constraints: 'critical,CA:TRUE' }, 'expected end-entity certificate'],
  ])('with one whose mistake only readers know: %s', async (_, wrong, reason) => {
    const environment = authority.issue('wrong', wrong);
    const failure = await startTestServer({ environment }).catch(error => error);
    expect(failure.message).toBe(`C2PA_CERTIFICATE cannot sign files: ${reason}.`);
  });

  test('with one that signs itself, whatever its key may be used for', () => {
    for (const extensions of [
      [],
      ['keyUsage=critical,digitalSignature'],
      ['keyUsage=critical,digitalSignature', 'basicConstraints=critical,CA:FALSE'],
    ])
      expect(() => readConfig(authority.issueItself(extensions))).toThrow(
        'C2PA_CERTIFICATE is self-signed: readers refuse it.',
      );
  });

  test('but it starts with one that ends soon, and warns; files and PEM in one line are read', async () => {
    const { C2PA_CERTIFICATE, C2PA_PRIVATE_KEY } = authority.issue('soon', { days: 20 });
    const environment = {
      C2PA_CERTIFICATE: C2PA_CERTIFICATE.replaceAll('\n', '\\n'),
      C2PA_PRIVATE_KEY: `${authority.folder}/soon.key`,
    };
    expect(readConfig(environment).contentCredentials).toMatchObject({ certificate: C2PA_CERTIFICATE });
    await using server = await startTestServer({ environment });
    expect(server.logged.join()).toContain('C2PA_CERTIFICATE expires on');
    expect(server.logged.join()).not.toContain(C2PA_PRIVATE_KEY.slice(60, 90));
  });

  test.each([
    ['RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
    ['ed25519'],
    ['EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
    ['EC', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  ])('a key of %s %s %s signs, too', async (...algorithm) => {
    const { contentCredentials } = readConfig(
      authority.issue('key', { algorithm: algorithm.filter(Boolean) }),
    );
    await using credentials = new ContentCredentials(contentCredentials as CredentialsConfig);
    const storeBytes = credentials.countStoreBytes();
    const file = await makeRoomyFile('wav', storeBytes);
    const signed = await sign(file, { container: 'wav', storeBytes }, request =>
      credentials.sign({ ...request, claim }, never),
    );
    expect(await readCredentials(signed, 'audio/wav', authority.root)).toMatchObject({ state: 'Trusted' });
  });
});

async function readStoreBytes(url: string): Promise<number> {
  const config = configAnswerSchema.parse(await (await fetch(`${url}/api/config`)).json());
  return config.contentCredentials?.storeBytes ?? 0;
}

const post = (url: string, body: object) => postJson(`${url}/api/content-credentials`, body);

async function ask(url: string, request: SigningRequest): Promise<Uint8Array> {
  const answer = await post(url, request);
  if (!answer.ok) throw new Error(await answer.text());
  return new Uint8Array(await answer.arrayBuffer());
}

/** As the page does. */
async function sign(
  file: Uint8Array<ArrayBuffer>,
  { container, storeBytes }: { container: SignedContainer; storeBytes: number },
  sign: (file: HashedFile) => Promise<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = { size: file.length, read: async (start: number, end: number) => file.subarray(start, end) };
  const pieces = await signFile(bytes, {
    container,
    storeBytes,
    hasher: sha256.create(),
    signal: never,
    sign,
  });
  const signed = new Uint8Array(
    Math.max(file.length, ...pieces.map(({ data, position }) => position + data.length)),
  );
  signed.set(file);
  for (const { data, position } of pieces) signed.set(data, position);
  return signed;
}

/** A voice as a file, or a video with it, with room for a manifest store. */
async function makeRoomyFile(
  container: SignedContainer,
  storeBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const readVoice = makeVoice([0.5, 2], 4);
  if (container === 'wav') return join(await collectWav(readVoice(), marks));
  if (container === 'mp3') {
    const reservedBytes = countReservedBytes('mp3', storeBytes);
    return join(await Array.fromAsync(markMp3(encodeMp3(readVoice()), marks, { reservedBytes })));
  }
  await using folder = await makeTemporaryFolder();
  const sample = (seconds: number) => 0.1 * Math.sin(2 * Math.PI * 220 * seconds);
  const video = await folder.write(
    'clip.mp4',
    await makeSoundingClip({ seconds: 4, sounds: [{ seconds: 4, sample }] }),
  );
  const narration = {
    readVoice,
    sound: 'second',
    mix: usualMix,
    language: getLanguage('German'),
    pauses: [],
    subtitles: [{ text: 'Hallo.', startSeconds: 0.5, endSeconds: 1 }],
    isDescription: false,
    storeBytes,
  } as const;
  const options = {
    limits: { maxSeconds: 60 },
    signal: never,
    noteProgress: () => {},
  };
  await writeVideoFile(video, narration, `${folder.path}/made.mp4`, options);
  return new Uint8Array(await readFile(`${folder.path}/made.mp4`));
}

function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(joinArrays<Uint8Array>(Uint8Array, pieces));
}
