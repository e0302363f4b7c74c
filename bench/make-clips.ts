import { appendFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { encodeMp3 } from '../src/media/mp3/encode-mp3.ts';
import { makeVoice } from '../tests/support/made-voice.ts';
import { makeSoundingClip } from '../tests/support/make-sounding-clip.ts';
import { clipFolder } from './measure.ts';

const width = 1920;
const height = 1080;
const framesPerSecond = 25;
const sceneSeconds = 20;

/**
 * The path of an H.264 clip in 1080p, 25 fps, a key frame every 250 frames as most encoders place them, about 4.5
 * Mbit/s. Created once and cached: one scene of 20 seconds is encoded and its packets are repeated.
 */
export async function makeBenchClip(minutes: number, { hasSound = false } = {}): Promise<string> {
  const scene = await makeOnce('scene.mp4', async draft => writeFileSync(draft, await makeScene()));
  const name = `${minutes}-minutes${hasSound ? '-with-sound' : ''}.mp4`;
  return makeOnce(name, draft => repeatScene(scene, draft, { minutes, sceneSeconds, hasSound }));
}

/** A voice that speaks a line every six seconds, as mp3. */
export function makeBenchVoice(minutes: number): Promise<string> {
  return makeOnce(`${minutes}-minutes.mp3`, async draft => {
    const starts = Array.from({ length: 10 }, (_, line) => 6 * line + 1);
    const minute = Buffer.concat(await Array.fromAsync(encodeMp3(makeVoice(starts, 60)())));
    for (let done = 0; done < minutes; done++) appendFileSync(draft, minute);
  });
}

/** Writes to a draft first, so that an interrupted bench never leaves a partial file in the cache. */
export async function makeOnce(name: string, write: (draft: string) => Promise<void>): Promise<string> {
  const path = `${clipFolder}${name}`;
  if (existsSync(path)) return path;
  mkdirSync(clipFolder, { recursive: true });
  await write(`${path}.draft`);
  renameSync(`${path}.draft`, path);
  return path;
}

interface Repeated {
  readonly minutes: number;
  readonly sceneSeconds: number;
  readonly hasSound: boolean;
}

/** Its coded pictures and sound are copied. */
export async function repeatScene(
  scene: string,
  path: string,
  { minutes, sceneSeconds, hasSound }: Repeated,
): Promise<void> {
  using input = new Input({ source: new FilePathSource(scene), formats: [MP4] });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const videoConfig = await video?.getDecoderConfig();
  const audioConfig = await audio?.getDecoderConfig();
  if (!video || !videoConfig || !audio || !audioConfig) throw new Error('The scene has no picture or sound.');
  const pictures = await Array.fromAsync(new EncodedPacketSink(video).packets());
  const sounds = await Array.fromAsync(new EncodedPacketSink(audio).packets());
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(path),
  });
  const [pictureSource, soundSource] = [
    new EncodedVideoPacketSource('avc'),
    new EncodedAudioPacketSource('aac'),
  ];
  output.addVideoTrack(pictureSource);
  if (hasSound) output.addAudioTrack(soundSource);
  await output.start();
  let soundSeconds = 0;
  for (let shift = 0; shift < minutes * 60; shift += sceneSeconds) {
    for (const packet of pictures)
      await pictureSource.add(packet.clone({ timestamp: packet.timestamp + shift }), {
        decoderConfig: videoConfig,
      });
    for (const packet of hasSound ? sounds : []) {
      await soundSource.add(packet.clone({ timestamp: soundSeconds }), { decoderConfig: audioConfig });
      soundSeconds += packet.duration;
    }
  }
  await output.finalize();
}

/** A camera pan over tiles with a little grain, so that the encoder finds motion and noise, and a tone that swells. */
function makeScene(): Promise<Uint8Array<ArrayBuffer>> {
  const rgba = new Uint8Array(width * height * 4);
  let state = 12345;
  const picture = (seconds: number) => {
    const left = Math.round(256 * (1 + Math.sin(seconds / 2.4)));
    const top = Math.round(256 * (1 + Math.cos(seconds / 3.4)));
    for (let at = 0; at < width * height; at += 1) {
      const [column, row] = [(at % width) + left, Math.floor(at / width) + top];
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const light =
        100 + 25 * (((column >> 6) ^ (row >> 6)) & 1) + ((column + 2 * row) & 63) + (state >>> 29);
      rgba.set([light, light - 20, light - 40, 255], at * 4);
    }
    return rgba;
  };
  const tone = (seconds: number, channel: number) =>
    0.2 * (1 + Math.sin(seconds)) * Math.sin((2 * Math.PI * 165 + channel) * seconds);
  return makeSoundingClip({
    ...{ width, height, framesPerSecond, picture },
    seconds: sceneSeconds,
    keyIntervalSeconds: 250 / framesPerSecond,
    bitsPerSecond: 4_500_000,
    sounds: [{ seconds: sceneSeconds, sample: tone }],
  });
}
