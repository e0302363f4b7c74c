import { MPEGDecoder } from 'mpg123-decoder';
import { describe, expect, it, vi } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import { type SpokenSound, takeMp3 } from '#shared/speech.ts';
import { encodeMp3 } from '../mp3/encode-mp3.ts';
import { readCodingSilence } from '../mp3/info-frame.ts';
import { type JoinOptions, joinSpeech as joinPieces } from './join-speech.ts';

const never = new AbortController().signal;

function makeTone(sampleRateHz: number, seconds: number, startSeconds = 0): Float32Array {
  return Float32Array.from(
    { length: Math.round(sampleRateHz * seconds) },
    (_, index) => 0.5 * Math.sin(2 * Math.PI * 440 * (index / sampleRateHz + startSeconds)),
  );
}

async function* stream<T>(...items: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* items;
}

async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

function pcm(sampleRateHz: number, ...samples: readonly Float32Array[]): SpokenSound {
  return { format: 'pcm', sampleRateHz, samples: stream(...samples) };
}

async function mp3(sampleRateHz: number, samples: Float32Array): Promise<SpokenSound> {
  return { format: 'mp3', bytes: stream(await readAll(encodeMp3(stream({ sampleRateHz, samples })))) };
}

/** Without times. */
function joinSpeech(
  sounds: AsyncIterable<SpokenSound>,
  options: Pick<JoinOptions, 'isSingle'>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  async function* asPieces() {
    for await (const sound of sounds) yield { sound, sentences: [] };
  }
  return takeMp3(joinPieces(asPieces(), { ...options, reportsCues: false }, signal));
}

/** Decodes like a player: without the lead-in of the information frame. */
async function decode(bytes: Uint8Array): Promise<{ sampleRateHz: number; samples: Float32Array }> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const { channelData, sampleRate, errors } = decoder.decode(bytes);
  decoder.free();
  expect(errors).toEqual([]);
  const [samples = new Float32Array()] = channelData;
  return { sampleRateHz: sampleRate, samples: samples.subarray(readCodingSilence(bytes)?.leadIn ?? 0) };
}

/** The peak of every 10 ms. */
function computeEnvelope({
  samples,
  sampleRateHz,
}: {
  samples: Float32Array;
  sampleRateHz: number;
}): number[] {
  const length = sampleRateHz / 100;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, index) =>
    Math.max(...samples.subarray(index * length, (index + 1) * length)),
  );
}

function expectOneTone(decoded: { samples: Float32Array; sampleRateHz: number }, seconds: number): void {
  const frameSeconds = 576 / decoded.sampleRateHz;
  const envelope = computeEnvelope(decoded);
  const end = envelope.findLastIndex(peak => peak > 0.1);
  expect(Math.abs(end / 100 - seconds)).toBeLessThan(frameSeconds);
  expect(Math.abs(decoded.samples.length / decoded.sampleRateHz - seconds)).toBeLessThan(2 * frameSeconds);
  const inside = envelope.slice(2, end - 2);
  expect(Math.min(...inside)).toBeGreaterThan(0.4);
  expect(Math.max(...inside)).toBeLessThan(0.6);
}

const single = { isSingle: true };
const several = { isSingle: false };

describe('joinSpeech', () => {
  it('passes a single mp3 through unchanged', async () => {
    const bytes = await readAll(encodeMp3(stream({ sampleRateHz: 24_000, samples: makeTone(24_000, 1) })));
    const halves = [bytes.subarray(0, 1000), bytes.subarray(1000)];
    const joined = await readAll(
      joinSpeech(stream<SpokenSound>({ format: 'mp3', bytes: stream(...halves) }), single, never),
    );
    expect(joined).toEqual(bytes);
  });

  it('encodes PCM in one go, with the same duration', async () => {
    const sounds = stream(
      pcm(22_050, makeTone(22_050, 1.3), makeTone(22_050, 1.2, 1.3)),
      pcm(22_050, makeTone(22_050, 0.5, 2.5)),
    );
    expectOneTone(await decode(await readAll(joinSpeech(sounds, several, never))), 3);
  });

  it('joins mp3s without a dip at the seams', async () => {
    const sounds = stream(
      await mp3(24_000, makeTone(24_000, 1.01)),
      await mp3(24_000, makeTone(24_000, 0.77, 1.01)),
      await mp3(24_000, makeTone(24_000, 1.22, 1.78)),
    );
    expectOneTone(await decode(await readAll(joinSpeech(sounds, several, never))), 3);
  });

  it('joins sounds of different sample rates and forms', async () => {
    const sounds = stream(
      pcm(22_050, makeTone(22_050, 1)),
      await mp3(44_100, makeTone(44_100, 1, 1)),
      pcm(24_000, makeTone(24_000, 1, 2)),
      pcm(8_000, makeTone(8_000, 1, 3)),
    );
    const decoded = await decode(await readAll(joinSpeech(sounds, several, never)));
    expect(decoded.sampleRateHz).toBe(22_050);
    expectOneTone(decoded, 4);
  });

  it('streams while encoding', async () => {
    const asked = vi.fn();
    async function* endless() {
      for (;;) {
        asked();
        yield makeTone(22_050, 5);
      }
    }
    const joined = joinSpeech(
      stream<SpokenSound>({ format: 'pcm', sampleRateHz: 22_050, samples: endless() }),
      single,
      never,
    );
    await joined.next();
    const second = await joined.next();
    expect(second.value?.length).toBeGreaterThan(0);
    // Reading stopped, so nothing more is encoded.
    expect(asked.mock.calls.length).toBeLessThan(5);
    await joined.return();
  });

  it('streams the first of several mp3s before the second one arrives', async () => {
    const { promise: hasReadFirst, resolve: reportFirst } = Promise.withResolvers<void>();
    async function* sounds(): AsyncGenerator<SpokenSound> {
      yield await mp3(24_000, makeTone(24_000, 2));
      await hasReadFirst;
      yield await mp3(24_000, makeTone(24_000, 1, 2));
    }
    const joined = joinSpeech(sounds(), several, never);
    const first = await joined.next();
    reportFirst();
    const rest = await readAll(joined);
    expectOneTone(await decode(Buffer.concat([first.value ?? new Uint8Array(), rest])), 3);
  });

  it('fails with the error of a later piece', async () => {
    async function* broken(): AsyncGenerator<SpokenSound> {
      yield pcm(22_050, makeTone(22_050, 2));
      throw new CodedError('provider_busy');
    }
    await expect(readAll(joinSpeech(broken(), several, never))).rejects.toMatchObject({
      code: 'provider_busy',
    });
  });

  it('fails if an mp3 has no sound', async () => {
    const sounds = stream<SpokenSound>(
      { format: 'mp3', bytes: stream(new TextEncoder().encode('<html>busy</html>'.repeat(300))) },
      pcm(22_050, makeTone(22_050, 1)),
    );
    await expect(readAll(joinSpeech(sounds, several, never))).rejects.toMatchObject({
      code: 'provider_garbage',
    });
  });

  it('closes its sources when the client disconnects', async () => {
    const closed = vi.fn();
    async function* samples() {
      try {
        for (;;) yield makeTone(22_050, 5);
      } finally {
        closed('samples');
      }
    }
    async function* sounds(): AsyncGenerator<SpokenSound> {
      try {
        yield { format: 'pcm', sampleRateHz: 22_050, samples: samples() };
      } finally {
        closed('sounds');
      }
    }
    for await (const _ of joinSpeech(sounds(), single, never)) break;
    for await (const bytes of joinSpeech(sounds(), single, never)) if (bytes.length > 1000) break;
    expect(closed.mock.calls.flat().filter(name => name === 'sounds')).toHaveLength(2);
    expect(closed).toHaveBeenCalledWith('samples');
  });

  it('stops at once when aborted, even while a source hangs', async () => {
    const controller = new AbortController();
    async function* hanging(): AsyncGenerator<Float32Array> {
      yield makeTone(22_050, 1);
      controller.abort();
      await new Promise(() => {});
    }
    const sounds = stream<SpokenSound>({ format: 'pcm', sampleRateHz: 22_050, samples: hanging() });
    await expect(readAll(joinSpeech(sounds, single, controller.signal))).rejects.toMatchObject({
      code: 'client_closed',
    });
  });

  it('returns nothing without pieces', async () => {
    expect(await readAll(joinSpeech(stream<SpokenSound>(), single, never))).toHaveLength(0);
  });
});
