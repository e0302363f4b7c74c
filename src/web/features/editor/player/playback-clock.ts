import type { KeyboardEvent } from 'react';
import {
  findPausedPlace,
  type PausedPlace,
  type PicturePause,
  sumPauses,
  toPausedSeconds,
} from '#shared/script/cues.ts';
import type { PlaybackTime } from '../model/editor-state.ts';

export function findTotalSeconds({ videoSeconds = 0, soundSeconds = 0 }: PlaybackTime): number {
  return Math.max(videoSeconds, soundSeconds);
}

const keySteps: Readonly<Record<string, number | undefined>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Moves a slider of the position by the keys that such sliders have, in larger steps than the browser's own. */
export function takePositionKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>,
  time: PlaybackTime,
  seek: (seconds: number) => void,
): void {
  const step = keySteps[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  seek(Math.min(findTotalSeconds(time), Math.max(0, time.atSeconds + step)));
}

export class PictureClock {
  atSeconds = 0;
  pauses: readonly PicturePause[] = [];

  get place(): PausedPlace {
    return findPausedPlace(this.atSeconds, this.pauses);
  }

  /** When a position of the picture comes in the preview: before a pause that is there. */
  toPreviewSeconds(pictureSeconds: number): number {
    return toPausedSeconds(pictureSeconds, this.pauses);
  }

  /** The picture moves, and is the clock. No pause is passed over, although pictures come in steps. */
  followPicture(pictureSeconds: number): void {
    let waited = 0;
    for (const { atSeconds, seconds } of this.pauses) {
      const pauseSeconds = atSeconds + waited;
      if (this.atSeconds < pauseSeconds + seconds - 1e-6) {
        this.atSeconds = Math.min(pictureSeconds + waited, pauseSeconds);
        return;
      }
      waited += seconds;
    }
    this.atSeconds = pictureSeconds + waited;
  }

  /** The voice is the clock while the picture pauses, after its end, and without one. @param previewSeconds where the voice is; never back */
  followVoice(previewSeconds: number): void {
    const { stillSeconds } = this.place;
    const latest = stillSeconds > 0 ? this.atSeconds + stillSeconds : Number.POSITIVE_INFINITY;
    this.atSeconds = Math.min(latest, Math.max(this.atSeconds, previewSeconds));
  }

  sumSeconds(pictureSeconds: number): number {
    return pictureSeconds + sumPauses(this.pauses);
  }
}

/** Before anything was measured: what Chromium takes from play() until the picture moves. */
const usualLagSeconds = 0.05;
/** More than this is no habit of a browser but a machine that was busy once. */
const maxLagSeconds = 0.3;
/** So that nothing is scheduled in the past. */
const leadSeconds = 0.01;

/** Clocks of browsers move in steps: one measurement says little. */
const measurements = 12;
/** Less is not noticed between lips and voice (EBU R37 allows 40 ms before and 60 ms after). */
const noticedSeconds = 0.03;
/** In silence a correction is not heard. */
const noticedInSilenceSeconds = 0.01;

export type OutputTime = { readonly heardSeconds: number; readonly latencySeconds: number };

export class VoiceSync {
  /** The second of the output at which the beginning of the preview is, or would be, heard; undefined while nothing is scheduled. */
  anchorSeconds: number | undefined;
  #videoDueSeconds = 0;
  #lagSeconds = usualLagSeconds;
  #isFirst = false;
  #aheadSeconds: number[] = [];

  /** Picture and voice start together: the picture is begun as much before the voice as it took at earlier starts until it moved. */
  begin({ heardSeconds, latencySeconds }: OutputTime, previewSeconds: number): void {
    const startSeconds = heardSeconds + Math.max(latencySeconds + leadSeconds, this.#lagSeconds);
    this.#place(startSeconds - previewSeconds);
    this.#videoDueSeconds = startSeconds - this.#lagSeconds;
    this.#isFirst = true;
  }

  isVideoDue(heardSeconds: number): boolean {
    return this.anchorSeconds === undefined || heardSeconds >= this.#videoDueSeconds;
  }

  /** Called with each frame while the picture moves. @param previewSeconds by the picture @param isSounding a correction would be heard */
  follow(heardSeconds: number, previewSeconds: number, isSounding: boolean): void {
    if (this.anchorSeconds === undefined) {
      this.#place(heardSeconds - previewSeconds);
      return;
    }
    this.#aheadSeconds.push(heardSeconds - this.anchorSeconds - previewSeconds);
    if (this.#aheadSeconds.length < measurements) return;
    const aheadSeconds = findMedian(this.#aheadSeconds);
    this.#aheadSeconds.shift();
    if (this.#isFirst) this.#learn(aheadSeconds);
    if (Math.abs(aheadSeconds) > (isSounding ? noticedSeconds : noticedInSilenceSeconds))
      this.#place(this.anchorSeconds + aheadSeconds);
  }

  forget(): void {
    this.anchorSeconds = undefined;
    this.#aheadSeconds = [];
    this.#isFirst = false;
  }

  #place(anchorSeconds: number): void {
    this.anchorSeconds = anchorSeconds;
    this.#aheadSeconds = [];
  }

  #learn(aheadSeconds: number): void {
    this.#isFirst = false;
    this.#lagSeconds = Math.max(0, Math.min(this.#lagSeconds + aheadSeconds, maxLagSeconds));
  }
}

function findMedian(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
