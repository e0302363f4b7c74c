import { createEnvelopeReader, planEnvelope } from '#media/mix/duck-envelope.ts';
import type { VoiceMeasure } from '#media/mix/measure-voice.ts';
import { computeVoiceGain } from '#media/mix/measure-voice.ts';
import type { MixSettings } from '#media/mix/mix-settings.ts';
import type { HeardMix } from '../store/player.ts';

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
