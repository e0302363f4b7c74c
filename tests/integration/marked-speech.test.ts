import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fitLineSchema } from '#shared/api/fit.ts';
import { speechLineSchema } from '#shared/api/free.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { describeTracks, readSoundPackets } from '../support/read-narrated-video.ts';
import { readByExiftool, readByFfprobe } from '../support/read-tags.ts';
import { postJson, wantsProgress } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const source = { provider: 'our own AI server', model: 'tts-1' };
const sentence = 'Narration: synthetic voice, nova by our own AI server (tts-1).';
const sourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const body = { script: 'A dog runs.', voice: 'nova', language: 'English' };

let provider: OpenAiStandIn;
let server: TestServer;
let folder: TemporaryFolder;
beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startTestServer({ engines: createTestEngines(provider.baseUrl) });
  folder = await makeTemporaryFolder();
});
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await provider.close();
});
beforeEach(() => provider.reset());

const speak = (more: object, headers: Record<string, string> = {}) =>
  postJson(`${server.url}/api/free/speech`, { ...body, ...more }, { headers });

async function readLines<Line>(answer: Response, schema: { parse(value: unknown): Line }): Promise<Line[]> {
  const text = await answer.text();
  return text
    .trimEnd()
    .split('\n')
    .map(line => schema.parse(JSON.parse(line)));
}

async function requireMarks(name: string, mp3: Uint8Array): Promise<void> {
  await folder.write(name, mp3);
  const path = `${folder.path}/${name}`;
  const probed = await readByFfprobe(path);
  if (probed)
    expect(probed.tags).toMatchObject({
      encoder: expect.stringMatching(/^Benshi \d/u),
      comment: sentence,
      digitalsourcetype: sourceType,
    });
  const read = await readByExiftool(path);
  if (read)
    expect(read).toMatchObject({
      'ID3v2_4:Comment': sentence,
      'XMP-iptcExt:DigitalSourceType': sourceType,
      'XMP-xmp:CreatorTool': expect.stringMatching(/^Benshi \d/u),
    });
  // And it is still an mp3.
  expect(await describeTracks(path)).toMatchObject({ format: 'MP3', tracks: [{ type: 'audio' }] });
  expect((await readSoundPackets(path)).length).toBeGreaterThan(10);
}

describe('sound that is streamed says who spoke it', () => {
  test('to whoever takes the mp3', async () => {
    await requireMarks('streamed.mp3', await (await speak({})).bytes());
  });

  test('to whoever takes lines, before the first sound', async () => {
    const lines = await readLines(await speak({}, wantsProgress), speechLineSchema);
    expect(lines[0]).toEqual({ source });
    const pieces = lines.flatMap(line => ('mp3' in line ? [Buffer.from(line.mp3, 'base64')] : []));
    await requireMarks('lines.mp3', Buffer.concat(pieces));
    // A cue stays behind its sound, and the length is last.
    expect(lines.findIndex(line => 'cue' in line)).toBeGreaterThan(1);
    expect(lines.at(-1)).toHaveProperty('seconds');
  });

  test('also where lines are placed at their times', async () => {
    const timed = { script: '[0:00] A dog runs.', durationSeconds: 4 };
    await requireMarks('timed.mp3', await (await speak(timed)).bytes());
  });

  test('and the lines of a fit begin with it; each of their sounds is only a part', async () => {
    const fit = { ...body, script: '[0:00] A dog runs.', durationSeconds: 10, shorten: false };
    const lines = await readLines(await postJson(`${server.url}/api/free/fit`, fit), fitLineSchema);
    expect(lines[0]).toEqual({ source });
    const mp3 = lines.flatMap(line => ('line' in line ? [line.line.mp3] : []))[0] ?? '';
    expect(Buffer.from(mp3, 'base64').subarray(0, 3).toString()).not.toBe('ID3');
  });

  test('but an error before the first sound has its status', async () => {
    const answer = await speak({ script: '♪♪' }, wantsProgress);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toHaveProperty('error.code', 'unspeakable_script');
  });
});
