import '#media/node/register-coders.ts';
import {
  BufferTarget,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  MpegTsOutputFormat,
  Output,
  Quality,
  type Rotation,
  type VideoCodec,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';

export type ClipContainer = 'mp4' | 'mov' | 'webm' | 'mkv' | 'ts';
export type Rgb = readonly [red: number, green: number, blue: number];

export interface ClipOptions {
  readonly container?: ClipContainer;
  readonly codec?: VideoCodec;
  /** Stored size in pixels, before rotation. */
  readonly width?: number;
  readonly height?: number;
  readonly framesPerSecond?: number;
  readonly seconds?: number;
  readonly keyIntervalSeconds?: number;
  /** Degrees clockwise by which a player rotates the stored pictures. MPEG-TS has no rotation. */
  readonly rotation?: Rotation;
  /** The width of one pixel divided by its height; 1 when left out. */
  readonly pixelAspect?: number;
  /** The colour of the whole picture at a time; {@link colorAt} when left out. */
  readonly color?: (seconds: number) => Rgb;
  /** The whole picture at a time as RGBA of the stored size, instead of a colour. */
  readonly picture?: (seconds: number) => Uint8Array<ArrayBuffer>;
  /** Start times of the frames, instead of a constant rate. */
  readonly timestamps?: readonly number[];
  readonly bitsPerSecond?: number;
  readonly fastStart?: false | 'in-memory' | 'fragmented';
}

const palette: readonly Rgb[] = [
  [220, 40, 40],
  [40, 180, 60],
  [50, 70, 210],
  [230, 200, 40],
  [160, 50, 180],
  [40, 190, 200],
  [240, 130, 30],
  [120, 120, 120],
  [20, 20, 20],
  [240, 240, 240],
];

/** The picture's colour in each second: ten colours in turn. */
export function colorAt(seconds: number): Rgb {
  return palette[Math.floor(seconds + 1e-6) % palette.length] as Rgb;
}

/** A real, coded clip as the bytes of a file: one colour a second, the top left quarter brighter to show rotation. */
export async function makeClip(options: ClipOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { container = 'mp4', codec = 'avc', width = 160, height = 96, rotation } = options;
  const timestamps = options.timestamps ?? evenTimestamps(options);
  const target = new BufferTarget();
  const output = new Output({ format: formatOf(container, options.fastStart), target });
  const source = new VideoSampleSource({
    codec,
    quality: new Quality({ bitrate: options.bitsPerSecond ?? 400_000 }),
    keyFrameInterval: options.keyIntervalSeconds ?? 2,
  });
  output.addVideoTrack(source, rotation ? { rotation } : {});
  await output.start();
  for (const [index, timestamp] of timestamps.entries()) {
    const next = timestamps[index + 1] ?? options.seconds ?? timestamp + 1 / (options.framesPerSecond ?? 10);
    const picture =
      options.picture?.(timestamp) ?? paint(width, height, (options.color ?? colorAt)(timestamp));
    using sample = new VideoSample(picture, {
      format: 'RGBA',
      codedWidth: width,
      codedHeight: height,
      displayWidth: Math.round(width * (options.pixelAspect ?? 1)),
      displayHeight: height,
      timestamp,
      duration: next - timestamp,
    });
    await source.add(sample);
  }
  await output.finalize();
  if (!target.buffer) throw new Error('The clip was not written.');
  return new Uint8Array(target.buffer);
}

function evenTimestamps({ seconds = 4, framesPerSecond = 10 }: ClipOptions): number[] {
  const count = Math.max(1, Math.round(seconds * framesPerSecond));
  return Array.from({ length: count }, (_, index) => index / framesPerSecond);
}

function formatOf(container: ClipContainer, fastStart: ClipOptions['fastStart']) {
  if (container === 'webm') return new WebMOutputFormat();
  if (container === 'mkv') return new MkvOutputFormat();
  if (container === 'ts') return new MpegTsOutputFormat();
  const options = fastStart === undefined ? {} : { fastStart };
  return container === 'mov' ? new MovOutputFormat(options) : new Mp4OutputFormat(options);
}

function paint(width: number, height: number, [red, green, blue]: Rgb): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(width * height * 4);
  for (let offset = 0, index = 0; offset < pixels.length; offset += 4, index++) {
    const isCorner = index % width < width / 2 && index / width < height / 2;
    const lift = isCorner ? 40 : 0;
    pixels[offset] = Math.min(255, red + lift);
    pixels[offset + 1] = Math.min(255, green + lift);
    pixels[offset + 2] = Math.min(255, blue + lift);
    pixels[offset + 3] = 255;
  }
  return pixels;
}
