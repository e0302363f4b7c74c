import { type KeyboardEvent, useSyncExternalStore } from 'react';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { formatClock } from '../../../lib/format.ts';
import type { PlaybackTime, Player } from '../model/editor-state.ts';

/** The playback position, as often as the screen is drawn. */
export function usePlaybackTime({ subscribe, getPlaybackTime }: Player): PlaybackTime {
  return useSyncExternalStore(subscribe, getPlaybackTime, getPlaybackTime);
}

/** The longer of picture and recording. */
export function findTotalSeconds({ videoSeconds = 0, soundSeconds = 0 }: PlaybackTime): number {
  return Math.max(videoSeconds, soundSeconds);
}

/** The playback position in words, such as "0:12 of 1:00". */
export function describePlace(time: PlaybackTime): string {
  const { atSeconds, videoSeconds } = time;
  const place = { time: formatClock(atSeconds), total: formatClock(findTotalSeconds(time)) };
  const isBeyond = videoSeconds !== undefined && atSeconds > videoSeconds + 0.05;
  return t(isBeyond ? playerMessages.positionAfterVideo : playerMessages.positionOf, place);
}

const keySteps: Readonly<Record<string, number | undefined>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Moves a slider of the position by the keys that such sliders have, in larger steps than the browser's own. */
export function takePositionKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>,
  time: PlaybackTime,
  seek: (seconds: number) => void,
): void {
  const step = keySteps[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  seek(Math.min(findTotalSeconds(time), Math.max(0, time.atSeconds + step)));
}
