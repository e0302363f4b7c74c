import { type MixSettings, usualMix } from '#media/mix/mix-settings.ts';
import { createEnvelopeReader, planEnvelope } from '#media/mix/music.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import type { HeardMix, OriginalVolume } from '../model/player.ts';

const storageKey = 'benshi-original-sound';

/**
 * The volumes of original sound and voice: the original as loud as the person set it, and lower under the voice as in the
 * exported video.
 */
export class PreviewVolumes implements OriginalVolume {
  #original = readKept() ?? 1;
  #readDuckDb: (seconds: number) => number = () => 0;
  #mix: HeardMix | undefined;
  readonly #apply: () => void;
  readonly #listeners = new Set<() => void>();

  /** @param apply is called when something changed */
  constructor(apply: () => void) {
    this.#apply = apply;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly isMixed = (): boolean => this.#mix !== undefined;

  readonly getOriginal = (): number => this.#original;

  get voice(): number {
    return this.#mix?.voice ?? 1;
  }

  /** Undefined: as it is usually mixed. */
  get readMusic(): HeardMix['readMusic'] {
    return this.#mix?.readMusic;
  }

  /** Read as often as a picture is drawn, so that nobody hears steps. */
  readOriginal(atSeconds: number): number {
    if (this.#mix) return this.#mix.readOriginal(atSeconds);
    return this.#original * 10 ** (this.#readDuckDb(atSeconds) / 20);
  }

  /** Remembered in this browser. */
  setOriginal(volume: number): void {
    this.#original = volume;
    keepItem(storageKey, String(volume));
    this.#report();
  }

  /** @param spans of the voice in the preview, in order */
  duckUnder(spans: readonly TimeSpan[], { duckDb }: Pick<MixSettings, 'duckDb'> = usualMix): void {
    this.#readDuckDb = createEnvelopeReader(planEnvelope(spans, duckDb));
    this.#apply();
  }

  /** @param mix of the video that is to be exported; undefined: as the person set it */
  setMix(mix: HeardMix | undefined): void {
    this.#mix = mix;
    this.#report();
  }

  #report(): void {
    this.#apply();
    for (const listener of this.#listeners) listener();
  }
}

function readKept(): number | undefined {
  const kept = readItem(storageKey);
  const volume = Number(kept);
  return kept !== undefined && volume >= 0 && volume <= 1 ? volume : undefined;
}
