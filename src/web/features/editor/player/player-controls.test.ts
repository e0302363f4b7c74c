import { describe, expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import type { PlaybackTime } from '../model/editor-state.ts';
import { findTotalSeconds, takePositionKey } from './playback-clock.ts';
import { describePlace } from './player-controls.tsx';

const time = (atSeconds: number, videoSeconds?: number, soundSeconds?: number): PlaybackTime => ({
  isPlaying: false,
  atSeconds,
  videoSeconds,
  soundSeconds,
});

test('the preview is as long as the longer of picture and recording', () => {
  expect(findTotalSeconds(time(0, 60, 46))).toBe(60);
  expect(findTotalSeconds(time(0, 60, 78))).toBe(78);
  expect(findTotalSeconds(time(0, undefined, 12))).toBe(12);
  expect(findTotalSeconds(time(0))).toBe(0);
});

test('a position has the length of the whole, and says where the video has ended', () => {
  const { positionOf, positionAfterVideo } = playerMessages;
  expect(describePlace(time(12, 60, 46))).toBe(t(positionOf, { time: '0:12', total: '1:00' }));
  expect(describePlace(time(65, 60, 72))).toBe(t(positionAfterVideo, { time: '1:05', total: '1:12' }));
  expect(describePlace(time(60, 60, 46))).toBe(t(positionOf, { time: '1:00', total: '1:00' }));
  expect(describePlace(time(5, undefined, 9))).toBe(t(positionOf, { time: '0:05', total: '0:09' }));
});

/** Where a key on the slider moves to; undefined where the browser has it. */
function findPlaceOfKey(key: string, at: PlaybackTime): number | undefined {
  let place: number | undefined;
  const event = { key, ctrlKey: false, metaKey: false, altKey: false, preventDefault: () => {} };
  takePositionKey(event, at, seconds => {
    place = seconds;
  });
  return place;
}

describe('keys on the position slider', () => {
  test.each([
    ['ArrowRight', 13],
    ['ArrowUp', 13],
    ['ArrowLeft', 11],
    ['ArrowDown', 11],
    ['PageUp', 22],
    ['PageDown', 2],
    ['Home', 0],
    ['End', 60],
    ['Tab', undefined],
    ['a', undefined],
  ])('%s moves from 12 s to %s', (key, place) => {
    expect(findPlaceOfKey(key, time(12, 60))).toBe(place);
  });

  test('move no further than the ends', () => {
    expect(findPlaceOfKey('PageDown', time(4, 60))).toBe(0);
    expect(findPlaceOfKey('PageUp', time(55, 60))).toBe(60);
  });
});
