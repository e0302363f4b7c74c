/** A colour in Björn Ottosson's perceptual space: lightness 0 to 1, green to red, blue to yellow. */
export interface Oklab {
  readonly lightness: number;
  readonly a: number;
  readonly b: number;
}

/** The curve of IEC 61966-2-1 undone, once for each of the 256 values that a picture can hold. */
const linearOfByte = Float64Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/**
 * Bytes of sRGB as Oklab. The matrices are those of https://bottosson.github.io/posts/oklab/ (2021-01-25): equal steps
 * of lightness look equal, and the hue of a colour stays the same word when it is made darker or paler.
 */
export function toOklab(red: number, green: number, blue: number): Oklab {
  const r = linearOfByte[red] ?? 0;
  const g = linearOfByte[green] ?? 0;
  const b = linearOfByte[blue] ?? 0;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}
