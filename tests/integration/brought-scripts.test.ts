// @module-tag long
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { castMessages } from '#shared/messages/cast.ts';
import { lineMessages } from '#shared/messages/line-problems.ts';
import { t } from '#shared/messages/message.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { readWritten } from '../../src/cli/narrate/places.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';

const command = fileURLToPath(new URL('../../src/cli/narrate.ts', import.meta.url));
const runFile = promisify(execFile);
/** An optional folder of files that caused trouble, beside some checkouts. */
const cases = fileURLToPath(new URL('../../../shared/cases/', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benshi-test-scripts-'));
});
afterAll(() => rm(folder, { recursive: true }));

function speak(name: string, settings: Record<string, string> = {}) {
  const env = { ...childEnvironment, XDG_CACHE_HOME: join(folder, 'cache'), ...settings };
  return runFile(process.execPath, [command, '--speak', name, '--out', 'o.mp3', '--srt', 'o.srt'], {
    cwd: folder,
    env,
  });
}

describe('the command line', () => {
  test('speaks subtitles of another system, and lists the skipped lines and words', async () => {
    const file =
      '1\n00:00:00,000 --> 00:00:02,000\nThe “Привет” café.\n\n2\n00:00:02,000 --> 00:00:04,000\n♪♪\n\n3\n00:00:04,000 --> 00:00:05,000\n…\n';
    await writeFile(join(folder, 'fox.srt'), Buffer.from(`\ufeff${file}`, 'utf16le'));
    const { stderr } = await speak('fox.srt');
    expect(stderr).toContain(t(lineMessages.wordsUnread, { text: 'Привет' }));
    expect(stderr).toContain(t(lineMessages.withoutWords, { text: '…' }));
    expect(stderr).toContain(t(castMessages.soundsLeftOut, { count: 1, sounds: '♪♪' }));
    expect(readSubtitles(await readFile(join(folder, 'o.srt'), 'utf8')).map(({ text }) => text)).toEqual([
      'The “Привет” café.',
    ]);
  });

  test('makes no paid call for a file that is no text', async () => {
    const provider = await startOpenAiStandIn();
    await writeFile(join(folder, 'fox.docx'), Buffer.from('504b0304140000000800ffd8fe0001020304', 'hex'));
    await rm(join(folder, 'o.mp3'), { force: true });
    await expect(speak('fox.docx', { OPENAI_BASE_URL: provider.baseUrl })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('fox.docx is not a text file.'),
    });
    expect(provider.requests).toEqual([]);
    expect(existsSync(join(folder, 'o.mp3'))).toBe(false);
    await provider.close();
  });
});

const harbour = '[0:01] The harbour wakes up.\n[0:05] A ferry leaves the pier.';
const whole = 'The harbour wakes up.';

describe.skipIf(!existsSync(cases))('a file that caused trouble', () => {
  test.each([
    ['s01-utf16le.srt', harbour],
    [
      's03-cp1252.srt',
      '[0:01] L’été, le café déjà fermé s’éveille.\n[0:05] À la forêt, une grêle légère — c’était Noël.',
    ],
    ['s06-negative.srt', `[0:00] Before the film begins. Hello there.\n[0:02] ${whole}`],
    ['s07-wordarrow.srt', harbour],
    ['s09-floatms.srt', harbour.replace('0:01', '0:01.24')],
    [
      's14-rolling.vtt',
      '[0:00.16] The harbour wakes up slowly\n[0:03.439] and a ferry leaves the pier\n[0:06.759] while gulls cry',
    ],
    ['s22-sub.ass', harbour],
    ['s25-yt.sbv', harbour],
    ['s26-whisper.txt', harbour.replace('0:01', '0:00')],
    ['s37-shiftjis.srt', '[0:01] 朝、港が目を覚ます。\n[0:05] フェリーが桟橋を離れる。'],
    ['t08-entities.srt', '[0:01] It\'s the pier & the harbour.\n[0:03] "Late", she says.\n[0:05] Café open'],
    ['second/ebu-tt.xml', '[0:01] Guten Morgen, liebe Leute.\n[0:04] Tom & Tina kommen.'],
    ['second/ticks-default.ttml', '[0:02] The kettle is on.\n[0:06] The tea is ready.'],
    ['second/frames-ntsc-hour.ttml', '[1:00:03.6] The kettle is on.'],
    [
      'second/timed-spans.ttml',
      '[0:02] Who is at the door?\n[0:06] It is only the postman.\n[0:10] Let him in.',
    ],
    ['second/smpte10h.ttml', '[0:01] The kettle is on.'],
    ['number-cue.vtt', '[0:01] First.\n[0:02] 1984\n[0:03] Last.'],
  ])('%s is read', async (name, script) => {
    expect((await readWritten(cases + name, 4 * 3600)).script).toBe(script);
  });

  test.each([
    ['script.docx', 'is not a text file'],
    ['h_hlg.mp4', 'is not a text file'],
    ['empty.vtt', 'has no readable subtitles'],
  ])('%s is refused', async (name, sentence) => {
    await expect(readWritten(cases + name, 4 * 3600)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(sentence),
    });
  });

  test.each([
    ['t01-note.srt', '0:03: “♪♪” has no words'],
    ['t02-dots.srt', '0:03: “...” has no words'],
    ['t04-emoji.srt', '0:03: “😀👍” has no words'],
    ['s20-endbefore.srt', 'spoken by'],
  ])('%s is spoken', async (name, reported) => {
    const { stderr } = await speak(cases + name);
    expect(stderr).toContain(reported);
    expect(readSubtitles(await readFile(join(folder, 'o.srt'), 'utf8'))).toHaveLength(2);
  });

  test('s12-hours100.vtt is too long', async () => {
    await expect(speak(`${cases}s12-hours100.vtt`)).rejects.toMatchObject({
      stderr: expect.stringContaining('limit is 4 hours'),
    });
  });
});
