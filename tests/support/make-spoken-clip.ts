import '#media/node/register-coders.ts';
import {
  ALL_FORMATS,
  AudioSample,
  AudioSampleSource,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { type ClipOptions, makeClip } from './make-clip.ts';
import type { SpeechScene } from './speech-scene.ts';

/** Its index of six channels. */
const centre = 2;

interface SpokenClipOptions {
  /** Seconds of the picture before the sound. */
  readonly lateSeconds?: number;
  /** A span with invalid coded sound. */
  readonly damage?: TimeSpan;
  /** Six channels, of which only the centre is audible. */
  readonly isSurround?: boolean;
  /** The picture; colours when left out. */
  readonly shown?: Pick<ClipOptions, 'width' | 'height' | 'picture'>;
}

/** An MP4 with a colour a second and a scene's sound in AAC. */
export async function makeSpokenClip(
  scene: SpeechScene,
  { lateSeconds = 0, damage, isSurround = false, shown }: SpokenClipOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const seconds = Math.ceil(lateSeconds + scene.samples.length / scene.sampleRateHz);
  const picture = openTracks(await makeClip({ seconds, framesPerSecond: 1, ...shown }));
  const sound = openTracks(await codeSound(scene, isSurround ? 6 : 1));
  const videoTrack = await picture.getPrimaryVideoTrack();
  const audioTrack = await sound.getPrimaryAudioTrack();
  if (!videoTrack || !audioTrack) throw new Error('The clip was not made.');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const video = new EncodedVideoPacketSource('avc');
  const audio = new EncodedAudioPacketSource('aac');
  output.addVideoTrack(video);
  output.addAudioTrack(audio);
  await output.start();
  const videoConfig = await videoTrack.getDecoderConfig();
  for await (const packet of new EncodedPacketSink(videoTrack).packets())
    await video.add(packet, videoConfig ? { decoderConfig: videoConfig } : {});
  video.close();
  const audioConfig = await audioTrack.getDecoderConfig();
  for await (const packet of new EncodedPacketSink(audioTrack).packets()) {
    const { timestamp } = packet;
    const isDamaged = damage && timestamp >= damage.startSeconds && timestamp < damage.endSeconds;
    const data = isDamaged ? packet.data.map((byte, at) => byte ^ (at * 37 + 11)) : packet.data;
    const moved = packet.clone({ data, timestamp: timestamp + lateSeconds });
    await audio.add(moved, audioConfig ? { decoderConfig: audioConfig } : {});
  }
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}

function openTracks(bytes: Uint8Array<ArrayBuffer>): Input {
  return new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
}

async function codeSound(
  { samples, sampleRateHz }: SpeechScene,
  channels: 1 | 6,
): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new AudioSampleSource({ codec: 'aac', bitrate: 96_000 });
  output.addAudioTrack(source);
  await output.start();
  const length = 1024;
  for (let from = 0; from < samples.length; from += length) {
    const heard = samples.subarray(from, from + length);
    const data = new Float32Array(heard.length * channels);
    data.set(heard, channels === 1 ? 0 : centre * heard.length);
    const timestamp = from / sampleRateHz;
    using sample = new AudioSample({
      data,
      format: 'f32-planar',
      numberOfChannels: channels,
      sampleRate: sampleRateHz,
      timestamp,
    });
    await source.add(sample);
  }
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}
