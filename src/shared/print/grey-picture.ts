/** A decoded picture: three bytes of sRGB a pixel, row by row, without padding. */
export type RgbPicture = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

/** One byte of brightness a pixel (the luma of ITU-R BT.601), row by row. */
export type GreyPicture = { readonly width: number; readonly height: number; readonly values: Uint8Array };

/** A part of a picture; `right` and `bottom` are the first that no longer belong to it. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** In the square of the unit that the sides have. */
export function measureArea({ left, top, right, bottom }: Rectangle): number {
  return (right - left) * (bottom - top);
}

export function measureOverlap(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

/**
 * A picture, or a part of it, without colours and smaller by a whole number: each pixel is the mean of a square, so that thin
 * strokes stay even. What is left over at the right and at the bottom is left out.
 * @param side pixels of the picture for one of the result, across and down
 */
export function toGrey(
  { pixels, width, height }: RgbPicture,
  side: number,
  { left, top, right, bottom }: Rectangle = { left: 0, top: 0, right: width, bottom: height },
): GreyPicture {
  const small = { width: Math.floor((right - left) / side), height: Math.floor((bottom - top) / side) };
  const values = new Uint8Array(small.width * small.height);
  const sums = new Uint32Array(small.width);
  for (let y = 0; y < small.height; y++) {
    sums.fill(0);
    for (let row = top + y * side; row < top + (y + 1) * side; row++)
      addRow(sums, pixels, (row * width + left) * 3, side);
    for (let x = 0; x < small.width; x++)
      values[y * small.width + x] = (sums[x] ?? 0) / (lumaWeights * side * side);
  }
  return { ...small, values };
}

/** What the luma's three weights, 0.299, 0.587 and 0.114 in 256ths, add up to. */
const lumaWeights = 256;

function addRow(sums: Uint32Array, pixels: Uint8Array, start: number, side: number): void {
  let at = start;
  for (let x = 0; x < sums.length; x++) {
    let sum = 0;
    for (let column = 0; column < side; column++, at += 3)
      sum += 77 * (pixels[at] ?? 0) + 150 * (pixels[at + 1] ?? 0) + 29 * (pixels[at + 2] ?? 0);
    sums[x] = (sums[x] ?? 0) + sum;
  }
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

/** Makes a picture smaller or larger, with a triangle of weights around each pixel that is as wide as what falls into it. */
export function scaleGrey(grey: GreyPicture, scale: number): GreyPicture {
  return turnAndScale(turnAndScale(grey, scale), scale);
}

/** Scales the rows of a picture and makes them columns: done twice, it is scaled both ways and upright again. */
function turnAndScale({ width, height, values }: GreyPicture, scale: number): GreyPicture {
  const scaled = Math.max(1, Math.round(width * scale));
  const turned = new Uint8Array(scaled * height);
  const reach = Math.max(1, 1 / scale);
  for (let x = 0; x < scaled; x++) {
    const centre = ((x + 0.5) * width) / scaled - 0.5;
    const first = Math.max(0, Math.ceil(centre - reach));
    const last = Math.min(width - 1, Math.floor(centre + reach));
    const weights = Float32Array.from(
      { length: last - first + 1 },
      (_, at) => reach - Math.abs(first + at - centre),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (let y = 0; y < height; y++) {
      let sum = 0;
      for (let at = 0; at < weights.length; at++)
        sum += (weights[at] ?? 0) * (values[y * width + first + at] ?? 0);
      turned[x * height + y] = Math.round(sum / total);
    }
  }
  return { width: height, height: scaled, values: turned };
}
