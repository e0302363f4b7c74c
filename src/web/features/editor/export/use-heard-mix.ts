import { useEffect, useState } from 'react';
import type { VoiceMeasure } from '#media/mix/measure-voice.ts';
import type { MixSettings, SoundChoice } from '#media/mix/mix-settings.ts';
import { noteFailure } from '../../../lib/early-errors.ts';
import type { VoicePlan } from '../derive/plan-voice.ts';
import type { HeardMix, Player } from '../store/player.ts';
import { planHeardMix } from './plan-heard-mix.ts';
import { measureInWorker } from './run-export-worker.ts';

/** With two sound tracks the player sounds as the person set it. */
function findMix(measure: VoiceMeasure, sound: SoundChoice, mix: MixSettings): HeardMix | undefined {
  if (sound === 'second') return undefined;
  return sound === 'voice' ? { voice: 1, readOriginal: () => 0 } : planHeardMix(measure, mix);
}

/** While the options of a video are shown the player sounds as the video will, at once with each change. */
export function useHeardMix(
  player: Player | undefined,
  voice: VoicePlan,
  sound: SoundChoice | undefined,
  mix: MixSettings,
): void {
  const [measure, setMeasure] = useState<VoiceMeasure>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    setMeasure(undefined);
    measureInWorker(voice, signal).then(
      heard => signal.aborted || setMeasure(heard),
      // What is heard stays as it was; the export says what is wrong with the sound.
      error => signal.aborted || noteFailure(error),
    );
    return () => leaving.abort();
  }, [voice]);
  useEffect(() => {
    if (measure && sound) player?.setMix(findMix(measure, sound, mix));
  }, [player, measure, sound, mix]);
  useEffect(() => () => player?.setMix(undefined), [player]);
}
