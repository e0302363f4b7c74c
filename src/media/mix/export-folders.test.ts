import { expect, test } from 'vitest';
import { getLanguage } from '#shared/languages.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { listLanguageFiles } from './export-folders.ts';

async function* yieldFolder(pauses: readonly { readonly atSeconds: number; readonly seconds: number }[]) {
  const cues = [{ text: 'Elle attend.', startSeconds: 12, endSeconds: 14 }];
  const made = { ending: 'mp4', input: 'video' };
  yield { language: getLanguage('French'), isDescription: true, cues, pauses, marks: undefined, made };
}

async function listFiles(pauses: Parameters<typeof yieldFolder>[0]) {
  const files = new Map<string, string>();
  for await (const { name, input } of listLanguageFiles({ stem: 'cars', project: '{}' }, yieldFolder(pauses)))
    files.set(name, input);
  return files;
}

test('beside the described video lie its subtitles, and descriptions for the original, whose name says so', async () => {
  const files = await listFiles([{ atSeconds: 4, seconds: 5 }]);
  expect([...files.keys()].slice(1)).toEqual([
    'fr/cars.fr.mp4',
    'fr/cars.fr.srt',
    'fr/cars.fr.vtt',
    'fr/cars.fr.original.descriptions.vtt',
  ]);
  const starts = [...files.values()].slice(2).map(text => readSubtitles(text)[0]?.startSeconds);
  expect(starts).toEqual([12, 12, 7]);
});

test('where nothing pauses, both have the same times and the usual names', async () => {
  const files = await listFiles([]);
  expect(readSubtitles(files.get('fr/cars.fr.descriptions.vtt') ?? '')[0]?.startSeconds).toBe(12);
});
