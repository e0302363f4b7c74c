import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createEncryptedServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeCertificate } from '../support/make-certificate.ts';
import { startModelHost } from '../support/model-host.ts';
import { eyes, type ModelsCommand, openModelsCommand, weights } from '../support/models-command.ts';

let command: ModelsCommand;

beforeEach(async () => {
  command = await openModelsCommand();
});
afterEach(() => command[Symbol.asyncDispose]());

/** Waits for `weights.gguf.part` to have so many bytes. */
async function arrives(bytes: number): Promise<void> {
  const part = command.findPath('eyes', 'weights.gguf.part');
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

describe('an interrupted download', () => {
  const broken = 160_000;

  test('that breaks at 40 % goes on by itself and asks only for the rest', async () => {
    command.host.failNext({ kind: 'break', afterBytes: broken });
    expect((await command.run(['get', 'eyes'])).code).toBe(0);
    expect(command.host.ranges).toEqual([
      'bytes=0-',
      expect.stringMatching(/^bytes=[1-9]\d*-$/u),
      'bytes=0-',
    ]);
    expect(readFileSync(command.findPath('eyes', 'weights.gguf'))).toEqual(weights);
  });

  test('that keeps breaking ends, keeps what has arrived, and says how to go on', async () => {
    command.host.failNext(
      ...Array.from({ length: 4 }, () => ({ kind: 'break', afterBytes: 80_000 }) as const),
    );
    const { code, said } = await command.run(['get', 'eyes']);
    expect(code).toBe(1);
    expect(said).toContain('broke 4 times. What has arrived is kept, and the next try continues from there.');
    expect(statSync(command.findPath('eyes', 'weights.gguf.part')).size).toBeGreaterThan(0);
  });

  test('that is killed is resumed by the next command, which asks only for the rest', async () => {
    command.host.failNext({ kind: 'stall', afterBytes: broken });
    const killed = command.start(['get', 'eyes']);
    await arrives(broken);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect((await command.run(['get', 'eyes'])).code).toBe(0);
    expect(command.host.ranges.slice(0, 2)).toEqual(['bytes=0-', `bytes=${broken}-`]);
    expect(readFileSync(command.findPath('eyes', 'weights.gguf'))).toEqual(weights);
  });

  test('by Ctrl+C says what is kept, and ends with 130', async () => {
    command.host.failNext({ kind: 'stall', afterBytes: broken });
    const stopped = command.start(['get', 'eyes']);
    await arrives(broken);
    stopped.child.kill('SIGINT');
    const { code, said } = await stopped.ended;
    expect(code).toBe(130);
    expect(said).toContain('Stopped. 0.16 MB of eyes are kept. To continue: npm run models -- get eyes');
  });

  test('that another process works on is not started twice, but taken over once that process is dead', async () => {
    command.host.failNext({ kind: 'stall', afterBytes: broken });
    const first = command.start(['get', 'eyes']);
    await arrives(broken);
    const second = await command.run(['get', 'eyes']);
    expect(second.code).toBe(1);
    expect(second.said).toMatch(/eyes is already being downloaded by process \d+ on \S+\. Wait for it/u);
    first.child.kill('SIGKILL');
    await first.ended;
    expect((await command.run(['get', 'eyes'])).code).toBe(0);
  });
});

describe('a host that does not deliver', () => {
  test('other contents than published are deleted', async () => {
    command.host.failNext({ kind: 'contents', contents: randomBytes(weights.length) });
    const { code, said } = await command.run(['get', 'eyes']);
    expect(code).toBe(1);
    expect(said).toMatch(/weights\.gguf does not match its published SHA-256 and was deleted/u);
    expect(existsSync(command.findPath('eyes', 'weights.gguf.part'))).toBe(false);
    expect(existsSync(command.findPath('eyes', 'weights.gguf'))).toBe(false);
  });

  test('another file than the published one is not fetched at all', async () => {
    await using changed = await startModelHost({ 'maker/eyes/weights.gguf': randomBytes(1000) });
    const { code, said } = await command.run(['get', 'eyes'], { MODELS_BASE_URL: changed.url });
    expect(code).toBe(1);
    expect(said).toContain('has a different weights.gguf than expected');
    expect(existsSync(command.findPath('eyes', 'weights.gguf.part'))).toBe(false);
  });

  test('a web page with 200 is not taken for a model', async () => {
    command.host.failNext({ kind: 'page' });
    const { code, said } = await command.run(['get', 'eyes']);
    expect(code).toBe(1);
    expect(said).toMatch(
      /answered with a web page instead of weights\.gguf\. Does this network need a sign-in/u,
    );
    expect(existsSync(command.findPath('eyes', 'weights.gguf.part'))).toBe(false);
  });

  test('a busy host is asked again', async () => {
    command.host.failNext({ kind: 'status', status: 503 }, { kind: 'status', status: 429 });
    expect((await command.run(['get', 'eyes'])).code).toBe(0);
  });

  test('a mirror without the file is named', async () => {
    await using empty = await startModelHost({});
    const { code, said } = await command.run(['get', 'eyes'], { MODELS_BASE_URL: empty.url });
    expect(code).toBe(1);
    expect(said).toMatch(/127\.0\.0\.1:\d+ does not have maker\/eyes\/weights\.gguf/u);
  });

  test('redirects in a circle end', async () => {
    const circle = { kind: 'redirect', to: '/maker/eyes/stored/weights.gguf' } as const;
    command.host.failNext(...Array.from({ length: 9 }, () => circle));
    const { code, said } = await command.run(['get', 'eyes']);
    expect(code).toBe(1);
    expect(said).toContain('redirects too often');
  });

  test('an encrypted host is not followed to an address without encryption', async () => {
    const certificate = makeCertificate();
    const file = await command.folder.write('certificate.pem', certificate.cert);
    const server = createEncryptedServer(certificate, (_, response) => {
      response.writeHead(302, { location: `${command.host.url}/maker/eyes/stored/weights.gguf` }).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const settings = { MODELS_BASE_URL: `https://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: file };
    const { code, said } = await command.run(['get', 'eyes'], settings);
    server.close();
    expect(code).toBe(1);
    expect(said).toMatch(
      /redirects to an address without encryption \(http:\S+\)\. Nothing was downloaded\./u,
    );
    expect(command.host.ranges).toEqual([]);
  });

  test('a host that cannot be reached is told at once, with what to set', async () => {
    const { code, said } = await command.run(['get', 'eyes'], { MODELS_BASE_URL: 'http://127.0.0.1:1' });
    expect(code).toBe(1);
    expect(said).toMatch(/127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\).*HTTPS_PROXY.*MODELS_BASE_URL/u);
  });
});

describe('a proxy', () => {
  test('is used', async () => {
    using proxy = await startProxy(200);
    expect((await command.run(['get', 'eyes'], { HTTP_PROXY: proxy.url })).code).toBe(0);
    expect(proxy.asked).toContain(new URL(command.host.url).host);
  });

  test('that refuses is named', async () => {
    using proxy = await startProxy(403);
    const { code, said } = await command.run(['get', 'eyes'], { HTTP_PROXY: proxy.url });
    expect(code).toBe(1);
    expect(said).toMatch(/The proxy of HTTP_PROXY does not let 127\.0\.0\.1:\d+ through \(403\)/u);
  });
});

describe('the disk', () => {
  test('without room for a model is told before anything is fetched', async () => {
    const huge = { ...eyes, files: eyes.files.map(file => ({ ...file, bytes: 1e15 })) };
    await command.folder.write('catalogue.json', JSON.stringify([huge]));
    const { code, said } = await command.run(['get', 'eyes']);
    expect(code).toBe(1);
    expect(said).toMatch(/2,000,000 GB are needed, but only \S+ GB are free for \S+models/u);
    expect(command.host.ranges).toEqual([]);
  });

  test('that fills up keeps what has arrived', async () => {
    // Acts like a full disk for every growing file: 100 KiB.
    const { code, said } = await command.start(['get', 'eyes'], {}, 'ulimit -f 100 && exec "$0" "$@"').ended;
    expect(code).toBe(1);
    expect(said).toMatch(/The disk is full\. What has arrived is kept in \S+weights\.gguf\.part/u);
    expect((await command.run(['get', 'eyes'])).code).toBe(0);
    expect(readFileSync(command.findPath('eyes', 'weights.gguf'))).toEqual(weights);
  });
});
