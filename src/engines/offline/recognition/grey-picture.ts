import type { RgbPicture } from './recognised.ts';

/** One byte of brightness a pixel (the luma of ITU-R BT.601), row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
}

/** A part of a picture in its pixels; `right` and `bottom` are the first that no longer belong to it. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A picture without colours, made smaller to a longer side of so many pixels; a smaller one stays as it is. */
export function toGrey(picture: RgbPicture, longestSide: number): GreyPicture {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const all = { left: 0, top: 0, right: picture.width, bottom: picture.height };
  return cutGrey(picture, all, scale);
}

/**
 * A part of a picture without colours, made smaller or larger: each pixel is the mean of those that fall into it, or,
 * where it grows, lies between its four neighbours.
 * @param scale pixels of the result for one of the picture
 */
export function cutGrey(picture: RgbPicture, part: Rectangle, scale: number): GreyPicture {
  const width = Math.max(1, Math.round((part.right - part.left) * scale));
  const height = Math.max(1, Math.round((part.bottom - part.top) * scale));
  if (scale > 1) return enlarge(picture, part, width, height);
  const values = new Uint8Array(width * height);
  const columns = divide(part.left, part.right, width);
  const rows = divide(part.top, part.bottom, height);
  for (let y = 0; y < height; y++) {
    const top = rows[y] ?? 0;
    const bottom = Math.max(top + 1, rows[y + 1] ?? 0);
    for (let x = 0; x < width; x++) {
      const left = columns[x] ?? 0;
      const right = Math.max(left + 1, columns[x + 1] ?? 0);
      values[y * width + x] = averageLuma(picture, { left, top, right, bottom });
    }
  }
  return { width, height, values };
}

/** Where so many equal steps between two places begin, and where the last ends. */
function divide(from: number, to: number, steps: number): Int32Array {
  return Int32Array.from({ length: steps + 1 }, (_, at) => from + Math.floor(((to - from) * at) / steps));
}

function averageLuma({ pixels, width }: RgbPicture, { left, top, right, bottom }: Rectangle): number {
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let at = (y * width + left) * 3, end = (y * width + right) * 3; at < end; at += 3)
      sum += 299 * (pixels[at] ?? 0) + 587 * (pixels[at + 1] ?? 0) + 114 * (pixels[at + 2] ?? 0);
  }
  return Math.round(sum / (1000 * (right - left) * (bottom - top)));
}

function enlarge(picture: RgbPicture, part: Rectangle, width: number, height: number): GreyPicture {
  const own = cutGrey(picture, part, 1);
  const values = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const fromY = Math.min(own.height - 1, Math.max(0, ((y + 0.5) * own.height) / height - 0.5));
    const top = Math.floor(fromY) * own.width;
    const bottom = Math.min(own.height - 1, Math.floor(fromY) + 1) * own.width;
    const down = fromY - Math.floor(fromY);
    for (let x = 0; x < width; x++) {
      const fromX = Math.min(own.width - 1, Math.max(0, ((x + 0.5) * own.width) / width - 0.5));
      const left = Math.floor(fromX);
      const right = Math.min(own.width - 1, left + 1);
      const across = fromX - left;
      const above = mix(own.values[top + left] ?? 0, own.values[top + right] ?? 0, across);
      const below = mix(own.values[bottom + left] ?? 0, own.values[bottom + right] ?? 0, across);
      values[y * width + x] = Math.round(mix(above, below, down));
    }
  }
  return { width, height, values };
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share;
}

/** A picture of half the width and height, each pixel the mean of four. An odd last row or column is left out. */
export function halve({ width, height, values }: GreyPicture): GreyPicture {
  const [halfWidth, halfHeight] = [width >> 1, height >> 1];
  const half = new Uint8Array(halfWidth * halfHeight);
  for (let y = 0; y < halfHeight; y++) {
    for (let x = 0; x < halfWidth; x++) {
      const at = 2 * y * width + 2 * x;
      const above = (values[at] ?? 0) + (values[at + 1] ?? 0);
      half[y * halfWidth + x] = (above + (values[at + width] ?? 0) + (values[at + width + 1] ?? 0) + 2) >> 2;
    }
  }
  return { width: halfWidth, height: halfHeight, values: half };
}
