import { MPEGDecoder } from 'mpg123-decoder';
import { untilCancelled } from '#shared/cancellation.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { createMp3FrameReader, getId3Bytes, id3HeaderBytes, type Mp3Frame } from '#shared/mp3-frames.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { PlainSound } from '../sound/channels.ts';
import { type CodingSilence, findInfoTag, readCodingSilence, usualLeadIn } from './info-frame.ts';

/** The largest frame of layer III. */
const longestFrameBytes = 2880;
/** Decoded per step in about a millisecond: half a second of speech, so that no thread is needed. */
const decodedBytes = 4096;
/** Held back until the end, to cut the silence there: the most that encoders add, two frames. */
const heldBackSamples = 2 * 1152;
/** Without an information frame, sound below this (-40 dB) at the ends counts as added silence. */
const silenceLevel = 0.01;

/**
 * Decodes an mp3 to mono and cuts the silence that encoding added at both ends: by the information frame, else by level, within the
 * usual maximum.
 * @throws CodedError `provider_garbage` if there is no sound
 */
export async function* decodeMp3(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<PlainSound> {
  const decoder = await createMp3Decoder();
  try {
    for await (const piece of bytes) yield* decoder.add(piece);
    yield* decoder.finish();
  } finally {
    decoder.free();
  }
}

/** Samples of a sound of any form. @throws CodedError of the sound; `provider_garbage` for an mp3 without any; `client_closed` */
export async function* readPlain(sound: SpokenSound, signal: AbortSignal): AsyncGenerator<PlainSound> {
  if (sound.format === 'mp3') return yield* decodeMp3(untilCancelled(sound.bytes, signal));
  const { sampleRateHz } = sound;
  for await (const samples of untilCancelled(sound.samples, signal)) yield { sampleRateHz, samples };
}

/** As {@link decodeMp3}, for bytes that are also used elsewhere. Must be freed. */
export async function createMp3Decoder() {
  // The decoder's own trimming needs the number of frames, which a stream does not state.
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const trimmer = createTrimmer();
  let start: Uint8Array | undefined = new Uint8Array();
  /** Of the tag before the frames, once its length is known. */
  let skipBytes: number | undefined;
  let sampleRateHz = 0;

  const decode = (encoded: Uint8Array): PlainSound[] => {
    const sounds: PlainSound[] = [];
    for (let at = 0; at < encoded.length; at += decodedBytes) {
      const decoded = decoder.decode(encoded.subarray(at, at + decodedBytes));
      if (decoded.samplesDecoded === 0) continue;
      sampleRateHz = decoded.sampleRate;
      const samples = trimmer.add(mixToMono(decoded.channelData));
      if (samples.length > 0) sounds.push({ sampleRateHz, samples });
    }
    return sounds;
  };
  const readStart = (encoded: Uint8Array) => {
    start = undefined;
    trimmer.setSilence(readCodingSilence(encoded));
    return decode(encoded);
  };
  return {
    add(bytes: Uint8Array): PlainSound[] {
      if (!start) return decode(bytes);
      start = joinArrays(Uint8Array, [start, bytes]);
      if (start.length >= id3HeaderBytes) skipBytes ??= getId3Bytes(start);
      const skipped = Math.min(skipBytes ?? 0, start.length);
      start = start.subarray(skipped);
      skipBytes = skipBytes === undefined ? undefined : skipBytes - skipped;
      return skipBytes === 0 && start.length >= longestFrameBytes ? readStart(start) : [];
    },
    /** @throws CodedError `provider_garbage` if there was no sound */
    finish(): PlainSound[] {
      const sounds = start ? readStart(start) : [];
      if (sampleRateHz === 0)
        throw new CodedError('provider_garbage', { cause: new LoggedCause('an mp3 without sound') });
      return [...sounds, { sampleRateHz, samples: trimmer.finish() }];
    },
    /** Seconds cut at the start by level: players cut only what an information frame states. */
    get cutUnnamedSeconds(): number {
      return sampleRateHz === 0 ? 0 : trimmer.unnamedLeadIn / sampleRateHz;
    },
    free: () => decoder.free(),
  };
}

function createTrimmer() {
  let silence: CodingSilence | undefined;
  let leadInLeft: number | undefined;
  let unnamedLeadIn = 0;
  let held: Float32Array = new Float32Array();
  return {
    /** Samples of silence at the start that no information frame stated. */
    get unnamedLeadIn() {
      return unnamedLeadIn;
    },
    setSilence(known: CodingSilence | undefined) {
      silence = known;
      leadInLeft = known?.leadIn;
    },
    add(samples: Float32Array): Float32Array {
      held = joinArrays(Float32Array, [held, samples]);
      if (leadInLeft === undefined) {
        if (held.length < usualLeadIn) return new Float32Array();
        leadInLeft = Math.min(usualLeadIn, countQuiet(held));
        unnamedLeadIn = leadInLeft;
      }
      const cut = Math.min(leadInLeft, held.length);
      leadInLeft -= cut;
      const free = Math.max(cut, held.length - heldBackSamples);
      const through = held.slice(cut, free);
      held = held.slice(free);
      return through;
    },
    finish(): Float32Array {
      const tail = silence?.tail ?? countQuiet(held.toReversed());
      return held.slice(0, Math.max(0, held.length - tail));
    },
  };
}

function countQuiet(samples: Float32Array): number {
  const loud = samples.findIndex(sample => Math.abs(sample) > silenceLevel);
  return loud < 0 ? samples.length : loud;
}

function mixToMono([left = new Float32Array(), right]: readonly Float32Array[]): Float32Array {
  if (!right) return left;
  const middle = new Float32Array(left.length);
  for (let at = 0; at < middle.length; at++) middle[at] = ((left[at] as number) + (right[at] as number)) / 2;
  return middle;
}

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

/** Reads the headers of all frames of an mp3. @throws CodedError `provider_garbage` if there are none */
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
  if (findInfoTag(firstFrame) !== undefined) offsets.shift();
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

/** Finds the bytes of a section of an mp3. @param toSeconds undefined: its end */
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

/** @param frames whole ones; the samples of the first few are wrong, because they need the frames before them */
export async function decodeSection(
  frames: Uint8Array,
  { skipSamples, samples }: Mp3Section,
): Promise<PlainSound> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  try {
    const { channelData, sampleRate: sampleRateHz } = decoder.decode(frames);
    return { sampleRateHz, samples: mixToMono(channelData).subarray(skipSamples, skipSamples + samples) };
  } finally {
    decoder.free();
  }
}
