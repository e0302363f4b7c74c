import { markMp3 } from '#media/marks/write-marks.ts';
import { requireMixable, startFullMix } from '#media/mix/mix-video-sound.ts';
import { planNarratedVideo } from '#media/mix/plan-narrated-video.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import { writeWavInOrder } from '#media/sound/write-wav.ts';
import { createMarks, toClaim } from '#shared/marks/create-marks.ts';
import type { Deliveries } from './options.ts';
import { reportTracks } from './report-status.ts';
import { hasEnding } from './video-options.ts';
import type { Delivered } from './write-deliveries.ts';

interface MixedFile {
  readonly maxSeconds: number;
  readonly audioTrack: AudioTrackChoice | undefined;
}

/**
 * Checks before any paid call that a narration can be mixed with a video's sound, and reports which track is used.
 * @throws CodedError as `openVideo`; `bad_request` if the sound cannot be decoded
 */
export async function requireMixableFile(
  videoPath: string,
  { maxSeconds, audioTrack }: MixedFile,
): Promise<void> {
  const video = await openVideoFile(videoPath, { maxSeconds });
  try {
    const plan = await planNarratedVideo(video, { audioTrack });
    requireMixable(plan);
    reportTracks(plan);
  } finally {
    video.close();
  }
}

interface MixedVideo {
  readonly videoPath: string;
  readonly audioTrack: AudioTrackChoice | undefined;
  readonly deliveries: Pick<Deliveries, 'mix'>;
}

/**
 * Writes the whole sound of a video with its narration as mp3 or, if the path ends with .wav, as WAV.
 * @throws CodedError as `startFullMix` and `writeWholeFile`
 */
export async function writeMixFile(
  path: string,
  { videoPath, audioTrack, deliveries: { mix } }: MixedVideo,
  { sound, provenance, signer }: Pick<Delivered, 'sound' | 'provenance' | 'signer'>,
  signal: AbortSignal,
): Promise<void> {
  // Its length was checked before.
  const video = await openVideoFile(videoPath, { maxSeconds: Number.POSITIVE_INFINITY });
  try {
    const { sounds, ...facts } = await startFullMix(
      video,
      { readVoice: sound.readSound, mix, audioTrack, music: sound.music },
      signal,
    );
    const marks = { ...createMarks(provenance, 'mixed'), manifests: sound.manifests };
    const isWav = hasEnding(path, 'wav');
    const file = { container: isWav ? 'wav' : 'mp3', path, originalPath: videoPath } as const;
    await signer.write(file, toClaim(provenance, 'mixed'), reservedBytes =>
      isWav ? writeWavInOrder(sounds, facts, marks) : markMp3(encodeMp3(sounds), marks, { reservedBytes }),
    );
  } finally {
    video.close();
  }
}
