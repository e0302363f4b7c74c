import { useEffect, useState } from 'react';
import { createEnvelopeReader, planEnvelope } from '#media/mix/duck-envelope.ts';
import { computeVoiceGain, type VoiceMeasure } from '#media/mix/measure-voice.ts';
import type { MixSettings, SoundChoice } from '#media/mix/mix-settings.ts';
import { noteFailure } from '../../../lib/early-errors.ts';
import type { VoicePlan } from '../derive/plan-voice.ts';
import type { HeardMix, Player } from '../store/player.ts';
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

/** Video and voice are both heard in two channels. */
const channelCount = 2;

/**
 * How a player sounds like the mixed video. A player makes nothing louder than it is: where the mix would, all of it is
 * heard softer, so that voice and original stand to each other as in the video.
 */
export function planHeardMix(measure: VoiceMeasure, mix: MixSettings): HeardMix {
  const voice = computeVoiceGain(measure, mix, channelCount);
  const original = toFactor(mix.originalDb);
  const loudest = Math.max(1, voice, original);
  const readEnvelope = createEnvelopeReader(planEnvelope(measure.spans, mix.duckDb));
  return {
    voice: voice / loudest,
    readOriginal: atSeconds => (original / loudest) * Math.min(1, toFactor(readEnvelope(atSeconds))),
  };
}

const toFactor = (db: number) => 10 ** (db / 20);
