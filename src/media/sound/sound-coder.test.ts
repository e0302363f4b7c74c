import { describe, expect, test } from 'vitest';
import { type CodedSound, cutFrames, handleRequest, type SoundCoder } from './sound-coder.ts';

/** Records its calls. */
function createFrames(frameSize: number, channelCount: number) {
  const coded: number[][] = [];
  const frames = cutFrames({ frameSize, channelCount }, channels => {
    coded.push(channels.flatMap(samples => [...samples]));
    return [{ data: Uint8Array.of(coded.length), samples: frameSize }];
  });
  return { ...frames, coded };
}

describe('sound cut into frames', () => {
  test('is complete and in order for pieces of any length', () => {
    const { add, finish, coded } = createFrames(4, 2);
    expect(add([Float32Array.of(1, 2, 3), Float32Array.of(-1, -2, -3)])).toEqual([]);
    const second = [Float32Array.of(4, 5, 6, 7, 8, 9), Float32Array.of(-4, -5, -6, -7, -8, -9)];
    expect(add(second).map(({ samples }) => samples)).toEqual([4, 4]);
    expect(finish()).toHaveLength(1);
    expect(coded).toEqual([
      [1, 2, 3, 4, -1, -2, -3, -4],
      [5, 6, 7, 8, -5, -6, -7, -8],
      [9, 0, 0, 0, -9, 0, 0, 0],
    ]);
  });

  test('has no empty frame at its end', () => {
    const { add, finish } = createFrames(2, 1);
    add([Float32Array.of(1, 2)]);
    expect(finish()).toEqual([]);
  });
});

describe('an encoder’s worker', () => {
  const given: CodedSound = { data: Uint8Array.of(7), samples: 1024 };
  let isClosed = false;
  const coder: SoundCoder = {
    description: Uint8Array.of(1),
    add: () => [given],
    finish: () => [given],
    close: () => {
      isClosed = true;
    },
  };

  test('returns the memory of the sound with the encoded packets', () => {
    const channels = [new Float32Array(2), new Float32Array(2)];
    const { answer, transferred, ends } = handleRequest(coder, { channels });
    expect(answer).toEqual({ pieces: [given], description: coder.description, spent: channels });
    expect(transferred).toEqual([given.data.buffer, ...channels.map(({ buffer }) => buffer)]);
    expect(ends).toBe(false);
    expect(isClosed).toBe(false);
  });

  test('closes its encoder after the rest', () => {
    expect(handleRequest(coder, { ends: true })).toMatchObject({ answer: { pieces: [given] }, ends: true });
    expect(isClosed).toBe(true);
  });
});
