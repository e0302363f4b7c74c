import { CodedError, LoggedCause } from '#shared/errors.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { createMp3FrameReader, type Mp3Frame } from '#shared/mp3-frames.ts';
import type { PlainSound } from '../sound/plain-sound.ts';
import { decodeMp3Frames } from './decode-mp3.ts';
import { isInfoFrame, readCodingSilence } from './info-frame.ts';

/** Where the frames of an mp3 begin, so that a part of it can be decoded alone. */
export interface Mp3Index {
  readonly sampleRateHz: number;
  readonly samplesPerFrame: number;
  /** The first byte of each frame with sound. */
  readonly offsets: readonly number[];
  /** Silence before the sound that the information frame states, in samples; players cut it. */
  readonly leadIn: number;
  /** The same at the end. */
  readonly tail: number;
}

/** Bytes that hold a section, and the samples of it among those that are decoded from them. */
export interface Mp3Section {
  readonly fromByte: number;
  readonly toByte: number;
  readonly skipSamples: number;
  readonly samples: number;
}

/** Frames before a section whose bits it may use: the reservoir of layer III is at most 511 bytes, and frames overlap. */
const prerollFrames = 10;

/**
 * Reads the headers of all frames of an mp3.
 * @throws CodedError `provider_garbage` if there are none
 */
export async function indexMp3(mp3: AsyncIterable<Uint8Array>): Promise<Mp3Index> {
  const offsets: number[] = [];
  let first: Mp3Frame | undefined;
  /** Until the first frame is whole. */
  let start: Uint8Array = new Uint8Array();
  const hasFirst = () => first !== undefined && start.length >= (offsets[0] ?? 0) + first.bytes;
  const read = createMp3FrameReader((frame, atByte) => {
    first ??= frame;
    offsets.push(atByte);
  });
  for await (const bytes of mp3) {
    read(bytes);
    if (!hasFirst()) start = joinArrays(Uint8Array, [start, bytes]);
  }
  if (!first) throw new CodedError('provider_garbage', { cause: new LoggedCause('an mp3 without sound') });
  const firstFrame = start.subarray(offsets[0]);
  const silence = readCodingSilence(firstFrame);
  if (isInfoFrame(firstFrame)) offsets.shift();
  return {
    sampleRateHz: first.rateHz,
    samplesPerFrame: first.samples,
    offsets,
    leadIn: silence?.leadIn ?? 0,
    tail: silence?.tail ?? 0,
  };
}

/** How long players play it, in seconds. */
export function computeSeconds({ sampleRateHz, samplesPerFrame, offsets, leadIn, tail }: Mp3Index): number {
  return Math.max(0, offsets.length * samplesPerFrame - leadIn - tail) / sampleRateHz;
}

/**
 * Finds the bytes of a section of an mp3.
 * @param toSeconds undefined: its end
 */
export function findSection(
  { sampleRateHz, samplesPerFrame, offsets, leadIn, tail }: Mp3Index,
  fromSeconds: number,
  toSeconds: number | undefined,
): Mp3Section {
  const whole = offsets.length * samplesPerFrame - tail;
  const toSample = (seconds: number) => Math.min(whole, Math.round(seconds * sampleRateHz) + leadIn);
  const from = toSample(fromSeconds);
  const to = toSeconds === undefined ? whole : toSample(toSeconds);
  const firstFrame = Math.max(0, Math.floor(from / samplesPerFrame) - prerollFrames);
  const afterLast = Math.ceil(to / samplesPerFrame) + 1;
  return {
    fromByte: offsets[firstFrame] ?? 0,
    toByte: offsets[afterLast] ?? Number.POSITIVE_INFINITY,
    skipSamples: from - firstFrame * samplesPerFrame,
    samples: Math.max(0, to - from),
  };
}

/** @param frames the bytes of the section */
export async function decodeSection(
  frames: Uint8Array,
  { skipSamples, samples }: Mp3Section,
): Promise<PlainSound> {
  const decoded = await decodeMp3Frames(frames);
  return { ...decoded, samples: decoded.samples.subarray(skipSamples, skipSamples + samples) };
}
