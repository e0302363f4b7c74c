import { type KeyboardEvent, useCallback, useSyncExternalStore } from 'react';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { formatClock } from '../../../lib/format.ts';
import type { PlaybackTime, Player } from '../model/player.ts';

/** The playback position, as often as the screen is drawn. */
export function usePlaybackTime({ subscribe, getPlaybackTime }: Player): PlaybackTime {
  return useSyncExternalStore(subscribe, getPlaybackTime, getPlaybackTime);
}

export function useIsPlaying({ subscribe, getPlaybackTime }: Player): boolean {
  const read = useCallback(() => getPlaybackTime().isPlaying, [getPlaybackTime]);
  return useSyncExternalStore(subscribe, read, read);
}

/** The longer of picture and recording. */
export function findTotalSeconds({ videoSeconds = 0, soundSeconds = 0 }: PlaybackTime): number {
  return Math.max(videoSeconds, soundSeconds);
}

/** Position and length, such as "0:12 / 1:00". */
export function printPlace(time: PlaybackTime): string {
  const place = { time: formatClock(time.atSeconds), total: formatClock(findTotalSeconds(time)) };
  return t(playerMessages.clock, place);
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

/** Until so long after its end a sentence is the one that was heard, unless the next one begins: so nothing flickers. */
const afterSeconds = 0.6;
/** Position and cues are both rounded. */
const earlySeconds = 0.02;

/**
 * Which sentence is heard, or was when playback stopped.
 * @param cues in the order of their times, in seconds of the recording
 * @param speed how many times its own tempo the recording is played at
 * @returns its index; -1 while there is none, also before anything was played
 */
export function findHeardCue(
  cues: readonly SpokenCue[],
  { atSeconds, isPlaying }: Pick<PlaybackTime, 'atSeconds' | 'isPlaying'>,
  speed: number,
): number {
  if (atSeconds === 0 && !isPlaying) return -1;
  const soundSeconds = atSeconds * speed;
  const index = cues.findLastIndex(({ startSeconds }) => startSeconds <= soundSeconds + earlySeconds);
  const cue = cues[index];
  return cue && soundSeconds < cue.endSeconds + afterSeconds ? index : -1;
}
