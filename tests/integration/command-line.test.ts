import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MPEGDecoder } from 'mpg123-decoder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseTimedScript } from '#shared/narration/timed-text.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { dropTag } from '../support/decode-sound.ts';
import { drawTitle, titleSize } from '../support/draw-title.ts';
import { makeClip } from '../support/make-clip.ts';
import { refusals } from '../support/openai-faults.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';

const command = fileURLToPath(new URL('../../src/cli/narrate.ts', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benshi-test-cli-'));
  await writeFile(join(folder, 'script.txt'), 'A small rabbit leaves its burrow.');
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => runWith({}, ...args);

/** Runs the command in the folder with these settings. @returns its output */
async function runWith(settings: Record<string, string>, ...args: string[]): Promise<string> {
  const { stderr } = await promisify(execFile)(process.execPath, [command, ...args], {
    cwd: folder,
    env: { ...childEnvironment, XDG_CACHE_HOME: join(folder, 'cache'), ...settings },
  });
  return stderr;
}

async function speakWith(voice: string): Promise<{ reported: string; sound: Buffer }> {
  const reported = await run('--speak', 'script.txt', '--voice', voice, '--out', `${voice}.mp3`);
  return { reported, sound: await readFile(join(folder, `${voice}.mp3`)) };
}

async function countSeconds(mp3: Buffer): Promise<number> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { samplesDecoded, sampleRate, errors } = decoder.decode(mp3);
  decoder.free();
  expect(errors).toEqual([]);
  return samplesDecoded / sampleRate;
}

test('a script is spoken by a premium voice, and another voice sounds different', {
  tags: 'long',
}, async () => {
  const rachel = await speakWith('Rachel');
  const again = await speakWith('rachel');
  const thomas = await speakWith('Doubting Thomas');
  expect(rachel.reported).toMatch(/done: .*Rachel\.mp3, \d+ kB, spoken by the offline engine/u);
  expect(await countSeconds(rachel.sound)).toBeGreaterThan(1.5);
  expect(dropTag(rachel.sound).equals(dropTag(again.sound))).toBe(true);
  expect(dropTag(rachel.sound).equals(dropTag(thomas.sound))).toBe(false);
});

test('the analysis is written to a file: print, time and confidence', {
  tags: 'long',
}, async () => {
  const [first, second] = [await drawTitle('HEALTH'), await drawTitle('THE END')];
  const clip = await makeClip({
    ...titleSize,
    seconds: 10,
    framesPerSecond: 4,
    bitsPerSecond: 1_000_000,
    picture: seconds => (seconds < 5 ? first : second),
  });
  await writeFile(join(folder, 'titles.mp4'), clip);
  await run('titles.mp4', '--prompt', 'Calmly.', '--script', 'told.txt', '--analysis', 'seen.txt');
  const seen = await readFile(join(folder, 'seen.txt'), 'utf8');
  const pictures = seen.split('\n').filter(line => /^\d+:\d\d\.\d \| /u.test(line));
  expect(pictures).toHaveLength(10);
  expect(pictures[0]).toMatch(/^0:00\.5 \| text: "HEALTH" [89]\d %/u);
  expect(pictures[5]).toMatch(/^0:05\.5 \| text: "THE END" [89]\d %/u);
  expect(await readFile(join(folder, 'told.txt'), 'utf8')).toMatch(/“HEALTH”[\s\S]*“THE END”/u);
});

const cardsPath = fileURLToPath(new URL('../../../shared/cases/sl_5_5.mp4', import.meta.url));
if (!existsSync(cardsPath)) console.warn(`${cardsPath} is missing: its title cards are not tested.`);
test.skipIf(!existsSync(cardsPath))(
  'five title cards of five seconds each are narrated at their time',
  { tags: 'long' },
  async () => {
    await run(cardsPath, '--prompt', 'Calmly.', '--timed', '--script', 'cards.txt');
    const { cues } = parseTimedScript(await readFile(join(folder, 'cards.txt'), 'utf8'));
    expect(cues.map(({ startSeconds, text }) => [startSeconds, /“(.*)”/u.exec(text)?.[1]])).toEqual([
      [0, 'OPEN THE BOX'],
      [6, 'TURN THE KEY'],
      [10, 'PRESS START'],
      [15, 'CLOSE THE LID'],
      [20, 'WAIT A MINUTE'],
    ]);
  },
);

test("a provider's analysis is written even when the script fails", async () => {
  const provider = await startOpenAiStandIn();
  provider.setTexts({ analysis: 'A dog waits in the sun.' });
  provider.always('script', refusals.contentPolicy);
  await writeFile(join(folder, 'colours.mp4'), await makeClip());
  const narrated = runWith(
    { OPENAI_BASE_URL: provider.baseUrl, OPENAI_VISION_PICTURES: '10' },
    ...['colours.mp4', '--prompt', 'Calmly.', '--analysis', 'dog.txt'],
  );
  await expect(narrated).rejects.toMatchObject({ code: 1 });
  await provider.close();
  expect(await readFile(join(folder, 'dog.txt'), 'utf8')).toBe('A dog waits in the sun.\n');
});

test('an unknown voice ends with the list of names', async () => {
  await expect(speakWith('Somebody')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('fable, alloy, onyx, nova, shimmer, Santa, Adam'),
  });
});
