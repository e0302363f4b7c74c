import { peakSeconds } from '#media/sound/peaks.ts';
import { getEndSeconds, type VoiceClip } from './voice-clip.ts';

/**
 * How loud a voice is over the preview, from the peaks of its clips.
 * @param findPeaks of a clip at its natural speed; undefined while they are not known
 * @returns a peak for each `peakSeconds`
 */
export function joinPeaks(
  clips: readonly VoiceClip[],
  findPeaks: (clip: VoiceClip) => Float32Array | undefined,
): Float32Array {
  const seconds = clips.reduce((last, clip) => Math.max(last, getEndSeconds(clip)), 0);
  const joined = new Float32Array(Math.ceil(seconds / peakSeconds));
  for (const clip of clips) {
    const from = Math.round(clip.startSeconds / peakSeconds);
    for (const [index, peak] of (findPeaks(clip) ?? []).entries()) {
      const at = from + Math.floor(index / clip.speed);
      if (at < joined.length) joined[at] = Math.max(peak, joined[at] as number);
    }
  }
  return joined;
}
