import { describe, expect, test } from 'vitest';
import { readSubtitles } from '../narration/formats/read-subtitles.ts';
import { createLine, createNarration, createProject } from '../narration/project.ts';
import { readTranscriptFile } from './read-transcript-file.ts';
import { toSaid, toTranscript } from './to-transcript.ts';
import { writeTranscriptSubtitles, writeTranscriptText } from './write-transcript.ts';

const source = { kind: 'recogniser', provider: 'Parrot' } as const;
const heard = {
  language: 'English',
  segments: [
    { startSeconds: 1, endSeconds: 2.5, text: 'My name is Anna Weber.', speaker: 'A' },
    { startSeconds: 3, endSeconds: 4, text: 'laughter', isSound: true },
    { startSeconds: 5, endSeconds: 6, text: 'And I am Ben.', speaker: 'B' },
    { startSeconds: 7, endSeconds: 8, text: 'I build kites.', speaker: 'B' },
  ],
} as const;

function makeProject() {
  const { transcript, speakers } = toTranscript(heard, source);
  return { ...createProject('Kites'), transcript, cast: [...speakers] };
}

describe('a transcript', () => {
  test('has its speakers in the cast, numbered until they are named', () => {
    const project = makeProject();
    expect(project.cast.map(({ name }) => name)).toEqual(['Speaker 1', 'Speaker 2']);
    expect(toSaid(project)[0]).toEqual({
      startSeconds: 1,
      endSeconds: 2.5,
      text: 'My name is Anna Weber.',
      speaker: 'Speaker 1',
    });
  });

  test('of one long answer is split at the ends of its sentences', () => {
    const words = 'So this is the first sentence of it. And then there is another one that is said later on.'
      .split(' ')
      .map((text, at) => ({ text, startSeconds: at, endSeconds: at + 0.8 }));
    const long = { startSeconds: 0, endSeconds: 20, text: words.map(({ text }) => text).join(' '), words };
    const { segments } = toTranscript({ segments: [long] }, source).transcript;
    expect(segments.map(({ text }) => text)).toEqual([
      'So this is the first sentence of it.',
      'And then there is another one that is said later on.',
    ]);
    expect(segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 7800],
      [8000, 18_800],
    ]);
  });
});

describe('a file with a transcript', () => {
  const read = (text: string, name = 'talk.srt') =>
    readTranscriptFile(new TextEncoder().encode(text), name, 20);

  test('may be subtitles, with speakers and sounds', async () => {
    const srt =
      '1\n00:00:01,000 --> 00:00:02,000\nANNA: Hello.\n\n2\n00:00:03,000 --> 00:00:04,000\n[laughter]\n';
    expect(await read(srt)).toEqual({
      segments: [
        { startSeconds: 1, endSeconds: 2, text: 'Hello.', speaker: 'ANNA' },
        { startSeconds: 3, endSeconds: 4, text: 'laughter', isSound: true },
      ],
    });
  });

  test('may have a time before each line', async () => {
    expect((await read('[0:02] Hello.\n[0:05] Bye.', 'talk.txt')).segments).toEqual([
      { startSeconds: 2, endSeconds: 5, text: 'Hello.' },
      { startSeconds: 5, endSeconds: 20, text: 'Bye.' },
    ]);
  });

  test('may be plain text or Markdown, spread over the video', async () => {
    expect((await read('# Kites\n\n**Anna:** Hello there, you two.', 'talk.md')).segments).toMatchObject([
      { startSeconds: 0, text: 'Kites' },
      { endSeconds: 20, text: 'Hello there, you two.', speaker: 'Anna' },
    ]);
  });

  test('is refused with its name if there is nothing to read', async () => {
    await expect(read('  ', 'empty.txt')).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('empty.txt'),
    });
  });
});

describe('files', () => {
  test.each(['srt', 'vtt'] as const)('subtitles (%s) hold what is said, without sounds', format => {
    const cues = readSubtitles(writeTranscriptSubtitles(makeProject(), { format, isSdh: false }));
    expect(cues.map(({ text }) => text)).toEqual([
      'My name is Anna Weber.',
      'And I am Ben.',
      'I build kites.',
    ]);
  });

  test('subtitles for the deaf name speakers where they change, and sounds', () => {
    const cues = readSubtitles(writeTranscriptSubtitles(makeProject(), { format: 'srt', isSdh: true }));
    expect(cues.map(({ text }) => text)).toEqual([
      'SPEAKER 1: My name is Anna Weber.',
      '[laughter]',
      'SPEAKER 2: And I am Ben.',
      'I build kites.',
    ]);
  });

  test('a transcript has times and speakers', () => {
    expect(writeTranscriptText(makeProject(), 'txt')).toBe(
      'Transcript: Kites\n\nTranscript: written by Parrot.\n\n[0:01] Speaker 1: My name is Anna Weber.\n\n[0:03] [laughter]\n\n[0:05] Speaker 2: And I am Ben.\n\n[0:07] Speaker 2: I build kites.\n',
    );
  });

  test('a transcript says whether a person corrected it, and reads back without that', async () => {
    const project = makeProject();
    const corrected = { ...project, transcript: { ...project.transcript, isCorrected: true } };
    const text = writeTranscriptText(corrected, 'txt');
    expect(text).toContain('written by Parrot, edited by a person.');
    const { segments } = await readTranscriptFile(new TextEncoder().encode(text), 'kites.txt', 20);
    expect(segments.map(({ startSeconds }) => startSeconds)).toEqual([1, 3, 5, 7]);
    const vtt = writeTranscriptSubtitles(project, { format: 'vtt', isSdh: false });
    expect(vtt).toContain('NOTE\nTranscript: written by Parrot.\nhttp://cv.iptc.org/');
  });

  test('a transcript that came with the video says nothing of an AI', () => {
    const { transcript } = toTranscript(heard, { kind: 'subtitles', provider: 'kites.srt' });
    const project = { ...makeProject(), transcript };
    expect(writeTranscriptText(project, 'txt')).not.toContain('written by');
    const [, ...blocks] = writeTranscriptSubtitles(project, { format: 'vtt', isSdh: false }).split('\n\n');
    expect(blocks.filter(block => block.startsWith('NOTE'))).toEqual(['NOTE\nKind: subtitles\nLanguage: en']);
  });

  test('a descriptive transcript has the description between the speech', () => {
    const lines = [createLine({ startMs: 4000, text: 'Ben *waves*.' })];
    const writer = { provider: 'Google', model: 'gemini-3.5-flash' };
    const narration = createNarration({ style: 'description-standard', lines, writer });
    expect(writeTranscriptText(makeProject(), 'md', narration).split('\n\n').slice(0, 6)).toEqual([
      '# Descriptive transcript: Kites',
      'Text: written by Google (gemini-3.5-flash).',
      'Transcript: written by Parrot.',
      '[0:01] **Speaker 1:** My name is Anna Weber.',
      '[0:03] \\[laughter\\]',
      '[0:04] **Description:** Ben \\*waves\\*.',
    ]);
  });
});
