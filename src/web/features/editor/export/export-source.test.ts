import { expect, test } from 'vitest';
import { createNarration, createProject } from '#shared/narration/project.ts';
import { type ExportSource, findStem } from './export-source.ts';
import { type FormatId, nameFile } from './formats.ts';

const facts = { durationSeconds: 20, width: 16, height: 9, hasSound: true };

function name(id: FormatId, videoName: string | undefined, language?: 'Japanese'): string {
  const source: ExportSource = {
    project: createProject(),
    narration: createNarration({ style: 'timed', language, settings: { voice: 'nova' }, lines: [] }),
    language: 'Japanese',
    voice: undefined,
    video: videoName === undefined ? undefined : { file: new File([], videoName), facts },
    provenance: undefined,
    music: undefined,
    checks: [],
    storeBytes: undefined,
  };
  return nameFile(id, source);
}

test('a download bears the names of video, language and voice', () => {
  expect(name('mp3', 'cars.mp4', 'Japanese')).toBe('cars-Japanese-nova.mp3');
  expect(name('script', 'cars.mp4', 'Japanese')).toBe('cars-Japanese-script.txt');
  expect(name('project', 'cars.mp4')).toBe('cars.benshi.json');
  expect(name('languagesVideos', 'cars.mp4')).toBe('cars-all-languages.zip');
});

test('what is not known is left out', () => {
  expect(name('mp3', undefined, 'Japanese')).toBe('narration-Japanese-nova.mp3');
  expect(name('mp3', 'cars.mp4')).toBe('cars-nova.mp3');
  expect(name('script', undefined)).toBe('narration-script.txt');
});

test.each([
  ['of another script', '東京の夜.webm', '東京の夜'],
  ['with marks of their own', 'हिन्दी.mp4', 'हिन्दी'],
  ['with accents that are written apart', 'cafe\u0301.mp4', 'café'],
  ['with blanks', 'My first film (2).mp4', 'My-first-film-2'],
  ['that would be a path', '../../etc/passwd.mp4', 'etc-passwd'],
  ['that Windows does not take', 'a<b>c:"d/e\\f|g?h*i.mp4', 'a-b-c-d-e-f-g-h-i'],
  ['that Windows takes for a device', 'con.x.mp4', 'con-x'],
  ['that would be hidden', '.secret.mp4', 'secret'],
  ['that turns its own ending', 'cars\u202E3pm.mp4', 'cars3pm'],
  ['of nothing but pictures', '🎬🎬.mp4', 'narration'],
  ['without an ending', 'cars', 'cars'],
])('names %s are safe', (_, videoName, expected) => {
  expect(findStem(videoName)).toBe(expected);
});

test('a long name is cut between letters, not within one', () => {
  expect(findStem(`${'कि'.repeat(300)}.mp4`)).toBe('कि'.repeat(20));
});
