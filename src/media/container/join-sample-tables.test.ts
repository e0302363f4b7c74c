import { expect, test } from 'vitest';
import { listBoxes, makeBox, number32, readNumber32, readNumber64 } from './iso-boxes.ts';
import { joinSampleTables } from './join-sample-tables.ts';

const gibibyte = 2 ** 30;

/** Two pieces of 100 and 200 bytes, of 10 units each, in one chunk that begins 48 bytes into the part. */
function makePart(first: number, position: number) {
  const table = (kind: string, ...numbers: number[]) => makeBox(kind, ...[0, ...numbers].map(number32));
  const boxes = [
    table('stsd', 0),
    table('stts', 1, 2, 10),
    table('stsc', 1, 1, 2, 1),
    table('stsz', 0, 2, 100, 200),
    table('stco', 1, 48),
  ].flatMap(listBoxes);
  return { boxes: new Map(boxes.map(box => [box.kind, box])), first, position, duration: 20 };
}

function join(...parts: ReturnType<typeof makePart>[]) {
  const { boxes, duration } = joinSampleTables(parts, 10);
  return { boxes: new Map(boxes.flatMap(listBoxes).map(({ kind, content }) => [kind, content])), duration };
}

test('places up to 4 GiB are told in 32 bits', () => {
  const { boxes } = join(makePart(0, 0), makePart(20, 3 * gibibyte));
  const places = boxes.get('stco') as Uint8Array;
  expect([4, 8, 12].map(at => readNumber32(places, at))).toEqual([2, 48, 3 * gibibyte + 48]);
  expect(boxes.has('co64')).toBe(false);
});

test('places beyond 4 GiB are told in 64 bits', () => {
  const { boxes } = join(makePart(0, 0), makePart(20, 9 * gibibyte));
  const places = boxes.get('co64') as Uint8Array;
  expect(readNumber32(places, 4)).toBe(2);
  expect([8, 16].map(at => readNumber64(places, at))).toEqual([48, 9 * gibibyte + 48]);
  expect(boxes.has('stco')).toBe(false);
});

test('a part that begins late makes the last piece before it as much longer, so that nothing drifts', () => {
  const { boxes, duration } = join(makePart(0, 0), makePart(23, 1000), makePart(43, 2000));
  const times = boxes.get('stts') as Uint8Array;
  expect(Array.from({ length: 7 }, (_, at) => readNumber32(times, 4 + at * 4))).toEqual([
    3, 1, 10, 1, 13, 4, 10,
  ]);
  expect(duration).toBe(63);
});

test('how many pieces a chunk has is told once where all have as many', () => {
  const lengths = join(makePart(0, 0), makePart(20, 1000)).boxes.get('stsc') as Uint8Array;
  expect(Array.from({ length: 4 }, (_, at) => readNumber32(lengths, 4 + at * 4))).toEqual([1, 1, 2, 1]);
});
