import { describe, expect, test } from 'vitest';
import { readOptions, usage } from './read-options.ts';

const read = (...args: string[]) => readOptions(args, '/videos');

describe('the command line', () => {
  test('narrates a video with all that was asked', () => {
    const args = ['a.mp4', '--prompt', 'calm', '--language', 'french', '--voice', 'Nova', '--out', 'o.mp3'];
    expect(read(...args, '--script', 's.txt', '--analysis', 'seen.txt')).toEqual({
      job: 'narrate',
      videoPath: '/videos/a.mp4',
      wish: 'calm',
      language: 'French',
      voice: 'nova',
      outPath: '/videos/o.mp3',
      scriptPath: '/videos/s.txt',
      analysisPath: '/videos/seen.txt',
    });
  });

  test('narrates in English with the first voice when nothing else is said', () => {
    expect(read('a.mp4', '--prompt', 'calm')).toMatchObject({
      language: 'English',
      voice: 'fable',
      outPath: '/videos/narration.mp3',
      scriptPath: undefined,
      analysisPath: undefined,
    });
  });

  test('speaks a script and leaves the language to the text', () => {
    expect(read('--speak', 's.txt')).toMatchObject({
      job: 'speak',
      speakPath: '/videos/s.txt',
      language: undefined,
    });
  });

  test.each([
    ['rachel', 'Rachel'],
    ['DOUBTING THOMAS', 'Doubting Thomas'],
  ])('speaks with the premium voice that is called %s', (written, voice) => {
    expect(read('--speak', 's.txt', '--voice', written)).toMatchObject({ voice });
    expect(usage).toContain(voice);
  });

  test('asks for help', () => {
    expect(read('--help')).toBeUndefined();
  });

  test.each([
    [[], /Name a video/],
    [['a.mp4'], /--prompt/],
    [['a.mp4', '--prompt', '  '], /--prompt/],
    [['a.mp4', 'b.mp4', '--prompt', 'x'], /"b.mp4"/],
    [['a.mp4', '--prompt', 'x', '--language', 'Klingon'], /--language is one of/],
    [['a.mp4', '--prompt', 'x', '--voice', 'nobody'], /--voice is one of/],
    [['a.mp4', '--speak', 's.txt'], /--speak needs no video/],
    [
      ['--speak', 's.txt', '--analysis', 'seen.txt'],
      /--analysis is for a video: with --speak nothing is looked at/,
    ],
    [['a.mp4', '--colour', 'red'], /--colour/],
  ])('refuses %j with a sentence', (args, sentence) => {
    expect(() => read(...args)).toThrow(sentence);
  });
});
