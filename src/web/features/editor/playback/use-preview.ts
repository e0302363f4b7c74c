import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Loudness } from '#media/sound/peaks.ts';
import type { PicturePause } from '#shared/script/picture-pauses.ts';
import { useObjectUrl } from '../../../lib/use-object-url.ts';
import type { PlaybackTime } from './playback-time.ts';
import type { SyncedPlayback } from './synced-playback.ts';
import { useLoudness } from './use-loudness.ts';
import { type TempoSound, useTempoSound } from './use-tempo-sound.ts';

/** Video and recording as one preview, with its state. */
export interface Preview {
  readonly playback: SyncedPlayback;
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

/** What a preview is made of. */
export interface PreviewSource {
  /** An mp3, if there is one. */
  readonly recording: Blob | undefined;
  /** The title of the preview. */
  readonly title: string | undefined;
  /** The recording follows the picture: it has one speed, and its replacement plays on from the same position. */
  readonly isTimed: boolean;
  /** Where the picture pauses while the recording goes on. */
  readonly pauses: readonly PicturePause[] | undefined;
}

const noPauses: readonly PicturePause[] = [];
const noSubscription = () => () => {};

/**
 * One preview of a video and a recording.
 * @param playback what plays it; undefined until it was fetched
 */
export function usePreview(playback: SyncedPlayback | undefined, source: PreviewSource): Preview | undefined {
  const { recording, title, isTimed, pauses = noPauses } = source;
  const [chosenSpeed, setSpeed] = useState(1);
  const speed = isTimed ? 1 : chosenSpeed;
  const soundUrl = useObjectUrl(recording);
  const loudness = useLoudness(recording);
  const measuredSeconds = loudness?.isWhole ? loudness.seconds : undefined;
  const tempo = useTempoSound(recording, { speed, seconds: measuredSeconds });
  const readSoundSeconds = useCallback(() => playback?.getPlaybackTime().soundSeconds, [playback]);
  const subscribe = playback?.subscribe ?? noSubscription;
  const spokenSeconds = useSyncExternalStore(subscribe, readSoundSeconds, readSoundSeconds);

  useEffect(() => playback?.setMeasuredSeconds(measuredSeconds), [playback, measuredSeconds]);
  useEffect(() => {
    if (playback) playback.keepsPlace = isTimed;
  }, [playback, isTimed]);
  useEffect(() => playback?.setSpeed(speed), [playback, speed]);
  useEffect(() => playback?.setPauses(pauses), [playback, pauses]);
  // It stops when the studio is left.
  useEffect(() => () => playback?.pause(), [playback]);

  if (!playback) return undefined;
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

/** The playback position, as often as the screen is drawn. */
export function usePlaybackTime({ playback }: Preview): PlaybackTime {
  return useSyncExternalStore(playback.subscribe, playback.getPlaybackTime, playback.getPlaybackTime);
}
