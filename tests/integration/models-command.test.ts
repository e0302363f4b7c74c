import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createEncryptedServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';
import { makeCertificate } from '../support/make-certificate.ts';
import { hash, type ModelHostStandIn, modelCommit, startModelHost } from '../support/model-host.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const entry = fileURLToPath(new URL('../support/run-models-process.ts', import.meta.url));

const weights = randomBytes(400_000);
const projector = randomBytes(100_000);
const voice = randomBytes(50_000);
const tokens = Buffer.from('a 0\nb 1\n');

const free = { name: 'Apache-2.0', url: 'https://example.com/apache', asksConsent: false };
const eyes = {
  name: 'eyes',
  title: 'Eyes 2B',
  step: 'look',
  kind: 'qwen3-vl',
  languages: ['English', 'German', 'Welsh'],
  memoryMb: 10,
  licence: free,
  files: [
    pin({ role: 'model', repository: 'maker/eyes', path: 'weights.gguf' }, weights),
    pin({ role: 'projector', repository: 'maker/eyes', path: 'sub/projector.gguf' }, projector),
  ],
};
const giant = { ...eyes, name: 'giant', title: 'Giant', memoryMb: 1e9 };
/** Its files are not pinned: what the host declares counts. */
const mouth = {
  name: 'mouth',
  title: 'Mouth',
  step: 'speak',
  kind: 'piper',
  languages: ['Norwegian'],
  memoryMb: 10,
  speed: { workSecondsPerSecond: 0.001, cores: 1, source: 'https://example.com/speed' },
  licence: { name: 'Open RAIL-M', url: 'https://example.com/conditions', asksConsent: true },
  files: [
    { role: 'model', repository: 'maker/mouth', path: 'voice.onnx', bytes: 51_000 },
    { role: 'tokens', repository: 'maker/mouth', path: 'tokens.txt', bytes: 10 },
  ],
};

function pin<T>(file: T, contents: Buffer) {
  return { ...file, revision: modelCommit, bytes: contents.length, sha256: hash(contents) };
}

let folder: TemporaryFolder;
let host: ModelHostStandIn;
let started: ChildProcess[];

beforeEach(async () => {
  folder = await makeTemporaryFolder();
  started = [];
  await folder.write('catalogue.json', JSON.stringify([giant, eyes, mouth]));
  host = await startModelHost(
    {
      'maker/eyes/weights.gguf': weights,
      'maker/eyes/sub/projector.gguf': projector,
      'maker/mouth/voice.onnx': voice,
      'maker/mouth/tokens.txt': tokens,
    },
    ['tokens.txt'],
  );
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  await host[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const lies = (...path: string[]) => join(folder.path, 'models', ...path);

function start(args: readonly string[], settings: Readonly<Record<string, string>> = {}, shell?: string) {
  const own = [entry, join(folder.path, 'catalogue.json'), ...args];
  const [command, ...rest] =
    shell === undefined ? [process.execPath, ...own] : ['bash', '-c', shell, process.execPath, ...own];
  const child = spawn(command ?? '', rest, {
    env: { ...childEnvironment, MODELS_DIR: lies(), MODELS_BASE_URL: host.url, ...settings },
  });
  started.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', piece => {
      said += piece;
    });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, said })), hears: () => said };
}

async function run(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  return await start(args, settings).ended;
}

/** Waits for `weights.gguf.part` to have so many bytes. */
async function arrives(bytes: number): Promise<void> {
  const part = lies('eyes', 'weights.gguf.part');
  await expect.poll(() => (existsSync(part) ? statSync(part).size : 0), { interval: 20 }).toBe(bytes);
}

async function startProxy(status: number) {
  const asked: string[] = [];
  const proxy = createServer().on('connect', (request, client) => {
    asked.push(request.url ?? '');
    if (status !== 200) return void client.end(`HTTP/1.1 ${status} Forbidden\r\n\r\n`);
    const [name, port] = (request.url ?? '').split(':');
    const server = connect(Number(port), name, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      server.pipe(client).pipe(server);
    });
    for (const socket of [client, server]) socket.on('error', () => server.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { url, asked, [Symbol.dispose]: () => void proxy.close() };
}

describe('list', () => {
  test('says for each model what it is for, its size, memory, languages, licence, and whether it suits this machine', async () => {
    const { code, said } = await run([]);
    expect(code).toBe(0);
    expect(said).toMatch(
      /Vision and writing\n +giant +0\.5 MB +1,000,000 GB memory +3 languages +Apache-2\.0 +too large for this machine\n +eyes +0\.5 MB +10 MB memory +3 languages +Apache-2\.0 +recommended\n/u,
    );
    expect(said).toMatch(
      /Speech\n +mouth .* Norwegian +Open RAIL-M \* +recommended, about \d+ × real time here\n/u,
    );
    expect(said).toContain('npm run models -- get standard');
  });

  test('says what is installed, and what has partly arrived', async () => {
    mkdirSync(lies('mouth'), { recursive: true });
    writeFileSync(lies('mouth', 'voice.onnx.part'), voice.subarray(0, 20_000));
    await run(['get', 'eyes']);
    const { said } = await run([]);
    expect(said).toMatch(/ eyes .*installed, recommended/u);
    expect(said).toMatch(/ mouth .*0\.02 MB downloaded/u);
  });
});

describe('get', () => {
  test('fetches a model whole, follows the redirects, and says how far it is', async () => {
    const { code, said } = await run(['get', 'eyes']);
    expect(code).toBe(0);
    expect(said).toMatch(/eyes: 100 %, 0\.5 MB of 0\.5 MB/u);
    expect(said).toContain('eyes is installed and verified.');
    expect(readFileSync(lies('eyes', 'weights.gguf'))).toEqual(weights);
    expect(readFileSync(lies('eyes', 'projector.gguf'))).toEqual(projector);
    expect((await run(['get', 'eyes'])).said).toBe('eyes is already installed.\n');
  });

  test('"standard" fetches what is recommended for this machine', async () => {
    const { code, said } = await run(['get', 'standard', '--accept-licence']);
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('mouth is installed') });
    expect(existsSync(lies('eyes', 'weights.gguf'))).toBe(true);
    expect(existsSync(lies('giant'))).toBe(false);
  });

  test('in a terminal, progress is one line that is rewritten', async () => {
    const { said } = await run(['get', 'eyes'], { AS_TERMINAL: '1' });
    expect(said).toMatch(/\reyes: \d+ %/u);
  });

  test('a file without a pinned hash is compared with what the host declares, which is kept for the check', async () => {
    expect((await run(['get', 'mouth', '--accept-licence'])).code).toBe(0);
    const kept = JSON.parse(readFileSync(lies('mouth', 'files.json'), 'utf8'));
    expect(kept['voice.onnx']).toEqual({ revision: modelCommit, bytes: voice.length, sha256: hash(voice) });
    expect(kept['tokens.txt']).toMatchObject({ revision: modelCommit, sha256: hash(tokens) });
    expect((await run(['check'])).said).toBe('mouth is intact.\n');
  });
});

describe('an interrupted download', () => {
  const broken = 160_000;

  test('that breaks at 40 % goes on by itself and asks only for the rest', async () => {
    host.failNext({ kind: 'break', afterBytes: broken });
    expect((await run(['get', 'eyes'])).code).toBe(0);
    expect(host.ranges).toEqual(['bytes=0-', expect.stringMatching(/^bytes=[1-9]\d*-$/u), 'bytes=0-']);
    expect(readFileSync(lies('eyes', 'weights.gguf'))).toEqual(weights);
  });

  test('that keeps breaking ends, keeps what has arrived, and says how to go on', async () => {
    host.failNext(...Array.from({ length: 4 }, () => ({ kind: 'break', afterBytes: 80_000 }) as const));
    const { code, said } = await run(['get', 'eyes']);
    expect(code).toBe(1);
    expect(said).toContain('broke 4 times. What has arrived is kept; repeat the command to continue.');
    expect(statSync(lies('eyes', 'weights.gguf.part')).size).toBeGreaterThan(0);
  });

  test('that is killed is resumed by the next command, which asks only for the rest', async () => {
    host.failNext({ kind: 'stall', afterBytes: broken });
    const killed = start(['get', 'eyes']);
    await arrives(broken);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect((await run(['get', 'eyes'])).code).toBe(0);
    expect(host.ranges.slice(0, 2)).toEqual(['bytes=0-', `bytes=${broken}-`]);
    expect(readFileSync(lies('eyes', 'weights.gguf'))).toEqual(weights);
  });

  test('by Ctrl+C says what is kept, and ends with 130', async () => {
    host.failNext({ kind: 'stall', afterBytes: broken });
    const stopped = start(['get', 'eyes']);
    await arrives(broken);
    stopped.child.kill('SIGINT');
    const { code, said } = await stopped.ended;
    expect(code).toBe(130);
    expect(said).toContain('Stopped. 0.16 MB of eyes are kept. To continue: npm run models -- get eyes');
  });

  test('that another process works on is not started twice, but taken over once that process is dead', async () => {
    host.failNext({ kind: 'stall', afterBytes: broken });
    const first = start(['get', 'eyes']);
    await arrives(broken);
    const second = await run(['get', 'eyes']);
    expect(second.code).toBe(1);
    expect(second.said).toMatch(/eyes is already being downloaded by process \d+ on \S+\. Wait for it/u);
    first.child.kill('SIGKILL');
    await first.ended;
    expect((await run(['get', 'eyes'])).code).toBe(0);
  });
});

describe('a host that does not deliver', () => {
  test('other contents than published are deleted', async () => {
    host.failNext({ kind: 'contents', contents: randomBytes(weights.length) });
    const { code, said } = await run(['get', 'eyes']);
    expect(code).toBe(1);
    expect(said).toMatch(/weights\.gguf does not match its published SHA-256 and was deleted/u);
    expect(existsSync(lies('eyes', 'weights.gguf.part'))).toBe(false);
    expect(existsSync(lies('eyes', 'weights.gguf'))).toBe(false);
  });

  test('another file than the published one is not fetched at all', async () => {
    await using changed = await startModelHost({ 'maker/eyes/weights.gguf': randomBytes(1000) });
    const { code, said } = await run(['get', 'eyes'], { MODELS_BASE_URL: changed.url });
    expect(code).toBe(1);
    expect(said).toContain('has a different weights.gguf than expected');
    expect(existsSync(lies('eyes', 'weights.gguf.part'))).toBe(false);
  });

  test('a web page with 200 is not taken for a model', async () => {
    host.failNext({ kind: 'page' });
    const { code, said } = await run(['get', 'eyes']);
    expect(code).toBe(1);
    expect(said).toMatch(
      /answered with a web page instead of weights\.gguf\. Does this network need a sign-in/u,
    );
    expect(existsSync(lies('eyes', 'weights.gguf.part'))).toBe(false);
  });

  test('a busy host is asked again', async () => {
    host.failNext({ kind: 'status', status: 503 }, { kind: 'status', status: 429 });
    expect((await run(['get', 'eyes'])).code).toBe(0);
  });

  test('a mirror without the file is named', async () => {
    await using empty = await startModelHost({});
    const { code, said } = await run(['get', 'eyes'], { MODELS_BASE_URL: empty.url });
    expect(code).toBe(1);
    expect(said).toMatch(/127\.0\.0\.1:\d+ does not have maker\/eyes\/weights\.gguf/u);
  });

  test('redirects in a circle end', async () => {
    const circle = { kind: 'redirect', to: '/maker/eyes/stored/weights.gguf' } as const;
    host.failNext(...Array.from({ length: 9 }, () => circle));
    const { code, said } = await run(['get', 'eyes']);
    expect(code).toBe(1);
    expect(said).toContain('redirects too often');
  });

  test('an encrypted host is not followed to an address without encryption', async () => {
    const certificate = makeCertificate();
    const file = await folder.write('certificate.pem', certificate.cert);
    const server = createEncryptedServer(certificate, (_, response) => {
      response.writeHead(302, { location: `${host.url}/maker/eyes/stored/weights.gguf` }).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const settings = { MODELS_BASE_URL: `https://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: file };
    const { code, said } = await run(['get', 'eyes'], settings);
    server.close();
    expect(code).toBe(1);
    expect(said).toMatch(
      /redirects to an address without encryption \(http:\S+\)\. Nothing was downloaded\./u,
    );
    expect(host.ranges).toEqual([]);
  });

  test('a host that cannot be reached is told at once, with what to set', async () => {
    const { code, said } = await run(['get', 'eyes'], { MODELS_BASE_URL: 'http://127.0.0.1:1' });
    expect(code).toBe(1);
    expect(said).toMatch(/127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\).*HTTPS_PROXY.*MODELS_BASE_URL/u);
  });
});

describe('a proxy', () => {
  test('is used', async () => {
    using proxy = await startProxy(200);
    expect((await run(['get', 'eyes'], { HTTP_PROXY: proxy.url })).code).toBe(0);
    expect(proxy.asked).toContain(new URL(host.url).host);
  });

  test('that refuses is named', async () => {
    using proxy = await startProxy(403);
    const { code, said } = await run(['get', 'eyes'], { HTTP_PROXY: proxy.url });
    expect(code).toBe(1);
    expect(said).toMatch(/The proxy of HTTP_PROXY does not let 127\.0\.0\.1:\d+ through \(403\)/u);
  });
});

describe('the disk', () => {
  test('without room for a model is told before anything is fetched', async () => {
    const huge = { ...eyes, files: eyes.files.map(file => ({ ...file, bytes: 1e15 })) };
    await folder.write('catalogue.json', JSON.stringify([huge]));
    const { code, said } = await run(['get', 'eyes']);
    expect(code).toBe(1);
    expect(said).toMatch(/2,000,000 GB are needed, but only \S+ GB are free for \S+models/u);
    expect(host.ranges).toEqual([]);
  });

  test('that fills up keeps what has arrived', async () => {
    // Acts like a full disk for every growing file: 100 KiB.
    const { code, said } = await start(['get', 'eyes'], {}, 'ulimit -f 100 && exec "$0" "$@"').ended;
    expect(code).toBe(1);
    expect(said).toMatch(/The disk is full\. What has arrived is kept in \S+weights\.gguf\.part/u);
    expect((await run(['get', 'eyes'])).code).toBe(0);
    expect(readFileSync(lies('eyes', 'weights.gguf'))).toEqual(weights);
  });
});

describe('a licence with conditions', () => {
  test('is shown, and without a terminal must be accepted by an option', async () => {
    const { code, said } = await run(['get', 'mouth']);
    expect(code).toBe(2);
    expect(said).toContain('Open RAIL-M, which has conditions of use:\nhttps://example.com/conditions');
    expect(said).toContain('--accept-licence');
    expect(host.ranges).toEqual([]);
  });

  test.each([
    ['yes', 0, true],
    ['no', 1, false],
  ])('in a terminal it is asked for: "%s"', async (answer, expected, isThere) => {
    const asked = start(['get', 'mouth'], { AS_TERMINAL: '1' });
    await expect.poll(asked.hears, { interval: 20 }).toContain('Type yes to accept it: ');
    asked.child.stdin?.end(`${answer}\n`);
    expect((await asked.ended).code).toBe(expected);
    expect(existsSync(lies('mouth', 'voice.onnx'))).toBe(isThere);
  });
});

describe('check', () => {
  test('finds one flipped byte', async () => {
    await run(['get', 'eyes']);
    expect(await run(['check'])).toEqual({ code: 0, said: 'eyes is intact.\n' });
    const file = lies('eyes', 'projector.gguf');
    const contents = readFileSync(file);
    contents[50_000] = (contents[50_000] ?? 0) ^ 1;
    writeFileSync(file, contents);
    const { code, said } = await run(['check']);
    expect(code).toBe(1);
    expect(said).toMatch(
      /projector\.gguf is damaged\.\nTo replace it: npm run models -- remove eyes, then get eyes\n/u,
    );
  });

  test('finds a file that was cut afterwards, and the model no longer counts as installed', async () => {
    await run(['get', 'eyes']);
    truncateSync(lies('eyes', 'weights.gguf'), 1000);
    const { code, said } = await run(['check']);
    expect(code).toBe(1);
    expect(said).toContain('eyes is incomplete. To finish it: npm run models -- get eyes');
    expect((await run([])).said).not.toMatch(/ eyes .*installed/u);
    expect((await run(['get', 'eyes'])).code).toBe(0);
    expect(readFileSync(lies('eyes', 'weights.gguf'))).toEqual(weights);
  });

  test('of a folder that was filled by hand says what it cannot know', async () => {
    mkdirSync(lies('mouth'), { recursive: true });
    writeFileSync(lies('mouth', 'voice.onnx'), voice);
    writeFileSync(lies('mouth', 'tokens.txt'), tokens);
    expect((await run([])).said).toMatch(/ mouth .*installed/u);
    const { code, said } = await run(['check']);
    expect(code).toBe(0);
    expect(said).toMatch(/voice\.onnx cannot be checked: no SHA-256 of it is published/u);
  });
});

test('"remove" deletes a model, and says so if it was not here', async () => {
  await run(['get', 'eyes']);
  expect(await run(['remove', 'eyes', 'mouth'])).toEqual({
    code: 0,
    said: 'eyes is deleted.\nmouth is not installed.\n',
  });
  expect(existsSync(lies('eyes'))).toBe(false);
});

test.each([
  [['fetch', 'eyes'], 'npm run models -- get NAME'],
  [['get'], 'npm run models -- get NAME'],
  [['check', 'eyes'], 'npm run models -- get NAME'],
  [['get', 'nose'], 'There is no model "nose". There are giant, eyes, and mouth.'],
])('unknown words and names are refused with 2: %j', async (args, sentence) => {
  const { code, said } = await run(args);
  expect(code).toBe(2);
  expect(said).toContain(sentence);
});

test('--help says what the words mean', async () => {
  const { code, said } = await run(['--help']);
  expect(code).toBe(0);
  expect(said).toContain('compares the installed files with their SHA-256');
});
