import { expect, test } from 'vitest';
import { nameDelivery, nameProject, nameShort, nameSound } from './name-download.ts';

const name = (videoName: string | undefined) => nameSound({ videoName, language: 'Japanese', voice: 'nova' });

test('a download bears the names of video, language and voice', () => {
  expect(name('cars.mp4')).toBe('cars-Japanese-nova.mp3');
  expect(nameDelivery({ videoName: 'cars.mp4', language: 'Japanese' }, 'script.txt')).toBe(
    'cars-Japanese-script.txt',
  );
  expect(nameProject('cars.mp4')).toBe('cars.benshi.json');
  expect(nameShort({ videoName: 'cars.mp4', language: 'Japanese' }, 'ad.mp3')).toBe('cars.ja.ad.mp3');
});

test('what is not known is left out', () => {
  expect(name(undefined)).toBe('narration-Japanese-nova.mp3');
  expect(nameSound({ videoName: 'cars.mp4', language: undefined, voice: 'nova' })).toBe('cars-nova.mp3');
  expect(nameDelivery({ videoName: undefined, language: undefined }, 'script.txt')).toBe(
    'narration-script.txt',
  );
});

test.each([
  ['of another script', '東京の夜.webm', '東京の夜-Japanese-nova.mp3'],
  ['with marks of their own', 'हिन्दी.mp4', 'हिन्दी-Japanese-nova.mp3'],
  ['with accents that are written apart', 'cafe\u0301.mp4', 'café-Japanese-nova.mp3'],
  ['with blanks', 'My first film (2).mp4', 'My-first-film-2-Japanese-nova.mp3'],
  ['that would be a path', '../../etc/passwd.mp4', 'etc-passwd-Japanese-nova.mp3'],
  ['that Windows does not take', 'a<b>c:"d/e\\f|g?h*i.mp4', 'a-b-c-d-e-f-g-h-i-Japanese-nova.mp3'],
  ['that Windows takes for a device', 'con.x.mp4', 'con-x-Japanese-nova.mp3'],
  ['that would be hidden', '.secret.mp4', 'secret-Japanese-nova.mp3'],
  ['that turns its own ending', 'cars\u202E3pm.mp4', 'cars3pm-Japanese-nova.mp3'],
  ['of nothing but pictures', '🎬🎬.mp4', 'narration-Japanese-nova.mp3'],
  ['without an ending', 'cars', 'cars-Japanese-nova.mp3'],
])('names %s are safe', (_, videoName, expected) => {
  expect(name(videoName)).toBe(expected);
});

test('a long name is cut between letters, not within one', () => {
  const long = name(`${'कि'.repeat(300)}.mp4`);
  expect(new TextEncoder().encode(long).length).toBeLessThan(255);
  expect(long).toBe(`${'कि'.repeat(20)}-Japanese-nova.mp3`);
});
