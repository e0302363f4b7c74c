import { appendFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { registerMediabunnyServer } from '@mediabunny/server';
import {
  BufferSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
} from 'mediabunny';
import { encodeMp3 } from '../src/media/mp3/encode-mp3.ts';
import { makeVoice } from '../tests/support/made-voice.ts';
import { makeSoundingClip } from '../tests/support/make-sounding-clip.ts';

const folder = fileURLToPath(new URL('../.cache/bench/', import.meta.url));
const width = 1920;
const height = 1080;
const framesPerSecond = 25;
const sceneSeconds = 20;
/** Two key frames, 250 pictures apart, as most encoders place them. */
const keyIntervalSeconds = 250 / framesPerSecond;

/**
 * The path of an H.264 clip in 1080p, 25 pictures a second, a key frame every 250 pictures, about 4.5 Mbit/s, with
 * B-pictures. Made once and kept in `.cache/bench`: a scene of 20 seconds is encoded, its coded pictures are repeated.
 */
export async function makeBenchClip(minutes: number, { hasSound = false } = {}): Promise<string> {
  const path = `${folder}${minutes}-minutes${hasSound ? '-with-sound' : ''}.mp4`;
  if (!existsSync(path)) await writeWhole(path, draft => repeatScene(draft, minutes, hasSound));
  return path;
}

/** A voice that says a line each six seconds, as mp3. */
export async function makeBenchVoice(minutes: number): Promise<string> {
  const path = `${folder}${minutes}-minutes.mp3`;
  const starts = Array.from({ length: 10 }, (_, line) => 6 * line + 1);
  const minute = Buffer.concat(await Array.fromAsync(encodeMp3(makeVoice(starts, 60)())));
  if (!existsSync(path))
    await writeWhole(path, async draft => {
      for (let done = 0; done < minutes; done++) appendFileSync(draft, minute);
    });
  return path;
}

/** A file that is half written when the bench is stopped never counts as made. */
async function writeWhole(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await write(`${path}.draft`);
  renameSync(`${path}.draft`, path);
}

async function repeatScene(path: string, minutes: number, hasSound: boolean): Promise<void> {
  const scenePath = `${folder}scene.mp4`;
  if (!existsSync(scenePath)) await writeWhole(scenePath, encodeScene);
  using input = new Input({ source: new FilePathSource(scenePath), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('The scene has no picture.');
  const packets = await Array.fromAsync(new EncodedPacketSink(track).packets());
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(path),
  });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source);
  const sound = hasSound ? await addRepeatedSound(output) : undefined;
  await output.start();
  for (let shift = 0; shift < minutes * 60; shift += sceneSeconds) {
    for (const packet of packets) {
      await source.add(packet.clone({ timestamp: packet.timestamp + shift }), { decoderConfig });
    }
    await sound?.writeUntil(shift + sceneSeconds);
  }
  await output.finalize();
}

/** A chord that swells, in stereo: its coded pieces are repeated. */
async function addRepeatedSound(output: Output) {
  const clip = await makeSoundingClip({
    seconds: sceneSeconds,
    sounds: [
      {
        seconds: sceneSeconds,
        sample: (seconds, channel) =>
          0.1 *
          (1 + Math.sin(seconds)) *
          [131, 165, 196].reduce((sum, hz) => sum + Math.sin((2 * Math.PI * hz + channel) * seconds), 0),
      },
    ],
  });
  using input = new Input({ source: new BufferSource(clip), formats: [MP4] });
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('The scene has no sound.');
  const packets = await Array.fromAsync(new EncodedPacketSink(track).packets());
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source);
  let seconds = 0;
  let written = 0;
  return {
    async writeUntil(untilSeconds: number) {
      while (seconds < untilSeconds) {
        const packet = packets[written++ % packets.length] as EncodedPacket;
        await source.add(packet.clone({ timestamp: seconds }), { decoderConfig });
        seconds += packet.duration;
      }
    },
  };
}

async function encodeScene(path: string): Promise<void> {
  registerMediabunnyServer({ hardwareContext: null });
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(path) });
  const source = new VideoSampleSource({
    codec: 'avc',
    quality: new Quality({ bitrate: 4_500_000 }),
    keyFrameInterval: keyIntervalSeconds,
  });
  output.addVideoTrack(source);
  await output.start();
  const paint = createPainter();
  for (let index = 0; index < sceneSeconds * framesPerSecond; index++) {
    using sample = new VideoSample(paint(index), {
      format: 'I420',
      codedWidth: width,
      codedHeight: height,
      timestamp: index / framesPerSecond,
      duration: 1 / framesPerSecond,
    });
    await source.add(sample);
  }
  await output.finalize();
}

/** A textured ground that the camera pans over, with a little grain: an encoder finds both motion and noise. */
function createPainter(): (index: number) => Uint8Array<ArrayBuffer> {
  const margin = 512;
  const ground = makeTexture(width + margin, height + margin);
  const picture = new Uint8Array((width * height * 3) / 2);
  return index => {
    const left = Math.round((0.5 + 0.5 * Math.sin(index / 60)) * (margin - 1));
    const top = Math.round((0.5 + 0.5 * Math.cos(index / 85)) * (margin - 1));
    for (let row = 0; row < height; row++) {
      const start = (row + top) * (width + margin) + left;
      picture.set(ground.subarray(start, start + width), row * width);
    }
    addGrain(picture.subarray(0, width * height), index);
    picture.fill(128 + Math.round(40 * Math.sin(index / 30)), width * height, (width * height * 5) / 4);
    picture.fill(128 + Math.round(40 * Math.cos(index / 40)), (width * height * 5) / 4);
    return picture;
  };
}

function makeTexture(columns: number, rows: number): Uint8Array {
  const texture = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const waves = Math.sin(column / 37) * Math.cos(row / 23) + Math.sin((column + 2 * row) / 91);
      const tiles = ((column >> 6) ^ (row >> 6)) & 1;
      texture[row * columns + column] = 110 + 40 * waves + 25 * tiles;
    }
  }
  return texture;
}

/** Grain of a few steps on every third pixel, the same in every run (a linear congruential generator). */
function addGrain(luma: Uint8Array, seed: number): void {
  let state = seed * 2654435761 + 12345;
  for (let offset = 0; offset < luma.length; offset += 3) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    luma[offset] = (luma[offset] ?? 0) + (state >>> 29);
  }
}
