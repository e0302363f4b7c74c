import { useEffect, useState } from 'react';
import { computeVoiceGain, type VoiceMeasure } from '#media/mix/measure-loudness.ts';
import type { MixSettings, SoundChoice } from '#media/mix/mix-settings.ts';
import { computeMusicGain, createEnvelopeReader, planEnvelope, planMusicGain } from '#media/mix/music.ts';
import { joinSpans } from '#shared/script/gaps.ts';
import { noteFailure } from '../../../lib/failures.ts';
import type { HeardMusic, VoicePlan } from '../model/plan-voice.ts';
import type { HeardMix, Player } from '../model/player.ts';
import { measureInWorker } from './run-export-worker.ts';

/** With two sound tracks the player sounds as the person set it. */
function findMix(measure: VoiceMeasure, { sound, mix, music }: HeardSound): HeardMix | undefined {
  if (sound === 'second') return undefined;
  const heard = planHeardMix(measure, mix, music);
  if (sound === 'mixed') return heard;
  const { voice, readMusic } = heard;
  return { voice: 1, readOriginal: () => 0, readMusic: readMusic && (seconds => readMusic(seconds) / voice) };
}

interface HeardSound {
  readonly sound: SoundChoice | undefined;
  readonly mix: MixSettings;
  readonly music: HeardMusic | undefined;
}

/** While the options of a video are shown the player sounds as the video will, at once with each change. */
export function useHeardMix(
  player: Player | undefined,
  voice: VoicePlan,
  { sound, mix, music }: HeardSound,
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
    if (measure && sound) player?.setMix(findMix(measure, { sound, mix, music }));
  }, [player, measure, sound, mix, music]);
  useEffect(() => () => player?.setMix(undefined), [player]);
}

/** Video and voice are both heard in two channels. */
const channelCount = 2;

/**
 * How a player sounds like the mixed video. A player makes nothing louder than it is: where the mix would, all of it is
 * heard softer, so that voice and original stand to each other as in the video.
 */
export function planHeardMix(measure: VoiceMeasure, mix: MixSettings, music?: HeardMusic): HeardMix {
  const voice = computeVoiceGain(measure, mix, channelCount);
  const original = toFactor(mix.originalDb);
  const loudest = Math.max(1, voice, original);
  const readEnvelope = createEnvelopeReader(planEnvelope(measure.spans, mix.duckDb));
  return {
    voice: voice / loudest,
    readMusic: music && planMusic(music, measure, voice / loudest),
    readOriginal: atSeconds => (original / loudest) * Math.min(1, toFactor(readEnvelope(atSeconds))),
  };
}

function planMusic(music: HeardMusic, measure: VoiceMeasure, voice: number): (seconds: number) => number {
  const gain = voice * computeMusicGain(music, music.levelDb, measure);
  const planned = planMusicGain(music, joinSpans([...measure.spans, ...music.speech]), measure.seconds);
  return seconds => gain * planned(seconds);
}

const toFactor = (db: number) => 10 ** (db / 20);
