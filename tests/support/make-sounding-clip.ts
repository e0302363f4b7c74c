import '#media/node/register-coders.ts';
import {
  ALL_FORMATS,
  type AudioCodec,
  AudioSample,
  AudioSampleSource,
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  MpegTsOutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { type ClipContainer, type ClipOptions, makeClip } from './make-clip.ts';

/** A clip's own sound. */
export interface ClipSound {
  readonly codec?: AudioCodec;
  readonly sampleRateHz?: number;
  readonly channelCount?: number;
  readonly startSeconds?: number;
  readonly seconds: number;
  /** A sample of a channel at a second of the sound. */
  readonly sample: (seconds: number, channel: number) => number;
  readonly languageCode?: string;
  readonly name?: string;
  /** Players play it unless another is chosen. */
  readonly isDefault?: boolean;
}

export interface SoundingClipOptions extends ClipOptions {
  readonly sounds: readonly ClipSound[];
  /** Shift of all times of the file; below 0, the first pictures come before its beginning. */
  readonly shiftSeconds?: number;
  readonly title?: string;
}

function createFormat(container: ClipContainer) {
  switch (container) {
    case 'webm':
      return new WebMOutputFormat();
    case 'mkv':
      return new MkvOutputFormat();
    case 'ts':
      return new MpegTsOutputFormat();
    case 'mov':
      return new MovOutputFormat();
    case 'mp4':
      return new Mp4OutputFormat();
  }
}

/** A real, coded clip with sound, as the bytes of a file. */
export async function makeSoundingClip(options: SoundingClipOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { sounds, shiftSeconds = 0, title, container = 'mp4', rotation } = options;
  const input = new Input({ source: new BufferSource(await makeClip(options)), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !codec || !decoderConfig) throw new Error('The clip has no picture.');
  const target = new BufferTarget();
  const output = new Output({ format: createFormat(container), target });
  const pictures = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(pictures, rotation ? { rotation } : {});
  const sources = sounds.map(({ codec = 'aac', languageCode, name, isDefault }) => {
    const source = new AudioSampleSource({ codec, ...(!codec.startsWith('pcm') && { bitrate: 192_000 }) });
    output.addAudioTrack(source, {
      ...(languageCode && { languageCode }),
      ...(name && { name }),
      ...(isDefault !== undefined && { disposition: { default: isDefault } }),
    });
    return source;
  });
  if (title) output.setMetadataTags({ title });
  await output.start();
  await Promise.all([
    copyPackets(new EncodedPacketSink(track), pictures, decoderConfig, shiftSeconds),
    ...sounds.map((sound, index) => addSound(sources[index] as AudioSampleSource, sound, shiftSeconds)),
  ]);
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}

async function copyPackets(
  sink: EncodedPacketSink,
  source: EncodedVideoPacketSource,
  decoderConfig: VideoDecoderConfig,
  shiftSeconds: number,
): Promise<void> {
  for await (const packet of sink.packets())
    await source.add(packet.clone({ timestamp: packet.timestamp + shiftSeconds }), { decoderConfig });
  source.close();
}

async function addSound(source: AudioSampleSource, sound: ClipSound, shiftSeconds: number): Promise<void> {
  const { sampleRateHz = 48_000, channelCount = 2, startSeconds = 0, seconds, sample } = sound;
  // Pieces of equal length, which the coder of the tests requires.
  const length = Math.round(sampleRateHz / 10);
  for (let from = 0; from < seconds * sampleRateHz; from += length) {
    const data = new Float32Array(length * channelCount);
    for (let at = 0; at < length; at++)
      for (let channel = 0; channel < channelCount; channel++)
        data[at * channelCount + channel] = sample((from + at) / sampleRateHz, channel);
    using piece = new AudioSample({
      data,
      format: 'f32',
      numberOfChannels: channelCount,
      sampleRate: sampleRateHz,
      timestamp: startSeconds + shiftSeconds + from / sampleRateHz,
    });
    await source.add(piece);
  }
  source.close();
}
