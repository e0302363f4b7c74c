import type { AudioCodec } from 'mediabunny';
import { makeSoundingClip, type SoundingClipOptions } from './make-sounding-clip.ts';
import { createSeededRandom } from './seeded-random.ts';

/** Of a film: its name says how it looks and sounds, second by second, wherever it stands. */
export interface Scene {
  readonly name: number;
  readonly seconds: number;
  /** Another picture under the same sound. */
  readonly looks?: number;
}

const [columns, rows] = [8, 5];
/** Notes of a scene a second. */
const notesPerSecond = 4;

/** A film of scenes that look and sound different in each second; the same ones in another order or file are another cut of it. */
export async function makeSceneFilm(
  scenes: readonly Scene[],
  {
    width = 160,
    height = 90,
    soundCodec = 'aac',
    ...options
  }: Omit<SoundingClipOptions, 'sounds' | 'seconds' | 'picture'> & { readonly soundCodec?: AudioCodec } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const seconds = scenes.reduce((sum, scene) => sum + scene.seconds, 0);
  const find = (atSeconds: number) => {
    let from = 0;
    for (const { name, looks = name, seconds: length } of scenes) {
      if (atSeconds < from + length - 1e-6) return { name, looks, passed: atSeconds - from };
      from += length;
    }
    return { name: -1, looks: -1, passed: 0 };
  };
  return await makeSoundingClip({
    framesPerSecond: 12,
    ...options,
    width,
    height,
    seconds,
    picture: atSeconds => paint(find(atSeconds), width, height),
    sounds: [
      {
        codec: soundCodec,
        seconds,
        channelCount: 1,
        sample: atSeconds => {
          const { name, passed } = find(atSeconds);
          const pitch = readNumbers(`${name} ${Math.floor(passed * notesPerSecond)}`)[0] ?? 0;
          return 0.3 * Math.sin(2 * Math.PI * (200 + 1800 * pitch) * atSeconds);
        },
      },
    ],
  });
}

const known = new Map<string, readonly number[]>();

/** As many numbers from 0 to 1 as a picture has fields, always the same ones for a name. */
function readNumbers(name: string): readonly number[] {
  const kept = known.get(name);
  if (kept) return kept;
  const random = createSeededRandom([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  const numbers = Array.from({ length: columns * rows }, () => random());
  known.set(name, numbers);
  return numbers;
}

/** Soft spots that turn into others within a second. */
function paint(
  { looks, passed }: { readonly looks: number; readonly passed: number },
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> {
  const second = Math.floor(passed);
  const [now, next] = [readNumbers(`${looks}:${second}`), readNumbers(`${looks}:${second + 1}`)];
  const share = passed - second;
  const spots = now.map((value, at) => value + ((next[at] ?? 0) - value) * share);
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const value = 30 + 200 * mix(spots, (x / width) * (columns - 1), (y / height) * (rows - 1));
      rgba.fill(value, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  return rgba;
}

function mix(spots: readonly number[], x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number) => spots[row * columns + column] ?? 0;
  const upper = at(left, top) + (at(left + 1, top) - at(left, top)) * (x - left);
  const lower = at(left, top + 1) + (at(left + 1, top + 1) - at(left, top + 1)) * (x - left);
  return upper + (lower - upper) * (y - top);
}
