import { useEffect, useState } from 'react';
import { soundCache } from './sound-cache.ts';
import type { SoundSource, VoiceClip } from './voice-clip.ts';
import { joinPeaks } from './voice-peaks.ts';

/** One sound is read after the other, so that what is to be heard never waits for many that are drawn. */
let reading: Promise<unknown> = Promise.resolve();
/** A waveform that is being read grows so often. */
const growMs = 250;

/** @returns when its peaks are known, or it was found that it cannot be decoded */
function readInTurn(sound: SoundSource, signal: AbortSignal): Promise<void> {
  const read = async () => {
    if (!signal.aborted && !soundCache.findPeaks(sound)) await soundCache.load({ sound, speed: 1 });
  };
  const turn = reading.then(read);
  reading = turn;
  return turn;
}

/**
 * How loud a line's sound is, over time; undefined until it is known, also where it cannot be decoded.
 * @param mp3 decoded once, however often it comes into sight
 */
export function useSoundPeaks(mp3: Blob | undefined): Float32Array | undefined {
  const [, setArrived] = useState<Float32Array>();
  useEffect(() => {
    if (!mp3) return;
    const control = new AbortController();
    void readInTurn({ mp3 }, control.signal).then(() => {
      if (!control.signal.aborted) setArrived(soundCache.findPeaks({ mp3 }));
    });
    return () => control.abort();
  }, [mp3]);
  return mp3 && soundCache.findPeaks({ mp3 });
}

/**
 * How loud the voice is over the preview, as far as it is known; undefined while nothing is.
 * @param clips the same list until it changes
 */
export function useVoicePeaks(clips: readonly VoiceClip[]): Float32Array | undefined {
  const [known, setKnown] = useState<{ readonly of: readonly VoiceClip[]; readonly peaks: Float32Array }>();
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const show = () => {
      if (!signal.aborted)
        setKnown({ of: clips, peaks: joinPeaks(clips, ({ sound }) => soundCache.findPeaks(sound)) });
    };
    const readAll = async () => {
      let shownMs = performance.now();
      for (const { sound } of clips) {
        await readInTurn(sound, signal);
        if (performance.now() - shownMs < growMs) continue;
        shownMs = performance.now();
        show();
      }
      show();
    };
    void readAll();
    return () => control.abort();
  }, [clips]);
  return known?.of === clips && clips.length > 0 ? known.peaks : undefined;
}
