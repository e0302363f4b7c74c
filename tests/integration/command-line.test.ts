import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MPEGDecoder } from 'mpg123-decoder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';

const command = fileURLToPath(new URL('../../src/cli/narrate.ts', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benshi-test-cli-'));
  await writeFile(join(folder, 'script.txt'), 'A small rabbit leaves its burrow.');
});
afterAll(() => rm(folder, { recursive: true }));

async function speakWith(voice: string): Promise<{ told: string; sound: Buffer }> {
  const args = [command, '--speak', 'script.txt', '--voice', voice, '--out', `${voice}.mp3`];
  const { stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    env: childEnvironment,
  });
  return { told: stderr, sound: await readFile(join(folder, `${voice}.mp3`)) };
}

async function countSeconds(mp3: Buffer): Promise<number> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { samplesDecoded, sampleRate, errors } = decoder.decode(mp3);
  decoder.free();
  expect(errors).toEqual([]);
  return samplesDecoded / sampleRate;
}

test('a script is spoken by a premium voice from the command line, and another voice sounds otherwise', async () => {
  const rachel = await speakWith('Rachel');
  const again = await speakWith('rachel');
  const thomas = await speakWith('Doubting Thomas');
  expect(rachel.told).toMatch(/done: .*Rachel\.mp3, \d+ kB, spoken by the offline engine/u);
  expect(await countSeconds(rachel.sound)).toBeGreaterThan(1.5);
  expect(rachel.sound.equals(again.sound)).toBe(true);
  expect(rachel.sound.equals(thomas.sound)).toBe(false);
});

test('a voice that nobody has ends with the names of those that there are', async () => {
  await expect(speakWith('Somebody')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('fable, alloy, onyx, nova, shimmer, Santa, Adam'),
  });
});
