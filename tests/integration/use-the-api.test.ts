import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tokenScopes } from '#shared/api/tokens.ts';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { findFreePort } from '../support/start-postgres.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { answerTranslated, isTranslation, spokenLines } from '../support/translating.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const hasCurl = has('curl', '--version') && has('jq', '--version');
const hasPython = has('python3', '-c', 'import requests');

let provider: OpenAiStandIn;
let server: InnerServer;
/** Has the blocks of the guide as files. */
let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startTestServer({
    engines: createTestEngines(provider.baseUrl),
    environment: { WEBHOOK_HOSTS: 'localhost' },
  });
  const owner = createAccountClient(server.url);
  await owner.signUp(makePerson());
  const made = await owner.post('/api/account/tokens', { name: 'Guide', scopes: [...tokenScopes] });
  const { token } = await made.json();
  folder = mkdtempSync(join(tmpdir(), 'benshi-guide-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, block] of readBlocks()) writeFileSync(join(folder, name), block);
  environment = {
    ...childEnvironment,
    BENSHI_URL: server.url,
    BENSHI_TOKEN: token,
    VIDEO: join(root, 'tests/media/turned-phone.mp4'),
  };
});
beforeEach(() => {
  provider.reset();
  const written = answerWithReply({ content: spokenLines[0].English });
  provider.always('script', exchange =>
    (isTranslation(exchange.request.body) ? answerTranslated() : written)(exchange),
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server[Symbol.asyncDispose]();
  await provider.close();
});

/** The code of the guide; each block begins with the name of its file in a comment. */
function readBlocks(): [name: string, block: string][] {
  const guide = readFileSync(join(root, 'docs/guides/use-the-api.md'), 'utf8');
  const blocks = guide.split('\n```').filter((_, at) => at % 2 === 1);
  return blocks.map(block => {
    const code = block.slice(block.indexOf('\n') + 1);
    return [code.split('\n', 1)[0]?.replace(/^(?:#|\/\/) /u, '') ?? '', `${code}\n`];
  });
}

const runFile = (command: string, name: string, more: Record<string, string> = {}) =>
  run(command, [name], { cwd: folder, env: { ...environment, ...more } });

/** Runs a program of the guide that takes webhooks. */
async function startReceiver(command: string, name: string) {
  const { stdout } = await runFile('sh', 'secret.sh');
  const port = String(await findFreePort());
  const child: ChildProcess = spawn(command, [name], {
    cwd: folder,
    env: { ...environment, WEBHOOK_SECRET: stdout.trim(), PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', line => lines.push(line));
  return {
    url: `http://localhost:${port}/`,
    lines,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'close');
    },
  };
}

function expectSpokenFrench(): void {
  const spoken = provider.requests.filter(({ call }) => call === 'speech');
  expect(spoken.map(({ body }) => body.input)).toEqual([spokenLines[0].French]);
  const sound = readFileSync(join(folder, 'french.mp3'));
  expect(sound.subarray(0, 3).toString()).toBe('ID3');
}

test('the guide has these programs', () => {
  expect(readBlocks().map(([name]) => name)).toEqual([
    'narrate.sh',
    'generate.sh',
    'narrate.ts',
    'narrate.py',
    'secret.sh',
    'receive.ts',
    'receive.py',
  ]);
});

test.skipIf(!hasCurl)('the example in curl runs as written', async () => {
  await runFile('sh', 'narrate.sh');
  expectSpokenFrench();
});

test.skipIf(!hasCurl)(
  'the example in TypeScript runs as written, with a generated client',
  { tags: 'long' },
  async () => {
    await using receiver = await startReceiver('node', 'receive.ts');
    await runFile('sh', 'generate.sh');
    await runFile('node', 'narrate.ts', { WEBHOOK_URL: receiver.url });
    expectSpokenFrench();
    await expect
      .poll(() => receiver.lines, { timeout: 20_000 })
      .toEqual([expect.stringMatching(/^job\.done /u)]);
  },
);

test.skipIf(!hasCurl || !hasPython)('the example in Python runs as written', { tags: 'long' }, async () => {
  await using receiver = await startReceiver('python3', 'receive.py');
  await runFile('python3', 'narrate.py', { WEBHOOK_URL: receiver.url });
  expectSpokenFrench();
  await expect
    .poll(() => receiver.lines, { timeout: 20_000 })
    .toEqual([expect.stringMatching(/^job\.done /u)]);
});
