import { describe, expect, test } from 'vitest';
import { writeDapt } from '../../dapt/write-dapt.ts';
import { getLanguage } from '../../languages.ts';
import { readOwnScript, readOwnText } from './read-own-script.ts';
import { readSubtitles } from './read-subtitles.ts';

const namespaces =
  'xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"';

/** A file with these paragraphs. */
function makeTtml(body: string, attributes = '', head = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<tt ${namespaces} xml:lang="en" ${attributes}><head>${head}</head><body><div>${body}</div></body></tt>`;
}

function read(xml: string) {
  return readSubtitles(xml).map(({ startSeconds, endSeconds, text }) => [startSeconds, endSeconds, text]);
}

const two = [
  [1, 3, 'Who is there?'],
  [4, 6, 'The postman.'],
];

describe('of TTML, is spoken what is shown:', () => {
  test.each([
    [
      'not comments, metadata and descriptions (EBU-TT)',
      `<!-- <p begin="7s" end="8s">secret</p> --><p begin="1s" end="3s"><metadata><ttm:desc>Quietly</ttm:desc></metadata><span>Who is</span><br/><span>there?</span></p><p begin="4s" end="6s"><span><![CDATA[The postman.]]></span></p>`,
    ],
    [
      'not the sound in a file, nor what other vocabularies say (DAPT)',
      '<div begin="1s" end="3s"><p><span><audio><source><data type="audio/wav">UklGRiQAAABXQVZF</data></source></audio>Who is there?</span></p><x:note xmlns:x="urn:x"><p begin="9s">no</p></x:note></div><p begin="4s" end="6s">The postman.<x:b xmlns:x="urn:x">no</x:b></p>',
    ],
    [
      'the base of ruby, not its reading',
      '<p begin="1s" end="3s">Who is <span tts:ruby="container"><span tts:ruby="baseContainer"><span tts:ruby="base">there?</span></span><span tts:ruby="textContainer"><span tts:ruby="text">where</span></span></span></p><p begin="4s" end="6s">The <span tts:ruby="container"><span tts:ruby="base">postman.</span><span tts:ruby="delimiter">(</span><span tts:ruby="text">mail</span><span tts:ruby="delimiter">)</span></span></p>',
    ],
    [
      'an attribute that has a > in it',
      '<p begin="1s" end="3s" ttm:title="a > b">Who is there?</p><p begin="4s" end="6s"><span tts:color="&lt;>">The postman.</span></p>',
    ],
    [
      'what is not hidden',
      '<p begin="1s" end="3s">Who is there?</p><p begin="2s" end="5s" tts:display="none">no</p><p begin="2s" end="5s" tts:visibility="hidden">no</p><p begin="4s" end="6s" tts:visibility="hidden">no<span tts:visibility="visible">The postman.</span></p>',
    ],
    [
      'what appears later, as that',
      '<p begin="1s" end="3s">Who is there?</p><p end="6s" tts:display="none"><set begin="4s" tts:display="auto"/>The postman.</p>',
    ],
    [
      'formatting of HTML, & that stand alone and entities of HTML, as they are meant',
      '<p begin="1s" end="3s">Who is <i>there</i>?</p><p begin="4s" end="6s">The&nbsp;<b>postman</b>.</p>',
    ],
  ])('%s', (_, body) => {
    expect(read(makeTtml(body))).toEqual(two);
  });

  test.each([
    [
      'with any prefix',
      '<q:tt xmlns:q="http://www.w3.org/ns/ttml"><q:body><q:div><q:p begin="1s" end="3s">Who is<q:br/>there?</q:p><q:p begin="4s" end="6s">The postman.</q:p></q:div></q:body></q:tt>',
    ],
    [
      'of a draft',
      '<tt xmlns="http://www.w3.org/2006/10/ttaf1"><body><div><p begin="1s" end="3s">Who is there?</p><p begin="4s" end="6s">The postman.</p></div></body></tt>',
    ],
    [
      'with a prefix that is not declared',
      '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="3s" tts:color="red">Who is there?</p><p begin="4s" end="6s">The postman.</p></div></body></tt>',
    ],
    [
      'that declares entities, which are not expanded',
      '<!DOCTYPE tt [<!ENTITY a "Who is"><!ENTITY b "&a;&a;&a;">]><tt><body><div><p begin="1s" end="3s">Who is there?</p><p begin="4s" end="6s">The postman.</p></div></body></tt>',
    ],
  ])('a file %s', (_, xml) => {
    expect(read(xml)).toEqual(two);
  });

  test('an entity of the file itself stays as it is written', () => {
    const xml =
      '<!DOCTYPE tt [<!ENTITY a "aaaa">]><tt><body><p begin="1s" end="2s">x &a; y &amp;lt;</p></body></tt>';
    expect(read(xml)).toEqual([[1, 2, 'x &a; y &lt;']]);
  });

  test('rows that are kept by xml:space are rows, others are not', () => {
    const body =
      '<p begin="1s" end="2s" xml:space="preserve">狐狸\n睡了</p><p begin="3s" end="4s">狐狸\n睡了</p>';
    expect(read(makeTtml(body))).toEqual([
      [1, 2, '狐狸睡了'],
      [3, 4, '狐狸 睡了'],
    ]);
  });
});

describe('times of TTML:', () => {
  test.each([
    ['ticks by the frame rate', 'ttp:frameRate="25"', '50t', 2],
    ['ticks by frames and sub-frames', 'ttp:frameRate="25" ttp:subFrameRate="2"', '100t', 2],
    ['ticks without a rate are seconds', '', '2t', 2],
    [
      'frames that run slower than they are counted',
      'ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"',
      '86400f',
      3603.6,
    ],
    [
      'the same, written with a colon',
      'ttp:frameRate="24" ttp:frameRateMultiplier="1000:1001"',
      '86400f',
      3603.6,
    ],
    ['frames of a clock', 'ttp:frameRate="25"', '00:00:02:05', 2.2],
    ['sub-frames of a clock', 'ttp:frameRate="25" ttp:subFrameRate="5"', '00:00:02:05.1', 2.208],
    [
      'a timecode that counts all frames',
      'ttp:timeBase="smpte" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"',
      '01:00:00:00',
      3603.6,
    ],
    [
      'a timecode that drops frames',
      'ttp:timeBase="smpte" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001" ttp:dropMode="dropNTSC"',
      '01:00:00;00',
      3599.996,
    ],
    [
      'a timecode of PAL-M that drops frames',
      'ttp:timeBase="smpte" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001" ttp:dropMode="dropPAL"',
      '01:00:00:00',
      3599.996,
    ],
    ['seconds alone, as Apple writes them', '', '19.764', 19.764],
    ['minutes and seconds, as Apple writes them', '', '1:58.415', 118.415],
    ['hours', '', '0.5h', 1800],
  ])('%s', (_, attributes, begin, seconds) => {
    expect(readSubtitles(makeTtml(`<p begin="${begin}">Tea.</p>`, attributes))[0]?.startSeconds).toBe(
      seconds,
    );
  });

  test.each([
    [
      'one after another',
      '<div timeContainer="seq" begin="1s"><p dur="2s">One.</p><p begin="1s" dur="2s">Two.</p></div>',
      [
        [1, 3, 'One.'],
        [4, 6, 'Two.'],
      ],
    ],
    [
      'within one another',
      '<div begin="10s"><p begin="1s" end="3s">One.</p><p begin="4s" dur="2s"><span begin="1s">Two.</span></p></div>',
      [
        [11, 13, 'One.'],
        [15, 16, 'Two.'],
      ],
    ],
    [
      'no longer than what they are in',
      '<div end="5s"><p begin="1s" end="9s">One.</p><p begin="6s">Two.</p></div>',
      [[1, 5, 'One.']],
    ],
    [
      'from the beginning, where none is said',
      '<p end="2s">One.</p><p begin="3s" end="4s">Two.</p>',
      [
        [0, 2, 'One.'],
        [3, 4, 'Two.'],
      ],
    ],
    [
      'of spans, each its own',
      '<p><span begin="2s" end="5s">Who is at the door?</span><br/><span begin="6s" end="8s">It is the postman.</span></p>',
      [
        [2, 5, 'Who is at the door?'],
        [6, 8, 'It is the postman.'],
      ],
    ],
    [
      'of words, which are one line',
      '<p begin="19.764" end="22.1"><span begin="19.764" end="20.1">Hel</span><span begin="20.1" end="20.4">lo</span> <span begin="20.5" end="22.1">there</span></p>',
      [[19.764, 22.1, 'Hello there']],
    ],
    ['of a region', '<p begin="1s" end="9s" region="r">One.</p>', [[3, 9, 'One.']]],
  ])('%s', (_, body, cues) => {
    expect(read(makeTtml(body, '', '<layout><region xml:id="r" begin="3s"/></layout>'))).toEqual(cues);
  });

  test('as Apple writes them, all count from the beginning of the song', () => {
    const words =
      '<span begin="2.1" end="2.4">Hel</span><span begin="2.4" end="2.6">lo</span>\n<span begin="2.7" end="5.0">there</span>';
    const body = `<div begin="2.1" end="1:59.9" itunes:songPart="Verse"><p begin="2.1" end="5.0" ttm:agent="v1">${words}<span ttm:role="x-bg"><span begin="4.1" end="5.0">(there)</span></span><span ttm:role="x-translation" xml:lang="de">Hallo</span></p><p begin="1:58.415" end="1:59.9">Good night</p></div>`;
    const xml = `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:itunes="http://music.apple.com/lyric-ttml-internal" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" itunes:timing="Word" xml:lang="en"><head><metadata><ttm:agent type="person" xml:id="v1"/><iTunesMetadata xmlns="http://music.apple.com/lyric-ttml-internal"><songwriters><songwriter>Ann</songwriter></songwriters></iTunesMetadata></metadata></head><body dur="2:00.5">${body}</body></tt>`;
    expect(read(xml)).toEqual([
      [2.1, 5, 'Hello there(there)'],
      [118.415, 119.9, 'Good night'],
    ]);
  });

  test('a text in a sequence lasts no time of its own', () => {
    expect(
      read(makeTtml('<p timeContainer="seq" begin="5s" dur="15s">No. <span dur="10s">Yes.</span> No.</p>')),
    ).toEqual([[5, 15, 'Yes.']]);
  });

  test('without any, it is a script without times', () => {
    expect(readOwnText(makeTtml('<p>One.</p><p>Two.</p>'), 60)).toMatchObject({
      script: 'One. Two.',
      timedLines: 0,
    });
  });
});

describe('a file in two languages', () => {
  const original = '<p xml:lang="fr">Il est parti.</p>';
  const translation = '<p xml:lang="en-GB">He is gone.</p>';

  test.each([
    ['beside the original', `<div begin="1s" end="3s">${original}${translation}</div>`],
    [
      'in divisions',
      `<div xml:lang="fr"><p begin="0.9s" end="2.9s">Il est parti.</p></div><div><p begin="1s" end="3s">He is gone.</p></div>`,
    ],
  ])('is read in its own: %s', (_, body) => {
    expect(read(makeTtml(body))).toEqual([[1, 3, 'He is gone.']]);
  });

  test('is read wholly where each says something else, or someone else says it', () => {
    const agents = ['a', 'b'].map(
      id =>
        `<ttm:agent type="character" xml:id="${id}"><ttm:name type="alias">${id.toUpperCase()}</ttm:name></ttm:agent>`,
    );
    const body = `<div begin="1s" end="3s" ttm:agent="a">${translation}</div><div begin="1.5s" end="2.9s" ttm:agent="b">${original}</div><div begin="5s" end="6s" ttm:agent="a">${original}</div>`;
    expect(
      readSubtitles(makeTtml(body, '', `<metadata>${agents.join('')}</metadata>`)).map(
        ({ speaker, text }) => [speaker, text],
      ),
    ).toEqual([
      ['A', 'He is gone.'],
      ['B', 'Il est parti.'],
      ['A', 'Il est parti.'],
    ]);
  });
});

describe('a file that is no TTML to read', () => {
  test.each([
    [
      'is not well-formed: the row is named',
      '<tt>\n<body>\n<p begin="1s">One.\n</body></tt>',
      'not well-formed XML. The error is in row 4.',
    ],
    ['is cut off', '<tt>\n<body><div><p begin="1s">One.</p>', 'not well-formed XML. The error is in row 2.'],
    ['is nested too deeply', `<tt><body>${'<div>'.repeat(100_000)}`, 'nested too deeply'],
    ['has too many elements', `<tt><body>${'<p/>'.repeat(200_001)}</body></tt>`, 'too many elements'],
  ])('%s', (_, xml, sentence) => {
    expect(() => readOwnText(xml, 60)).toThrow(sentence);
  });

  test.each([
    ['a page of HTML', '<!DOCTYPE html>\n<html><body><p>A <tt>b</tt><br>\n</body></html>'],
    [
      'a project of a video editor',
      '<?xml version="1.0"?><xmeml version="5"><sequence><name>tt </name></sequence></xmeml>',
    ],
  ])('is %s', (_, text) => {
    expect(readOwnText(text, 60)).toBeUndefined();
  });

  test('has no text', async () => {
    const bytes = new TextEncoder().encode(makeTtml('<p begin="1s" end="2s"><br/></p>'));
    const reading = readOwnScript({ size: bytes.length, read: async () => bytes }, 'a.ttml', 60);
    await expect(reading).rejects.toThrow('a.ttml has no readable subtitles. In SRT and WebVTT,');
  });
});

test('a description of ours comes back letter by letter, with what looks like markup', () => {
  const cues = [
    { startSeconds: 1, endSeconds: 3, text: 'AT&T says &lt; and x < y, ]]> & “so on”.', role: 'Anna & Bob' },
  ];
  const script = {
    cues,
    pauses: [],
    language: getLanguage('English'),
    videoName: 'a.mp4',
    duckDb: 12,
    hasSound: true,
    marks: undefined,
  };
  expect(readSubtitles(writeDapt(script))).toEqual([
    { startSeconds: 1, endSeconds: 3, text: cues[0]?.text, speaker: 'Anna & Bob' },
  ]);
});

describe('a file that begins at an hour of the day', () => {
  const bodies = {
    TTML: makeTtml(
      '<p begin="10:00:01:00" end="10:00:03:00">Tea.</p><p begin="10:00:05:12" end="10:00:06:00">Cake.</p>',
      'ttp:timeBase="smpte" ttp:frameRate="25"',
    ),
    SRT: '1\n10:00:01,000 --> 10:00:03,000\nTea.\n\n2\n10:00:05,480 --> 10:00:06,000\nCake.\n',
    WebVTT: 'WEBVTT\n\n10:00:01.000 --> 10:00:03.000\nTea.\n\n10:00:05.480 --> 10:00:06.000\nCake.\n',
    ASS: 'Dialogue: 0,10:00:01.00,10:00:03.00,,,0,0,0,,Tea.\nDialogue: 0,10:00:05.48,10:00:06.00,,,0,0,0,,Cake.\n',
  };

  test.each(Object.entries(bodies))('counts from it: %s', (_, text) => {
    expect(readOwnText(text, 4 * 3600)).toMatchObject({
      script: '[0:01] Tea.\n[0:05.48] Cake.',
      endSeconds: 6,
      offsetHours: 10,
    });
  });

  test('counts from it where the video is shorter, and not where it is longer', () => {
    const text = bodies.SRT.replaceAll('10:00', '01:00');
    expect(readOwnText(text, 4 * 3600, 60)).toMatchObject({
      script: '[0:01] Tea.\n[0:05.48] Cake.',
      offsetHours: 1,
    });
    expect(readOwnText(text, 4 * 3600, 2 * 3600)).toMatchObject({ offsetHours: 0 });
    expect(readOwnText(text, 4 * 3600)).toMatchObject({ offsetHours: 0 });
  });

  test('counts from the beginning where it would not fit, or something comes earlier', () => {
    expect(readOwnText(bodies.SRT.replaceAll('10:00', '01:30'), 4 * 3600, 60)).toMatchObject({
      offsetHours: 0,
    });
    expect(() => readOwnText(bodies.SRT.replace('10:00:01', '00:00:01'), 4 * 3600)).toThrow(
      'The limit is 4 hours',
    );
    expect(() => readOwnText(bodies.SRT.replaceAll('10:00', '100:00'), 4 * 3600)).toThrow(
      'The limit is 4 hours',
    );
  });
});

/** As people brought them. */
const brought: [name: string, script: string, xml: string][] = [
  [
    'ebu-tt.xml',
    '[0:01] Guten Morgen, liebe Leute.\n[0:04] Tom & Tina kommen.',
    `<?xml version="1.0" encoding="UTF-8"?>
<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" ttp:timeBase="media" xml:lang="de">
<tt:head><tt:metadata><ttm:title>Beispiel</ttm:title></tt:metadata></tt:head>
<tt:body><tt:div>
 <tt:p xml:id="s1" begin="00:00:01.000" end="00:00:03.000"><tt:metadata><ttm:desc>Regie: leise</ttm:desc></tt:metadata><tt:span style="s">Guten Morgen,</tt:span><tt:br/><tt:span>liebe Leute.</tt:span></tt:p>
 <tt:p xml:id="s2" begin="00:00:04.000" end="00:00:06.000"><tt:span><![CDATA[Tom & Tina kommen.]]></tt:span></tt:p>
 <!-- <tt:p begin="00:00:07.000" end="00:00:08.000">geheim</tt:p> -->
</tt:div></tt:body></tt:tt>`,
  ],
  [
    'ticks-default.ttml',
    '[0:02] The kettle is on.\n[0:06] The tea is ready.',
    `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25" xml:lang="en"><body><div>
  <p begin="50t" end="100t">The kettle is on.</p>
  <p begin="150t" end="200t">The tea is ready.</p>
</div></body></tt>`,
  ],
  [
    'frames-ntsc-hour.ttml',
    '[1:00:03.6] The kettle is on.',
    `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001" xml:lang="en"><body><div>
  <p begin="86400f" end="86448f">The kettle is on.</p>
</div></body></tt>`,
  ],
  [
    'timed-spans.ttml',
    '[0:02] Who is at the door?\n[0:06] It is only the postman.\n[0:10] Let him in.',
    `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><body><div>
  <p><span begin="00:00:02.000" end="00:00:05.000">Who is at the door?</span><br/><span begin="00:00:06.000" end="00:00:08.000">It is only the postman.</span></p>
  <p begin="00:00:10.000" end="00:00:12.000">Let him in.</p>
</div></body></tt>`,
  ],
  [
    'smpte10h.ttml',
    '[0:01] The kettle is on.',
    `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:timeBase="smpte" ttp:frameRate="25" ttp:markerMode="discontinuous" ttp:dropMode="nonDrop" xml:lang="en"><body><div>
  <p begin="10:00:01:00" end="10:00:03:00">The kettle is on.</p>
</div></body></tt>`,
  ],
];

test.each(brought)('%s is read', (_, script, xml) => {
  expect(readOwnText(xml, 4 * 3600)?.script).toBe(script);
});
