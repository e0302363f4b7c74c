import { useCallback, useSyncExternalStore } from 'react';
import type { Preview } from '../player/public.ts';
import type { BenchLine } from './list-lines.ts';

/** The line at the playhead: the last one that has begun. Renders only when another one begins. */
export function useHeardLine({ playback }: Preview, lines: readonly BenchLine[]): number | undefined {
  const find = useCallback(() => {
    const { atSeconds } = playback.picture.getPlaybackTime();
    const heard = lines.findLastIndex(({ startSeconds }) => startSeconds <= atSeconds + 0.001);
    return heard < 0 ? undefined : heard;
  }, [playback, lines]);
  return useSyncExternalStore(playback.subscribe, find, find);
}
