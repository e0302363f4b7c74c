import '#media/node/register-coders.ts';
import { AudioSample, AudioSampleSource, BufferTarget, Mp4OutputFormat, Output } from 'mediabunny';

/** An MP4 with a second of sound, optionally a cover picture, and no video. */
export async function makeSoundFile({ hasCover = false } = {}): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new AudioSampleSource({ codec: 'aac', bitrate: 64_000 });
  output.addAudioTrack(source);
  if (hasCover) {
    const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]);
    output.setMetadataTags({ images: [{ data: jpeg, mimeType: 'image/jpeg', kind: 'coverFront' }] });
  }
  await output.start();
  const sampleRate = 48_000;
  const data = Float32Array.from({ length: sampleRate }, (_, index) => 0.3 * Math.sin(index / 17));
  using sample = new AudioSample({ data, format: 'f32', numberOfChannels: 1, sampleRate, timestamp: 0 });
  await source.add(sample);
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}
