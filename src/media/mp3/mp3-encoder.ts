import { registerMp3Encoder } from '@mediabunny/mp3-encoder';
import { AppendOnlyStreamTarget, AudioSample, AudioSampleSource, Mp3OutputFormat, Output } from 'mediabunny';
import { joinArrays } from '#shared/join-arrays.ts';
import { createRateChanger } from '../sound/resample.ts';
import { makeInfoFrame } from './info-frame.ts';

// LAME in WebAssembly, in its own worker; neither Node nor Chromium encodes mp3.
registerMp3Encoder();

const mp3RatesHz = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

export type Mp3Encoder = Awaited<ReturnType<typeof startMp3Encoder>>;

interface Mp3Coding {
  /** Default, for each channel: 64 kbit/s up to 22.05 kHz, 96 kbit/s above. */
  readonly bitrate?: number;
  /** Two are not resampled. */
  readonly channelCount?: 1 | 2;
}

/** An encoder for one mp3, at the nearest higher mp3 sample rate. */
export async function startMp3Encoder(firstRateHz: number, given: Mp3Coding = {}) {
  const toHz = mp3RatesHz.find(rate => rate >= firstRateHz) ?? 48_000;
  const { channelCount = 1, bitrate = channelCount * (toHz > 22_050 ? 96_000 : 64_000) } = given;
  let encoded: Uint8Array[] = [];
  const target = new WritableStream<Uint8Array>({ write: chunk => void encoded.push(chunk) });
  // Append-only: a header with the length would have to be filled in at the end.
  const format = new Mp3OutputFormat({ xingHeader: false });
  const output = new Output({ format, target: new AppendOnlyStreamTarget(target) });
  const source = new AudioSampleSource({ codec: 'mp3', bitrate });
  output.addAudioTrack(source);
  await output.start();

  let encodedSamples = 0;
  const addAtRate = async (data: Float32Array) => {
    if (data.length === 0) return;
    const timestamp = encodedSamples / toHz;
    encodedSamples += data.length / channelCount;
    const coding = { format: 'f32', numberOfChannels: channelCount, sampleRate: toHz } as const;
    using sample = new AudioSample({ data, timestamp, ...coding });
    await source.add(sample);
  };
  const changer = createRateChanger(toHz);
  const takeEncoded = () => {
    const whole = joinArrays(Uint8Array, encoded);
    encoded = [];
    return whole;
  };
  return {
    infoFrame: makeInfoFrame(toHz, bitrate, channelCount),
    takeEncoded,
    add: (samples: Float32Array, sampleRateHz: number) => addAtRate(changer.add(samples, sampleRateHz)),
    async finish(): Promise<Uint8Array> {
      await addAtRate(changer.finish());
      await output.finalize();
      return takeEncoded();
    },
    async close(): Promise<void> {
      if (output.state !== 'finalized') await output.cancel();
    },
  };
}
