import { joinSpans } from '#shared/script/gaps.ts';
import { computeVoiceGain, type VoiceMeasure } from './measure-loudness.ts';
import type { MixSettings } from './mix-settings.ts';
import {
  computeMusicGain,
  createEnvelopeReader,
  type MusicPlace,
  planEnvelope,
  planMusicGain,
} from './music.ts';

type HeardMusic = MusicPlace & { readonly lufs: number; readonly seconds: number };

interface HeardSound {
  readonly sound: 'mixed' | 'voice';
  readonly mix: MixSettings;
  readonly music?: HeardMusic | undefined;
}

/** Video and voice are both heard in two channels. */
const channelCount = 2;

/**
 * How a player sounds like the mixed video. A player makes nothing louder than it is: where the mix would, all of it is
 * heard softer, so that voice and original stand to each other as in the video.
 */
export function planHeardMix(measure: VoiceMeasure, { sound, mix, music }: HeardSound) {
  const gain = computeVoiceGain(measure, mix, channelCount);
  const original = toFactor(mix.originalDb);
  const loudest = Math.max(1, gain, original);
  const isMixed = sound === 'mixed';
  const voice = isMixed ? gain / loudest : 1;
  const readEnvelope = createEnvelopeReader(planEnvelope(measure.spans, mix.duckDb));
  return {
    voice,
    readMusic: music && planMusic(music, measure, voice),
    readOriginal: (atSeconds: number) =>
      isMixed ? (original / loudest) * Math.min(1, toFactor(readEnvelope(atSeconds))) : 0,
  };
}

function planMusic(music: HeardMusic, measure: VoiceMeasure, voice: number): (seconds: number) => number {
  const gain = voice * computeMusicGain(music, music.levelDb, measure);
  const planned = planMusicGain(music, joinSpans([...measure.spans, ...music.speech]), measure.seconds);
  return seconds => gain * planned(seconds);
}

const toFactor = (db: number) => 10 ** (db / 20);
