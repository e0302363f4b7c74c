import { useCallback, useSyncExternalStore } from 'react';
import type { SpokenCue } from '#shared/script/cues.ts';
import { findHeardCue } from './heard-cue.ts';
import type { Preview } from './use-preview.ts';

/**
 * Follows the sentence that is heard: renders only when it is another one.
 * @returns its index in `cues`; -1 while there is none
 */
export function useHeardCue({ playback, speed }: Preview, cues: readonly SpokenCue[]): number {
  const read = useCallback(
    () => findHeardCue(cues, playback.getPlaybackTime(), speed),
    [playback, speed, cues],
  );
  return useSyncExternalStore(playback.subscribe, read, read);
}

/** Whether the preview plays: renders only when that changes. */
export function useIsPlaying({ playback }: Preview): boolean {
  const read = useCallback(() => playback.getPlaybackTime().isPlaying, [playback]);
  return useSyncExternalStore(playback.subscribe, read, read);
}

/** Plays the preview from where a sentence begins. */
export function playFrom({ playback, speed }: Preview, { startSeconds }: SpokenCue): void {
  playback.seek(startSeconds / speed);
  playback.play();
}
