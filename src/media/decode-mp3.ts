import { MPEGDecoder } from 'mpg123-decoder';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import type { PlainSound } from './encode-mp3.ts';
import { type CodingSilence, getId3Bytes, readCodingSilence, usualLeadIn } from './mp3-info-frame.ts';

/** Enough for the largest frame of layer III. */
const longestFrameBytes = 2880;
/** Decoded at once, in about a millisecond: half a second of speech, so that no thread of its own is needed. */
const decodedBytes = 4096;
/** Held back until the end is known, to cut the silence there: the most that encoders add, two frames. */
const heldBackSamples = 2 * 1152;
/** Where no information frame tells how long the added silence is, it is what lies under this (-40 dB) at the ends. */
const silenceLevel = 0.01;

/**
 * Decodes an mp3 to one channel, and cuts away the silence that the coding added at both ends: what the file's information
 * frame says, else what is silent there, as far as encoders go.
 * @throws CodedError `provider_garbage` when no sound is in it
 */
export async function* decodeMp3(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<PlainSound, void, undefined> {
  // The decoder can cut by itself, but only where the number of frames is known, which a stream does not tell.
  const decoder = new MPEGDecoder({ enableGapless: false });
  const trimmer = createTrimmer();
  let start: Uint8Array | undefined = new Uint8Array();
  let sampleRateHz = 0;

  const decode = function* (encoded: Uint8Array): Generator<PlainSound> {
    for (let at = 0; at < encoded.length; at += decodedBytes) {
      const decoded = decoder.decode(encoded.subarray(at, at + decodedBytes));
      if (decoded.samplesDecoded === 0) continue;
      sampleRateHz = decoded.sampleRate;
      const samples = trimmer.add(mixToMono(decoded.channelData));
      if (samples.length > 0) yield { sampleRateHz, samples };
    }
  };
  const readStart = (encoded: Uint8Array) => {
    start = undefined;
    trimmer.setSilence(readCodingSilence(encoded.subarray(getId3Bytes(encoded))));
    return decode(encoded);
  };
  try {
    await decoder.ready;
    for await (const piece of bytes) {
      if (!start) yield* decode(piece);
      else {
        start = concatenate(start, piece);
        if (start.length >= getId3Bytes(start) + longestFrameBytes) yield* readStart(start);
      }
    }
    if (start) yield* readStart(start);
    if (sampleRateHz === 0)
      throw new CodedError('provider_garbage', { cause: new LoggedCause('an mp3 without sound') });
    yield { sampleRateHz, samples: trimmer.finish() };
  } finally {
    decoder.free();
  }
}

/** Lets samples through without the silence at their start and end. */
function createTrimmer() {
  let silence: CodingSilence | undefined;
  let leadInLeft: number | undefined;
  let held = new Float32Array();
  return {
    setSilence(known: CodingSilence | undefined) {
      silence = known;
      leadInLeft = known?.leadIn;
    },
    add(samples: Float32Array): Float32Array {
      held = concatenateSamples(held, samples);
      if (leadInLeft === undefined) {
        if (held.length < usualLeadIn) return new Float32Array();
        leadInLeft = Math.min(usualLeadIn, countQuiet(held));
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
  return right ? left.map((sample, index) => (sample + (right[index] ?? 0)) / 2) : left;
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function concatenateSamples(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
