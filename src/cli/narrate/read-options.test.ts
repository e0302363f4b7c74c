import { describe, expect, test } from 'vitest';
import { usage } from './command.ts';
import { readOptions } from './read-options.ts';

const read = (...args: string[]) => readOptions(args, '/videos');

describe('the command line', () => {
  test('narrates a video with all options', () => {
    const args = ['a.mp4', '--prompt', 'calm', '--language', 'french', '--voice', 'Nova', '--out', 'o.mp3'];
    expect(read(...args, '--script', 's.txt', '--analysis', 'seen.txt')).toMatchObject({
      job: 'narrate',
      videoPath: '/videos/a.mp4',
      prompt: 'calm',
      language: 'French',
      voice: 'nova',
      isTimed: false,
      analysisPath: '/videos/seen.txt',
      deliveries: { outPath: '/videos/o.mp3', scriptPath: '/videos/s.txt' },
    });
  });

  test('by default narrates in English with the first voice', () => {
    expect(read('a.mp4', '--prompt', 'calm')).toMatchObject({
      language: 'English',
      voice: 'fable',
      deliveries: { outPath: '/videos/narration.mp3', scriptPath: undefined, srtPath: undefined },
      analysisPath: undefined,
    });
  });

  test('writes each result to its own file', () => {
    const files = ['--srt', 'n.srt', '--vtt', 'n.vtt', '--wav', 'n.wav', '--descriptions', 'd.vtt'];
    expect(read('a.mp4', '--timed', '--prompt', 'calm', ...files, '--editors', '/tmp/n.zip')).toMatchObject({
      isTimed: true,
      shortens: true,
      deliveries: {
        srtPath: '/videos/n.srt',
        vttPath: '/videos/n.vtt',
        wavPath: '/videos/n.wav',
        descriptionsPath: '/videos/d.vtt',
        editorsPath: '/tmp/n.zip',
      },
    });
  });

  test('writes a description as DAPT and the whole mix, with the options of a mix', () => {
    const files = ['--dapt', 'd.zip', '--mix', 'm.WAV', '--duck', '20'];
    expect(read('a.mp4', '--prompt', 'calm', '--describe', 'standard', ...files)).toMatchObject({
      deliveries: {
        daptPath: '/videos/d.zip',
        mixPath: '/videos/m.WAV',
        mix: { duckDb: 20 },
        video: undefined,
      },
    });
  });

  test('speaks subtitles as they are, also where lines may else be shortened', () => {
    expect(read('a.mp4', '--spoken-subtitles', 's.srt', '--timed', '--video', 'o.mp4')).toMatchObject({
      job: 'speak',
      speakPath: '/videos/s.srt',
      isSpokenSubtitles: true,
      shortens: false,
    });
  });

  test.each(['--video', '--srt', '--wav', '--script', '--analysis', '--editors', '--descriptions'])(
    'writes no mp3 beside %s unless requested',
    option => {
      const args = ['a.mp4', '--prompt', 'calm', option, 'x.mp4'];
      expect(read(...args)).toMatchObject({ deliveries: { outPath: undefined } });
      expect(read(...args, '--out', 'o.mp3')).toMatchObject({ deliveries: { outPath: '/videos/o.mp3' } });
    },
  );

  test('speaks a script and detects the language from the text', () => {
    expect(read('--speak', 's.txt')).toMatchObject({
      job: 'speak',
      speakPath: '/videos/s.txt',
      videoPath: undefined,
      language: undefined,
    });
  });

  test.each([
    [[], false],
    [['--timed'], true],
    [['--timed', '--no-shorten'], false],
  ])(
    'speaks subtitles to the length of a video; %j decides whether lines may be shortened',
    (args, shortens) => {
      expect(read('a.mp4', '--speak', 'lines.srt', ...args)).toMatchObject({
        job: 'speak',
        speakPath: '/videos/lines.srt',
        videoPath: '/videos/a.mp4',
        shortens,
      });
    },
  );

  test.each([
    [[], 'usual'],
    [['--cache', 'lines'], '/videos/lines'],
    [['--no-cache'], 'none'],
  ])('%j chooses the cache of spoken lines', (args, cache) => {
    expect(read('--speak', 's.txt', ...args)).toMatchObject({ cache });
  });

  test.each([
    ['rachel', 'Rachel'],
    ['DOUBTING THOMAS', 'Doubting Thomas'],
  ])('speaks with the premium voice %s', (written, voice) => {
    expect(read('--speak', 's.txt', '--voice', written)).toMatchObject({ voice });
    expect(usage.replace(/\s+/g, ' ')).toContain(voice);
  });

  test('writes a video with the requested options and its subtitles', () => {
    const named = [
      '--video',
      'v.mp4',
      '--duck',
      '6.5',
      '--loudness',
      '-23',
      '--original',
      '-3',
      '--subtitles',
    ];
    expect(read('a.mp4', '--prompt', 'x', ...named)).toMatchObject({
      deliveries: {
        vttPath: '/videos/v.vtt',
        mix: { duckDb: 6.5, loudnessLufs: -23, originalDb: -3 },
        video: { path: '/videos/v.mp4', sound: undefined, hasSubtitles: true },
      },
    });
  });

  test('narrates a folder, with results named after each video', () => {
    const args = [
      'clips',
      '--prompt',
      'x',
      '--timed',
      '--out-folder',
      'told',
      '--write',
      'video,srt',
      '--subtitles',
    ];
    const folder = read(...args, '--jobs', '3');
    if (folder?.job !== 'folder') throw new Error('A folder was named.');
    expect(folder).toMatchObject({ folderPath: '/videos/clips', outFolder: '/videos/told', jobs: 3 });
    expect(folder.planOne('/videos/clips/a.mov', 'a')).toMatchObject({
      job: 'narrate',
      videoPath: '/videos/clips/a.mov',
      isTimed: true,
      deliveries: {
        outPath: '/videos/told/a.mp3',
        srtPath: '/videos/told/a.srt',
        wavPath: undefined,
        video: { picksEnding: true, hasSubtitles: true },
      },
    });
  });

  test('hears by itself only on this machine, unless told otherwise', () => {
    const args = ['a.mp4', '--prompt', 'x'];
    expect(read(...args)).toMatchObject({ hears: undefined, transcriptFile: undefined });
    expect(read(...args, '--hear')).toMatchObject({ hears: true });
    expect(read(...args, '--no-hear', '--transcript', 's.srt', '--transcript-out', 't.MD')).toMatchObject({
      hears: false,
      transcriptFile: '/videos/s.srt',
      deliveries: { transcriptPath: '/videos/t.MD', outPath: undefined },
    });
  });

  test('replaces the video of a project, and speaks only if an output or a language is asked for', () => {
    const args = ['new.mp4', '--project', 'p.json', '--replace-video'];
    expect(read(...args)).toMatchObject({
      job: 'project',
      videoPath: '/videos/new.mp4',
      replacing: { isAnyway: false, writesNew: false },
      deliveries: { outPath: undefined },
    });
    expect(read(...args, '--anyway', '--write-new', '--languages', 'French')).toMatchObject({
      languages: ['French'],
      replacing: { isAnyway: true, writesNew: true },
      deliveries: { outPath: '/videos/narration.mp3' },
    });
    expect(read(...args, '--transcript-out', 't.srt')).toMatchObject({
      job: 'project',
      deliveries: { outPath: undefined, transcriptPath: '/videos/t.srt' },
    });
  });

  test('shows help', () => {
    expect(read('--help')).toBeUndefined();
  });

  test.each([
    [[], /Name a video/],
    [['a.mp4'], /--prompt/],
    [['a.mp4', '--prompt', '  '], /--prompt/],
    [['a.mp4', 'b.mp4', '--prompt', 'x'], /b\.mp4/],
    [['a.mp4', '--prompt', 'x', '--language', 'Klingon'], /--language must be one of/],
    [['a.mp4', '--prompt', 'x', '--voice', 'nobody'], /--voice must be one of/],
    [['--speak', 's.txt', '--prompt', 'x'], /'--speak <file>' cannot be used with option '--prompt <text>'/],
    [
      ['--speak', 's.txt', '--analysis', 'seen.txt'],
      /'--speak <file>' cannot be used with option '--analysis <file>'/,
    ],
    [['a.mp4', '--prompt', 'x', '--no-shorten'], /add --timed/],
    [['--speak', 's.txt', '--cache', 'x', '--no-cache'], /--cache or --no-cache/],
    [['a.mp4', '--colour', 'red'], /--colour/],
    [['a.mp4', '--prompt', '--timed'], /--prompt needs a value before --timed/],
    [['a.mp4', '--prompt'], /'--prompt <text>' argument missing/],
    [['a.mp4', '--prompt', 'x', '--music-level', '-3'], /--music-level needs --music/],
    [['a.mp4', '--prompt', 'x', '--narration', 'n'], /--narration needs --project/],
    [['a.mp4', '--project', 'p.json', '--timed'], /--timed: without --prompt the narration in --project/],
    [['a.mp4', '--prompt', 'x', '--all', 'a.zip'], /--all needs --languages/],
    [
      ['a.mp4', '--prompt', 'x', '--video', 'v.mp4', '--duck', '41'],
      /--duck must be a number from 0 to 40, not "41"/,
    ],
    [['a.mp4', '--prompt', 'x', '--video', 'v.mp4', '--duck', ''], /--duck must be a number/],
    [
      ['a.mp4', '--prompt', 'x', '--video', 'v.mp4', '--loudness', '-5'],
      /--loudness must be a number from -40 to -10/,
    ],
    [
      ['a.mp4', '--prompt', 'x', '--video', 'v.mp4', '--original', 'loud'],
      /--original must be a number from -40 to 6/,
    ],
    [
      ['a.mp4', '--prompt', 'x', '--video', 'v.mp4', '--track', 'third'],
      /--track must be one of: mixed, second, voice/,
    ],
    [
      ['a.mp4', '--prompt', 'x', '--video', 'v.mp4', '--track', 'voice', '--duck', '3'],
      /--duck needs --track mixed/,
    ],
    [
      ['a.mp4', '--prompt', 'x', '--video', 'v.mp4', '--audio-track', '0'],
      /--audio-track must be the number of an audio track, from 1, or all, not "0"/,
    ],
    [['a.mp4', '--prompt', 'x', '--audio-track', '2'], /--audio-track needs --video/],
    [['a.mp4', '--prompt', 'x', '--subtitles'], /--subtitles needs --video/],
    [['a.mp4', '--prompt', 'x', '--loudness', '-20'], /--loudness needs --video/],
    [['--speak', 's.txt', '--video', 'v.mp4'], /name the video under which/],
    [['--speak', 's.txt', '--mix', 'm.mp3'], /--mix: name the video whose sound is mixed/],
    [['--speak', 's.txt', '--describe', 'standard'], /name the video that is described/],
    [['a.mp4', '--prompt', 'x', '--detail', 'rich'], /--detail needs --describe/],
    [
      ['a.mp4', '--prompt', 'x', '--describe', 'standard', '--detail', 'long'],
      /--detail must be one of: brief, standard, rich/,
    ],
    [
      ['a.mp4', '--speak', 's.txt', '--detail', 'rich'],
      /'--speak <file>' cannot be used with option '--detail <level>'/,
    ],
    [['a.mp4', '--prompt', 'x', '--describe', 'all'], /--describe must be one of: standard, extended/],
    [
      ['clips', '--prompt', 'x', '--out-folder', 'o', '--jobs', '0'],
      /--jobs must be a whole number from 1 to 16/,
    ],
    [['clips', '--prompt', 'x', '--out-folder', 'o', '--video', 'a.mp4'], /use --write video/],
    [['clips', '--prompt', 'x', '--out-folder', 'o', '--out', 'a.mp3'], /--out is for a single video/],
    [['clips', '--prompt', 'x', '--out-folder', 'o', '--write', 'film'], /--write does not know "film"/],
    [['clips', '--prompt', 'x', '--out-folder', 'o', '--subtitles'], /--subtitles needs --video/],
    [['clips', '--out-folder', 'o'], /--prompt/],
    [['--out-folder', 'o', '--prompt', 'x'], /Name a folder of videos/],
    [
      ['clips', '--out-folder', 'o', '--speak', 's.txt'],
      /'--out-folder <folder>' cannot be used with option '--speak <file>'/,
    ],
    [
      ['clips', '--out-folder', 'o', '--spoken-subtitles', 's.srt'],
      /cannot be used with option '--spoken-subtitles <file>'/,
    ],
    [['a.mp4', '--prompt', 'x', '--jobs', '3'], /--jobs needs --out-folder/],
    [['a.mp4', '--prompt', 'x', '--report', 'r.txt'], /--report is for an audio description/],
    [['a.mp4', '--prompt', 'x', '--project', 'p.json', '--report', 'r.txt'], /--report is for an audio/],
    [['a.mp4', '--prompt', 'x', '--hear', '--no-hear'], /--hear or --no-hear/],
    [['a.mp4', '--prompt', 'x', '--hear', '--transcript', 's.srt'], /--hear or --transcript/],
    [['a.mp4', '--prompt', 'x', '--transcript-out', 's.doc'], /must end with one of: .srt, .vtt, .txt, .md/],
    [['--speak', 's.txt', '--hear'], /--hear: name the video/],
    [['a.mp4', '--prompt', 'x', '--replace-video'], /'--replace-video' cannot be used with option '--prompt/],
    [['a.mp4', '--replace-video'], /--replace-video needs --project/],
    [['--project', 'p.json', '--replace-video'], /Name the video of the project/],
    [['a.mp4', '--project', 'p.json', '--anyway'], /--anyway needs --replace-video/],
    [['a.mp4', '--project', 'p.json', '--write-new', '--out', 'a.mp3'], /--write-new needs --replace-video/],
    [['a.mp4', '--project', 'p.json', '--replace-video', '--speak', 's.txt'], /'--speak <file>'/],
    [['clips', '--project', 'p.json', '--replace-video', '--out-folder', 'o'], /'--out-folder <folder>'/],
    [['a.mp4', '--project', 'p.json', '--replace-video', '--timed'], /--timed: without --prompt/],
    [
      ['clips', '--prompt', 'x', '--out-folder', 'o', '--transcript', 's.srt'],
      /cannot be used with option '--transcript <file>'/,
    ],
    [['clips', '--prompt', 'x', '--out-folder', 'o', '--transcript-out', 's.srt'], /for a single video/],
  ])('refuses %j with an error message', (args, sentence) => {
    expect(() => read(...args)).toThrow(sentence);
  });
});
