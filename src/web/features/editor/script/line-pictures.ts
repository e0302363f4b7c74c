import { VideoPictures } from '../player/video-picture.ts';

/** Taken ahead of what is in sight. */
const aheadPixels = 300;

/** Small pictures of a video for the lines in sight, taken as they come into it. */
export class LinePictures extends VideoPictures {
  readonly #watched = new Map<Element, number>();
  #observer: IntersectionObserver | undefined;

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

  override close(): void {
    super.close();
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  #observe(): IntersectionObserver {
    return new IntersectionObserver(
      entries => {
        for (const { isIntersecting, target } of entries) {
          const seconds = this.#watched.get(target);
          if (isIntersecting && seconds !== undefined) this.want(seconds);
        }
      },
      { rootMargin: `${aheadPixels}px 0px` },
    );
  }
}
