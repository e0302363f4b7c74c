import { useEffect, useState } from 'react';
import { measureVoice, type VoiceMeasure } from '#media/mix/measure-voice.ts';
import type { MixSettings, SoundChoice } from '#media/mix/mix-settings.ts';
import { noteFailure } from '../../../lib/early-errors.ts';
import type { HeardMix, SyncedPlayback } from '../player/public.ts';
import { decodeYielding } from '../player/public.ts';
import { planHeardMix } from './plan-heard-mix.ts';

/** With two sound tracks the player sounds as the person set it. */
function findMix(measure: VoiceMeasure, sound: SoundChoice, mix: MixSettings): HeardMix | undefined {
  if (sound === 'second') return undefined;
  return sound === 'voice' ? { voice: 1, readOriginal: () => 0 } : planHeardMix(measure, mix);
}

/** While the panel is open the player sounds as the video will, at once with each change. */
export function useHeardMix(
  playback: SyncedPlayback,
  voice: Blob,
  sound: SoundChoice | undefined,
  mix: MixSettings,
): void {
  const [measure, setMeasure] = useState<VoiceMeasure>();
  useEffect(() => {
    const leaving = new AbortController();
    setMeasure(undefined);
    measureVoice(decodeYielding(voice, leaving.signal)).then(
      heard => leaving.signal.aborted || setMeasure(heard),
      // What is heard stays as it was; the making says what is wrong with the sound.
      error => leaving.signal.aborted || noteFailure(error),
    );
    return () => leaving.abort();
  }, [voice]);
  useEffect(() => {
    if (measure && sound) playback.volumes.setMix(findMix(measure, sound, mix));
  }, [playback, measure, sound, mix]);
  useEffect(() => () => playback.volumes.setMix(undefined), [playback]);
}
