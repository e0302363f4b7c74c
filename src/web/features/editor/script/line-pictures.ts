import { openPictures, type VideoPictures } from '../player/video-pictures.ts';

/** Taken ahead of what is in sight. */
const aheadPixels = 300;

/** Small pictures of a video for the lines in sight, taken one after the other as they come into it. */
export class LinePictures {
  readonly #video: File;
  readonly #urls = new Map<number, string>();
  readonly #watched = new Map<Element, number>();
  readonly #listeners = new Set<() => void>();
  #source: VideoPictures | undefined;
  #observer: IntersectionObserver | undefined;

  constructor(video: File) {
    this.#video = video;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The address of a picture; undefined until it was taken, or where none can be. */
  getUrl(seconds: number): string | undefined {
    return this.#urls.get(seconds);
  }

  /** Has a picture taken once an element comes into sight. @returns stops watching it */
  watch(element: Element, seconds: number): () => void {
    this.#watched.set(element, seconds);
    this.#observer ??= this.#observe();
    this.#observer.observe(element);
    return () => {
      this.#watched.delete(element);
      this.#observer?.unobserve(element);
    };
  }

  close(): void {
    this.#observer?.disconnect();
    this.#source?.close();
    this.#observer = undefined;
    this.#source = undefined;
    this.#urls.clear();
  }

  #observe(): IntersectionObserver {
    this.#source = openPictures(this.#video, (seconds, url) => {
      this.#urls.set(seconds, url);
      for (const listener of this.#listeners) listener();
    });
    return new IntersectionObserver(
      entries => {
        for (const { isIntersecting, target } of entries) {
          const seconds = this.#watched.get(target);
          if (isIntersecting && seconds !== undefined) this.#source?.want(seconds);
        }
      },
      { rootMargin: `${aheadPixels}px 0px` },
    );
  }
}
