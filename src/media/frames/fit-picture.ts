import { maxPicturePixels } from '#shared/limits.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size at which a picture of a video is looked at: its own, or the largest of its shape with so many pixels. */
export function fitPicture({ width, height }: PictureSize, maxPixels = maxPicturePixels): PictureSize {
  if (width * height <= maxPixels) return { width, height };
  const scale = Math.sqrt(maxPixels / (width * height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}
