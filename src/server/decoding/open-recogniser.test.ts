import { expect, test } from 'vitest';
import { type Detector, openRecogniser } from './open-recogniser.ts';

const picture = { width: 1, height: 1, pixels: new Uint8Array(3) };

/** Opens recognisers that return their own number; the first ones fail. */
function createOpener(breaking: number) {
  const events: string[] = [];
  let opened = 0;
  const open = async (): Promise<Detector<number>> => {
    const number = ++opened;
    events.push(`open ${number}`);
    return {
      async detect() {
        if (number <= breaking) throw new Error('It broke off.');
        return [number];
      },
      async close() {
        events.push(`close ${number}`);
      },
    };
  };
  return { open, events };
}

test('a recogniser that failed on one image is closed and reopened for the next', async () => {
  const { open, events } = createOpener(1);
  const recogniser = openRecogniser('Nothing is seen.', open);
  expect(await recogniser.detect(picture)).toEqual({
    found: [],
    fault: { sentence: 'Nothing is seen. It broke off.', isLasting: false },
  });
  expect(await recogniser.detect(picture)).toEqual({ found: [2], fault: undefined });
  expect(await recogniser.detect(picture)).toEqual({ found: [2], fault: undefined });
  expect(events).toEqual(['open 1', 'close 1', 'open 2']);
});

test('a recogniser that cannot be opened is a lasting fault and is not retried for every image', async () => {
  let tries = 0;
  const recogniser = openRecogniser('Nothing is seen.', () => {
    tries++;
    return Promise.reject(new Error('A file is damaged.'));
  });
  const detection = {
    found: [],
    fault: { sentence: 'Nothing is seen. A file is damaged.', isLasting: true },
  };
  expect(await recogniser.detect(picture)).toEqual(detection);
  expect(await recogniser.detect(picture)).toEqual(detection);
  expect(tries).toBe(1);
});
