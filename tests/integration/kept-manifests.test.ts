import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fitLineSchema } from '#shared/api/fit.ts';
import { hasOpenSsl, readCredentials, TestAuthority } from '../support/content-credentials.ts';
import { testKey } from '../support/gemini-calls.ts';
import { oddSounds } from '../support/gemini-faults.ts';
import { type GeminiStandIn, startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { readByLibraries } from '../support/read-tags.ts';
import { postJson } from '../support/requests.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

/** What the stand-in states about its speech: no manifest that can be read. */
const manifest = Buffer.alloc(5001, 0x7f);
/** As FFmpeg's libraries print the bytes. */
const printed = String.raw`\x7f`.repeat(5001);
const spoken = { voice: 'nova', language: 'English' };

let gemini: GeminiStandIn;
let access: Record<string, string>;
let server: InnerServer;
let folder: TemporaryFolder;
beforeAll(async () => {
  gemini = await startGeminiStandIn();
  gemini.always('speech', oddSounds.asWav);
  access = { GEMINI_API_KEY: testKey, GEMINI_BASE_URL: gemini.baseUrl };
  server = await startTestServer({ environment: access });
  folder = await makeTemporaryFolder();
});
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await gemini.close();
});

const inFolder = (name: string) => `${folder.path}/${name}`;

async function readKept(name: string): Promise<string | undefined> {
  return (await readByLibraries(inFolder(name)))['id3v2_priv.c2pa-of-speech'];
}

function findChunk(wav: Buffer, name: string): Buffer | undefined {
  for (let at = 12; at + 8 <= wav.length; ) {
    const length = wav.readUInt32LE(at + 4);
    if (wav.toString('latin1', at, at + 4) === name) return wav.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  return undefined;
}

describe("a provider's own manifest stays, byte for byte", () => {
  test.each([
    ['spoken as a whole', { script: 'A dog runs.' }],
    ['placed at its times', { script: '[0:00] A dog runs.\n[0:04] It sleeps.', durationSeconds: 8 }],
  ])('in the mp3 of a script that is %s', async (_, script) => {
    const answer = await postJson(`${server.url}/api/free/speech`, { ...script, ...spoken });
    await folder.write('streamed.mp3', await answer.bytes());
    expect(await readKept('streamed.mp3')).toBe(printed);
  });

  test('in the sound of each line of a fit', async () => {
    const fit = { ...spoken, script: '[0:00] A dog runs.\n[0:05] It sleeps.', durationSeconds: 10 };
    const answer = await postJson(`${server.url}/api/free/fit`, { ...fit, shorten: false });
    const lines = (await answer.text()).trimEnd().split('\n');
    const sounds = lines
      .map(line => fitLineSchema.parse(JSON.parse(line)))
      .flatMap(line => ('line' in line ? [line.line.mp3] : []));
    expect(sounds).toHaveLength(2);
    for (const mp3 of sounds) {
      await folder.write('line.mp3', Buffer.from(mp3, 'base64'));
      expect(await readKept('line.mp3')).toBe(printed);
    }
  });

  test('in the mp3 and WAV that the command line makes of a continuous script', async () => {
    await folder.write('script.txt', 'A dog runs. It sleeps.');
    await narrate('whole');
    await requireKept('whole');
  });

  test('and of lines with times, also from the cache and beside our own signature', async () => {
    using authority = hasOpenSsl ? new TestAuthority() : undefined;
    await folder.write('script.txt', '[0:01] A dog runs.\n[0:05] It sleeps.');
    await narrate('lines');
    await requireKept('lines');
    expect(await narrate('signed', authority?.issue('signer'))).toContain('Lines reused: 2');
    await requireKept('signed');
    if (!authority) return;
    for (const [ending, type] of [
      ['mp3', 'audio/mpeg'],
      ['wav', 'audio/wav'],
    ] as const) {
      const file = new Uint8Array(await readFile(inFolder(`signed.${ending}`)));
      const signed = { state: 'Trusted', failures: [] };
      expect(await readCredentials(file, type, authority.root)).toMatchObject(signed);
    }
  });
});

function narrate(name: string, settings: Record<string, string> = {}): Promise<string> {
  const speaking = ['--speak', 'script.txt', '--language', 'English', '--voice', 'nova'];
  const files = ['--out', `${name}.mp3`, '--wav', `${name}.wav`];
  return runNarrate(folder.path, [...speaking, ...files], { ...access, ...settings });
}

async function requireKept(name: string): Promise<void> {
  expect(await readKept(`${name}.mp3`)).toBe(printed);
  expect(findChunk(await readFile(inFolder(`${name}.wav`)), 'SPCR')?.equals(manifest)).toBe(true);
}
