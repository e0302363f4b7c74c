import { type VideoSample, VideoSampleSink } from 'mediabunny';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { OpenVideo } from '../container/open-video.ts';
import type { PlannedPicture } from '../frames/choose-cue-points.ts';
import { computeDifference, type Sketch, sketchPicture } from '../frames/pictures.ts';
import { findKeyPacket } from '../frames/plan-pictures.ts';
import { decodePictures, lookedAt, type PictureReader, planSampling } from '../frames/sample-frames.ts';
import { chooseSounds } from '../sound/choose-sounds.ts';
import { readOriginal, readPastDamage } from '../sound/decode-video-sound.ts';
import type { Fingerprint } from './fingerprint.ts';
import { type Bars, createPictureHasher, findBars, nothingShown, type PictureHash } from './picture-hash.ts';
import { createSoundPrinter, printRateHz } from './sound-print.ts';

export interface FingerprintTools {
  readonly readGrey: PictureReader['readGrey'];
  /** Pictures a second, a whole number. */
  readonly pictureRate?: number;
  readonly signal: AbortSignal;
  readonly report?: (doneSeconds: number, totalSeconds: number) => void;
}

type Tools = FingerprintTools & Required<Pick<FingerprintTools, 'pictureRate' | 'report'>>;
type Pictures = Pick<Fingerprint, 'pictures' | 'details' | 'cuts'>;
type Sound = Pick<Fingerprint, 'sound' | 'loudness'>;

/**
 * Decodes all of a video once, with bounded memory. What cannot be decoded here is left out: pictures without details, no sound.
 * @throws CodedError of cancelled work
 */
export async function takeFingerprint(video: OpenVideo, given: FingerprintTools): Promise<Fingerprint> {
  const { pictureRate = 1, report = () => {}, signal } = given;
  requireNotCancelled(signal);
  const showsPictures = await video.canDecode();
  const note = (seconds: number) => report(Math.min(seconds, video.durationSeconds), video.durationSeconds);
  const [pictures, sound] = await Promise.all([
    takePictures(video, { ...given, pictureRate, report: note }, showsPictures),
    takeSound(video, signal, showsPictures ? () => {} : note),
  ]);
  requireNotCancelled(signal);
  return { durationMs: video.durationMs, pictureRate, ...pictures, ...sound };
}

async function takePictures(video: OpenVideo, tools: Tools, canDecode: boolean): Promise<Pictures> {
  const { readGrey, signal, report } = tools;
  const collected = collectPictures(video, tools.pictureRate);
  if (!canDecode) return collected.finish();
  const hash = createPictureHasher(await lookForBars(video, tools));
  const measureCut = createCutMeter();
  let latestSeconds = Number.NEGATIVE_INFINITY;
  let notedSeconds = 0;
  const noteDamage = (seconds: number) => {
    latestSeconds = seconds;
    collected.show(seconds, undefined);
  };
  for await (const picture of readPictures(video, signal, noteDamage)) {
    using open = picture;
    // Where sound begins before the first picture, that is shown.
    const seconds = Number.isFinite(latestSeconds) ? open.timestamp - video.startSeconds : 0;
    if (seconds < latestSeconds + leastStepSeconds) continue;
    latestSeconds = seconds;
    const grey = await readGrey(open, lookedAt).catch(() => undefined);
    requireNotCancelled(signal);
    collected.show(seconds, grey && (() => hash(grey)));
    if (grey) collected.addCut(seconds, measureCut(sketchPicture(grey)));
    if (seconds < notedSeconds + 1) continue;
    notedSeconds = Math.floor(seconds);
    report(notedSeconds, video.durationSeconds);
  }
  return collected.finish();
}

/** Of 50 or 60 pictures a second, each second one is enough. */
const leastStepSeconds = 0.03;

/** In order, past damage. */
async function* readPictures(
  { track, startSeconds, durationSeconds }: OpenVideo,
  signal: AbortSignal,
  noteDamage: (seconds: number) => void,
): AsyncGenerator<VideoSample> {
  const sink = new VideoSampleSink(track);
  let decoding: AsyncGenerator<VideoSample, void, unknown> | undefined;
  const stop = () => void decoding?.return();
  signal.addEventListener('abort', stop, { once: true });
  try {
    yield* readPastDamage(
      fromSeconds => {
        requireNotCancelled(signal);
        decoding = sink.samples(fromSeconds);
        return decoding;
      },
      ({ timestamp, duration }) => ({ startSeconds: timestamp, endSeconds: timestamp + duration }),
      { startSeconds, endSeconds: startSeconds + durationSeconds },
      damage => noteDamage(damage.startSeconds - startSeconds),
    );
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Containers round times. */
const roundingSeconds = 0.002;

function collectPictures({ durationSeconds }: OpenVideo, pictureRate: number) {
  const count = Math.max(1, Math.ceil(durationSeconds * pictureRate));
  const pictures = new Uint32Array(2 * count);
  const details = new Uint8Array(count);
  const cuts = new Uint8Array(Math.ceil(durationSeconds));
  const strengths = new Float64Array(cuts.length);
  let at = 0;
  let shown: (() => PictureHash) | undefined;
  const fillUntil = (seconds: number) => {
    if (at >= count || at / pictureRate >= seconds - roundingSeconds) return;
    const { words, details: measured } = shown?.() ?? nothingShown;
    for (; at < count && at / pictureRate < seconds - roundingSeconds; at++) {
      pictures.set(words, 2 * at);
      details[at] = measured;
    }
  };
  return {
    /** From then on, until the next. @param hash undefined for one that cannot be decoded */
    show(seconds: number, hash: (() => PictureHash) | undefined): void {
      fillUntil(seconds);
      shown = hash;
    },
    addCut(seconds: number, strength: number): void {
      const second = Math.floor(seconds);
      if (strength <= (strengths[second] ?? Number.POSITIVE_INFINITY)) return;
      strengths[second] = strength;
      cuts[second] = 1 + Math.round((seconds - second) * 250);
    },
    finish(): Pictures {
      fillUntil(Number.POSITIVE_INFINITY);
      return { pictures, details, cuts };
    },
  };
}

/** A cut changes a picture by at least this on average, of 255, and so many times as much as changes otherwise. Our measurement. */
const leastCut = 4;
const cutRatio = 4;
/** Of a slide or screen that stood still, which changes by less than the second. */
const leastStillCut = 1.5;
const stillChange = 0.1;
/** How much of what changed so far counts on. */
const memory = 0.8;

/** @returns a function of successive pictures, which answers how much the last one differs if it differs as at a cut; else 0 */
function createCutMeter() {
  let before: Sketch | undefined;
  let usual = 0;
  return (sketch: Sketch): number => {
    const change = before ? computeDifference(before, sketch) : 0;
    before = sketch;
    const least = usual < stillChange ? leastStillCut : leastCut;
    const isCut = change >= Math.max(least, cutRatio * usual);
    usual = memory * usual + (1 - memory) * (isCut ? usual : change);
    return isCut ? change : 0;
  };
}

const lookedForBars = 12;

/** Decodes a few pictures of the whole film, each once: each takes a decoder of its own. */
async function lookForBars(video: OpenVideo, { readGrey, signal }: Tools): Promise<Bars> {
  const planned = new Map<number, PlannedPicture>();
  try {
    for (let at = 0.5; at < lookedForBars; at++) {
      const pictureMs = Math.round((at / lookedForBars) * video.durationMs);
      const key = await findKeyPacket(video, pictureMs);
      if (key) planned.set(key.timestamp, { kind: 'key', pictureMs });
    }
    const runs = await planSampling(video, [...planned.values()]);
    const read = (picture: VideoSample) => readGrey(picture, lookedAt);
    return findBars(await Array.fromAsync(decodePictures(video, runs, read, signal)));
  } catch {
    requireNotCancelled(signal);
    return { vertical: 0, horizontal: 0 };
  }
}

async function takeSound(
  video: OpenVideo,
  signal: AbortSignal,
  report: (doneSeconds: number) => void,
): Promise<Sound> {
  const track = await chooseSounds(video).then(
    ({ used }) => used[0],
    () => undefined,
  );
  if (!track) return { sound: new Uint8Array(), loudness: new Uint8Array() };
  const printer = createSoundPrinter(video.durationSeconds);
  const { startSeconds } = video;
  const request = { startSeconds, sampleRateHz: printRateHz, pauses: [], signal, isMono: true };
  try {
    let noted = 0;
    for await (const [samples = new Float32Array()] of readOriginal(track, request)) {
      const seconds = Math.floor(printer.add(samples));
      if (seconds > noted) report(seconds);
      noted = seconds;
      if (seconds > video.durationSeconds) break;
    }
  } catch {
    requireNotCancelled(signal);
  }
  return printer.finish();
}
