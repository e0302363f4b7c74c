// Makes the sample video that visitors can try: `node scripts/make-sample-clip.ts`, with the Node in node_modules/.bin.
// Pictures and sound are deterministic; the file's bytes depend on the versions of the encoder packages.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { registerMediabunnyServer } from '@mediabunny/server';
import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
} from 'mediabunny';
import sharp from 'sharp';
import { findTypefaces } from '../tests/support/typefaces.ts';
import { drawFrame, frameCount, frameSeconds, previewSeconds } from './sample-clip/scenes.ts';
import { size } from './sample-clip/shapes.ts';
import { makeSound, sampleRate } from './sample-clip/sound.ts';

const file = fileURLToPath(new URL('../src/web/public/the-lantern-boat.mp4', import.meta.url));

registerMediabunnyServer({ hardwareContext: null });
// Registers the page's own typeface, used for the title, with the drawing library.
await findTypefaces();

const target = new BufferTarget();
const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
// H.264 and AAC in MP4, because every browser plays them.
const pictures = new VideoSampleSource({
  codec: 'avc',
  quality: new Quality({ bitrate: 240_000 }),
  keyFrameInterval: 2,
});
const sound = new AudioSampleSource({ codec: 'aac', quality: new Quality({ bitrate: 64_000 }) });
output.addVideoTrack(pictures, { frameRate: 1 / frameSeconds });
output.addAudioTrack(sound);
await output.start();
await addSound();
for (let index = 0; index < frameCount; index++) await addFrame(index);
await output.finalize();
if (!target.buffer) throw new Error('The film was not written.');
writeFileSync(file, new Uint8Array(target.buffer));
console.log(`${file}: ${previewSeconds} s, ${frameCount} frames, ${target.buffer.byteLength} bytes`);

async function addSound(): Promise<void> {
  using sample = new AudioSample({
    data: makeSound(previewSeconds),
    format: 'f32',
    numberOfChannels: 1,
    sampleRate,
    timestamp: 0,
  });
  await sound.add(sample);
}

async function addFrame(index: number): Promise<void> {
  const timestamp = index * frameSeconds;
  const pixels = await sharp(Buffer.from(drawFrame(timestamp)))
    .ensureAlpha()
    .raw()
    .toBuffer();
  using sample = new VideoSample(new Uint8Array(pixels), {
    format: 'RGBA',
    codedWidth: size.width,
    codedHeight: size.height,
    timestamp,
    duration: frameSeconds,
  });
  await pictures.add(sample);
}
