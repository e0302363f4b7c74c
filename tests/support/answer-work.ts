import { filterThoughts, withoutThoughts } from '#engines/openai-compatible/chat.ts';
import { readTranscription, transcriptionSchema } from '#engines/openai-compatible/transcription.ts';
import type { ScriptEngine } from '#engines/ports.ts';
import { passSentences, readAnswer, readNotes } from '#engines/provider/written-text.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { countSaid } from '#narration/speak-line.ts';
import { translateLines } from '#narration/translate-lines.ts';
import { writeTimedScript } from '#narration/write-script.ts';
import { getLanguage } from '#shared/languages.ts';
import { readOwnText } from '#shared/narration/formats/read-own-script.ts';
import { findTerms, type Pronunciation } from '#shared/pronunciations.ts';
import { listPrint } from '#shared/script/list-print.ts';
import { matchSentences, placeCues } from '#shared/script/match-sentences.ts';
import { cutAtSentences } from '#shared/script/split-sentences.ts';
import { listUntold } from '#shared/script/untold.ts';
import { keepSpoken } from '#shared/transcript/hear-pieces.ts';
import type { HeardSegment } from '#shared/transcript/heard.ts';
import { groupWords, toTranscript } from '#shared/transcript/to-transcript.ts';

/** Work on what others sent, of a size; what it needs is made before. */
export type MadeWork = (size: number) => () => unknown;

const signal = new AbortController().signal;
const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));
/** So many times a few characters. */
const fill = (characters: number, unit: string): string =>
  unit.repeat(Math.ceil(characters / unit.length)).slice(0, characters);

async function readAll(steps: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of steps);
  } catch {
    // A refused answer is bounded, too.
  }
}

async function* stream(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

function writer(pieces: readonly string[]): ScriptEngine {
  return {
    provider: { name: 'Made', isOffline: false },
    model: 'made',
    writeScript: () => stream(pieces),
    rewriteScript: () => stream(pieces),
    writeTimedScript: () => stream(pieces),
    shortenLines: () => stream(pieces),
    translateLines: () => stream(pieces),
  } as unknown as ScriptEngine;
}

function translate(pieces: readonly string[]) {
  const lines = times(40, at => ({ id: String(at), text: `The fox ${at} looks up at the moon and waits.` }));
  return readAll(translateLines(writer(pieces), { lines, from: 'English', language: 'German' }, signal));
}

function write(pieces: readonly string[]) {
  const request = { analysis: 'A fox.', prompt: '', durationSeconds: 600, language: 'English' as const };
  return readAll(
    writeTimedScript(writer(pieces), { ...request, cuePoints: times(100, at => at * 6) }, signal),
  );
}

function pass(pieces: readonly string[]) {
  const written = (async function* () {
    for (const text of pieces) yield { text };
    yield { text: '', ending: 'whole' as const };
  })();
  return readAll(passSentences(written, { language: getLanguage('English'), signal }));
}

function transcript(segments: number, words: number, at: (index: number) => [number, number]) {
  const answer = {
    text: times(words, index => `word${index}`).join(' '),
    segments: times(segments, index => ({
      start: at(index)[0],
      end: at(index)[1],
      text: `Segment ${index} says this.`,
    })),
    words: times(words, index => ({ word: `word${index}`, start: index / 100, end: index / 100 + 0.01 })),
  };
  return () => readTranscription(readAnswer(transcriptionSchema, answer), 300);
}

const heard = (segments: HeardSegment[]) => ({ segments, language: 'English' as const });
const speech = (count: number) => times(count, at => ({ startSeconds: at * 2, endSeconds: at * 2 + 1.5 }));
const byNumber = (size: number, first = 0x4e00) =>
  times(size, at => ({ term: String.fromCodePoint(first + at, first + ((at * 7) % size)), say: 'x' }));

/** Answers of providers. */
export const answers: Readonly<Record<string, readonly [size: number, make: MadeWork]>> = {
  'segments that overlap': [1500, size => transcript(size, size, () => [0, 300])],
  'segments one in another': [1500, size => transcript(size, size, at => [at / 100, 300 - at / 100])],
  'segments backwards': [
    1500,
    size => transcript(size, size, at => [(size - at) / 100, (size - at) / 100 + 0.01]),
  ],
  'words that are not in the text': [
    8000,
    size => {
      const words = times(size, at => ({ text: 'aaab', startSeconds: at / 100, endSeconds: at / 100 }));
      const text = fill(size * 30, 'a');
      return () => groupWords(text, words);
    },
  ],
  'words of no length at one time': [
    30_000,
    size => {
      const words = times(size, () => ({ text: 'a', startSeconds: 1, endSeconds: 1 }));
      return () => groupWords(fill(size * 2, 'a '), words);
    },
  ],
  'long segments with words': [
    8000,
    size => {
      const words = times(size, at => ({ text: 'aaab', startSeconds: at, endSeconds: at + 1 }));
      const segments = [{ startSeconds: 0, endSeconds: size, text: fill(size * 10, 'a'), words }];
      return () => toTranscript(heard(segments), { kind: 'heard' } as never);
    },
  ],
  'segments and speech': [
    2000,
    size => {
      const segments = times(size, at => ({
        startSeconds: at,
        endSeconds: at + 1000,
        text: `It says ${at} of them.`,
      }));
      return () => keepSpoken(heard(segments), speech(size));
    },
  ],
  'one segment of many sentences': [
    2000,
    size => {
      const segments = [{ startSeconds: 0, endSeconds: size, text: 'One two. '.repeat(size) }];
      return () => keepSpoken(heard(segments), speech(size));
    },
  ],
  'the same segment': [
    40_000,
    size => {
      const segments = times(size, () => ({ startSeconds: 0, endSeconds: 2, text: 'No.' }));
      return () => keepSpoken(heard(segments), speech(10));
    },
  ],
  'segments of five thousand letters': [
    50,
    size => {
      const segments = times(size, at => ({
        startSeconds: at,
        endSeconds: at + 1,
        text: fill(5000, `abcdefghi${at} `),
      }));
      return () => keepSpoken(heard(segments), speech(size));
    },
  ],
  'a translation of line breaks': [5000, size => () => translate(times(size, () => '\n'))],
  'a translation of rows that go on': [5000, size => () => translate(['1: a', ...times(size, () => '\na')])],
  'a translation of numbers': [5000, size => () => translate(times(size, at => `${(at % 40) + 1}: a\n`))],
  'a translation letter by letter': [20_000, size => () => translate(times(size, () => 'a'))],
  'a translation in one piece of line breaks': [50_000, size => () => translate([fill(size, '1: a\n\n\n')])],
  'a translation in one piece, rows that go on': [
    20_000,
    size => () => translate([`1: ${'a\n'.repeat(size)}`]),
  ],
  'lines that are line breaks': [4000, size => () => write(times(size, () => '\n'))],
  'lines without times': [2000, size => () => write(times(size, () => 'aaaa\n'))],
  'lines of one time': [1000, size => () => write(times(size, () => '[0:06] aa\n'))],
  'lines of all times': [
    2000,
    size => () => write(times(size, at => `[${Math.floor(at / 10)}:${(at * 6) % 60}] The fox looks up.\n`)),
  ],
  'lines left out': [2000, size => () => write(times(size, at => `[0:06] (left out: no room) "aa ${at}"\n`))],
  'line letter by letter': [5000, size => () => write(['[0:06] ', ...times(size, () => 'a')])],
  'sentences of points': [5000, size => () => pass(times(size, () => '.'))],
  'sentences of points and letters': [5000, size => () => pass(times(size, () => 'a.b'))],
  'sentences of letters': [5000, size => () => pass(times(size, () => 'a'))],
  'sentences of spaces': [5000, size => () => pass(times(size, () => ' '))],
  'sentences of paragraphs': [5000, size => () => pass(times(size, () => '\n'))],
  'nothing again and again': [50_000, size => () => pass(times(size, () => ''))],
  'thoughts that never end': [
    20_000,
    size => () => {
      const f = filterThoughts({ startsInside: true });
      for (let i = 0; i < size; i++) f.push('aaaa ');
      return f.end();
    },
  ],
  'thoughts that begin': [
    20_000,
    size => () => {
      const f = filterThoughts();
      for (let i = 0; i < size; i++) f.push('<think>a</think>');
      return f.end();
    },
  ],
  'thoughts half open': [
    20_000,
    size => () => {
      const f = filterThoughts();
      for (let i = 0; i < size; i++) f.push('<');
      return f.end();
    },
  ],
  'thoughts in one': [20_000, size => () => withoutThoughts('<think></think>'.repeat(size))],
  'notes of quotations': [
    1000,
    size => {
      const text = [
        '**Picture 1 of 1 (1 s)**',
        ...times(size, at => `The title "${String.fromCodePoint(97 + (at % 26))}abc ${at}" is text`),
      ].join('\n');
      return () => listPrint([{ text, momentsMs: [1000] }]);
    },
  ],
  'notes of one quotation': [
    20_000,
    size => {
      const text = `**Picture 1 of 1 (1 s)** The title "${fill(size, 'abcdefghijklmnopqr ')}" and "${fill(size, 'tsrqponmlk ')}" is text`;
      return () => listPrint([{ text, momentsMs: [1000] }]);
    },
  ],
  'notes that no line reads': [
    300,
    size => {
      const text = [
        '**Picture 1 of 1 (1 s)**',
        ...times(size, at => `The title "${String.fromCodePoint(97 + (at % 26))}abc ${at}" is text`),
      ].join('\n');
      return () =>
        listUntold(
          [],
          [{ text, momentsMs: [1000] }],
          times(size, at => ({ startSeconds: 1, text: `zz ${at}` })),
        );
    },
  ],
  notes: [5000, size => () => readNotes(fill(Math.min(size * 4, 20000), 'a. '), true)],
  'sound in an endless tag': [
    500,
    size => () =>
      readAll(
        decodeMp3(
          (async function* () {
            yield new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]);
            for (let i = 0; i < size; i++) yield new Uint8Array(16384);
          })(),
        ),
      ),
  ],
};

/** Work that hardly depends on how many there are. Each time others: compiled patterns are remembered. */
export const bounded: Readonly<Record<string, readonly [size: number, make: MadeWork]>> = {
  pronunciations: [
    250,
    size => {
      const terms = times(size, at => ({ term: `a${at} b${performance.now()}`, say: 'x' }));
      const text = fill(100_000, 'a1 b a2 c ');
      return () => findTerms(text, terms.slice());
    },
  ],
  'pronunciations of a sentence that is cut between words': [
    1000,
    size => {
      const terms = times(size, at => ({ term: `word${at}`, say: 'x' }));
      const text = times(14_000, at => `word${at % 2000}`).join(' ');
      return () => cutAtSentences(text, 4096, 'en', part => countSaid(part, { takesIpa: false }, terms));
    },
  ],
};

const units: Readonly<Record<string, readonly [head: string, unit: string, end?: string]>> = {
  'ttml p': ['<tt><body>', '<p begin="1s">a'],
  'ttml p timeless': ['<tt><body>', '<p>a'],
  'ttml p div': ['<tt><body>', '<div><p begin="1s">a</p>'],
  'ttml p closed': ['<tt><body><p begin="1s">', '<p>a', '</p>'.repeat(30_000)],
  'ttml span': ['<tt><body><p>', '<span begin="1s">a', '</p>'],
  'ttml attr': ['<tt><body><p ', ' begin="1s"', '>a</p>'],
  'ttml attr2': ['<tt><body><p ', ' begin=', '>a</p>'],
  'ttml heads': ['<tt>', '<ttm:agent xml:id="a"><ttm:name>b</ttm:name></ttm:agent>'],
  'ttml agents open': ['<tt>', '<ttm:agent xml:id="a"><ttm:name>b'],
  'ttml agents spaces': ['<tt>', '<ttm:agent x>     \n    '],
  'ttml open brackets': ['<tt><body>', '<p '],
  'ttml less': ['<tt><body><p begin="1s">', '<'],
  'ttml br': ['<tt><body><p begin="1s">', '<br/>', '</p>'],
  'ttml slashes': ['<tt><body><p begin="1s">', '</', '</p>'],
  'ttml names': ['<tt><body>', '<a-a:a-'],
  'ttml entities': ['<tt><body><p begin="1s">', '&amp;', '</p>'],
  'ttml ands': ['<tt><body><p begin="1s">', '&', '</p>'],
  'ttml sets': [
    '<tt><body><div><p>a',
    '<set begin="1s" end="2s" tts:display="none"/>',
    '</p></div></body></tt>',
  ],
  'ttml set by set': [
    '<tt><body><set begin="1s" end="2s" tts:display="none"/><div><p>',
    '<span>a b</span>',
    '</p></div></body></tt>',
  ],
  'ttml styles': ['<tt><head><styling>', '<style xml:id="a" style="a" tts:display="auto"/>'],
  'ttml names of styles': ['<tt><body><div><p style="', 'a ', '">a</p></div></body></tt>'],
  'ttml words': ['<tt><body><div><p>', '<span begin="1s">a</span>', '</p></div></body></tt>'],
  'ttml languages': [
    '<tt><body><div>',
    '<p begin="1s" xml:lang="en">a</p><p begin="1s">b</p>',
    '</div></body></tt>',
  ],
  'ttml deep spans': ['<tt><body><div><p>', '<span>'],
  'ttml prefixes': ['<tt><body><div><p ', ' a:b="1"', '>a</p></div></body></tt>'],
  'ttml cdata': ['<tt><body><div><p>', '<![CDATA[a&b]]>', '</p></div></body></tt>'],
  'ttml cdata open': ['<tt><body><div><p>', '<![CDATA['],
  'ttml doctype': ['<!DOCTYPE tt [', '<!ENTITY a "&a;&a;">'],
  'ttml times': ['<tt><body><div><p begin="', '1:', '">a</p></div></body></tt>'],
  'ttml closed p': ['<tt><body>', '<p begin="1s">a</p>'],
  srt: ['', '1\n00:00:01,000 --> 00:00:02,000\na\n\n'],
  'srt numbers': ['1\n00:00:01,000 --> 00:00:02,000\n', '1\n'],
  'srt numbers blank': ['1\n00:00:01,000 --> 00:00:02,000\n', '1\n\n'],
  'srt number then blanks': ['1\n00:00:01,000 --> 00:00:02,000\n', '\n', '1'],
  'srt times': ['1\n', '00:00:01,000 --> 00:00:02,000\n'],
  'srt same time': ['', '00:00:01,000 --> 00:00:02,000\na b\n'],
  'srt rolling': ['', '00:00:01,000 --> 00:00:02,000\na\na\na\na\n'],
  'srt rows of one cue': ['00:00:01,000 --> 00:00:02,000\n', 'a\n'],
  'srt rows of two cues': [
    '00:00:01,000 --> 00:00:02,000\n',
    'a\n',
    `\n\n00:00:01,000 --> 00:00:02,000\n${'a\n'.repeat(20_000)}`,
  ],
  'line breaks': ['', '\n'],
  returns: ['', '\r'],
  'one line': ['', 'a'],
  spaces: ['', ' '],
  'tabs at the end': ['a', '\t', 'b'],
  digits: ['', '1'],
  'time opened': ['', '[0:01'],
  times: ['', '[0:01]'],
  lrc: ['[ti:a]\n', '[00:01.00]'],
  'lrc times, then text': ['[ti:a]\n', '[00:01.00]', 'a'.repeat(100_000)],
  'lrc lines': ['[ti:a]\n', '[00:01.00]a\n'],
  timed: ['', '[0:01] a\n'],
  'timed brackets': ['', '['],
  ass: ['Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,', '{\\p'],
  'ass opened': ['Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,', '{'],
  'ass commas': ['Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,', ','],
  'ass lines': ['', 'Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,a\n'],
  'ass formats': ['', 'Format: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,a\n'],
  'ass breaks': ['Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,', '\\N'],
  'ass drawing': ['Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,', '{\\p1'],
  vtt: ['WEBVTT\n\n', '00:01.000 --> 00:02.000\n<v A>a\n\n'],
  'vtt voices': ['WEBVTT\n\n00:01.000 --> 00:02.000\n', '<v A>'],
  'vtt voices named': ['WEBVTT\n\n00:01.000 --> 00:02.000\n', '<v.a.a'],
  'vtt v open': ['WEBVTT\n\n00:01.000 --> 00:02.000\n', '<v \t'],
  'vtt v tabs': ['WEBVTT\n\n00:01.000 --> 00:02.000\n<v', '\t'],
  'vtt tags open': ['WEBVTT\n\n00:01.000 --> 00:02.000\n', '<b '],
  'vtt escaped': ['WEBVTT\n\n00:01.000 --> 00:02.000\n', '&lt;b&gt;'],
  sbv: ['', '0:00:01.000,0:00:02.000\na\n\n'],
  arrow: ['', '-->'],
  dashes: ['0:01 ', '-'],
  clock: ['', '0:01 --> '],
  fraction: ['00:00:01,', '9', ' --> 00:00:02'],
  names: ['', 'ANNA: a\n'],
  colons: ['', ':'],
  xml: ['', '<'],
  json: ['', '{"a":['],
};
const files = Object.entries(units).map(
  ([name, [head, unit, end = '']]): [string, readonly [number, MadeWork]] => [
    `file of ${name}`,
    [
      100_000,
      size => {
        const text = head + fill(size, unit) + end;
        return () => {
          try {
            return readOwnText(text, 3600);
          } catch (error) {
            return error;
          }
        };
      },
    ],
  ],
);

/** Texts and files of people. */
export const texts: Readonly<Record<string, readonly [size: number, make: MadeWork]>> = {
  'pronunciations of a text': [
    10_000,
    size => {
      const terms = times(1000, at => ({ term: `word${at}`, say: 'x' }));
      const text = times(size, at => `word${(at * 7) % 1000}`).join(' ');
      return () => findTerms(text, terms);
    },
  ],
  'pronunciations without spaces': [
    25_000,
    size => {
      const terms = byNumber(1000);
      const text = times(size, at => terms[(at * 13) % 1000]?.term ?? '')
        .join('')
        .slice(0, size);
      return () => findTerms(text, terms);
    },
  ],
  'pronunciations of one letter': [
    25_000,
    size => {
      const terms: Pronunciation[] = times(100, at => ({ term: '一'.repeat(at + 1), say: 'x' }));
      return () => findTerms(fill(size, '一'), terms);
    },
  ],
  'spoken sentences': [
    5000,
    size => {
      const s = times(size, () => 'Ab. ');
      return () =>
        matchSentences(
          s,
          s.map((text, at) => ({ text, startSeconds: at, endSeconds: at + 1 })),
        );
    },
  ],
  'placed cues': [
    5000,
    size => {
      const s = times(size, () => ({ text: fill(20, 'ab ') }));
      return () => placeCues(fill(size * 20, 'a'), s);
    },
  ],
  ...Object.fromEntries(files),
};
