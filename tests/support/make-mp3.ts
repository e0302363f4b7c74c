import { registerMp3Encoder } from '@mediabunny/mp3-encoder';
import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  canEncodeAudio,
  Mp3OutputFormat,
  Output,
} from 'mediabunny';

const sampleRateHz = 24_000;

/**
 * A real mp3 of one steady tone, mono at 24 kHz as `tts-1` gives it.
 * @param hasInfoFrame false for plain frames, which can be concatenated
 */
export async function makeToneMp3(
  tone: { hz: number; seconds: number },
  { hasInfoFrame = true } = {},
): Promise<Buffer> {
  if (!(await canEncodeAudio('mp3'))) registerMp3Encoder();
  const target = new BufferTarget();
  const output = new Output({ format: new Mp3OutputFormat({ xingHeader: hasInfoFrame }), target });
  const source = new AudioSampleSource({ codec: 'mp3', bitrate: 64_000 });
  output.addAudioTrack(source);
  await output.start();
  const sample = new AudioSample({
    data: makeTone(tone),
    format: 'f32',
    numberOfChannels: 1,
    sampleRate: sampleRateHz,
    timestamp: 0,
  });
  await source.add(sample);
  sample.close();
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}

function makeTone({ hz, seconds }: { hz: number; seconds: number }): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(seconds * sampleRateHz));
  return samples.map((_, index) => 0.4 * Math.sin((2 * Math.PI * hz * index) / sampleRateHz));
}
