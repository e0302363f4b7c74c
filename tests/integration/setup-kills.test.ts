import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setupAnswerSchema, setupHeader } from '#shared/api/setup.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { postJson } from '../support/requests.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createServerProcesses, killServer, stopServer } from '../support/server-processes.ts';
import type { ServerProcess } from '../support/start-server.ts';

const processes = createServerProcesses();
const random = createSeededRandom(63);
let ais: readonly [OpenAiStandIn, OpenAiStandIn];
let dataDir: string;

beforeAll(async () => {
  ais = [await startOpenAiStandIn(), await startOpenAiStandIn()];
});
beforeEach(() => {
  dataDir = processes.makeDataFolder();
});
afterEach(async () => {
  for (const ai of ais) ai.reset();
  await processes.end();
});
afterAll(async () => {
  for (const ai of ais) await ai.close();
});

const start = () => processes.start({ DATA_DIR: dataDir });
const inFolder = (name: string) => join(dataDir, name);

/** Each address in turn, with a key that says which save it was. */
const makeValues = (save: number) => ({
  OPENAI_BASE_URL: ais[save % 2]?.baseUrl ?? '',
  OPENAI_API_KEY: `key-of-save-${save}`.padEnd(1500, '.'),
});

/** @returns whether it was acknowledged */
async function save({ url }: ServerProcess, values: object): Promise<boolean> {
  const body = { values, provider: 'openai', steps: [], save: 'always' };
  const answer = await postJson(`${url}/api/setup/try`, body);
  return (await answer.text()).includes('"isSaved":true');
}

async function readSaved(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(inFolder('settings.json'), 'utf8')).values;
}

async function write({ url }: ServerProcess): Promise<string> {
  const body = { analysis: 'A dog runs.', prompt: 'Tell it', language: 'English', durationSeconds: 10 };
  return await (await postJson(`${url}/api/free/script`, body)).text();
}

/** Saves, and so switches between two AIs, and has scripts written meanwhile, until it is killed. */
async function saveUntilKilled(server: ServerProcess, first: number, afterMs: number): Promise<number> {
  let acknowledged = first - 1;
  const saving = (async () => {
    for (let at = first; await save(server, makeValues(at)); at++) acknowledged = at;
  })().catch(() => {});
  const writing = (async () => {
    for (;;) await write(server);
  })().catch(() => {});
  await expect.poll(() => acknowledged, { interval: 5 }).toBeGreaterThanOrEqual(first);
  await wait(afterMs);
  await killServer(server);
  await Promise.all([saving, writing]);
  return acknowledged;
}

describe('a server that is killed while it saves and switches', () => {
  test('starts with the last whole settings, and writes with the AI that they name', async () => {
    let next = 0;
    for (let kills = 0; kills < 3; kills++) {
      const acknowledged = await saveUntilKilled(await start(), next, random() * 300);
      const values = await readSaved();
      // Nothing that was acknowledged is lost; one more may have been written.
      const kept =
        values.OPENAI_API_KEY === makeValues(acknowledged).OPENAI_API_KEY ? acknowledged : acknowledged + 1;
      expect(values).toMatchObject(makeValues(kept));

      const again = await start();
      for (const ai of ais) ai.reset();
      expect(await write(again)).toContain('A dog waits in the sun.');
      expect(ais.map(({ requests }) => requests.length)).toEqual(kept % 2 === 0 ? [1, 0] : [0, 1]);
      expect(ais[kept % 2]?.requests[0]?.headers.authorization).toBe(
        `Bearer ${makeValues(kept).OPENAI_API_KEY}`,
      );
      await killServer(again);
      next = kept + 1;
    }
  });

  test('is not kept from saving by what a killed one left', async () => {
    await writeFile(inFolder('settings.json.new'), '{"version":1,"values":{"OPENAI_API', { mode: 0o644 });
    await chmod(inFolder('settings.json.new'), 0o600);
    const server = await start();
    expect(await save(server, makeValues(1))).toBe(true);
    expect(await readSaved()).toMatchObject(makeValues(1));
    expect((await stat(inFolder('settings.json'))).mode & 0o777).toBe(0o600);
  });

  test('has a whole key of its page, the last one that it told', async () => {
    const ask = async (server: ServerProcess, key: string) =>
      (await fetch(`${server.url}/api/setup`, { headers: { [setupHeader]: key } })).status;
    const told: string[] = [];
    const server = await start();
    const renewing = (async () => {
      for (;;) {
        const { url } = (await (await fetch(`${server.url}/api/setup/key`, { method: 'POST' })).json()) as {
          url: string;
        };
        told.push(url.split('key=')[1] ?? '');
      }
    })().catch(() => {});
    await expect.poll(() => told.length, { interval: 5 }).toBeGreaterThan(3);
    await wait(random() * 100);
    await killServer(server);
    await renewing;
    const kept = (await readFile(inFolder('setup-key'), 'utf8')).trim();
    expect(kept).toMatch(/^[\w-]{24}$/u);
    expect(told.slice(0, -1)).not.toContain(kept);
    const again = await start();
    expect(await ask(again, kept)).toBe(200);
    expect(await ask(again, told[0] ?? '')).toBe(403);
  });
});

describe('settings.json', () => {
  test.each([
    ['half', '{"version": 1, "values": {"OPENAI_API_KEY": "sk-half'],
    ['empty', ''],
    ['of zeros', '\0'.repeat(500)],
    ['no object', '[]'],
    ['without a version', '{"values": {}}'],
    ['with a value that is no text', '{"version": 1, "values": {"OPENAI_API_KEY": 5}}'],
    ['of a newer version', '{"version": 2, "values": {"OPENAI_API_KEY": "sk-newer"}}'],
  ])(
    'that is %s keeps the server from starting, which says so and leaves it as it is',
    async (_how, content) => {
      await writeFile(inFolder('settings.json'), content, { mode: 0o600 });
      const failed = await start().then(
        () => '',
        (error: Error) => error.message,
      );
      expect(failed).toContain(`${inFolder('settings.json')} `);
      expect(failed).toMatch(/move (?:it|the file) away and set up the AI again/u);
      expect(failed).not.toContain('sk-');
      expect(await readFile(inFolder('settings.json'), 'utf8')).toBe(content);
    },
  );

  test('that is moved away is like none: the page starts anew, with the same link', async () => {
    const server = await start();
    const key = await readFile(inFolder('setup-key'), 'utf8');
    const answer = setupAnswerSchema.parse(await (await fetch(`${server.url}/api/setup`)).json());
    expect(answer.steps.map(({ source }) => source)).not.toContain('page');
    await stopServer(server);
    await start();
    expect(await readFile(inFolder('setup-key'), 'utf8')).toBe(key);
  });

  test('with a value that has become invalid does not keep the server from starting', async () => {
    const values = { OPENAI_BASE_URL: 'no address', OPENAI_API_KEY: 'sk-of-an-older-version' };
    await writeFile(inFolder('settings.json'), JSON.stringify({ version: 1, values }), { mode: 0o600 });
    const server = await start();
    const warning = server.logged.find(line => line.includes('settings.json'));
    expect(warning).toContain('"level":40');
    expect(server.logged.join()).not.toContain('sk-of-an-older-version');
  });

  test('sets nothing else than an AI, whatever is written into it', async () => {
    const values = {
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
      SETUP: 'off',
      SMTP_URL: 'smtp://x',
    };
    await writeFile(inFolder('settings.json'), JSON.stringify({ version: 1, values }), { mode: 0o600 });
    const server = await start();
    expect(server.logged.join('\n')).toContain('database: embedded');
    expect((await fetch(`${server.url}/api/setup`)).status).toBe(200);
  });
});
