import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Loudness } from '#media/peaks.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import type { FilmMoment } from './film-time.ts';
import { TwinPlayback } from './twin-playback.ts';
import { useLoudness } from './use-loudness.ts';
import { type TempoSound, useTempoSound } from './use-tempo-sound.ts';

/** Video and recording as one film: what plays it, and what is known of it. */
export interface Film {
  readonly playback: TwinPlayback;
  /** What it is called where the system shows what is played. */
  readonly title: string | undefined;
  /** The address of the recording as it was made; undefined while there is none. */
  readonly soundUrl: string | undefined;
  readonly loudness: Loudness | undefined;
  /** How many times its own tempo the recording is heard and taken home at, 0.8 to 1.2. */
  readonly speed: number;
  /** Undefined where it has one speed: where it follows the picture. */
  readonly setSpeed: ((speed: number) => void) | undefined;
  /** How long the recording takes at this speed; undefined until it is known. */
  readonly spokenSeconds: number | undefined;
  /** The recording at this speed. */
  readonly tempo: TempoSound;
}

/**
 * One film of a video's preview and a recording.
 * @param recording an mp3, if there is one
 * @param title what the film is called
 * @param isTimed the recording follows the picture: it has one speed, and one that takes its place is heard on from the same place
 */
export function useFilm(recording: Blob | undefined, title: string | undefined, isTimed: boolean): Film {
  const [playback] = useState(() => new TwinPlayback());
  const [chosenSpeed, setSpeed] = useState(1);
  const speed = isTimed ? 1 : chosenSpeed;
  const soundUrl = useObjectUrl(recording);
  const loudness = useLoudness(recording);
  const measuredSeconds = loudness?.isWhole ? loudness.seconds : undefined;
  const tempo = useTempoSound(recording, { speed, seconds: measuredSeconds });
  const readSoundSeconds = useCallback(() => playback.getMoment().soundSeconds, [playback]);
  const spokenSeconds = useSyncExternalStore(playback.subscribe, readSoundSeconds, readSoundSeconds);

  useEffect(() => playback.setMeasuredSeconds(measuredSeconds), [playback, measuredSeconds]);
  useEffect(() => {
    playback.keepsPlace = isTimed;
  }, [playback, isTimed]);
  useEffect(() => playback.setSpeed(speed), [playback, speed]);
  // Who leaves the studio hears nothing more of it.
  useEffect(() => () => playback.pause(), [playback]);

  return {
    playback,
    title,
    soundUrl,
    loudness,
    speed,
    setSpeed: isTimed ? undefined : setSpeed,
    spokenSeconds,
    tempo,
  };
}

/** Where the film is, as often as that is seen. */
export function useFilmMoment({ playback }: Film): FilmMoment {
  return useSyncExternalStore(playback.subscribe, playback.getMoment, playback.getMoment);
}
