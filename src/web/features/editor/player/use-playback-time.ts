import { useCallback, useSyncExternalStore } from 'react';
import type { PlaybackTime, Player } from '../model/player.ts';

type PlayerClock = Pick<Player, 'subscribe' | 'getPlaybackTime'>;

/** The playback position, as often as the screen is drawn. */
export function usePlaybackTime({ subscribe, getPlaybackTime }: PlayerClock): PlaybackTime {
  return useSyncExternalStore(subscribe, getPlaybackTime, getPlaybackTime);
}

export function useIsPlaying({ subscribe, getPlaybackTime }: PlayerClock): boolean {
  const read = useCallback(() => getPlaybackTime().isPlaying, [getPlaybackTime]);
  return useSyncExternalStore(subscribe, read, read);
}
