import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hash, modelCommit } from '../support/model-host.ts';
import {
  type ModelsCommand,
  openModelsCommand,
  projector,
  tokens,
  voice,
  weights,
} from '../support/models-command.ts';

let command: ModelsCommand;

beforeEach(async () => {
  command = await openModelsCommand();
});
afterEach(() => command[Symbol.asyncDispose]());

describe('list', () => {
  test('says for each model what it is for, its size, memory, languages, licence, and whether it suits this machine', async () => {
    const { code, said } = await command.run([]);
    expect(code).toBe(0);
    expect(await command.run(['list'])).toMatchObject({ code, said });
    expect(said).toMatch(
      /Vision and writing\n +giant +0\.5 MB +1,000,000 GB memory +3 languages +Apache-2\.0 +too large for this machine\n +eyes +0\.5 MB +10 MB memory +3 languages +Apache-2\.0 +recommended\n/u,
    );
    expect(said).toMatch(
      /Speech\n +mouth .* Norwegian +Open RAIL-M \* +recommended, about \d+ × real time here\n/u,
    );
    expect(said).toContain('npm run models -- get standard');
  });

  test('says what is installed, and what has partly arrived', async () => {
    mkdirSync(command.findPath('mouth'), { recursive: true });
    writeFileSync(command.findPath('mouth', 'voice.onnx.part'), voice.subarray(0, 20_000));
    await command.run(['get', 'eyes']);
    const { said } = await command.run([]);
    expect(said).toMatch(/ eyes .*installed, recommended/u);
    expect(said).toMatch(/ mouth .*0\.02 MB downloaded/u);
  });
});

describe('get', () => {
  test('fetches a model whole, follows the redirects, and says how far it is', async () => {
    const { code, said } = await command.run(['get', 'eyes']);
    expect(code).toBe(0);
    expect(said).toMatch(/eyes: 100 %, 0\.5 MB of 0\.5 MB/u);
    expect(said).toContain('eyes is installed and verified.');
    expect(readFileSync(command.findPath('eyes', 'weights.gguf'))).toEqual(weights);
    expect(readFileSync(command.findPath('eyes', 'projector.gguf'))).toEqual(projector);
    expect((await command.run(['get', 'eyes'])).said).toBe('eyes is already installed.\n');
  });

  test('"standard" fetches what is recommended for this machine', async () => {
    const { code, said } = await command.run(['get', 'standard', '--accept-licence']);
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('mouth is installed') });
    expect(existsSync(command.findPath('eyes', 'weights.gguf'))).toBe(true);
    expect(existsSync(command.findPath('giant'))).toBe(false);
  });

  test('in a terminal, progress is one line that is rewritten', async () => {
    const { said } = await command.run(['get', 'eyes'], { AS_TERMINAL: '1' });
    expect(said).toMatch(/\reyes: \d+ %/u);
  });

  test('a file without a pinned hash is compared with what the host declares, which is kept for the check', async () => {
    expect((await command.run(['get', 'mouth', '--accept-licence'])).code).toBe(0);
    const kept = JSON.parse(readFileSync(command.findPath('mouth', 'files.json'), 'utf8'));
    expect(kept['voice.onnx']).toEqual({ revision: modelCommit, bytes: voice.length, sha256: hash(voice) });
    expect(kept['tokens.txt']).toMatchObject({ revision: modelCommit, sha256: hash(tokens) });
    expect((await command.run(['check'])).said).toBe('mouth is intact.\n');
  });
});

describe('a licence with conditions', () => {
  test('is shown, and without a terminal must be accepted by an option', async () => {
    const { code, said } = await command.run(['get', 'mouth']);
    expect(code).toBe(2);
    expect(said).toContain('Open RAIL-M, which has conditions of use:\nhttps://example.com/conditions');
    expect(said).toContain('--accept-licence');
    expect(command.host.ranges).toEqual([]);
  });

  test.each([
    ['yes', 0, true],
    ['no', 1, false],
  ])('in a terminal it is asked for: "%s"', async (answer, expected, isThere) => {
    const asked = command.start(['get', 'mouth'], { AS_TERMINAL: '1' });
    await expect.poll(asked.hears, { interval: 20 }).toContain('Type yes to accept it: ');
    asked.child.stdin?.end(`${answer}\n`);
    expect((await asked.ended).code).toBe(expected);
    expect(existsSync(command.findPath('mouth', 'voice.onnx'))).toBe(isThere);
  });
});

describe('check', () => {
  test('finds one flipped byte', async () => {
    await command.run(['get', 'eyes']);
    expect(await command.run(['check'])).toEqual({ code: 0, said: 'eyes is intact.\n' });
    const file = command.findPath('eyes', 'projector.gguf');
    const contents = readFileSync(file);
    contents[50_000] = (contents[50_000] ?? 0) ^ 1;
    writeFileSync(file, contents);
    const { code, said } = await command.run(['check']);
    expect(code).toBe(1);
    expect(said).toMatch(
      /projector\.gguf is damaged\.\nTo replace it: npm run models -- remove eyes, then get eyes\n/u,
    );
  });

  test('finds a file that was cut afterwards, and the model no longer counts as installed', async () => {
    await command.run(['get', 'eyes']);
    truncateSync(command.findPath('eyes', 'weights.gguf'), 1000);
    const { code, said } = await command.run(['check']);
    expect(code).toBe(1);
    expect(said).toContain('eyes is incomplete. To finish it: npm run models -- get eyes');
    expect((await command.run([])).said).not.toMatch(/ eyes .*installed/u);
    expect((await command.run(['get', 'eyes'])).code).toBe(0);
    expect(readFileSync(command.findPath('eyes', 'weights.gguf'))).toEqual(weights);
  });

  test('of a folder that was filled by hand says what it cannot know', async () => {
    mkdirSync(command.findPath('mouth'), { recursive: true });
    writeFileSync(command.findPath('mouth', 'voice.onnx'), voice);
    writeFileSync(command.findPath('mouth', 'tokens.txt'), tokens);
    expect((await command.run([])).said).toMatch(/ mouth .*installed/u);
    const { code, said } = await command.run(['check']);
    expect(code).toBe(0);
    expect(said).toMatch(/voice\.onnx cannot be checked: no SHA-256 of it is published/u);
  });
});

test('"remove" deletes a model, and says so if it was not here', async () => {
  await command.run(['get', 'eyes']);
  expect(await command.run(['remove', 'eyes', 'mouth'])).toEqual({
    code: 0,
    said: 'eyes is deleted.\nmouth is not installed.\n',
  });
  expect(existsSync(command.findPath('eyes'))).toBe(false);
});

test.each([
  [['fetch', 'eyes'], 'npm run models -- get NAME'],
  [['get'], 'npm run models -- get NAME'],
  [['check', 'eyes'], 'npm run models -- get NAME'],
  [['get', 'nose'], 'There is no model "nose". There are giant, eyes, and mouth.'],
])('unknown words and names are refused with 2: %j', async (args, sentence) => {
  const { code, said } = await command.run(args);
  expect(code).toBe(2);
  expect(said).toContain(sentence);
});

test('--help says what the words mean', async () => {
  const { code, said } = await command.run(['--help']);
  expect(code).toBe(0);
  expect(said).toContain('compares the installed files with their SHA-256');
});
