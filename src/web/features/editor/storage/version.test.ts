import { describe, expect, test } from 'vitest';
import {
  findCurrentVersion,
  findOverdue,
  getNextNumber,
  getVideoId,
  listVersions,
  maxVersionsOfVideo,
  noVideoId,
  type Version,
} from './version.ts';

const cars = { name: 'cars.mp4', sizeBytes: 9, lastModifiedMs: 1 };

function makeVersion(number: number, more: Partial<Version> = {}): Version {
  return {
    id: `${number}`,
    owner: 'visitor',
    videoId: getVideoId(cars),
    number,
    script: `Script ${number}.`,
    prompt: 'calmly',
    language: 'English',
    madeAtMs: number,
    ...more,
  };
}

const sound = (audio: Blob, voice: 'nova' | 'onyx' = 'nova') =>
  ({ audio, voice, language: 'English', chosenLanguage: 'English' }) as const;

describe('a video', () => {
  test('is the same file only with the same name, size and time of change', () => {
    for (const change of [{ name: 'bikes.mp4' }, { sizeBytes: 10 }, { lastModifiedMs: 2 }])
      expect(getVideoId({ ...cars, ...change })).not.toBe(getVideoId(cars));
    expect(getVideoId({ ...cars })).toBe(getVideoId(cars));
  });

  test('has versions of its own, in the order in which they were made', () => {
    const other = makeVersion(3, { videoId: noVideoId });
    const versions = [makeVersion(2), other, makeVersion(1)];
    expect(listVersions(versions, getVideoId(cars)).map(({ number }) => number)).toEqual([1, 2]);
    expect(listVersions(versions, getVideoId(undefined))).toEqual([other]);
  });
});

describe('a 21st version', () => {
  const full = Array.from({ length: maxVersionsOfVideo + 1 }, (_, index) => makeVersion(index + 1));

  test('removes the oldest, and the numbers of the others stay', () => {
    expect(findOverdue(full, '21').map(({ number }) => number)).toEqual([1]);
    expect(findOverdue(full.slice(1), '21')).toEqual([]);
    expect(getNextNumber(full.slice(1))).toBe(22);
  });

  test('never removes the current one', () => {
    expect(findOverdue(full, '1').map(({ number }) => number)).toEqual([2]);
  });
});

describe('the current version', () => {
  const nova = new Blob(['nova']);
  const onyx = new Blob(['onyx']);
  const versions = [
    makeVersion(1, { script: 'Same.', sound: sound(nova) }),
    makeVersion(2, { script: 'Same.', sound: sound(onyx, 'onyx') }),
    makeVersion(3, { script: 'Other.' }),
  ];
  const find = (script: string, audio?: Blob, lastId?: string) =>
    findCurrentVersion(versions, { script, audio }, lastId)?.number;

  test('is known by its sound, and without one by its script', () => {
    expect(find('Same.', nova)).toBe(1);
    expect(find('Same.', onyx)).toBe(2);
    expect(find('Other.')).toBe(3);
    expect(find('Same.', undefined, '1')).toBe(1);
    expect(find('Same.')).toBe(2);
  });

  test('is none once the text was edited, or is empty', () => {
    expect(find('Same, but longer.')).toBeUndefined();
    expect(find(' ')).toBeUndefined();
  });
});
