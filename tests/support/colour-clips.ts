import { fileURLToPath } from 'node:url';
import type { Rgb } from './make-clip.ts';
import { colorDistance, colorIn } from './measure-frame.ts';

/** Two rows of four colours, as an SDR video shows them. */
const colours: readonly Rgb[] = [
  [255, 255, 255],
  [200, 152, 130],
  [115, 82, 68],
  [128, 128, 128],
  [190, 60, 60],
  [70, 148, 73],
  [60, 70, 160],
  [24, 24, 24],
];

/**
 * The same with white at 1000 nits, an orange lamp at 600 and grey at 203, as FFmpeg 5.1 shows it (zscale,
 * tonemap=mobius:desat=0).
 */
const brightColours: readonly Rgb[] = [
  [255, 255, 255],
  [191, 146, 124],
  [117, 82, 67],
  [217, 217, 217],
  [248, 183, 87],
  [68, 152, 72],
  [58, 68, 162],
  [17, 17, 17],
];

/** A one-frame clip in another colour space than BT.709, and its look in sRGB. */
export interface ColourClip {
  readonly maker: string;
  readonly path: string;
  readonly expected: readonly Rgb[];
  /** Chromium reserves headroom up to 1000 nits in each HDR video, and shows white at 188. */
  readonly isHdr: boolean;
  /** Chromium on Linux has no H.265. */
  readonly isForServerOnly: boolean;
}

/**
 * Clips of 1 to 6 kB. Calculated from `colours` by the formulas of ITU-R BT.2100 and BT.2408 (white at 203 nits), the
 * primaries of H.273 and gamma 2.2 (DCI: 2.6), and coded by FFmpeg 5.1.
 */
export const colourClips: readonly ColourClip[] = [
  { name: 'hlg.mp4', maker: 'an iPhone (HLG, H.265)' },
  { name: 'bright-pq.mp4', maker: 'a camera in the sun (PQ, H.265)', expected: brightColours },
  { name: 'pq.webm', maker: 'YouTube (PQ, VP9)' },
  { name: 'p3-hlg.mp4', maker: 'a camera of P3 (HLG, AV1)' },
  { name: 'p3.webm', maker: 'an Apple screen (Display P3, VP9)' },
  { name: 'dci.mp4', maker: 'a cinema (DCI-P3, H.264)' },
  { name: 'film.mp4', maker: 'a film scanner (generic film, H.264)' },
  { name: 'bt2020.mp4', maker: 'television (BT.2020 without HDR, H.264)' },
].map(({ name, maker, expected = colours }) => ({
  maker,
  path: fileURLToPath(new URL(`clips/colours/${name}`, import.meta.url)),
  expected,
  isHdr: /hlg|pq/.test(name),
  isForServerOnly: maker.includes('H.265'),
}));

/** For each of the eight colours the largest difference in one channel. */
export function compareColours(jpeg: Uint8Array, expected: readonly Rgb[]): Promise<number[]> {
  return Promise.all(
    expected.map(async (colour, at) =>
      colorDistance(await colorIn(jpeg, ((at % 4) + 0.5) / 4, (Math.floor(at / 4) + 0.5) / 2), colour),
    ),
  );
}
