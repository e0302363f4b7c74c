import type { InputAudioTrack } from 'mediabunny';
import { untilCancelled } from '#shared/async/until-cancelled.ts';
import { joinSpans, type TimeSpan } from '#shared/script/gaps.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { type ChosenSounds, chooseSounds } from '../sound/choose-sounds.ts';
import { decodeTrackSound, type SoundPiece } from '../sound/decode-video-sound.ts';
import { readPastDamage } from '../sound/read-past-damage.ts';
import { createSpeechFinder, type SpeechFinder } from './speech-finder.ts';
import { loadSpeechModel } from './speech-model.ts';
import { createSpeechNetwork } from './speech-network.ts';
import { readSpeechWeights } from './speech-weights.ts';

/** Called with the progress after each piece; awaited, so that the page can yield. */
export type NoteSpeechProgress = (reachedSeconds: number) => void | Promise<void>;

/**
 * Detects speech in streamed sound, at more than 100 times real time.
 * @returns disjoint spans in order, none shorter than speech can be
 * @throws CodedError `client_closed` when the signal fires
 */
export async function findSpeech(
  pieces: AsyncIterable<SoundPiece>,
  signal: AbortSignal,
  noteProgress?: NoteSpeechProgress,
): Promise<TimeSpan[]> {
  const finder = await startFinder();
  for await (const piece of untilCancelled(pieces, signal)) {
    finder.add(piece);
    await noteProgress?.(getSpan(piece).endSeconds);
  }
  return finder.finish();
}

export interface ListeningOptions {
  /** Default: `chooseSounds`. */
  readonly sounds?: ChosenSounds;
  readonly noteProgress?: NoteSpeechProgress;
}

/**
 * Detects speech in the used sound tracks of a video, in seconds from its first picture. Sound that cannot be decoded, in part or
 * whole, counts as speech, so that nothing is talked over. No sound means no speech.
 * @returns disjoint spans in order, none shorter than speech can be
 * @throws CodedError `client_closed` when the signal fires; as `chooseSounds`
 */
export async function findVideoSpeech(
  video: OpenVideo,
  signal: AbortSignal,
  { sounds, noteProgress }: ListeningOptions = {},
): Promise<TimeSpan[]> {
  const { durationSeconds } = video;
  const { tracks, used } = sounds ?? (await chooseSounds(video));
  if (tracks.length === 0) return [];
  if (used.length === 0) return [{ startSeconds: 0, endSeconds: durationSeconds }];
  const found: TimeSpan[] = [];
  for (const [index, track] of used.entries())
    found.push(
      ...(await findTrackSpeech(track, video, signal, reachedSeconds =>
        noteProgress?.((index * durationSeconds + reachedSeconds) / used.length),
      )),
    );
  return joinSpans(found)
    .filter(({ startSeconds }) => startSeconds < durationSeconds)
    .map(span => ({ ...span, endSeconds: Math.min(span.endSeconds, durationSeconds) }));
}

async function startFinder(): Promise<SpeechFinder> {
  return createSpeechFinder(createSpeechNetwork(readSpeechWeights(await loadSpeechModel())));
}

async function findTrackSpeech(
  track: InputAudioTrack,
  { startSeconds, durationSeconds }: OpenVideo,
  signal: AbortSignal,
  noteProgress: NoteSpeechProgress,
): Promise<TimeSpan[]> {
  const finder = await startFinder();
  const pieces = readPastDamage(
    { decode: fromSeconds => decodeTrackSound(track, startSeconds, signal, fromSeconds), getSpan },
    { startSeconds: 0, endSeconds: durationSeconds },
    span => finder.addUndecodable(span),
  );
  for await (const piece of pieces) {
    if (piece.startSeconds >= durationSeconds) break;
    finder.add(piece);
    await noteProgress(getSpan(piece).endSeconds);
  }
  return finder.finish();
}

function getSpan({ startSeconds, samples, sampleRateHz }: SoundPiece): TimeSpan {
  return { startSeconds, endSeconds: startSeconds + samples.length / sampleRateHz };
}
