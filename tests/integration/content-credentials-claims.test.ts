import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReceipts } from '#server/costs/receipts.ts';
import { configAnswerSchema } from '#shared/api/config.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { t } from '#shared/messages/message.ts';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { hasOpenSsl, readCredentials, TestAuthority } from '../support/content-credentials.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { postJson } from '../support/requests.ts';
import { startTestServer, type TestServer, testSecret } from '../support/start-server.ts';
import { answerTranslated, spokenLines } from '../support/translating.ts';

const forAll = { C2PA_SIGN: 'all', AUTH_SECRET: testSecret, TRUST_PROXY: '127.0.0.1' };
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const hash = 'ab'.repeat(32);

/** Of mp3: a frame's head, the object's head and ten bytes of the tag stand before a store. */
const leastStart = 10 + 10 + 43;

interface Asked {
  readonly receipts?: readonly string[];
  readonly kind?: 'voice' | 'mixed';
  readonly isComposed?: boolean;
}

async function readStoreBytes(url: string, headers: Record<string, string> = {}): Promise<number> {
  const config = configAnswerSchema.parse(await (await fetch(`${url}/api/config`, { headers })).json());
  return config.contentCredentials?.storeBytes ?? 0;
}

const post = (url: string, body: object, init: RequestInit = {}) =>
  postJson(`${url}/api/content-credentials`, { hash, kind: 'voice', ...body }, init);

/** The claim of a WAV of nothing but its head. */
async function readActions(url: string, storeBytes: number, root: string, asked: Asked) {
  const head = Buffer.from(
    'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0data\0\0\0\0',
    'latin1',
  );
  const excluded = { start: head.length, length: 8 + storeBytes };
  const answer = await post(url, { container: 'wav', excluded, ...asked });
  expect(answer.status).toBe(200);
  const chunk = Buffer.alloc(8);
  chunk.write('C2PA', 'latin1');
  chunk.writeUInt32LE(storeBytes, 4);
  head.writeUInt32LE(head.length + storeBytes, 4);
  const file = Buffer.concat([head, chunk, Buffer.from(await answer.arrayBuffer())]);
  return (await readCredentials(file, 'audio/wav', root))?.actions ?? [];
}

const typeNamed = (name: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${name}`;

describe.skipIf(!hasOpenSsl)('a server that signs', () => {
  let authority: TestAuthority;
  let provider: OpenAiStandIn;
  let server: TestServer;
  let storeBytes: number;
  beforeAll(async () => {
    authority = new TestAuthority();
    provider = await startOpenAiStandIn();
    provider.always('script', answerTranslated());
    server = await startTestServer({
      environment: { ...authority.issue('signer'), ...forAll },
      engines: createTestEngines(provider.baseUrl, { timeoutMs: 5000 }),
    });
    storeBytes = await readStoreBytes(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await provider.close();
    authority[Symbol.dispose]();
  });

  test('leaves nothing out of the hash but the manifest’s place', async () => {
    const tagEnd = 10 + 2 ** 28 - 1;
    const fileEnd = 2 ** 32 + 8;
    const good: [string, number, number][] = [
      ['mp3', leastStart, storeBytes],
      ['mp3', tagEnd - storeBytes, storeBytes],
      ['wav', 44, storeBytes + 8],
    ];
    const wrong: [string, number, number][] = [
      // All but 36 bytes of a file.
      ['wav', 36, 72_046],
      ['mp3', 36, 72_046],
      ['mp3', leastStart, storeBytes + 1],
      ['mp3', leastStart, storeBytes - 1],
      ['mp3', leastStart, 0],
      ['mp3', leastStart - 1, storeBytes],
      ['mp3', 0, storeBytes],
      ['mp3', tagEnd - storeBytes + 1, storeBytes],
      ['wav', 44, storeBytes],
      ['wav', 44, storeBytes + 9],
      ['wav', 52, storeBytes],
      ['wav', 45, storeBytes + 8],
      ['wav', 42, storeBytes + 8],
      ['wav', 0, storeBytes + 8],
      ['wav', fileEnd - storeBytes, storeBytes + 8],
      ['wav', Number.MAX_SAFE_INTEGER - 1, storeBytes + 8],
      ['mp4', 44, storeBytes],
    ];
    const ask = async ([container, start, length]: (typeof good)[number]) =>
      (await post(server.url, { container, excluded: { start, length } })).status;
    for (const each of good) expect(await ask(each), each.join()).toBe(200);
    for (const each of wrong) expect(await ask(each), each.join()).toBe(400);
    const range = { start: leastStart, length: storeBytes };
    for (const excluded of [[range], [range, { start: 0, length: 9 }], undefined])
      expect((await post(server.url, { container: 'mp3', excluded })).status).toBe(400);
  });

  test('says nothing of a voice, an AI or a recording without a receipt for it', async () => {
    const claims: Asked[] = (['voice', 'mixed'] as const).flatMap(kind =>
      [true, false].map(isComposed => ({ kind, isComposed })),
    );
    for (const claim of claims) {
      const actions = await readActions(server.url, storeBytes, authority.root, claim);
      expect(actions.map(({ action }) => action)).toEqual(
        claim.kind === 'voice' ? ['c2pa.created'] : ['c2pa.opened', 'c2pa.edited'],
      );
      expect(actions.at(-1)).toMatchObject({
        description: 'Made with Benshi.',
        digitalSourceType: typeNamed('composite'),
      });
    }
    // As it was asked for before.
    const recorded = { recorded: 'all', text: 'person', isTranslated: false, isDescription: false };
    const asked: object = { claim: { kind: 'voice', ...recorded, language: 'de' } };
    expect(JSON.stringify(await readActions(server.url, storeBytes, authority.root, asked))).not.toContain(
      'digitalCapture',
    );
  });

  test('knows its own receipts, for 400 days, and no others', async () => {
    const by = { provider: { name: 'PROVIDER', isOffline: false }, model: 'm' };
    const now = Date.now();
    const issue = (secret: string, daysAgo: number) =>
      String(createReceipts(secret, () => now - daysAgo * 86_400_000).issue('speech', by));
    const own = issue(testSecret, 0);
    const [body = '', signature = ''] = own.split('.');
    const wished = Buffer.from(JSON.stringify({ step: 'speech', provider: 'BBC', day: 1e6 })).toString(
      'base64url',
    );
    const bad = [
      issue('of another server', 0),
      issue(testSecret, 401),
      `${wished}.${signature}`,
      `${body}.${signature.slice(0, -1)}`,
      `${body}.`,
      body,
      '',
      '..',
      `${own}.`,
      'é'.repeat(43),
    ];
    const describe = async (receipts: string[]) =>
      (await readActions(server.url, storeBytes, authority.root, { receipts })).map(
        ({ description }) => description,
      );
    expect(await describe(bad)).toEqual(['Made with Benshi.']);
    for (const each of [own, issue(testSecret, 400)])
      expect(await describe([...bad, each])).toEqual(['Narrated by a synthetic voice.']);
  });

  test('gives receipts with what it speaks and translates, and claims what they say', async () => {
    const [first] = spokenLines;
    const text = first?.English ?? '';
    const speech = { script: text, voice: 'nova', language: 'English' };
    const send = async (path: string, body: object) => {
      const answer = await postJson(server.url + path, body, { headers: { accept: progressMediaType } });
      const rows = (await answer.text())
        .trim()
        .split('\n')
        .map(row => JSON.parse(row));
      const [{ source, writer }] = rows.filter(row => row.source || row.writer);
      return String((source ?? writer).receipt);
    };
    const fit = await send('/api/free/fit', speech);
    const spoken = await send('/api/free/speech', speech);
    const translated = await send('/api/free/translate', {
      lines: [{ id: '1', text }],
      language: 'French',
    });
    // Those of a day are the same, so that a file has few.
    expect(spoken).toBe(fit);
    expect(Buffer.from(spoken.split('.')[0] ?? '', 'base64url').toString()).not.toContain(text);
    const actions = (asked: Asked) => readActions(server.url, storeBytes, authority.root, asked);
    expect(await actions({ receipts: [spoken] })).toMatchObject([
      {
        description: 'Narrated by a synthetic voice.',
        digitalSourceType: typeNamed('trainedAlgorithmicMedia'),
      },
    ]);
    expect(await actions({ receipts: [spoken], isComposed: true })).toMatchObject([
      { digitalSourceType: typeNamed('compositeWithTrainedAlgorithmicMedia') },
    ]);
    expect(await actions({ receipts: [translated, spoken] })).toMatchObject([
      { action: 'c2pa.created', description: 'Narrated by a synthetic voice.' },
      { action: 'c2pa.translated', parameters: { targetLanguage: 'fr' } },
    ]);
  });
});

describe.skipIf(!hasOpenSsl)('without C2PA_SIGN=all', () => {
  test('files of people who are signed in are signed, and only they are told', async () => {
    using authority = new TestAuthority();
    await using server = await startTestServer({ environment: authority.issue('signer') });
    expect(await readStoreBytes(server.url)).toBe(0);
    expect(await readStoreBytes(server.url, { authorization: 'Bearer nobody', cookie: 'a=b' })).toBe(0);
    const ada = createAccountClient(server.url);
    await ada.signUp(makePerson());
    const { contentCredentials } = await (await ada.get('/api/config')).json();
    const excluded = { start: 1000, length: contentCredentials.storeBytes };
    const asked = { container: 'mp3', hash, kind: 'voice', excluded };
    expect((await post(server.url, asked)).status).toBe(401);
    expect((await ada.post('/api/content-credentials', asked)).status).toBe(200);
  });

  test('no answer has a receipt where nothing is signed', async () => {
    const provider = await startOpenAiStandIn();
    const engines = createTestEngines(provider.baseUrl, { timeoutMs: 5000 });
    await using server = await startTestServer({ engines });
    const headers = { accept: progressMediaType };
    const body = { script: 'A fox looks up.', voice: 'nova', language: 'English' };
    const answer = await postJson(`${server.url}/api/free/fit`, body, { headers });
    expect(await answer.text()).toMatch(/^\{"source":\{"provider":"[^"]+","model":"[^"]+"\}\}/);
    await provider.close();
  });
});

/** A time stamp server that answers nobody until so many wait. */
async function startHolding(stampsUrl: string, most: number) {
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request));
    await new Promise<void>(resolve => {
      waiting.add(resolve);
      if (waiting.size >= most) for (const go of waiting) go();
    });
    const stamp = await fetch(stampsUrl, { method: 'POST', body });
    response.end(Buffer.from(await stamp.arrayBuffer()));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>(resolve => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

describe.skipIf(!hasOpenSsl)('while time stamps are slow', () => {
  async function startWith(held: number, authority: TestAuthority, stampsUrl: string) {
    const tsa = await startHolding(stampsUrl, held);
    const environment = { ...authority.issue('signer'), ...forAll, C2PA_TSA_URL: tsa.url };
    const server = await startTestServer({ environment });
    const excluded = { start: 1000, length: await readStoreBytes(server.url) };
    const sign = (address: string) => post(server.url, { container: 'mp3', excluded }, from(address));
    return {
      sign,
      async [Symbol.asyncDispose]() {
        await tsa[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  }

  test('200 calls of one address have two places, and nobody waits for more than these', async () => {
    using authority = new TestAuthority();
    await using stamps = await authority.startTimeStamps();
    await using started = await startWith(3, authority, stamps.url);
    const signed: string[] = [];
    const ask = async (address: string) => {
      const answer = await started.sign(address);
      if (answer.status === 200) signed.push(address);
      return answer;
    };
    const greedy = Array.from({ length: 200 }, () => ask('192.0.2.1'));
    // No time stamp is given before three wait, of whom the greedy one can be only two.
    expect((await ask('192.0.2.2')).status).toBe(200);
    expect(signed.indexOf('192.0.2.2')).toBeLessThan(10);
    const refused = (await Promise.all(greedy)).filter(({ status }) => status === 429);
    expect(refused.length + signed.length).toBe(201);
    expect(refused[0]?.headers.get('retry-after')).toBe('10');
    expect(await refused[0]?.text()).toContain(t(limitErrors.signaturesAtOnce, { count: 2 }));
  });

  test('who is too much for all places is refused at once, and who waits for too long after some seconds', async () => {
    using authority = new TestAuthority();
    await using stamps = await authority.startTimeStamps();
    await using started = await startWith(Number.POSITIVE_INFINITY, authority, stamps.url);
    const calls = Array.from({ length: 40 }, (_, index) => started.sign(`192.0.2.${index + 1}`));
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(503));
    const waits = answers.map(({ headers }) => headers.get('retry-after'));
    expect(waits.filter(seconds => seconds === '10')).toHaveLength(8);
    expect(waits.filter(seconds => seconds === '30')).toHaveLength(32);
  });
});
