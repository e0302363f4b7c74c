import { expect, test } from 'vitest';
import { createOfflineScript } from '#engines/offline/script.ts';
import { createOfflineVision } from '#engines/offline/vision.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { type DrawnBackground, type DrawnObject, drawScene } from '../support/drawn-things.ts';
import { startOfflineVision, toBytes } from '../support/offline-vision.ts';

const { signal } = new AbortController();

/** What is told of a clip of five pictures in which the objects come nearer. */
async function tell(
  languages: readonly LanguageName[],
  background: DrawnBackground,
  objects: readonly DrawnObject[],
): Promise<string[]> {
  const frames = await Promise.all(
    Array.from({ length: 5 }, async (_, at) => {
      const nearer = objects.map(object => ({ ...object, height: object.height * (1 + at / 30) }));
      return { seconds: 2 * at + 1, jpeg: toBytes(await drawScene(background, nearer)) };
    }),
  );
  const vision = createOfflineVision(startOfflineVision());
  const analysis = await vision.analyze({ prompt: '', frames, durationSeconds: 10, signal });
  return await Promise.all(
    languages.map(async name => {
      const request = { analysis, prompt: '', language: getLanguage(name), durationSeconds: 10, signal };
      return (await Array.fromAsync(createOfflineScript().writeScript(request))).join('');
    }),
  );
}

test('three bottles on a table are three bottles, in each language', async () => {
  const bottles = [0.2, 0.5, 0.8].map(centre => ({ name: 'bottle', height: 0.7, centre }) as const);
  const said = await tell(['English', 'German', 'French', 'Japanese', 'Russian'], 'room', bottles);
  const expected = [
    /three bottles/iu,
    /drei Flaschen/iu,
    /trois bouteilles/iu,
    /三本のボトル/u,
    /три бутылки/iu,
  ];
  for (const [at, words] of expected.entries()) expect(said[at]).toMatch(words);
});

test('two kinds of things are both told', async () => {
  const objects = [
    { name: 'cup', height: 0.5, centre: 0.25 },
    { name: 'clock', height: 0.55, centre: 0.7 },
  ] as const;
  const [said] = await tell(['English'], 'plain', objects);
  expect(said).toMatch(/a clock.*a cup|a cup.*a clock/iu);
});
