import { describe, expect, test } from 'vitest';
import { localModels } from './catalogue.ts';
import { nameFile } from './installed-models.ts';
import { estimateSpeed, recommendModels } from './suits-machine.ts';

/** Machines report less than they are sold with. */
const reported = 0.95 * 1024 ** 3;

test.each([
  ['2 GB and 2 cores', 2, 2, ['smolvlm2-500m', 'supertonic-3', 'whisper-base']],
  ['4 GB and 4 cores', 4, 4, ['smolvlm2-500m', 'supertonic-3', 'whisper-small']],
  ['8 GB and 2 cores', 8, 2, ['qwen3-vl-2b', 'supertonic-3', 'whisper-small']],
  ['16 GB and 2 cores', 16, 2, ['qwen3-vl-2b', 'supertonic-3', 'whisper-small']],
  ['16 GB and 8 cores', 16, 8, ['qwen3-vl-4b', 'supertonic-3', 'whisper-small']],
])('a machine with %s gets a model for each step', (_, gigabytes, cores, names) => {
  const recommended = recommendModels(localModels, { memoryBytes: gigabytes * reported, cores });
  expect(recommended.map(({ name }) => name)).toEqual(names);
});

test('a tiny machine gets what still fits', () => {
  expect(recommendModels(localModels, { memoryBytes: reported, cores: 1 }).map(({ name }) => name)).toEqual([
    'supertonic-3',
  ]);
});

test('a published speed is converted to the number of cores', () => {
  const voice = localModels.find(({ name }) => name === 'supertonic-3');
  expect(voice && estimateSpeed(voice, { cores: 4 })).toBeCloseTo(1 / 0.24);
  expect(voice && estimateSpeed(voice, { cores: 2 })).toBeCloseTo(0.5 / 0.24);
});

describe('the catalogue', () => {
  test('names each model once, and each of its files by its own role and name', () => {
    expect(new Set(localModels.map(({ name }) => name)).size).toBe(localModels.length);
    for (const { name, files } of localModels) {
      expect(new Set(files.map(({ role }) => role)).size, name).toBe(files.length);
      expect(new Set(files.map(nameFile)).size, name).toBe(files.length);
    }
  });

  test('states the SHA-256 of every file of a pinned commit', () => {
    for (const file of localModels.flatMap(({ files }) => files))
      expect(file.sha256 === undefined, file.path).toBe(file.revision === undefined);
  });

  test('has the files that each runtime needs', () => {
    const roles = Object.fromEntries(
      localModels.map(({ kind, files }) => [kind, files.map(({ role }) => role).sort()]),
    );
    expect(roles).toEqual({
      'qwen3-vl': ['model', 'projector'],
      gemma4: ['model', 'projector'],
      smolvlm2: ['model', 'projector'],
      supertonic: [
        'duration-predictor',
        'settings',
        'text-encoder',
        'unicode-indexer',
        'vector-estimator',
        'vocoder',
        'voices',
      ],
      kokoro: ['lexicon', 'lexicon-zh', 'model', 'tokens', 'voices'],
      piper: ['model', 'tokens'],
      whisper: ['decoder', 'encoder', 'tokens'],
      parakeet: ['decoder', 'encoder', 'joiner', 'tokens'],
    });
  });
});
