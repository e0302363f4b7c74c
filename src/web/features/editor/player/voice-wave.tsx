import {
  type CSSProperties,
  type PointerEvent,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { drawPeaks, peakSeconds } from '#media/sound/peaks.ts';
import type { Player } from '../model/editor-state.ts';
import { useEditorState } from '../model/use-editor.tsx';
import { findTotalSeconds } from './playback-clock.ts';
import classes from './player-controls.module.css';
import { soundCache } from './sound-cache.ts';
import { computeClipsSeconds, getPreviewPlan, type SoundSource, type VoiceClip } from './voice-clip.ts';

/** More cannot be seen apart on a phone. */
const bars = 160;

/** The voice of a continuous script along the time of its preview. A click goes there; the position slider has the keys. */
export function VoiceWave({ player }: { readonly player: Player }) {
  const time = useSyncExternalStore(player.subscribe, player.getPlaybackTime);
  const { clips } = useEditorState(getPreviewPlan);
  const known = useReadSounds(useMemo(() => clips.map(({ sound }) => sound), [clips]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it grows with each sound that is known
  const path = useMemo(
    () =>
      drawPeaks(
        joinPeaks(clips, ({ sound }) => soundCache.findPeaks(sound)),
        bars,
      ),
    [clips, known],
  );
  const { atSeconds, soundSeconds } = time;
  if (soundSeconds === undefined) return null;
  const totalSeconds = findTotalSeconds(time);
  const { videoSeconds = totalSeconds } = time;
  const share = (seconds: number) => `${Math.min(100, (100 * seconds) / totalSeconds)}%`;
  const places: CSSProperties & Record<`--${string}`, string> = {
    '--at': share(atSeconds),
    '--sound': share(soundSeconds),
    '--end': share(videoSeconds),
  };

  function seek({ currentTarget, clientX, buttons }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (buttons === 1) player.seek(((clientX - left) / width) * totalSeconds);
  }

  return (
    <div
      className={classes.wave}
      style={places}
      aria-hidden="true"
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={seek}
    >
      <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={path} />
      </svg>
      {videoSeconds < totalSeconds && <div className={classes.beyond} />}
      <div className={classes.passed} />
    </div>
  );
}

/** One sound is read after the other, so that what is to be heard never waits for many that are drawn. */
let reading: Promise<unknown> = Promise.resolve();

/** Decodes sounds for their peaks, once. @param sounds the same list until it changes @returns how many were read, also of those that cannot be */
function useReadSounds(sounds: readonly SoundSource[]): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isWanted = true;
    for (const sound of sounds)
      reading = reading.then(async () => {
        if (isWanted && !soundCache.findPeaks(sound)) await soundCache.load({ sound, speed: 1 });
        if (isWanted) setCount(before => before + 1);
      });
    return () => {
      isWanted = false;
    };
  }, [sounds]);
  return count;
}

export function useSoundPeaks(mp3: Blob | undefined): Float32Array | undefined {
  useReadSounds(useMemo(() => (mp3 ? [{ mp3 }] : []), [mp3]));
  return mp3 && soundCache.findPeaks({ mp3 });
}

/** @param findPeaks of a clip at its natural speed; undefined while they are not known @returns a peak for each `peakSeconds` of the preview */
export function joinPeaks(
  clips: readonly VoiceClip[],
  findPeaks: (clip: VoiceClip) => Float32Array | undefined,
): Float32Array {
  const joined = new Float32Array(Math.ceil((computeClipsSeconds(clips) ?? 0) / peakSeconds));
  for (const clip of clips) {
    const from = Math.round(clip.startSeconds / peakSeconds);
    for (const [index, peak] of (findPeaks(clip) ?? []).entries()) {
      const at = from + Math.floor(index / clip.speed);
      if (at < joined.length) joined[at] = Math.max(peak, joined[at] as number);
    }
  }
  return joined;
}
