import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { postJson } from '../support/requests.ts';
import { createServerProcesses } from '../support/server-processes.ts';
import { sharePostgres } from '../support/share-postgres.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { testSecret } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const key = 'sk-of-a-file-0123456789';
const postgres = sharePostgres();
const processes = createServerProcesses();
let provider: OpenAiStandIn;
let secrets: TemporaryFolder;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
});
beforeEach(async () => {
  secrets = await makeTemporaryFolder();
});
afterEach(async () => {
  await processes.end();
  await secrets[Symbol.asyncDispose]();
});
afterAll(async () => {
  await provider.close();
  await postgres[Symbol.asyncDispose]();
});

const scriptBody = { analysis: 'A dog runs.', prompt: 'Tell it', language: 'English', durationSeconds: 10 };

test('a server takes the key of its AI, its database and its secret from files', async () => {
  const databaseUrl = await postgres.createDatabase();
  const server = await processes.start({
    DATA_DIR: processes.makeDataFolder(),
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY_FILE: await secrets.write('openai', `${key}\n`),
    DATABASE_URL_FILE: await secrets.write('database', `${databaseUrl}\n`),
    AUTH_SECRET_FILE: await secrets.write('auth', `${testSecret}\n`),
  });

  const written = await postJson(`${server.url}/api/free/script`, scriptBody);
  expect(await written.text()).toContain('A dog waits in the sun.');
  expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
  expect(await signUpForCookie(server.url)).toContain('session');
  expect(server.logged.join('\n')).toContain('database: Postgres');
  const said = server.logged.join('\n') + (await (await fetch(`${server.url}/api/config`)).text());
  for (const secret of [key, testSecret, databaseUrl]) expect(said).not.toContain(secret);
});

test('the server does not start without the file, and says which', async () => {
  const missing = join(secrets.path, 'openai');
  await expect(processes.start({ OPENAI_API_KEY_FILE: missing })).rejects.toThrow(
    `OPENAI_API_KEY_FILE: ENOENT: no such file or directory, stat '${missing}'.`,
  );
});

test.each(['doctor.ts', 'restore.ts', 'models.ts'])('so does %s', async name => {
  const file = join(secrets.path, 'openai');
  const main = new URL(`../../src/cli/${name}`, import.meta.url).pathname;
  const env = { ...childEnvironment, DATA_DIR: secrets.path, OPENAI_API_KEY_FILE: file };
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    name === 'models.ts' ? [main, 'list'] : [main],
    { env, encoding: 'utf8' },
  );
  expect(stdout + stderr).toContain(
    `OPENAI_API_KEY_FILE: ENOENT: no such file or directory, stat '${file}'.`,
  );
  expect(status).not.toBe(0);
});
