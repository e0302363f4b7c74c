import { describe, expect, test } from 'vitest';
import { t } from '../../messages/message.ts';
import { ownScriptMessages } from '../../messages/own-script.ts';
import { readOwnScript, readOwnText } from './read-own-script.ts';

const maxSeconds = 4 * 3600;

const srt =
  '1\r\n00:00:12,000 --> 00:00:15,000\r\nThe fox\r\nlooks up.\r\n\r\n2\r\n00:01:02,500 --> 00:01:04,000\r\nIt runs.';
const timed = '[0:12] The fox looks up.\n[1:02.5] It runs.';

const sentences: Readonly<Record<string, readonly [encodings: readonly string[], ...said: string[]]>> = {
  french: [
    ['utf-16le', 'utf-16be', 'windows-1252'],
    'L’été, le café déjà fermé s’éveille.',
    'À la forêt, une grêle.',
  ],
  polish: [
    ['windows-1250', 'iso-8859-2'],
    'Łódź odpływa z przystani.',
    'Mewy krzyczą nad wodą, a my idziemy.',
  ],
  russian: [['utf-16le', 'windows-1251', 'koi8-r'], 'Гавань просыпается.', 'Паром отходит от причала.'],
  greek: [['windows-1253'], 'Το λιμάνι ξυπνάει.', 'Ένα πλοίο φεύγει από την προβλήτα.'],
  hebrew: [['windows-1255'], 'הנמל מתעורר.', 'המעבורת עוזבת את הרציף.'],
  arabic: [['windows-1256'], 'يستيقظ الميناء.', 'تغادر العبارة الرصيف.'],
  japanese: [['utf-16le', 'utf-16be', 'shift_jis', 'euc-jp'], '港が目を覚ます。', 'フェリーが桟橋を離れる。'],
  chinese: [['gbk'], '港口醒来了。', '渡船离开码头。'],
  taiwanese: [['big5'], '港口醒來了。', '渡船離開碼頭。'],
  korean: [['euc-kr'], '항구가 깨어난다.', '배가 부두를 떠난다.'],
};

function read(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return readOwnScript({ size: bytes.length, read: async () => bytes }, '“fox.srt”', maxSeconds);
}
const readText = async (content: string | Uint8Array) => (await read(content)).script;

/** Encodes by inverting the host's decoder: one or two bytes per letter. */
function encodeAs(encoding: string, text: string): Uint8Array {
  if (encoding.startsWith('utf-16')) return toUtf16(text, encoding === 'utf-16le');
  const decoder = new TextDecoder(encoding);
  const codes = new Map<string, readonly number[]>();
  const firstOfTwo = /^(?:windows|iso|koi)/.test(encoding) ? 0 : 0xff;
  for (let first = firstOfTwo; first >= 0x80; first--)
    for (let second = 0xff; second >= 0x40; second--)
      codes.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
  for (let byte = 0; byte < 0x100; byte++) codes.set(decoder.decode(Uint8Array.of(byte)), [byte]);
  return Uint8Array.from([...text].flatMap(letter => codes.get(letter) ?? []));
}

function toUtf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

describe("a person's own file", () => {
  test('becomes a timed script if it contains subtitles, whatever its name', async () => {
    expect(await read(srt)).toMatchObject({ script: timed, timedLines: 2, endSeconds: 64 });
    expect(
      await read(
        `WEBVTT\n\nNOTE a fox\n\n00:12.000 --> 00:15.000 line:0\n<v Ann>The fox looks up.\n\n1:02.500 --> 1:04.000\nIt runs.\n`,
      ),
    ).toMatchObject({ script: timed.replace('The', 'Ann: The'), timedLines: 2, roles: ['Ann'] });
  });

  test('is kept unchanged if it is a script, with or without times', async () => {
    expect(await read('The fox looks up.\r\n\r\nIt runs.\r\n')).toMatchObject({
      script: 'The fox looks up.\n\nIt runs.',
      timedLines: 0,
    });
    expect(await read(timed)).toMatchObject({ script: timed, timedLines: 2 });
  });

  test('has no end if its last cue has none', async () => {
    expect((await read('00:00:05,000 --> 00:00:05,000\nIt runs.\n')).endSeconds).toBeUndefined();
  });

  test('is read in any encoding', async () => {
    const text = 'Füchse sehen hinauf: 狐。';
    expect(await readText(text)).toBe(text);
    expect(await readText(`\ufeff${text}`)).toBe(text);
    for (const isLittle of [true, false])
      expect(await readText(toUtf16(`\ufeff${text}`, isLittle))).toBe(text);
    expect(await readText(Uint8Array.of(0x46, 0xfc, 0x63, 0x68, 0x73, 0x65, 0x20, 0x80))).toBe('Füchse €');
  });

  test.each(
    Object.entries(sentences).flatMap(([, [encodings, ...said]]) =>
      encodings.map(each => [each, said] as const),
    ),
  )('in %s is decoded correctly: %s', async (encoding, said) => {
    const file = said.map(
      (text, at) => `${at + 1}\r\n00:00:0${at},000 --> 00:00:0${at + 1},000\r\n${text}\r\n\r\n`,
    );
    expect(await readText(encodeAs(encoding, file.join('')))).toBe(
      said.map((text, at) => `[0:0${at}] ${text}`).join('\n'),
    );
  });

  test('is read without its control characters, and without the colours of a terminal', async () => {
    const file =
      '[0:01] Slide one\u000bhas two rows and a bell\u0007 in it.\n[0:05] An emoji 🎬, a <tag>, and \uffff. ]]> --> done.\n[0:09] Tab\there, \u001b[31mred\u001b[0m.\n';
    expect(await readText(file)).toBe(
      '[0:01] Slide one has two rows and a bell in it.\n[0:05] An emoji 🎬, a <tag>, and . ]]> --> done.\n[0:09] Tab\there, red.',
    );
    const log = 'The \u001b[1;32mfox\u001b[0m looks \u001b[31mup\u001b[0m.\u001b[K\n[door creaks]\n';
    expect(await readText(log)).toBe('The fox looks up.\n[door creaks]');
    expect(await readText('Take A --> then B, and go on.')).toBe('Take A --> then B, and go on.');
  });

  test.each([
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52)],
    ['an mp3', Uint8Array.of(0xff, 0xfb, 0x90, 0x64, 0, 15, 0xf0, 0, 0, 0x69, 0, 0, 0, 8, 0, 0, 13, 0x20)],
    [
      'a shadow of macOS',
      Uint8Array.of(0, 5, 0x16, 7, 0, 2, 0, 0, 0x4d, 0x61, 0x63, 0x20, 0x4f, 0x53, 0x20, 0x58),
    ],
    ['a folder view of macOS', new TextEncoder().encode(`\0\0\0\u0001Bud1${'\0\0\u0010\0'.repeat(99)}`)],
    ['zeros', new Uint8Array(64)],
  ])('that is %s is no text', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ filled: { key: ownScriptMessages.notText.key } });
  });

  test.each([
    ['is no text', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0xff, 0xfe, 0, 8), ownScriptMessages.notText],
    ['is empty', ' \n', ownScriptMessages.empty],
    ['has invalid times', '1\nsoon --> later\nThe fox', ownScriptMessages.noCues],
    ['is WebVTT without a cue', 'WEBVTT\n\nNOTE nothing\n', ownScriptMessages.noCues],
    ['is ASS without a line', '[Script Info]\nTitle: Fox\n', ownScriptMessages.noCues],
    ['is a table without a row', 'start\tend\ttext\n', ownScriptMessages.noCues],
    ['is RTF', '{\\rtf1\\ansi The fox looks up.}', ownScriptMessages.notPlainText],
    ['is JSON', '{"segments": []}', ownScriptMessages.notPlainText],
    ['is MicroDVD', '{25}{75}The fox looks up.', ownScriptMessages.framesOnly],
    ['is far too large', new Uint8Array(8_000_001), ownScriptMessages.fileTooLarge],
    ['is later than any video', '1\n100:00:00,000 --> 100:00:02,000\nThe fox', ownScriptMessages.tooLong],
    ['is a whole book', 'A fox. '.repeat(20_000), ownScriptMessages.tooManyCharacters],
  ])('that %s is refused', async (_, content, { key }) => {
    await expect(read(content)).rejects.toMatchObject({ filled: { key } });
  });
});

test('more timed lines than the limit are refused with the limit', () => {
  const line = (index: number) => `${Math.floor(index / 60)}:${String(index % 60).padStart(2, '0')}`;
  const lines = Array.from({ length: 2001 }, (_, index) => `[${line(index)}] Go.`);
  expect(() => readOwnText(lines.join('\n'), maxSeconds)).toThrow(
    t(ownScriptMessages.tooManyLines, { limit: 2000 }),
  );
  expect(readOwnText(lines.slice(1).join('\n'), maxSeconds)?.timedLines).toBe(2000);
});
