import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A video not made for tests, and its expected results. */
export interface RealVideo {
  readonly name: string;
  readonly path: string;
  /** As displayed. */
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
  /** H.265, which Chromium on Linux cannot decode: the server must. */
  readonly isForServerOnly: boolean;
}

type Facts = Omit<RealVideo, 'name' | 'path' | 'isForServerOnly'>;

/** An optional folder of larger videos beside the checkout. */
const sharedFolder = fileURLToPath(new URL('../../../shared/media/', import.meta.url));
export const hasSharedMedia = existsSync(sharedFolder);

/** The project's own, in every checkout. */
const ownFolder = fileURLToPath(new URL('../media/', import.meta.url));

const own: Readonly<Record<string, Facts>> = {
  'turned-phone.mp4': { width: 184, height: 320, durationSeconds: 6 },
  'fractal.webm': { width: 240, height: 240, durationSeconds: 5 },
  'life.mkv': { width: 320, height: 192, durationSeconds: 6 },
};

const shared: Readonly<Record<string, Facts>> = {
  'rabbit.mp4': { width: 320, height: 240, durationSeconds: 7.8 },
  'rabbit.webm': { width: 320, height: 240, durationSeconds: 7.8 },
  'cars.mp4': { width: 768, height: 432, durationSeconds: 30.16 },
  'variable-frame-rate.mp4': { width: 3026, height: 1386, durationSeconds: 8.7 },
  'rotated.mp4': { width: 1080, height: 1920, durationSeconds: 1.9 },
  'hevc.mp4': { width: 1920, height: 1080, durationSeconds: 10 },
  'frames.webm': { width: 1080, height: 1080, durationSeconds: 3.3 },
};

const serverOnly = ['life.mkv', 'hevc.mp4'];

function list(folder: string, videos: Readonly<Record<string, Facts>>): RealVideo[] {
  return Object.entries(videos).map(([name, facts]) => ({
    name,
    path: `${folder}${name}`,
    isForServerOnly: serverOnly.includes(name),
    ...facts,
  }));
}

/** The product's own film; its titles can be read, so the offline engine has something to say. */
export const titledVideo = {
  name: 'the-lantern-boat.mp4',
  path: fileURLToPath(new URL('../../src/web/public/the-lantern-boat.mp4', import.meta.url)),
  durationSeconds: 22.0,
} as const;

/** The project's own videos, and the larger ones if present. */
export const realVideos: readonly RealVideo[] = [
  ...list(ownFolder, own),
  ...(hasSharedMedia ? list(sharedFolder, shared) : []),
];

/** Larger files that are refused, with the error code; empty if absent. */
export const refusedVideos: readonly { name: string; path: string; code: string }[] = hasSharedMedia
  ? [
      { name: 'broken-annex-b.mp4', path: `${sharedFolder}broken-annex-b.mp4`, code: 'invalid_video' },
      { name: 'sound-only-ac3.mp4', path: `${sharedFolder}sound-only-ac3.mp4`, code: 'no_picture' },
    ]
  : [];

/** The path of one of them; undefined if absent. */
export function findRealVideo(name: string): string | undefined {
  return realVideos.find(video => video.name === name)?.path;
}
