import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getLanguage, languages } from '../../languages.ts';
import { t } from '../../messages/message.ts';
import { ownScriptMessages } from '../../messages/own-script.ts';
import { getLongestRow, writeDescriptions, writeSrt, writeVtt } from '../../script/write-subtitles.ts';
import { readOwnText } from './read-own-script.ts';
import { readSubtitles } from './read-subtitles.ts';

const english = getLanguage('English');
const two = [
  { startSeconds: 1, endSeconds: 2.5, text: 'One & one' },
  { startSeconds: 3661.04, endSeconds: 3662, text: 'is <two>.' },
];

describe('subtitles', () => {
  test('are written as SRT', () => {
    expect(writeSrt(two, english)).toBe(
      '1\n00:00:01,000 --> 00:00:02,500\nOne & one\n\n2\n01:01:01,040 --> 01:01:02,000\nis <two>.\n',
    );
  });

  test('are written as WebVTT', () => {
    expect(writeVtt(two, english)).toBe(
      'WEBVTT\n\nNOTE\nKind: subtitles\nLanguage: en\n\n00:00:01.000 --> 00:00:02.500\nOne &amp; one\n\n01:01:01.040 --> 01:01:02.000\nis &lt;two&gt;.\n',
    );
  });

  test('show a long sentence in pieces of at most two rows, each for its share of the time', () => {
    const text =
      'The fox that slept under the old oak all through the long afternoon looks up, listens for a while, and slowly walks away into the dark wood behind the house.';
    const srt = writeSrt([{ startSeconds: 0, endSeconds: 10, text }], english);
    const cues = readSubtitles(srt);
    expect(cues.map(cue => cue.text).join(' ')).toBe(text);
    expect(cues.length).toBe(2);
    expect(cues[0]?.endSeconds).toBeCloseTo((10 * (cues[0]?.text.length ?? 0)) / (text.length - 1), 1);
    expect(srt.split('\n').every(row => row.length <= 42)).toBe(true);
  });

  test.each(['Japanese', 'Chinese', 'Thai', 'Korean'] as const)(
    'in %s have rows of the right length',
    name => {
      const text = {
        Japanese:
          '狐は古い樫の木の下で一日中眠っていましたが、ふと顔を上げて、しばらく耳を澄まし、森の奥へ帰っていきました。',
        Chinese: '狐狸在老橡树下睡了整整一个下午，忽然抬起头来，听了一会儿，然后慢慢地走进屋后的树林里去了。',
        Thai: 'สุนัขจิ้งจอกที่นอนหลับอยู่ใต้ต้นโอ๊กเก่าแก่ตลอดบ่ายเงยหน้าขึ้นฟังอยู่ครู่หนึ่งแล้วค่อยๆเดินหายเข้าไปในป่าหลังบ้าน',
        Korean:
          '오래된 참나무 아래에서 오후 내내 자던 여우가 고개를 들어 잠시 귀를 기울이더니 천천히 집 뒤의 숲으로 걸어갔다.',
      }[name];
      const language = getLanguage(name);
      const srt = writeSrt([{ startSeconds: 0, endSeconds: 10, text }], language);
      const rows = srt.split('\n').filter(row => row !== '' && !row.includes('-->') && !/^\d+$/.test(row));
      const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
      for (const row of rows)
        expect([...graphemes.segment(row)].length).toBeLessThanOrEqual(getLongestRow(language.code));
      expect(rows.some(row => /^[、。，]/.test(row))).toBe(false);
      expect(rows.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    },
  );

  test('as descriptions have one row each', () => {
    const text = 'A fox sleeps under the old oak, and nothing moves but the leaves above it.';
    expect(writeDescriptions([{ startSeconds: 0, endSeconds: 4, text }], english)).toBe(
      `WEBVTT\n\nNOTE\nKind: descriptions\nLanguage: en\n\n00:00:00.000 --> 00:00:04.000\n${text}\n`,
    );
  });

  test('as descriptions are plain cues that Able Player reads completely', () => {
    const cues = [
      {
        startSeconds: 1,
        endSeconds: 4.5,
        text: 'On a sign:\n“Fish & chips”,\n\nand an arrow --> to the door.',
      },
      { startSeconds: 5, endSeconds: 5, text: 'NOTE' },
      { startSeconds: 5.2, endSeconds: 5.2, text: 'A glance.' },
      { startSeconds: 3661.04, endSeconds: 3665, text: 'She <waits>.' },
    ];
    const written = writeDescriptions(cues, english);
    expect(written).toBe(
      [
        'WEBVTT',
        '',
        'NOTE',
        'Kind: descriptions',
        'Language: en',
        '',
        '00:00:01.000 --> 00:00:04.500',
        'On a sign: “Fish &amp; chips”, and an arrow --&gt; to the door.',
        '',
        '00:00:05.000 --> 00:00:05.200',
        'NOTE',
        '',
        // Long enough for a player to notice it.
        '00:00:05.200 --> 00:00:05.700',
        'A glance.',
        '',
        '01:01:01.040 --> 01:01:05.000',
        'She &lt;waits&gt;.',
        '',
      ].join('\n'),
    );
    // Able Player requires ascending times within a cue.
    const [head, note, ...blocks] = written.split('\n\n');
    expect([head, note]).toEqual(['WEBVTT', 'NOTE\nKind: descriptions\nLanguage: en']);
    for (const block of blocks) {
      const [from = '', until = ''] = block.split('\n')[0]?.split(' --> ') ?? [];
      expect(from < until).toBe(true);
    }
  });
});

/** Real-world variants, each with the same two cues. */
const oddFiles: Readonly<Record<string, string>> = {
  'a byte order mark and Windows line ends':
    '\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nOne\r\n\r\n2\r\n00:00:03,500 --> 00:00:04,000\r\nTwo\r\n',
  'no line end behind its last line':
    '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,500 --> 00:00:04,000\nTwo',
  'dots in SRT': '1\n00:00:01.000 --> 00:00:02.000\nOne\n\n2\n00:00:03.500 --> 00:00:04.000\nTwo\n',
  'hours left out': '1\n00:01,000 --> 00:02,000\nOne\n\n2\n00:03,500 --> 00:04,000\nTwo\n',
  'fractions of one digit': '1\n0:00:01,0 --> 0:00:02,0\nOne\n\n2\n0:00:03,5 --> 0:00:04,0\nTwo\n',
  'no blank lines': '1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,500 --> 00:00:04,000\nTwo\n',
  'blank lines everywhere':
    '1\n\n00:00:01,000 --> 00:00:02,000\n\nOne\n\n2\n\n00:00:03,500 --> 00:00:04,000\n\nTwo\n\n',
  'no numbers': '00:00:01,000 --> 00:00:02,000\nOne\n\n00:00:03,500 --> 00:00:04,000\nTwo\n',
  'cues that are out of order':
    '2\n00:00:03,500 --> 00:00:04,000\nTwo\n\n1\n00:00:01,000 --> 00:00:02,000\nOne\n',
  'styles and positions':
    '1\n00:00:01,000 --> 00:00:02,000 X1:40 X2:600 Y1:20 Y2:50\n{\\an8}<i>One</i>\n\n2\n00:00:03,500 --> 00:00:04,000\n<font color="#ff0000"><b>Two</b></font>\n',
  'an empty cue':
    '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:02,000 --> 00:00:03,000\n\n3\n00:00:03,500 --> 00:00:04,000\nTwo\n',
  'line ends of an old Macintosh':
    '1\r00:00:01,000 --> 00:00:02,000\rOne\r\r2\r00:00:03,500 --> 00:00:04,000\rTwo\r',
  'notes, styles and regions of WebVTT':
    'WEBVTT - A film\nKind: captions\n\nNOTE\nmade by hand\n\nSTYLE\n::cue { color: lime }\n\nREGION\nid:fred\nwidth:40%\n\nfirst cue\n00:01.000 --> 00:02.000 align:start position:10% region:fred\n<v Roger><c.loud>One</c></v>\n\nNOTE two follows\n\n00:00:03.500 --> 00:00:04.000\n<00:00:03.600>Two\n',
  'arrows of a word processor':
    '1\n00:00:01,000 –> 00:00:02,000\nOne\n\n2\n00:00:03,500 → 00:00:04,000\nTwo\n',
  'fractions of a computer':
    '1\n00:00:01,000000 --> 00:00:01,999.9999999\nOne\n\n2\n00:00:03,4999999 --> 00:00:04,000\nTwo\n',
  'words on the line of the times': '00:00:01,000 --> 00:00:02,000 One\n00:00:03,500 --> 00:00:04,000 Two\n',
  'a map of HLS':
    'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.500 --> 00:04.000\nTwo\n',
  'the commas of SBV': '0:00:01.000,0:00:02.000\nOne\n\n0:00:03.500,0:00:04.000\nTwo\n',
  'what Whisper prints': '[00:01.000 --> 00:02.000]  One\n[00:03.500 --> 00:04.000]  Two\n',
  'the events of ASS':
    '\ufeff[Script Info]\r\nTitle: Fox\r\n\r\n[V4+ Styles]\r\nFormat: Name, Fontname\r\nStyle: Default,Arial\r\n\r\n[Events]\r\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\r\nComment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,made by hand\r\nDialogue: 0,0:00:03.50,0:00:04.00,Default,,0,0,0,,{\\an8\\fad(200,0)}T{\\i1}w{\\i0}o\r\nDialogue: 1,0:00:00.50,0:00:09.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}\r\nDialogue: 0,0:00:01.00,0:00:02.00,Default,Ann,0,0,0,,One\r\n',
  'the paragraphs of TTML':
    '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:tickRate="10000000" ttp:frameRate="24"><body><div>\n<p xml:id="a" begin="10000000t" end="00:00:02.000"><span style="s">One</span></p>\n<p begin="00:00:03:12" dur="500ms">\nTwo<br/></p></div></body></tt>',
  'two cues at the same time, of which one is empty':
    '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,500 --> 00:00:04,000\n<i></i>\n\n3\n00:00:03,500 --> 00:00:04,000\nTwo\n',
};

describe('a file with', () => {
  test.each(Object.entries(oddFiles))('%s is read', (_, file) => {
    expect(readSubtitles(file)).toMatchObject([
      { startSeconds: 1, endSeconds: 2, text: 'One' },
      { startSeconds: 3.5, endSeconds: 4, text: 'Two' },
    ]);
  });

  test.each([
    [
      'voices of WebVTT',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud Anna>One</v>\n\n00:01.000 --> 00:03.000\n<v Old man>Two\n',
    ],
    [
      'names of ASS',
      'Format: Start, End, Actor, Text\nDialogue: 0:00:01.00,0:00:02.00,Anna,One\nDialogue: 0:00:01.00,0:00:03.00,Old man,Two\n',
    ],
    [
      'characters of TTML',
      '<tt><head><ttm:agent type="character" xml:id="a"><ttm:name type="alias">Anna</ttm:name></ttm:agent><ttm:agent type="character" xml:id="b">\n<ttm:name type="alias">Old man</ttm:name></ttm:agent></head><body><div ttm:agent="a" begin="1s" end="2s"><p>One</p></div><p ttm:agent="b" begin="1s" end="3s">Two</p></body></tt>',
    ],
  ])('%s says who says what, also at once', (_, file) => {
    expect(readSubtitles(file)).toEqual([
      { startSeconds: 1, endSeconds: 2, text: 'One', speaker: 'Anna' },
      { startSeconds: 1.1, endSeconds: 3, text: 'Two', speaker: 'Old man' },
    ]);
    expect(readOwnText(file, 60)).toMatchObject({
      script: '[0:01] Anna: One\n[0:01.1] Old man: Two',
      roles: ['Anna', 'Old man'],
    });
  });

  test('simultaneous cues is read as one cue', () => {
    const file = '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:01,000 --> 00:00:04,000\nTwo\n';
    expect(readSubtitles(file)).toEqual([{ startSeconds: 1, endSeconds: 4, text: 'One Two' }]);
  });

  test('two rows of Chinese is joined without a space, of English with one', () => {
    const file =
      '1\n00:00:01,000 --> 00:00:02,000\n狐狸\n睡了\n\n2\n00:00:03,000 --> 00:00:04,000\nA fox\nsleeps\n';
    expect(readSubtitles(file).map(({ text }) => text)).toEqual(['狐狸睡了', 'A fox sleeps']);
  });

  test.each([
    ['Fish &amp; chips, &quot;late&quot;: it&#39;s 5 &lt; 6', 'Fish & chips, "late": it\'s 5 < 6'],
    ['Caf&eacute; &lt;i&gt;open&lt;/i&gt;', 'Café open'],
    ['{\\an8}<c.yellow><v Anna>Hello</v></c>', 'Hello'],
    ['AT&T &copies', 'AT&T &copies'],
  ])('%j in a cue is read as %j', (written, said) => {
    for (const file of [
      `WEBVTT\n\n00:01.000 --> 00:02.000\n${written}\n`,
      `1\n00:00:01,000 --> 00:00:02,000\n${written}\n`,
    ])
      expect(readSubtitles(file)[0]?.text).toBe(said);
  });

  test('times before 0 starts at 0, in order', () => {
    const file = '1\n-00:00:01,500 --> 00:00:01,000\nOne\n\n2\n00:00:02,000 --> 00:00:03,000\nTwo\n';
    expect(readSubtitles(file)).toEqual([
      { startSeconds: 0, endSeconds: 1, text: 'One' },
      { startSeconds: 2, endSeconds: 3, text: 'Two' },
    ]);
  });

  test.each([
    [
      'WebVTT',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n7\n\n00:03.000 --> 00:04.000\n1984\n\n00:05.000 --> 00:06.000\nEnd\n',
    ],
    [
      'SRT',
      '1\n00:00:01,000 --> 00:00:02,000\n7\n\n2\n00:00:03,000 --> 00:00:04,000\n1984\n3\n00:00:05,000 --> 00:00:06,000\nEnd\n',
    ],
  ])('a cue of %s that is only a number keeps it', (_, file) => {
    expect(readSubtitles(file).map(({ text }) => text)).toEqual(['7', '1984', 'End']);
  });

  test('rolling captions of YouTube has each row once', () => {
    const file =
      'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.160 --> 00:00:03.429 align:start position:0%\n \nThe<00:00:00.560><c> fox</c>\n\n00:00:03.429 --> 00:00:03.439 align:start position:0%\nThe fox\n \n\n00:00:03.439 --> 00:00:06.749 align:start position:0%\nThe fox\nlooks<00:00:03.760><c> up</c>\n\n00:00:06.749 --> 00:00:06.759 align:start position:0%\nlooks up\n \n';
    expect(readSubtitles(file).map(({ text }) => text)).toEqual(['The fox', 'looks up']);
    const twice = '00:00:01,000 --> 00:00:02,000\nNo.\n\n00:00:02,000 --> 00:00:03,000\nNo.\n';
    expect(readSubtitles(twice)).toHaveLength(2);
  });

  test('lyrics has a cue for each time of a line', () => {
    expect(readSubtitles('[ti:Fox]\n[00:12.00][01:15.50]It runs\n[00:14.00]\n')).toEqual([
      { startSeconds: 12, endSeconds: 12, text: 'It runs' },
      { startSeconds: 75.5, endSeconds: 75.5, text: 'It runs' },
    ]);
  });

  test.each([
    '',
    'A fox sleeps.',
    '[0:12] A fox sleeps.',
    'From 12:30 - 13:45',
    '{"cues": []}',
    'WEBVTT',
    '\u0000\u0001',
  ])('%j contains no cue', text => {
    expect(readSubtitles(text)).toEqual([]);
  });
});

describe('written subtitles are read back exactly, to the millisecond', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
    .map(each => each.replaceAll(/[\s\p{C}\p{Z}]+/gu, ' ').trim())
    // Neither format can express text that looks like markup.
    .filter(each => !/[<>{}&]|--/.test(each) && each !== '');
  const cues = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 1, max: 30_000 }), text))
    .map(all => {
      let at = 0;
      return all.map(([gap, length, spoken]) => {
        const startSeconds = at + gap / 1000;
        at = startSeconds + length / 1000;
        return { startSeconds, endSeconds: at, text: spoken };
      });
    });
  const join = (all: readonly { text: string }[]) =>
    all
      .map(each => each.text)
      .join('')
      .replaceAll(' ', '');

  test.each(languages.filter(({ code }) => ['en', 'ja', 'th', 'ar', 'ko'].includes(code)))(
    'in $name',
    language => {
      fc.assert(
        fc.property(cues, all => {
          for (const file of [writeSrt(all, language), writeVtt(all, language)]) {
            const read = readSubtitles(file);
            expect(join(read)).toBe(join(all));
            expect(read[0]?.startSeconds).toBe(all[0] && Math.round(all[0].startSeconds * 1000) / 1000);
            const end = all.at(-1)?.endSeconds;
            expect(read.at(-1)?.endSeconds).toBe(end && Math.round(end * 1000) / 1000);
          }
        }),
        { numRuns: 100 },
      );
    },
  );
});

describe('marks of WebVTT', () => {
  const marks = {
    software: 'Benshi',
    sentence: 'Narration: synthetic voice, nova --> by OpenAI. Text: written by a person.',
    digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    madeAt: '2026-11-28T12:00:00Z',
  };
  const cues = [{ startSeconds: 0, endSeconds: 4, text: 'The fox looks up.' }];

  test('are a comment before the first cue, without an arrow, that is not read as a cue', () => {
    for (const written of [writeVtt(cues, english, marks), writeDescriptions(cues, english, marks)]) {
      expect(written.split('\n\n')[2]).toBe(
        `NOTE\n${marks.sentence.replace('-->', '→')}\n${marks.digitalSourceType}`,
      );
      expect(readSubtitles(written)).toEqual(cues);
    }
  });

  test('have one row for a text that a person wrote, and none where nothing is known', () => {
    const byPerson = { ...marks, digitalSourceType: undefined };
    expect(writeVtt(cues, english, byPerson).split('\n\n')[2]?.split('\n')).toHaveLength(2);
    expect(writeVtt(cues, english, { ...byPerson, sentence: '' })).toBe(writeVtt(cues, english));
  });
});

/** The cues of a text, each as its start in seconds and what is said. */
const listSaid = (file: string) => readSubtitles(file).map(({ startSeconds, text }) => [startSeconds, text]);

const toSrt = (said: string) => `1\n00:00:01,000 --> 00:00:02,000\n${said}\n`;
const toVtt = (said: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${said}\n`;

describe('of markup players show nothing, and of words everything:', () => {
  test.each([
    ['<foo>One</foo> <sub>two</sub>', 'One two'],
    ['<c.yellow.loud>One</c> <lang fr>deux</lang>', 'One deux'],
    ['<font color="#ff0000" face=Arial>One</font>two<br/>three<br />four', 'Onetwo three four'],
    ['<ruby>狐<rt>きつね</rt></ruby>だ', '狐だ'],
    ['One <00:01.500>two <00:01.700 >three', 'One two three'],
    ['{b}One{/b} {Y:i}two {c:$0000FF}three {\\an8}{braces}', 'One two three {braces}'],
    ['< u>One< /  u > </xyz>two', 'One two'],
    ['<v\nOld man>One', 'One'],
    ['I <3 this, if a<b and b>c.', 'I <3 this, if a<b and b>c.'],
    ['x < 3 and y > 4', 'x < 3 and y > 4'],
    ['AT&amp;T &lt;3 x&lt;y and y&gt;z', 'AT&T <3 x<y and y>z'],
    ['&lt;b&gt;One&lt;/b&gt; and &lt;two&gt;', 'One and <two>'],
  ])('%j is %j', (written, said) => {
    expect(listSaid(toSrt(written))).toEqual([[1, said]]);
    expect(listSaid(toVtt(written))).toEqual([[1, said]]);
  });

  test.each([
    'WEBVTT\n\n00:01.000 --> 00:02.000line:40%\nOne\n',
    'WEBVTT\n\n00:01.000-->00:02.000 this is no setting\nOne\n',
    'WEBVTT\n\n00:00.000 --> 00:0x.000\nlost\n\n00:01.000 --> 00:02.000\nOne\n',
    '1\n00:00:01,000 --> 00:00:02,000 as spoken by Ann\nOne\n',
    '1\n00:00:01,000 --> 00:00:02,000X1:40 Y1:20\nOne\n',
    '1\n00:00:01:000 --> 00:00:02:000\nOne\n',
    '00:00:01,000 --> 00:00:02,000 One\n',
  ])('what is behind the times is not, unless it is all there is: %j', file => {
    expect(readSubtitles(file)).toMatchObject([{ startSeconds: 1, endSeconds: 2, text: 'One' }]);
  });

  test('times that cannot be read are not spoken with the cue before them', () => {
    const file = '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:0x,000 --> 00:00:05,000\nTwo\n';
    expect(listSaid(file)).toEqual([[1, 'One Two']]);
  });
});

describe('of ASS', () => {
  const toAss = (...events: string[]) => events.map(event => `Dialogue: ${event}\n`).join('');

  test('layers of a text are said once, whatever lies between them, and an echo is said again', () => {
    const file = toAss(
      '1,0:00:07.00,0:00:09.00,Sign,,0,0,0,,{\\blur4}Old Harbour',
      '0,0:00:07.00,0:00:09.00,Romaji,,0,0,0,,minato',
      '0,0:00:07.00,0:00:09.00,Sign,,0,0,0,,{\\blur2}Old\\NHarbour',
      '0,0:00:07.02,0:00:09.00,Sign,Ann,0,0,0,,Old Harbour',
      '0,0:00:10.00,0:00:11.00,Default,,0,0,0,,No.',
      '0,0:00:11.00,0:00:12.00,Default,,0,0,0,,No.',
    );
    expect(listSaid(file)).toEqual([
      [7, 'Old Harbour'],
      [7.1, 'minato'],
      [10, 'No.'],
      [11, 'No.'],
    ]);
    const srt = `${toSrt('One')}\n2\n00:00:01,000 --> 00:00:02,000\n<i>One</i>\n`;
    expect(listSaid(srt)).toEqual([[1, 'One']]);
  });

  test('a text that moves picture by picture is said once, and what two say at once twice', () => {
    const pictures = Array.from(
      { length: 50 },
      (_, at) =>
        `0,0:00:0${(1 + at / 25).toFixed(2)},0:00:0${(1.04 + at / 25).toFixed(2)},S,,0,0,0,,{\\pos(${at},9)}Sign`,
    );
    expect(readSubtitles(toAss(...pictures))).toMatchObject([
      { startSeconds: 1, endSeconds: 3.0, text: 'Sign' },
    ]);
    const both = toAss(
      '0,0:00:01.00,0:00:02.00,D,Ann,0,0,0,,Yes!',
      '0,0:00:01.00,0:00:02.00,D,Bob,0,0,0,,Yes!',
    );
    expect(readSubtitles(both)).toHaveLength(2);
  });

  test.each([
    ['Over{\\p1}m 0 0 l 9 0{\\p0} here', 'Over here'],
    ['{\\p1}m 0 0{\\p0}\\N{\\fs20}Image', 'Image'],
    ['One {\\q2\\p2}m 0 0 l 9 0', 'One'],
    ['{\\pos(9,9)\\pbo5}One', 'One'],
    ['\\{One\\} and {never closed', '{One} and {never closed'],
    ['{\\i1{comment}One{s}, two', 'One, two'],
  ])('%j is said as %j', (written, said) => {
    expect(listSaid(toAss(`0,0:00:01.00,0:00:02.00,D,,0,0,0,,${written}`))).toEqual([[1, said]]);
  });

  test('times are read as editors write them, and what began before 0 begins at 0', () => {
    const file = toAss(
      '0,-1:59:54.93,0:01:00.00,D,,0,0,0,,One',
      ',0:0:2.5,0:0:4,D,,0,0,0,,Two',
      '0,0:00:05,0:00:06,D,,0,0,0,,Three',
    );
    expect(listSaid(file)).toEqual([
      [0, 'One'],
      [2.5, 'Two'],
      [5, 'Three'],
    ]);
  });

  test('the format of styles is not that of the dialogue, and other files may say “Dialogue:”', () => {
    const file = `[V4+ Styles]\nFormat: Name, Fontname\n[Events]\n  ${toAss('0,0:00:01.00,0:00:02.00,D,,0,0,0,,One, two')}`;
    expect(listSaid(file)).toEqual([[1, 'One, two']]);
    expect(listSaid(toSrt('Dialogue: see below'))).toEqual([[1, 'Dialogue: see below']]);
  });
});

describe('without two clock times a line', () => {
  test.each([
    ['[offset:+500]\n[00:01.00][00:09.00]Tea\n[00:04.50]<00:04.50>The <00:05.00>tea', [0.5, 4, 8.5]],
    ['[ar:Ann]\n[offset: -250]\n[00:01.00]Tea\n[00:03.00]Milk', [1.25, 3.25]],
    ['[offset:+5000]\n[00:01.00]Tea\n[00:09.00]Milk', [0, 4]],
  ])('lyrics are moved by their offset: %j', (file, starts) => {
    expect(readSubtitles(file).map(({ startSeconds }) => startSeconds)).toEqual(starts);
  });

  test.each([
    'start\tend\ttext\n1000\t3000\tOne\n4500\t6000\tTwo, three\n',
    '\ufeffStart\tEnd\tText\r\n1000\t3000\tOne\r\n4500\t6000\tTwo, three\r\n',
    '1.000000\t3.000000\tOne\n4.500000\t6.000000\tTwo, three\n',
    '{1}{1}25\n{25}{75}One\n{112}{150}{y:i}Two,|/three\n',
    '{0}{0}1000.0\n{ 1000 }{ 3000 }One\n{4500}{6000}<i>Two,</i> three\n',
  ])('tables and frames with a rate are read: %j', file => {
    const [one, two] = readSubtitles(file);
    expect(one).toMatchObject({ startSeconds: 1, endSeconds: 3, text: 'One' });
    expect(two).toMatchObject({ endSeconds: 6, text: 'Two, three' });
    expect(two?.startSeconds).toBeCloseTo(4.5, 1);
  });

  test.each(['{25}{75}One\n', '{25}{75}23.976\n{80}{90}One\n', '{1}{1}fast\n{25}{75}One\n'])(
    'frames without a rate are refused with what is missing: %j',
    file => {
      expect(() => readSubtitles(file)).toThrow(t(ownScriptMessages.framesOnly, { example: '{1}{1}25' }));
    },
  );
});
