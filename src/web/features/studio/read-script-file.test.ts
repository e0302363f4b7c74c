import { describe, expect, test } from 'vitest';
import { readOwnText, readScriptFile } from './read-script-file.ts';

const srt =
  '1\r\n00:00:12,000 --> 00:00:15,000\r\nThe fox\r\nlooks up.\r\n\r\n2\r\n00:01:02,500 --> 00:01:04,000\r\nIt runs.';
const timed = '[0:12] The fox looks up.\n[1:02.5] It runs.';

const read = (content: BlobPart, name = 'fox.srt') => readScriptFile(new File([content], name));
const readText = async (content: BlobPart) => (await read(content, 'fox.txt')).script;

/** UTF-16 with its byte order mark. */
function toUtf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 + 2 * text.length));
  for (const [index, letter] of [...`\ufeff${text}`].entries())
    view.setUint16(2 * index, letter.charCodeAt(0), isLittle);
  return new Uint8Array(view.buffer);
}

describe('a file that somebody brings', () => {
  test('becomes a script with times when it holds subtitles, whatever it is called', async () => {
    expect(await read(srt)).toEqual({ script: timed, timedLines: 2 });
    expect(
      await read(
        `WEBVTT\n\nNOTE a fox\n\n00:12.000 --> 00:15.000 line:0\n<v Ann>The fox looks up.\n\n1:02.500 --> 1:04.000\nIt runs.\n`,
        'fox.txt',
      ),
    ).toEqual({
      script: timed,
      timedLines: 2,
    });
  });

  test('is taken as it is when it is a script, with or without times', async () => {
    expect(await read('The fox looks up.\r\n\r\nIt runs.\r\n', 'fox.txt')).toEqual({
      script: 'The fox looks up.\n\nIt runs.',
      timedLines: 0,
    });
    expect(await read(timed, 'fox.txt')).toEqual({ script: timed, timedLines: 2 });
  });

  test('is read in whatever it was written', async () => {
    const text = 'Füchse sehen hinauf: 狐。';
    expect(await readText(text)).toBe(text);
    expect(await readText(`\ufeff${text}`)).toBe(text);
    expect(await readText(toUtf16(text, true))).toBe(text);
    expect(await readText(toUtf16(text, false))).toBe(text);
    expect(await readText(Uint8Array.of(0x46, 0xfc, 0x63, 0x68, 0x73, 0x65, 0x20, 0x80))).toBe('Füchse €');
  });

  test.each([
    ['is no text', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0xff, 0xfe), /“fox\.srt” is no text/],
    ['is empty', ' \n', /“fox\.srt” is empty/],
    [
      'has times that nobody can read',
      '1\nsoon --> later\nThe fox',
      /No subtitles could be read in “fox\.srt”/,
    ],
    ['is WebVTT without a cue', 'WEBVTT\n\nNOTE nothing\n', /No subtitles could be read/],
    ['is far too large', new Uint8Array(8_000_001), /“fox\.srt” is too large/],
    ['is a whole book', 'A fox. '.repeat(20_000), /longer than the 100,000 characters/],
  ])('that %s is refused with a sentence that says so', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });
});

test('more lines than are spoken at once are refused, and it is said how many may be', () => {
  const line = (index: number) => `${Math.floor(index / 60)}:${String(index % 60).padStart(2, '0')}`;
  const lines = Array.from({ length: 2001 }, (_, index) => `[${line(index)}] Go.`);
  expect(() => readOwnText(lines.join('\n'))).toThrow(/more than the 2,000 lines/);
  expect(readOwnText(lines.slice(1).join('\n'))?.timedLines).toBe(2000);
});
