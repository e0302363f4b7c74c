import type { KeyboardEvent } from 'react';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { formatClock } from '../../../lib/format.ts';
import type { PlaybackTime } from '../model/player.ts';

/** The longer of picture and recording. */
export function findTotalSeconds({ videoSeconds = 0, soundSeconds = 0 }: PlaybackTime): number {
  return Math.max(videoSeconds, soundSeconds);
}

/** The playback position in words, such as "0:12 of 1:00". */
export function describePlace(time: PlaybackTime): string {
  const { atSeconds, videoSeconds } = time;
  const totalSeconds = findTotalSeconds(time);
  const place = { time: formatClock(atSeconds), total: formatClock(totalSeconds) };
  const isBeyond = videoSeconds !== undefined && atSeconds > videoSeconds + 0.05;
  return t(isBeyond ? playerMessages.positionAfterVideo : playerMessages.positionOf, place);
}

export function takePositionKey(
  event: KeyboardEvent,
  time: PlaybackTime,
  seek: (seconds: number) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const seconds = findPlaceOfKey(event.key, time);
  if (seconds === undefined) return;
  event.preventDefault();
  seek(seconds);
}

/** The position that a key moves to; undefined for other keys. */
export function findPlaceOfKey(key: string, time: PlaybackTime): number | undefined {
  const totalSeconds = findTotalSeconds(time);
  const move = (by: number) => Math.min(totalSeconds, Math.max(0, time.atSeconds + by));
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return move(1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return move(-1);
    case 'PageUp':
      return move(10);
    case 'PageDown':
      return move(-10);
    case 'Home':
      return 0;
    case 'End':
      return totalSeconds;
    default:
      return undefined;
  }
}

/** A step of the line on the screen is more than this. */
const shownSeconds = 0.04;

export function isSameTime(one: PlaybackTime, other: PlaybackTime): boolean {
  const isSamePlace =
    one.atSeconds === other.atSeconds ||
    (one.isPlaying && Math.abs(one.atSeconds - other.atSeconds) < shownSeconds);
  return (
    isSamePlace &&
    one.isPlaying === other.isPlaying &&
    one.videoSeconds === other.videoSeconds &&
    one.soundSeconds === other.soundSeconds
  );
}
