import { allVoices, type Voice } from '#shared/voices.ts';

/** Paces by which names differ that share a voice: far enough to be told apart, near enough to fit the same video. */
const paces = [1, 0.92, 1.08, 0.96, 1.04, 0.88, 1.12];

/** Who speaks for one of ours, and how fast, where 1 is its own pace. */
export interface Paced<Speaker> {
  readonly voice: Speaker;
  readonly speed: number;
}

/** The first of ours that has a voice speaks at its own pace, the next at others. */
export function addPaces<Speaker>(chosen: ReadonlyMap<Voice, Speaker>): ReadonlyMap<Voice, Paced<Speaker>> {
  const counts = new Map<Speaker, number>();
  const paced = new Map<Voice, Paced<Speaker>>();
  for (const name of allVoices) {
    const voice = chosen.get(name);
    if (voice === undefined) continue;
    const index = counts.get(voice) ?? 0;
    counts.set(voice, index + 1);
    paced.set(name, { voice, speed: paces[index % paces.length] ?? 1 });
  }
  return paced;
}
