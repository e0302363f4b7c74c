/** A picture that has not moved for so long, or has nothing to play, stands still. */
const stalledMs = 300;
/** Events of all that changes its position, or what can be played of it. */
const changes = ['durationchange', 'loadedmetadata', 'seeked', 'canplay', 'timeupdate', 'ended'];

interface PictureEvents {
  /** Its position changed, or what can be played of it. */
  readonly onChange: () => void;
  readonly onPause: () => void;
  /** Another video, or none. */
  readonly onReplaced: () => void;
  /** The browser does not let it play. */
  readonly onRefused: () => void;
}

export class VideoPicture {
  #element: HTMLVideoElement | undefined;
  #seconds = 0;
  #movedMs = 0;
  #startedMs = 0;
  readonly #events: PictureEvents;

  constructor(events: PictureEvents) {
    this.#events = events;
  }

  readonly attach = (element: HTMLVideoElement | null): (() => void) | undefined => {
    if (!element) return undefined;
    this.#element = element;
    const { onChange, onPause, onReplaced } = this.#events;
    const watching = new AbortController();
    for (const name of changes) element.addEventListener(name, onChange, watching);
    element.addEventListener('pause', onPause, watching);
    element.addEventListener('emptied', onReplaced, watching);
    onReplaced();
    return () => {
      watching.abort();
      element.pause();
      this.#element = undefined;
      onReplaced();
    };
  };

  get isThere(): boolean {
    return this.#element !== undefined;
  }

  /** Undefined while it is not known, and of a stream without an end. */
  get durationSeconds(): number | undefined {
    const seconds = this.#element?.duration;
    return Number.isFinite(seconds) ? seconds : undefined;
  }

  get seconds(): number {
    return this.#element?.currentTime ?? 0;
  }

  get isPaused(): boolean {
    return this.#element?.paused !== false;
  }

  /** Whether it could go on at once. */
  get isReady(): boolean {
    return this.#element !== undefined && this.#element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
  }

  get isSeeking(): boolean {
    return this.#element?.seeking === true;
  }

  /** Whether it has something to play at a place, in its own seconds. */
  hasMore(seconds: number): boolean {
    if (!this.#element || this.#element.ended || this.#element.error) return false;
    return seconds < this.#element.duration - 0.001;
  }

  /** @param seconds limited to its ends */
  seek(seconds: number): void {
    const element = this.#element;
    if (!element || Number.isNaN(element.duration)) return;
    const place = Math.min(seconds, this.durationSeconds ?? 0);
    // Unless it is there already.
    if (element.ended || Math.abs(element.currentTime - place) > 0.001) element.currentTime = place;
  }

  play(): void {
    if (!this.#element || !this.isPaused) return;
    this.#startedMs = performance.now();
    this.#element.play().catch((error: unknown) => {
      // Paused again before it could begin is no fault; what may not be played must not be waited for.
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.#events.onRefused();
    });
  }

  pause(): void {
    this.#element?.pause();
  }

  /** @param volume of its sound, 0 to 1 */
  setVolume(volume: number): void {
    if (this.#element) this.#element.volume = volume;
  }

  showFullScreen(): void {
    // Where the browser refuses it nothing changes, and the person sees that.
    this.#element?.parentElement?.requestFullscreen?.().catch(() => {});
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
