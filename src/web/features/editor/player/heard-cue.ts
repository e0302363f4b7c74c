import type { SpokenCue } from '#shared/script/cues.ts';
import type { PlaybackTime } from '../model/player.ts';

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
