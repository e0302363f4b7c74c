import type { InputAudioTrack } from 'mediabunny';
import { joinSpans, minSpeechSeconds, type TimeSpan } from '#shared/script/gaps.ts';
import type { OpenVideo } from '../container/open-video.ts';
import type { PlainSound } from '../sound/channels.ts';
import { type ChosenSounds, chooseSounds } from '../sound/choose-sounds.ts';
import { decodeTrackSound, readPastDamage, type SoundPiece } from '../sound/decode-video-sound.ts';
import { createResampler } from '../sound/resample.ts';
import { loadSpeechModel } from './speech-model.ts';
import {
  createSpeechNetwork,
  readSpeechWeights,
  type SpeechNetwork,
  speechRateHz,
  speechWindowSamples,
} from './speech-network.ts';

/** Called with the progress after each piece; awaited, so that the page can yield. */
export type NoteSpeechProgress = (reachedSeconds: number) => void | Promise<void>;

interface ListeningOptions {
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
      const pieces = readPastDamage(from => decodeTrackSound(track, startSeconds, signal, from), getSpan, {
        startSeconds: fromSeconds,
        endSeconds: fromSeconds + probes.seconds,
      });
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

async function findTrackSpeech(
  track: InputAudioTrack,
  { startSeconds, durationSeconds }: OpenVideo,
  signal: AbortSignal,
  noteProgress: NoteSpeechProgress,
): Promise<TimeSpan[]> {
  const finder = await startFinder();
  const pieces = readPastDamage(
    from => decodeTrackSound(track, startSeconds, signal, from),
    getSpan,
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

// Measured (docs/decisions/speech-gaps.md).
/** Speech starts at this likelihood … */
const beginsFrom = 0.4;
/** … and continues while it is not below this: a soft sound within a word is no end. … */
const continuesFrom = 0.3;
/** … The end is the last time with at least this: the network forgets a voice slowly. */
const endsFrom = 0.6;
/** Shorter pauses are between words. */
const pauseSeconds = 0.3;
/** Soft consonants are detected slightly late. */
const leadSeconds = 0.06;

/** Smaller gaps are rounding. */
const toleratedSeconds = 0.05;

/** A finer filter takes as long as decoding and finds nothing else. */
const resamplingReach = 6;

/** Detects speech in streamed sound at more than 100 times real time, buffering at most one piece. */
export async function startFinder() {
  const network = createSpeechNetwork(readSpeechWeights(await loadSpeechModel()));
  const spans = createSpeechSpans();
  let stretch: ReturnType<typeof createStretch> | undefined;
  const close = () => {
    stretch?.finish();
    stretch = undefined;
  };
  return {
    /** A gap between two pieces counts as silence. */
    add(piece: SoundPiece): void {
      if (!stretch?.isFollowedBy(piece)) {
        close();
        stretch = createStretch(piece, network, spans);
      }
      stretch.add(piece);
    },
    /** It counts as speech. */
    addUndecodable(span: TimeSpan): void {
      close();
      spans.add(1, span);
    },
    /** Disjoint spans in order, none too short for speech. */
    finish(): TimeSpan[] {
      close();
      return spans.finish();
    },
  };
}

/** Continuous sound of one sample rate. */
function createStretch(
  { startSeconds, sampleRateHz }: SoundPiece,
  network: SpeechNetwork,
  spans: ReturnType<typeof createSpeechSpans>,
) {
  const resampler =
    sampleRateHz === speechRateHz ? undefined : createResampler(sampleRateHz, speechRateHz, resamplingReach);
  const window = new Float32Array(speechWindowSamples);
  let received = 0;
  let judged = 0;
  let filled = 0;
  network.forget();

  const judge = () => {
    const toSeconds = (samples: number) => startSeconds + samples / speechRateHz;
    const fromSeconds = toSeconds(judged);
    judged += filled;
    window.fill(0, filled);
    spans.add(network.judge(window), { startSeconds: fromSeconds, endSeconds: toSeconds(judged) });
    filled = 0;
  };
  const take = (samples: Float32Array) => {
    for (let from = 0; from < samples.length; ) {
      const taken = samples.subarray(from, from + window.length - filled);
      window.set(taken, filled);
      filled += taken.length;
      from += taken.length;
      if (filled === window.length) judge();
    }
  };
  return {
    isFollowedBy(piece: SoundPiece): boolean {
      const lateSeconds = piece.startSeconds - startSeconds - received / sampleRateHz;
      return piece.sampleRateHz === sampleRateHz && Math.abs(lateSeconds) < toleratedSeconds;
    },
    add({ samples }: PlainSound): void {
      received += samples.length;
      take(resampler ? resampler.add(samples) : samples);
    },
    finish(): void {
      if (resampler) take(resampler.finish());
      if (filled > 0) judge();
    },
  };
}

function createSpeechSpans() {
  const spans: TimeSpan[] = [];
  let startSeconds: number | undefined;
  let speechSeconds = 0;
  let heardSeconds = 0;
  const close = () => {
    if (startSeconds !== undefined) append(spans, { startSeconds, endSeconds: speechSeconds });
    startSeconds = undefined;
  };
  return {
    add(likelihood: number, span: TimeSpan) {
      if (span.startSeconds - heardSeconds >= pauseSeconds) close();
      heardSeconds = span.endSeconds;
      if (likelihood < (startSeconds === undefined ? beginsFrom : continuesFrom)) return close();
      if (startSeconds === undefined || likelihood >= endsFrom) speechSeconds = span.endSeconds;
      startSeconds ??= Math.max(0, span.startSeconds - leadSeconds);
    },
    /** In order, with pauses longer than between words; none too short to be speech. */
    finish(): TimeSpan[] {
      close();
      return spans.filter(isLongEnough);
    },
  };
}

/** Joins a span to the last one over a short pause; drops the last one if it was too short. */
function append(spans: TimeSpan[], span: TimeSpan): void {
  const last = spans.at(-1);
  if (last && span.startSeconds - last.endSeconds < pauseSeconds)
    spans[spans.length - 1] = { startSeconds: last.startSeconds, endSeconds: span.endSeconds };
  else if (last && !isLongEnough(last)) spans[spans.length - 1] = span;
  else spans.push(span);
}

function isLongEnough({ startSeconds, endSeconds }: TimeSpan): boolean {
  return endSeconds - startSeconds >= minSpeechSeconds;
}
