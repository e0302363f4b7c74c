import { type Fingerprint, soundRate } from '../../src/media/fingerprint/fingerprint.ts';
import { createSeededRandom } from './seeded-random.ts';

const ticksPerSecond = 24;

/** What a made film shows and sounds like at each tick. */
interface Tick {
  readonly picture: readonly [number, number];
  readonly sound: number;
  readonly isCut: boolean;
  readonly details: number;
  readonly loudness: number;
}

export type MadeFilm = readonly Tick[];

export interface FilmStyle {
  /** Seconds from one cut to the next, at most. */
  readonly shotSeconds?: number;
  /** Bits of 64 that motion changes in a second. */
  readonly motion?: number;
  readonly isSilent?: boolean;
}

/** Shots of changing pictures, with sound that changes all the time. */
export function makeFilm(
  seed: number,
  seconds: number,
  { shotSeconds = 10, motion = 4, isSilent = false }: FilmStyle = {},
): MadeFilm {
  const random = createSeededRandom(seed);
  const film: Tick[] = [];
  let picture: [number, number] = [0, 0];
  let [sound, untilCut] = [0, 0];
  for (let tick = 0; tick < seconds * ticksPerSecond; tick++) {
    const isCut = untilCut-- <= 0;
    if (isCut) {
      untilCut = Math.round((1 + random() * (shotSeconds - 1)) * ticksPerSecond);
      picture = [random() * 2 ** 32, random() * 2 ** 32];
    } else if (random() < motion / ticksPerSecond) {
      const bit = Math.floor(random() * 64);
      picture = [...picture];
      picture[bit >> 5] = (picture[bit >> 5] ?? 0) ^ (1 << (bit & 31));
    }
    for (let bit = 0; bit < 8; bit++) if (random() < 0.1) sound ^= 1 << bit;
    film.push({ picture, sound, isCut, details: 60, loudness: isSilent ? 0 : 90 });
  }
  return film;
}

export function cutFilm(film: MadeFilm, fromSeconds: number, toSeconds?: number): MadeFilm {
  return film.slice(
    Math.round(fromSeconds * ticksPerSecond),
    toSeconds === undefined ? undefined : Math.round(toSeconds * ticksPerSecond),
  );
}

/** Parts after one another, with a cut between them. */
export function joinFilms(...films: readonly MadeFilm[]): MadeFilm {
  return films.flatMap(film => film.map((tick, at) => (at === 0 ? { ...tick, isCut: true } : tick)));
}

export interface Coding {
  readonly pictureRate?: number;
  /** Share of the bits that coding changes. */
  readonly pictureErrors?: number;
  readonly soundErrors?: number;
  readonly speed?: number;
  readonly seed?: number;
}

/** The fingerprint of a made film that was coded with losses. */
export function takeMadeFingerprint(
  film: MadeFilm,
  { pictureRate = 1, pictureErrors = 0.05, soundErrors = 0.12, speed = 1, seed = 1 }: Coding = {},
): Fingerprint {
  const random = createSeededRandom(seed);
  const spoil = (bits: number, count: number, errors: number) => {
    let spoilt = bits;
    for (let bit = 0; bit < count; bit++) if (random() < errors) spoilt ^= 1 << bit;
    return spoilt >>> 0;
  };
  const seconds = (film.length / ticksPerSecond) * speed;
  const at = (second: number) => film[Math.floor((second / speed) * ticksPerSecond + 1e-6)];
  const count = Math.ceil(seconds * pictureRate - 1e-9);
  const pictures = new Uint32Array(2 * count);
  for (let word = 0; word < pictures.length; word++) {
    pictures[word] = spoil(at((word >> 1) / pictureRate)?.picture[word & 1] ?? 0, 32, pictureErrors);
  }
  const perSecond = Math.ceil(seconds - 1e-9);
  const cuts = new Uint8Array(perSecond);
  for (const [tick, { isCut }] of film.entries()) {
    const second = (tick / ticksPerSecond) * speed;
    if (isCut && tick > 0) cuts[Math.floor(second)] = 1 + Math.floor((second % 1) * 250);
  }
  return {
    durationMs: Math.round(seconds * 1000),
    pictureRate,
    pictures,
    details: Uint8Array.from({ length: count }, (_, n) => at(n / pictureRate)?.details ?? 0),
    cuts,
    sound: Uint8Array.from({ length: Math.floor(seconds * soundRate) }, (_, n) =>
      spoil(at(n / soundRate)?.sound ?? 0, 8, soundErrors),
    ),
    loudness: Uint8Array.from({ length: perSecond }, (_, n) => at(n)?.loudness ?? 0),
  };
}
