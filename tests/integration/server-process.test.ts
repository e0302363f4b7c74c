// @module-tag long
import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pauseInTheMiddle } from '../support/broken-answers.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { formType, makeRawForm } from '../support/raw-form.ts';
import { makeHead, readAnswer } from '../support/raw-request.ts';
import { makeVideoForm, postJson, wantsProgress } from '../support/requests.ts';
import { createServerProcesses, killServer } from '../support/server-processes.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { serverCommand, startServerProcess, testSecret } from '../support/start-server.ts';
import { testRows } from '../support/test-rows.ts';

let provider: OpenAiStandIn;
let dataDir: string;
const processes = createServerProcesses();

beforeAll(async () => {
  provider = await startOpenAiStandIn();
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
  dataDir = processes.makeDataFolder();
});
afterEach(() => processes.end());

function start(environment: Record<string, string> = {}, command?: readonly [string, ...string[]]) {
  return processes.start({ DATA_DIR: dataDir, ...environment }, command);
}

const scriptBody = { analysis: 'A dog runs.', prompt: 'Tell it', language: 'English', durationSeconds: 10 };

describe('starting', () => {
  test('prints its address and engines', async () => {
    const server = await start({ OPENAI_BASE_URL: provider.baseUrl });
    expect(server.logged.join('\n')).toMatch(
      /our own AI server looks\n.*our own AI server writes\n.* speaks\n.* speaks the premium voices\n.* transcribes\n.*database: embedded.*\n.*http:\/\/localhost:\d+\/setup#key=\S+\n.*Benshi is ready: http:\/\/localhost:\d+/u,
    );
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test('with configuration errors lists all of them', { tags: 'long' }, async () => {
    const failed = start({ PORT: 'http', MAX_VIDEO_SECONDS: '-1' });
    await expect(failed).rejects.toThrow(
      /could not start[\s\S]*PORT must be[\s\S]*MAX_VIDEO_SECONDS must be/u,
    );
  });

  test('on a used port is refused with a message', { tags: 'long' }, async () => {
    const first = await start();
    const other = startServerProcess({ PORT: String(first.port) });
    await expect(other).rejects.toThrow(`Port ${first.port} on 127.0.0.1 is already in use.`);
  });

  test('on a used folder is refused, naming the user', { tags: 'long' }, async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(`already in use by process ${first.process.pid} on `);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  test('after a kill during an upload takes over and cleans up', {
    tags: 'long',
  }, async () => {
    const first = await start();
    const cookie = await signUpForCookie(first.url);
    const socket = connect(first.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      makeHead('/create_script', { cookie, 'content-type': formType, 'content-length': 10_000_000 }),
    );
    socket.write(makeRawForm([{ name: 'video', filename: 'a.mp4', content: Buffer.alloc(100_000) }], ''));
    await expect.poll(() => first.listTemporaryFiles()).toHaveLength(1);
    expect((await postJson(`${first.url}/api/feedback`, { message: 'Kept.' })).status).toBe(201);
    await killServer(first);

    const second = await start();
    expect(second.listTemporaryFiles()).toEqual([]);
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  });
});

describe('stopping', () => {
  testRows(['SIGTERM', 'SIGINT'], signal => signal === 'SIGTERM')(
    'on %s while idle is immediate',
    async signal => {
      const server = await start();
      server.process.kill(signal);
      expect(await server.waitForExit()).toBe(0);
    },
  );

  test('finishes a narration, accepts no new one, and is not ready', async () => {
    const server = await start({ OPENAI_BASE_URL: provider.baseUrl });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    provider.always('script', pauseInTheMiddle(released));
    const answer = await postJson(`${server.url}/api/free/script`, scriptBody, { headers: wantsProgress });
    server.process.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const refused = await postJson(`${server.url}/api/free/script`, scriptBody);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);

    release();
    expect(await answer.text()).toContain('{"script":');
    expect(await server.waitForExit()).toBe(0);
  });

  test('on a second signal does not wait', { tags: 'long' }, async () => {
    const server = await start({ OPENAI_BASE_URL: provider.baseUrl });
    const { promise: forEver } = Promise.withResolvers<void>();
    provider.always('script', pauseInTheMiddle(forEver));
    const answer = await postJson(`${server.url}/api/free/script`, scriptBody, { headers: wantsProgress });
    server.process.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
    server.process.kill('SIGTERM');
    expect(await server.waitForExit()).toBe(1);
    await expect(answer.text()).rejects.toThrow('terminated');
  });
});

describe('a full disk', () => {
  test('refuses an upload that would not fit before it is sent', async () => {
    const server = await start({ MAX_VIDEO_BYTES: String(Number.MAX_SAFE_INTEGER) });
    const cookie = await signUpForCookie(server.url);
    const socket = connect(server.port, '127.0.0.1');
    socket.write(makeHead('/create_script', { cookie, 'content-type': formType, 'content-length': 1e15 }));
    const answer = await readAnswer(socket);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([507, 'storage_full']);
    socket.destroy();
  });

  test('refuses an upload that stops fitting, and continues', { tags: 'long' }, async () => {
    // Files of this process may grow to 32 MiB, which acts like a full disk for one of 40.
    const server = await start({}, ['bash', '-c', 'ulimit -f 32768 && exec "$0" "$@"', ...serverCommand]);
    const video = new Uint8Array(40 * 1024 * 1024);
    const headers = { cookie: await signUpForCookie(server.url) };
    const answer = await fetch(`${server.url}/create_script`, {
      method: 'POST',
      headers,
      body: makeVideoForm(video),
    });
    expect([answer.status, await answer.json()]).toMatchObject([507, { error: { code: 'storage_full' } }]);
    expect(server.listTemporaryFiles()).toEqual([]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test('is named as the reason also when the database cannot give the use back', {
    tags: 'long',
  }, async () => {
    await using postgres = sharePostgres();
    const DATABASE_URL = await postgres.createDatabase();
    const environment = { DATABASE_URL, AUTH_SECRET: testSecret };
    const server = await start(environment, [
      'bash',
      '-c',
      'ulimit -f 1024 && exec "$0" "$@"',
      ...serverCommand,
    ]);
    const headers = { cookie: await signUpForCookie(server.url) };
    await failToGiveBack(DATABASE_URL);
    const body = makeVideoForm(new Uint8Array(4 * 1024 * 1024));
    const answer = await fetch(`${server.url}/create_script`, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([507, { error: { code: 'storage_full' } }]);
    expect(server.listTemporaryFiles()).toEqual([]);
  });
});

/** Makes the database fail as with a full disk (53100) from the moment a use is given back. */
async function failToGiveBack(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`create function be_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  await client.query(`create trigger full_disk before update on daily_use for each row
    when (new.used < old.used) execute function be_full()`);
  await client.end();
}
