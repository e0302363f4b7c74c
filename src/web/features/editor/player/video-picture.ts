import { createStore } from 'zustand/vanilla';

/** A picture that has not moved for so long, or has nothing to play, stands still. */
const stalledMs = 300;
const changes = ['durationchange', 'loadedmetadata', 'seeked', 'canplay', 'timeupdate', 'ended'];

interface PictureEvents {
  readonly onChange: () => void;
  readonly onPause: () => void;
  readonly onReplaced: () => void;
  readonly onRefused: () => void;
}

export class VideoPicture {
  element: HTMLVideoElement | undefined;
  #seconds = 0;
  #movedMs = 0;
  #startedMs = 0;
  readonly #events: PictureEvents;

  constructor(events: PictureEvents) {
    this.#events = events;
  }

  readonly attach = (element: HTMLVideoElement | null): (() => void) | undefined => {
    if (!element) return undefined;
    this.element = element;
    const { onChange, onPause, onReplaced } = this.#events;
    const watching = new AbortController();
    for (const name of changes) element.addEventListener(name, onChange, watching);
    element.addEventListener('pause', onPause, watching);
    element.addEventListener('emptied', onReplaced, watching);
    onReplaced();
    return () => {
      watching.abort();
      element.pause();
      this.element = undefined;
      onReplaced();
    };
  };

  /** Undefined while it is not known, and of a stream without an end. */
  get durationSeconds(): number | undefined {
    const seconds = this.element?.duration;
    return Number.isFinite(seconds) ? seconds : undefined;
  }

  get seconds(): number {
    return this.element?.currentTime ?? 0;
  }

  get isPaused(): boolean {
    return this.element?.paused !== false;
  }

  get isReady(): boolean {
    return this.element !== undefined && this.element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
  }

  hasMore(seconds: number): boolean {
    if (!this.element || this.element.ended || this.element.error) return false;
    return seconds < this.element.duration - 0.001;
  }

  /** @param seconds limited to its ends */
  seek(seconds: number): void {
    const element = this.element;
    if (!element || Number.isNaN(element.duration)) return;
    const place = Math.min(seconds, this.durationSeconds ?? 0);
    // Unless it is there already.
    if (element.ended || Math.abs(element.currentTime - place) > 0.001) element.currentTime = place;
  }

  play(): void {
    if (!this.element || !this.isPaused) return;
    this.#startedMs = performance.now();
    this.element.play().catch((error: unknown) => {
      // Paused again before it could begin is no fault; what may not be played must not be waited for.
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.#events.onRefused();
    });
  }

  /** Called with each frame while it is played. @returns whether it moves, is about to, or stands still all the same */
  follow(): 'moving' | 'starting' | 'stalled' {
    const nowMs = performance.now();
    const { seconds } = this;
    if (seconds !== this.#seconds) this.#movedMs = nowMs;
    this.#seconds = seconds;
    const isLate = nowMs - Math.max(this.#movedMs, this.#startedMs) > stalledMs;
    if (!this.isReady || isLate) return 'stalled';
    return this.#movedMs > this.#startedMs ? 'moving' : 'starting';
  }
}

const pictureMs = 500;
const patienceMs = 5000;

/**
 * Opens a video of its own for pictures of it, so that the one in the page stays where it is.
 * @throws {Error} where this browser cannot show it
 */
export async function withHiddenVideo<Result>(
  file: Blob,
  signal: AbortSignal,
  work: (video: HTMLVideoElement) => Promise<Result>,
): Promise<Result> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    const isReady = waitFor(video, 'loadeddata', signal);
    video.src = url;
    await isReady;
    return await work(video);
  } finally {
    // An open video takes a hundred megabytes and more.
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

export async function goTo(video: HTMLVideoElement, wanted: number, signal: AbortSignal): Promise<void> {
  // At the very end there is no picture any more.
  const seconds = Math.min(wanted, Math.max(0, video.duration - 0.05));
  if (Math.abs(video.currentTime - seconds) < 0.001) return;
  const isThere = waitFor(video, 'seeked', signal);
  const isShown = waitForPicture(video, seconds);
  video.currentTime = seconds;
  await isThere;
  // A browser sends no event for a picture that it shows already.
  await Promise.race([isShown, new Promise(resolve => setTimeout(resolve, pictureMs))]);
}

/** A busy browser has come to a place before it shows the picture there. */
function waitForPicture(video: HTMLVideoElement, seconds: number): Promise<void> {
  const from = video.currentTime;
  return new Promise(resolve => {
    const waitForNext = () =>
      video.requestVideoFrameCallback?.((_, { mediaTime }) => {
        const isStillBefore = Math.abs(mediaTime - from) < Math.abs(mediaTime - seconds);
        if (isStillBefore) waitForNext();
        else resolve();
      });
    waitForNext();
  });
}

export function draw(video: HTMLVideoElement, width: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((width * video.videoHeight) / video.videoWidth));
  const context = canvas.getContext('2d', { alpha: false });
  if (!context || video.videoWidth === 0) throw new Error('There is no picture to draw.');
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

/** @returns what a video shows, as a JPEG. @throws {Error} where it cannot be encoded */
export async function takePicture(video: HTMLVideoElement, maxWidth: number, quality: number): Promise<Blob> {
  const { canvas } = draw(video, Math.min(maxWidth, video.videoWidth));
  const picture = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!picture) throw new Error('The picture could not be encoded.');
  return picture;
}

function waitFor(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const fail = () => reject(new Error(`The video did not come to "${event}".`));
    limit.addEventListener('abort', fail, { once: true });
    video.addEventListener('error', fail, { once: true });
    video.addEventListener(event, () => resolve(), { once: true });
    if (limit.aborted) fail();
  });
}

/** Where a video is read for a picture that is not black: seconds, then shares of its length. */
const firstSeconds = [0, 0.5];
const laterShares = [0.1, 0.25, 0.5];
/** Mean luma, 0 to 255, under which a picture counts as black: fades begin there. */
const darkLuma = 24;
const probeWidth = 32;
const posterWidth = 960;

/** A JPEG of the first of a few places that is not black, else of the brightest. @param maxWidth in pixels @returns undefined without any */
export function findPoster(
  file: Blob,
  signal: AbortSignal,
  maxWidth = posterWidth,
): Promise<Blob | undefined> {
  const find = async (video: HTMLVideoElement) => {
    let brightest = { luma: -1, seconds: 0 };
    for (const seconds of listPlaces(video.duration)) {
      await goTo(video, seconds, signal);
      const { context, canvas } = draw(video, probeWidth);
      const luma = computeMeanLuma(context.getImageData(0, 0, canvas.width, canvas.height).data);
      if (luma > brightest.luma) brightest = { luma, seconds };
      if (luma >= darkLuma) break;
    }
    await goTo(video, brightest.seconds, signal);
    return takePicture(video, maxWidth, 0.85);
  };
  return withHiddenVideo(file, signal, find).catch(() => undefined);
}

export function listPlaces(durationSeconds: number): number[] {
  const shares = Number.isFinite(durationSeconds) ? laterShares.map(share => share * durationSeconds) : [];
  return [...new Set([...firstSeconds, ...shares])].filter(seconds => !(seconds >= durationSeconds));
}

/** The mean luma of pixels (Rec. 709), 0 to 255. */
export function computeMeanLuma(rgba: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < rgba.length; at += 4)
    sum += 0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0);
  return rgba.length === 0 ? 0 : (4 * sum) / rgba.length;
}

const smallWidth = 200;
let taking: Promise<void> = Promise.resolve();

export class VideoPictures {
  readonly #video: File;
  readonly #urls = createStore<ReadonlyMap<number, string>>(() => new Map());
  readonly #wanted = new Set<number>();
  #waiting: number[] = [];
  #control = new AbortController();

  constructor(video: File) {
    this.#video = video;
  }

  readonly subscribe = this.#urls.subscribe;
  readonly getUrls = this.#urls.getState;

  /** Has a picture taken, once; those that were asked for last come first, for they are in sight. */
  want(seconds: number): void {
    if (this.#wanted.has(seconds)) return;
    this.#wanted.add(seconds);
    this.#waiting.push(seconds);
    const { signal } = this.#control;
    if (this.#waiting.length === 1) taking = taking.then(() => this.#takeAll(signal));
  }

  close(): void {
    this.#control.abort();
    this.#control = new AbortController();
    this.#waiting = [];
    this.#wanted.clear();
    for (const url of this.getUrls().values()) URL.revokeObjectURL(url);
    this.#urls.setState(new Map(), true);
  }

  async #takeAll(signal: AbortSignal): Promise<void> {
    const takeEach = async (video: HTMLVideoElement) => {
      for (let seconds = this.#waiting.at(-1); seconds !== undefined; seconds = this.#waiting.at(-1)) {
        await goTo(video, seconds, signal);
        const picture = await takePicture(video, smallWidth, 0.8);
        if (signal.aborted) return;
        this.#waiting = this.#waiting.filter(other => other !== seconds);
        this.#urls.setState(new Map(this.getUrls()).set(seconds, URL.createObjectURL(picture)), true);
      }
    };
    // No picture is no fault: the line has its time and its words.
    await withHiddenVideo(this.#video, signal, takeEach).catch(() => {
      if (!signal.aborted) this.#waiting = [];
    });
  }
}
