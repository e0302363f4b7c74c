/** A colour in Björn Ottosson's perceptual space: lightness 0 to 1, green to red, blue to yellow. */
interface Oklab {
  readonly lightness: number;
  readonly a: number;
  readonly b: number;
}

/** The curve of IEC 61966-2-1 undone, once for each of the 256 values that a picture can hold. */
const linearOfByte = Float64Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Colours that may fill a picture so that it is worth saying. */
export const strikingColours = [
  'black',
  'white',
  'red',
  'orange',
  'yellow',
  'green',
  'turquoise',
  'blue',
  'purple',
  'pink',
  'brown',
] as const;

export type StrikingColour = (typeof strikingColours)[number];
export type ColourName = StrikingColour | 'grey';

/**
 * The word that most people would use for a colour.
 * The twelve words are the eleven basic ones of Berlin and Kay (Basic Color Terms, 1969) and turquoise. The borders
 * between them are ours: drawn in lightness, chroma and hue of Oklab so that the named colours of CSS (its greys, reds,
 * browns and so on) fall where their own names put them, then moved until wood, asphalt, foliage, sky and skin in real
 * videos came out as people say.
 */
export function nameColour({ lightness, a, b }: Oklab): ColourName {
  const chroma = Math.hypot(a, b);
  if (lightness < 0.22 || (lightness < 0.3 && chroma < 0.04)) return 'black';
  const hueDegrees = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  if (chroma < getLeastVisibleChroma(lightness, hueDegrees)) return lightness > 0.88 ? 'white' : 'grey';
  return nameHue(hueDegrees, lightness, chroma);
}

/** Below this a colour is taken for grey or white. */
function getLeastVisibleChroma(lightness: number, hueDegrees: number): number {
  // Cream and ivory are called white.
  if (lightness > 0.8 && hueDegrees > 60 && hueDegrees < 125) return 0.065;
  // In the dark a trace of colour is not seen; in the light a trace of rose is seen before any other.
  const least = lightness < 0.45 ? 0.045 : lightness > 0.93 ? 0.045 : 0.033;
  return lightness > 0.55 && (hueDegrees < 45 || hueDegrees > 335) ? least * 0.75 : least;
}

function nameHue(hueDegrees: number, lightness: number, chroma: number): ColourName {
  if (hueDegrees < 38 || hueDegrees >= 352) return nameRed(hueDegrees, lightness, chroma);
  if (hueDegrees < 85) return nameOrange(hueDegrees, lightness, chroma);
  if (hueDegrees < 116) return nameYellow(hueDegrees, lightness, chroma);
  if (hueDegrees < 168) return 'green';
  if (hueDegrees < 214) return 'turquoise';
  if (hueDegrees < 284) return 'blue';
  if (hueDegrees < 318) return 'purple';
  // Magenta: bright it is pink, dark it is purple.
  return lightness > (hueDegrees < 335 ? 0.72 : 0.52) ? 'pink' : 'purple';
}

function nameRed(hueDegrees: number, lightness: number, chroma: number): ColourName {
  const leansToBlue = hueDegrees < 4 || hueDegrees >= 352;
  if (lightness > (leansToBlue ? 0.62 : 0.755) || (lightness > 0.56 && chroma < 0.1)) return 'pink';
  return chroma < 0.115 ? 'brown' : 'red';
}

/** Brown is what orange is called when it is dark or dull. */
function nameOrange(hueDegrees: number, lightness: number, chroma: number): ColourName {
  if (lightness < 0.64 || chroma < 0.1 || (lightness < 0.72 && chroma < 0.13)) {
    if (lightness > 0.83) return hueDegrees < 60 ? 'pink' : 'orange';
    return hueDegrees < 46 && chroma > 0.19 ? 'red' : 'brown';
  }
  return hueDegrees < 82 ? 'orange' : 'yellow';
}

function nameYellow(hueDegrees: number, lightness: number, chroma: number): ColourName {
  if (lightness > 0.64 && (chroma > 0.09 || lightness > 0.8)) return 'yellow';
  return hueDegrees > 104 ? 'green' : 'brown';
}

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
