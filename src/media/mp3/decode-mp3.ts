import { MPEGDecoder } from 'mpg123-decoder';
import { untilCancelled } from '#shared/async/until-cancelled.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { getId3Bytes, id3HeaderBytes } from '#shared/mp3-frames.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { PlainSound } from '../sound/plain-sound.ts';
import { type CodingSilence, readCodingSilence, usualLeadIn } from './info-frame.ts';

/** The largest frame of layer III. */
const longestFrameBytes = 2880;
/** Decoded per step in about a millisecond: half a second of speech, so that no thread is needed. */
const decodedBytes = 4096;
/** Held back until the end, to cut the silence there: the most that encoders add, two frames. */
const heldBackSamples = 2 * 1152;
/** Without an information frame, sound below this (-40 dB) at the ends counts as added silence. */
const silenceLevel = 0.01;

/** Streaming mp3 decoder. Must be freed. */
export interface Mp3Decoder {
  add(bytes: Uint8Array): PlainSound[];
  /** @throws CodedError `provider_garbage` if there was no sound */
  finish(): PlainSound[];
  /** Seconds cut at the start by level: players cut only what an information frame states. */
  readonly cutUnnamedSeconds: number;
  free(): void;
}

/**
 * Decodes an mp3 to mono and cuts the silence that encoding added at both ends: by the information frame, else by level, within the
 * usual maximum.
 * @throws CodedError `provider_garbage` if there is no sound
 */
export async function* decodeMp3(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<PlainSound, void, undefined> {
  const decoder = await createMp3Decoder();
  try {
    for await (const piece of bytes) yield* decoder.add(piece);
    yield* decoder.finish();
  } finally {
    decoder.free();
  }
}

/**
 * Streams the samples of a sound of any form.
 * @throws CodedError errors of the sound, `provider_garbage` for an mp3 without sound, `client_closed`
 */
export async function* readPlain(
  sound: SpokenSound,
  signal: AbortSignal,
): AsyncGenerator<PlainSound, void, undefined> {
  if (sound.format === 'mp3') return yield* decodeMp3(untilCancelled(sound.bytes, signal));
  const { sampleRateHz } = sound;
  for await (const samples of untilCancelled(sound.samples, signal)) yield { sampleRateHz, samples };
}

/**
 * Decodes whole frames from within an mp3 to mono and cuts nothing: each frame gives its samples. The first few are wrong, because
 * they need the frames before them.
 */
export async function decodeMp3Frames(frames: Uint8Array): Promise<PlainSound> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  try {
    const { channelData, sampleRate } = decoder.decode(frames);
    return { sampleRateHz: sampleRate, samples: mixToMono(channelData) };
  } finally {
    decoder.free();
  }
}

/** As {@link decodeMp3}, for bytes that are also used elsewhere. */
export async function createMp3Decoder(): Promise<Mp3Decoder> {
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
    add(bytes) {
      if (!start) return decode(bytes);
      start = joinArrays(Uint8Array, [start, bytes]);
      if (start.length >= id3HeaderBytes) skipBytes ??= getId3Bytes(start);
      const skipped = Math.min(skipBytes ?? 0, start.length);
      start = start.subarray(skipped);
      skipBytes = skipBytes === undefined ? undefined : skipBytes - skipped;
      return skipBytes === 0 && start.length >= longestFrameBytes ? readStart(start) : [];
    },
    finish() {
      const sounds = start ? readStart(start) : [];
      if (sampleRateHz === 0)
        throw new CodedError('provider_garbage', { cause: new LoggedCause('an mp3 without sound') });
      return [...sounds, { sampleRateHz, samples: trimmer.finish() }];
    },
    get cutUnnamedSeconds() {
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
