// @module-tag long
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { readPlain } from '#media/mp3/decode-mp3.ts';
import { collectSound, trimSilence } from '#media/sound/line-sound.ts';
import { getLanguage } from '#shared/languages.ts';
import { lineMessages } from '#shared/messages/line-problems.ts';
import { t } from '#shared/messages/message.ts';
import { ownScriptMessages } from '#shared/messages/own-script.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { requireTimedScript } from '#shared/narration/require-timed-script.ts';
import { parseTimedScript } from '#shared/narration/timed-text.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { decode, dropTag } from '../support/decode-sound.ts';
import { findInSound } from '../support/find-in-sound.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type Behaviour, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { readZip } from '../support/read-zip.ts';
import { realVideos } from '../support/real-videos.ts';
import { describeRows, testRows } from '../support/test-rows.ts';

const command = fileURLToPath(new URL('../../src/cli/narrate.ts', import.meta.url));
const runFile = promisify(execFile);
const never = new AbortController().signal;
const speech = createOfflineSpeech();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benshi-test-cli-'));
});
afterAll(async () => {
  await speech.close();
  await rm(folder, { recursive: true });
});

const inFolder = (name: string) => join(folder, name);
const read = (name: string) => readFile(inFolder(name), 'utf8');

function surroundings(settings: Record<string, string> = {}) {
  return { cwd: folder, env: { ...childEnvironment, XDG_CACHE_HOME: inFolder('cache'), ...settings } };
}

/** Runs the command in the folder. @returns its output */
async function run(settings: Record<string, string>, ...args: string[]): Promise<string> {
  return (await runFile(process.execPath, [command, ...args], surroundings(settings))).stderr;
}

/** A file's length by an independent tool; undefined when it is not installed. */
async function probeSeconds(path: string): Promise<number | undefined> {
  const args = ['-v', 'error', '-show_entries', 'format=duration,start_time', '-of', 'json', path];
  const found = await runFile('ffprobe', args).catch(error => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return undefined;
  const { duration, start_time: start } = JSON.parse(found.stdout).format;
  // Players skip the encoder delay at the start of an mp3.
  return Number(duration) - (Number(start) || 0);
}

/** mp3 frames last 26 ms at this rate, and the encoder looks ahead by up to two more. */
const maxOverSeconds = 0.08;

async function expectSeconds(name: string, seconds: number): Promise<void> {
  const probed = await probeSeconds(inFolder(name));
  if (probed === undefined) return;
  expect(probed - seconds).toBeGreaterThan(-0.03);
  expect(probed - seconds).toBeLessThanOrEqual(maxOverSeconds);
}

async function speakAlone(text: string) {
  const request = { text, voice: 'nova', language: getLanguage('English'), signal: never } as const;
  return trimSilence(await collectSound(readPlain(await speech.speak(request), never)));
}

const answerNormally: Behaviour = ({ response, normal }) =>
  void response.writeHead(200, { 'content-type': normal.mediaType }).end(normal.body);

const lines = [
  { at: 0.25, text: 'Look.' },
  { at: 1.4, text: 'Water runs.' },
  { at: 3.125, text: 'It stops.' },
];
const script = lines.map(({ at, text }) => `[0:0${at}] ${text}`).join('\n');

describeRows(
  realVideos.filter(({ durationSeconds }) => durationSeconds >= 5),
  ({ name }) => name === 'turned-phone.mp4',
)('$name', video => {
  const speakWith = (...args: string[]) =>
    run({}, video.path, '--speak', `${video.name}.txt`, '--voice', 'nova', '--language', 'English', ...args);

  test('a timed script becomes a sound as long as the video, each line at its time', async () => {
    await writeFile(inFolder(`${video.name}.txt`), script);
    await speakWith('--out', `${video.name}.mp3`, '--wav', `${video.name}.wav`);
    await expectSeconds(`${video.name}.mp3`, video.durationSeconds);
    await expectSeconds(`${video.name}.wav`, video.durationSeconds);
    const { samples, sampleRateHz } = await decode(createReadStream(inFolder(`${video.name}.mp3`)));
    for (const { at, text } of lines) {
      const alone = await speakAlone(text);
      const found = findInSound(samples, alone.samples, {
        aroundSeconds: at,
        reachSeconds: 0.3,
        sampleRateHz,
      });
      expect(found.likeness).toBeGreaterThan(0.8);
      expect(Math.abs(found.seconds - at)).toBeLessThanOrEqual(0.02);
    }
  });
});

test('a video is narrated offline in every output format, each line at its time', {
  tags: 'long',
}, async () => {
  const seconds = 12;
  await writeFile(inFolder('titles.mp4'), await makeTitledClip({ seconds }));
  const files = [
    '--srt',
    't.srt',
    '--vtt',
    't.vtt',
    '--script',
    't.txt',
    '--analysis',
    'seen.txt',
    '--wav',
    't.wav',
  ];
  await run(
    {},
    'titles.mp4',
    '--prompt',
    'Calmly.',
    '--voice',
    'nova',
    '--timed',
    '--out',
    't.mp3',
    ...files,
  );
  const cues = requireTimedScript(await read('t.txt'), seconds);
  await expectSeconds('t.mp3', seconds);
  const { samples, sampleRateHz } = await decode(createReadStream(inFolder('t.mp3')));
  const [first] = cues;
  const alone = await speakAlone(first?.text ?? '');
  const place = { aroundSeconds: first?.startSeconds ?? 0, reachSeconds: 0.3, sampleRateHz };
  expect(Math.abs(findInSound(samples, alone.samples, place).seconds - place.aroundSeconds)).toBeLessThan(
    0.02,
  );
  expect(readSubtitles(await read('t.srt'))).toEqual(readSubtitles(await read('t.vtt')));
  expect((await read('seen.txt')).split('\n').length).toBeGreaterThan(5);
});

describe('lines that are too long', () => {
  const long = `${'The waves take the ball far out over the sea and away. '.repeat(4).trim()}`;
  const tooLong = `[0:00] ${long}\n[0:03] It is gone.\n[0:09] ${long.replaceAll('ball', 'boat')}\n[0:12] Gone.`;
  const shorter = '[0:00] The ball is off.\n[0:09] The boat is off.';

  async function speakLong(...args: string[]) {
    const provider = await startOpenAiStandIn();
    provider.always('script', answerWithReply({ content: shorter }));
    await writeFile(inFolder('long.txt'), tooLong);
    const files = ['--out', 'long.mp3', '--script', 'long.out.txt', '--no-cache'];
    const reported = await run(
      { OPENAI_BASE_URL: provider.baseUrl },
      '--speak',
      'long.txt',
      ...files,
      ...args,
    );
    const count = (wanted: string) => provider.requests.filter(({ call }) => call === wanted).length;
    const calls = { writes: count('script'), speaks: count('speech') };
    await provider.close();
    return { reported, calls, script: await read('long.out.txt') };
  }

  test('are shortened before speaking, so that each is paid once, and changes are listed', {
    tags: 'long',
  }, async () => {
    const { reported, calls, script } = await speakLong('--timed');
    expect(calls).toEqual({ writes: 1, speaks: 4 });
    expect(reported).toContain('0:00 was shortened to: The ball is off. (before: The waves take');
    expect(script).toContain('[0:09] The boat is off.\n');
    expect(reported).not.toContain('too long');
  });

  test.each([[['--timed', '--no-shorten']], [[]]])(
    'keep their words with %j, and are listed with advice',
    { tags: 'long' },
    async args => {
      const { reported, calls, script } = await speakLong(...args);
      expect(calls).toEqual({ writes: 0, speaks: 4 });
      expect(reported).toMatch(
        /The line at 0:00 is \d+\.\d s too long, even spoken faster: .* start the next line \d+\.\d s later/u,
      );
      expect(script).toBe(`${tooLong}\n`);
    },
  );
});

test('written subtitles read back as the same lines, with the ends of the speech', async () => {
  await writeFile(
    inFolder('lines.vtt'),
    'WEBVTT\n\n00:01.000 --> 00:02.000\nOne & two.\n\n00:04.500 --> 00:07.000\nThree.\n',
  );
  const files = ['--srt', 'o.srt', '--vtt', 'o.vtt', '--descriptions', 'd.vtt', '--script', 'o.txt'];
  await run({}, '--speak', 'lines.vtt', '--out', 'o.mp3', ...files);
  await expectSeconds('o.mp3', 7);
  for (const name of ['o.srt', 'o.vtt', 'd.vtt']) {
    const cues = readSubtitles(await read(name));
    expect(cues.map(({ startSeconds, text }) => [startSeconds, text])).toEqual([
      [1, 'One & two.'],
      [4.5, 'Three.'],
    ]);
    expect(cues[0]?.endSeconds).toBeLessThan(2.5);
  }
  expect(await read('d.vtt')).toContain('Kind: descriptions');
  expect(parseTimedScript(await read('o.txt')).cues).toHaveLength(2);
});

test('an untimed script has subtitles by sentence, a WAV, and a sound for each sentence', {
  tags: 'long',
}, async () => {
  await writeFile(inFolder('plain.txt'), 'A fox looks up. It sees nobody. Then it sleeps.');
  const files = ['--srt', 'p.srt', '--wav', 'p.wav', '--editors', 'p.zip'];
  await run({}, '--speak', 'plain.txt', '--out', 'p.mp3', ...files);
  const cues = readSubtitles(await read('p.srt'));
  expect(cues.map(({ text }) => text)).toEqual(['A fox looks up.', 'It sees nobody.', 'Then it sleeps.']);
  const exact = await probeSeconds(inFolder('p.wav'));
  if (exact !== undefined) await expectSeconds('p.mp3', exact);
  const names = [...readZip(await readFile(inFolder('p.zip'))).keys()];
  expect(names.filter(name => name.endsWith('.wav'))).toHaveLength(3);
  expect(names).toContain('narration.otio');
});

test('editing one line costs one synthesis; without the cache, all of them', {
  tags: 'long',
}, async () => {
  const provider = await startOpenAiStandIn();
  const settings = { OPENAI_BASE_URL: provider.baseUrl };
  const many = Array.from({ length: 12 }, (_, at) => `[0:${String(at * 4).padStart(2, '0')}] Line ${at}.`);
  const speakMany = async (...args: string[]) => {
    const before = provider.requests.length;
    await writeFile(inFolder('many.txt'), many.join('\n'));
    const reported = await run(settings, '--speak', 'many.txt', '--out', 'many.mp3', ...args);
    return { calls: provider.requests.length - before, reported };
  };
  expect((await speakMany()).calls).toBe(12);
  const first = dropTag(await readFile(inFolder('many.mp3')));
  expect((await speakMany()).calls).toBe(0);
  expect(dropTag(await readFile(inFolder('many.mp3'))).equals(first)).toBe(true);
  many[5] = '[0:20] Another line.';
  const changed = await speakMany();
  expect(changed.calls).toBe(1);
  expect(changed.reported).toContain('Lines reused: 11; newly spoken: 1.');
  expect((await speakMany('--voice', 'onyx')).calls).toBe(12);
  expect((await speakMany('--no-cache')).calls).toBe(12);
  expect((await speakMany('--cache', 'elsewhere')).calls).toBe(12);
  expect(await readdir(inFolder('elsewhere'))).toHaveLength(12);
  await provider.close();
});

test('a provider that dies midway leaves no file, and spoken lines are not paid again', {
  tags: 'long',
}, async () => {
  const provider = await startOpenAiStandIn();
  const settings = { OPENAI_BASE_URL: provider.baseUrl };
  const many = Array.from({ length: 10 }, (_, at) => `[0:${String(at * 4).padStart(2, '0')}] Part ${at}.`);
  await writeFile(inFolder('parts.txt'), many.join('\n'));
  const args = ['--speak', 'parts.txt', '--out', 'parts.mp3', '--srt', 'parts.srt'] as const;
  for (let sound = 0; sound < 6; sound++) provider.next('speech', answerNormally);
  provider.always('speech', ({ response }) => void response.writeHead(401).end('{}'));
  await expect(run(settings, ...args)).rejects.toMatchObject({ code: 1 });
  expect((await readdir(folder)).filter(name => name.startsWith('parts.'))).toEqual(['parts.txt']);
  provider.reset();
  await run(settings, ...args);
  expect(provider.requests.length).toBeLessThanOrEqual(4);
  expect(existsSync(inFolder('parts.mp3'))).toBe(true);
  await provider.close();
});

test('Ctrl+C stops the speech, and leaves no partial file', { tags: 'long' }, async () => {
  const provider = await startOpenAiStandIn();
  provider.always('speech', () => {});
  await writeFile(inFolder('stopped.txt'), '[0:01] One.\n[0:05] Two.');
  const asked = provider.waitForRequest('speech');
  const child = spawn(
    process.execPath,
    [command, '--speak', 'stopped.txt', '--out', 'stopped.mp3', '--srt', 'stopped.srt'],
    surroundings({ OPENAI_BASE_URL: provider.baseUrl }),
  );
  const request = await asked;
  child.kill('SIGINT');
  expect((await once(child, 'exit'))[0]).toBe(130);
  expect((await request.closed).early).toBe(true);
  expect((await readdir(folder)).filter(name => name.startsWith('stopped.'))).toEqual(['stopped.txt']);
  await provider.close();
});

testRows(
  [
    ['no.srt', undefined, 'There is no file'],
    ['back.txt', '[0:05] One.\n[0:01] Two.', t(lineMessages.goesBack, { line: 2, time: '0:01' })],
    ['beyond.txt', '[0:01] One.\n[9:00] Two.', t(lineMessages.beyondEnd, { line: 2, time: '9:00' })],
    ['untimed.txt', 'One. Two.', 'has no times'],
  ],
  ([name]) => name === 'no.srt',
)('a line that cannot be spoken over the video is reported: %s', async (name, content, sentence) => {
  if (content !== undefined) await writeFile(inFolder(name), content);
  const [video] = realVideos;
  const spoken = run({}, video?.path ?? '', '--speak', name, '--out', 'refused.mp3');
  await expect(spoken).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
  expect(existsSync(inFolder('refused.mp3'))).toBe(false);
});

testRows(
  [
    [
      'hours.vtt',
      'WEBVTT\n\n100:00:00.000 --> 100:00:02.000\nThe end.',
      t(ownScriptMessages.tooLong, { limit: '4 hours' }),
    ],
    ['hours.txt', '[0:00] One.\n[100:00:00] Two.', t(ownScriptMessages.tooLong, { limit: '4 hours' })],
    [
      'line.srt',
      `00:00:01,000 --> 00:00:02,000\n${'a '.repeat(1001)}b`,
      t(lineMessages.tooLong, { line: 1, count: 2003, limit: 2000 }),
    ],
  ],
  ([name]) => name !== 'hours.txt',
)('a script that is too long is reported: %s', async (name, content, sentence) => {
  await writeFile(inFolder(name), content);
  const spoken = run({}, '--speak', name, '--out', 'refused.mp3');
  await expect(spoken).rejects.toMatchObject({ stderr: expect.stringContaining(sentence) });
  expect(existsSync(inFolder('refused.mp3'))).toBe(false);
});

test('a path that cannot be written is refused before anything is spoken', async () => {
  const provider = await startOpenAiStandIn();
  await writeFile(inFolder('one.txt'), 'One.');
  const spoken = run({ OPENAI_BASE_URL: provider.baseUrl }, '--speak', 'one.txt', '--srt', 'nowhere/one.srt');
  await expect(spoken).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('one.srt cannot') });
  expect(provider.requests).toEqual([]);
  await provider.close();
});
