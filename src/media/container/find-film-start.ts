import type { Input } from 'mediabunny';

/**
 * Sound that begins less before the first picture is how coders begin, and is left out; what begins longer before it belongs to
 * something else.
 */
const earlySeconds = { least: 0.1, most: 600 } as const;

/**
 * The time in a file at which the film begins, as players show it: with its first picture, or with the sound that is heard before.
 * @param pictureSeconds the time of the first picture
 */
export async function findFilmStart(input: Input, pictureSeconds: number): Promise<number> {
  const tracks = await input.getAudioTracks();
  const starts = await Promise.all(tracks.map(track => track.getFirstTimestamp()));
  const soundSeconds = Math.max(0, Math.min(...starts));
  const early = pictureSeconds - soundSeconds;
  return early >= earlySeconds.least && early <= earlySeconds.most ? soundSeconds : pictureSeconds;
}
