import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tokenScopes } from '#shared/api/tokens.ts';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
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

const runFile = (command: string, name: string) => run(command, [name], { cwd: folder, env: environment });

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
  ]);
});

test.skipIf(!hasCurl)('the example in curl runs as written', async () => {
  await runFile('sh', 'narrate.sh');
  expectSpokenFrench();
});

test.skipIf(!hasCurl)(
  'the example in TypeScript runs as written, with a generated client',
  {
    tags: 'long',
  },
  async () => {
    await runFile('sh', 'generate.sh');
    await runFile('node', 'narrate.ts');
    expectSpokenFrench();
  },
);

test.skipIf(!hasPython)('the example in Python runs as written', { tags: 'long' }, async () => {
  await runFile('python3', 'narrate.py');
  expectSpokenFrench();
});
