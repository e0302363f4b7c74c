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
  /** Of sound that is listened to, of one track at least. */
  readonly maxSeconds?: number;
}

/**
 * Detects speech in all sound tracks of a video in which people may talk, in seconds from its first picture. Sound that cannot be decoded, in part or
 * whole, counts as speech, so that nothing is talked over. No sound means no speech.
 * @returns disjoint spans in order, none shorter than speech can be
 * @throws CodedError `client_closed` when the signal fires; as `chooseSounds`
 */
export async function findVideoSpeech(
  video: OpenVideo,
  signal: AbortSignal,
  { sounds, noteProgress, maxSeconds = Number.POSITIVE_INFINITY }: ListeningOptions = {},
): Promise<TimeSpan[]> {
  const { durationSeconds } = video;
  const { tracks, spoken } = sounds ?? (await chooseSounds(video));
  if (tracks.length === 0) return [];
  if (spoken.length === 0) return [{ startSeconds: 0, endSeconds: durationSeconds }];
  const found: TimeSpan[] = [];
  const listened = spoken.slice(0, Math.max(1, maxSeconds / durationSeconds));
  for (const [index, track] of listened.entries())
    found.push(
      ...(await findTrackSpeech(track, video, signal, reachedSeconds =>
        noteProgress?.((index * durationSeconds + reachedSeconds) / listened.length),
      )),
    );
  return joinSpans(found)
    .filter(({ startSeconds }) => startSeconds < durationSeconds)
    .map(span => ({ ...span, endSeconds: Math.min(span.endSeconds, durationSeconds) }));
}

/** Parts of several sounds in which it is looked for talk. */
const probes = { most: 20, seconds: 3 } as const;

/** The sound that is heard, unless people talk far more in another one: music may be a track of its own. */
export async function chooseSpokenSound(
  video: OpenVideo,
  signal: AbortSignal,
): Promise<InputAudioTrack | undefined> {
  const { startSeconds, durationSeconds } = video;
  const { spoken, used } = await chooseSounds(video);
  let best = { track: used[0], seconds: 0 };
  const count = Math.min(probes.most, Math.max(1, Math.floor(durationSeconds / probes.seconds)));
  for (const track of spoken.length > 1 ? spoken : []) {
    const finder = await startFinder();
    for (let place = 0; place < count; place++) {
      const fromSeconds = (place * durationSeconds) / count;
      const pieces = readPastDamage(
        { decode: from => decodeTrackSound(track, startSeconds, signal, from), getSpan },
        { startSeconds: fromSeconds, endSeconds: fromSeconds + probes.seconds },
      );
      for await (const piece of pieces) {
        if (piece.startSeconds >= fromSeconds + probes.seconds) break;
        finder.add(piece);
      }
    }
    const seconds = finder.finish().reduce((sum, span) => sum + span.endSeconds - span.startSeconds, 0);
    if (seconds > 2 * best.seconds) best = { track, seconds };
  }
  return best.track;
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
