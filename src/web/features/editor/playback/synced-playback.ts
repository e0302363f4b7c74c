import type { PicturePause } from '#shared/script/picture-pauses.ts';
import { type Pausable, pauseOthers } from '../../../lib/pause-others.ts';
import { hasMore, place, readDuration, watchElement } from './media-element.ts';
import { PictureClock } from './picture-clock.ts';
import { PlaybackClock } from './playback-clock.ts';
import { findTotalSeconds } from './playback-time.ts';
import { PreviewVolumes } from './preview-volumes.ts';
import { TogetherRun } from './run-together.ts';

const endSeconds = 0.03;

/**
 * Plays video and recording as one preview. The video is the clock while it runs, and the recording is kept in step with it: brought
 * back gently where it is near, by a jump where it is far. Beyond the video's end the recording goes on alone; without a video
 * that can be played, or without a recording, there is the other one. Where the picture pauses, the recording goes on
 * and is the clock.
 */
export class SyncedPlayback implements Pausable {
  /** Another recording, such as one in which a line was moved, plays on from the same position. */
  keepsPlace = false;
  readonly volumes = new PreviewVolumes(() => this.#publish());
  #video: HTMLVideoElement | undefined;
  #sound: HTMLAudioElement | undefined;
  #measuredSeconds: number | undefined;
  #speed = 1;
  #isWanted = false;
  /** Both wait until both have found the place that was wanted. */
  #isFinding = false;
  /** The recording waits for a picture that is not there yet. */
  #isWaiting = false;
  #frame: number | undefined;
  readonly #clock = new PictureClock();
  readonly #together = new TogetherRun();
  readonly #board = new PlaybackClock();

  readonly subscribe = this.#board.subscribe;

  readonly getPlaybackTime = this.#board.getPlaybackTime;

  /** The same in seconds of the picture, which may stand still. */
  readonly picture = { subscribe: this.subscribe, getPlaybackTime: this.#board.getPictureTime };

  /** A ref of the video's element. */
  readonly attachVideo = (video: HTMLVideoElement | null) => {
    this.#video = video ?? undefined;
    return this.#watch(video, () => {
      this.#video = undefined;
    });
  };

  /** A ref of the recording's element. */
  readonly attachSound = (sound: HTMLAudioElement | null) => {
    this.#sound = sound ?? undefined;
    if (sound) sound.preservesPitch = true;
    return this.#watch(sound, () => {
      this.#sound = undefined;
      this.#measuredSeconds = undefined;
    });
  };

  /** The recording's true length, once it is known: players only guess that of a stream. */
  setMeasuredSeconds(seconds: number | undefined): void {
    this.#measuredSeconds = seconds;
    this.#publish();
  }

  /** @param pauses where the picture pauses while the recording goes on, in order */
  setPauses(pauses: readonly PicturePause[]): void {
    const { seconds } = this.#clock.place;
    this.#clock.setPauses(pauses);
    this.#publish();
    this.seekPicture(seconds);
  }

  /** @param speed how many times its own tempo the recording is played at */
  setSpeed(speed: number): void {
    if (speed === this.#speed) return;
    // With no picture to keep to, the same words are heard on; else those that belong to the picture.
    const atSeconds = this.#video ? this.#clock.atSeconds : (this.#clock.atSeconds * this.#speed) / speed;
    this.#speed = speed;
    this.#publish();
    this.seek(atSeconds);
  }

  /** The picture alone fills the screen; the recording goes on beside it. */
  readonly showFullScreen = (): void => void this.#video?.requestFullscreen?.().catch(() => {});

  play(): void {
    if (this.#clock.atSeconds >= findTotalSeconds(this.getPlaybackTime()) - endSeconds)
      this.#clock.atSeconds = 0;
    this.#isWanted = true;
    pauseOthers(this);
    this.seek(this.#clock.atSeconds);
    // Within the click itself: some browsers let only what was started there be heard later.
    this.#check();
    this.#tick();
  }

  pause(): void {
    if (this.#isWanted && !this.#isFinding) this.#readClock();
    this.#isWanted = false;
    this.#isFinding = false;
    this.#video?.pause();
    this.#sound?.pause();
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    // Both stand at the same place, so that going on begins there.
    this.seek(this.#clock.atSeconds);
  }

  readonly toggle = (): void => (this.#isWanted ? this.pause() : this.play());

  /** @param seconds of the preview; limited to its ends */
  readonly seek = (seconds: number): void => {
    this.#clock.atSeconds = Math.max(0, Math.min(seconds, findTotalSeconds(this.getPlaybackTime())));
    const { soundSeconds } = this.getPlaybackTime();
    place(this.#video, Math.min(this.#clock.place.seconds, readDuration(this.#video) ?? 0));
    place(this.#sound, Math.min(this.#clock.atSeconds, soundSeconds ?? 0) * this.#speed);
    this.#together.forget();
    this.#together.rest(this.#sound, this.#speed);
    this.#isFinding = this.#isWanted && this.#isAnySeeking();
    if (this.#isFinding) this.#hold();
    this.#publish();
  };

  playClip(): void {
    this.play();
  }

  /** @param seconds of the picture */
  readonly seekPicture = (seconds: number): void => this.seek(this.#clock.toPreviewSeconds(seconds));

  /** From one element to the next: the old one is ignored, and the preview is at its beginning. */
  #watch(element: HTMLMediaElement | null, forget: () => void): (() => void) | undefined {
    if (!element) return undefined;
    const check = () => this.#check();
    const notePause = () => {
      // By a key of the keyboard, the browser, or the system.
      const isOurs = !this.#isWanted || this.#isFinding || this.#isHeld(element);
      if (!isOurs && element.paused && this.#isDue(element)) this.pause();
    };
    const begin = () => {
      this.pause();
      this.seek(this.keepsPlace && element instanceof HTMLAudioElement ? this.#clock.atSeconds : 0);
    };
    const unwatch = watchElement(element, { change: check, pause: notePause, empty: begin });
    begin();
    return () => {
      unwatch();
      element.pause();
      forget();
      begin();
    };
  }

  #tick = (): void => {
    this.#frame = undefined;
    this.#check();
    if (this.#isWanted) this.#frame ??= requestAnimationFrame(this.#tick);
  };

  /** Brings both to what they should do now; called with each frame, and by the elements where no frame is drawn. */
  #check(): void {
    if (this.#isFinding && !this.#isAnySeeking()) this.#isFinding = false;
    if (this.#isWanted && !this.#isFinding) this.#run();
    this.#publish();
  }

  #run(): void {
    this.#readClock();
    const isStill = this.#isStill();
    if (isStill) this.#video?.pause();
    const video = !isStill && this.#video && this.#isDue(this.#video) ? this.#video : undefined;
    const sound = this.#sound && this.#isDue(this.#sound) ? this.#sound : undefined;
    this.#isWaiting = video !== undefined && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
    if (!video && !sound && !isStill) this.#end();
    if (video && sound && !this.#isWaiting) this.#runTogether(video, sound);
    else this.#runAlone(video, sound);
  }

  #runTogether(video: HTMLVideoElement, sound: HTMLAudioElement): void {
    const previewSeconds = this.#clock.readPreviewSeconds(video.currentTime);
    const start = (element: HTMLMediaElement) => this.#start(element);
    this.#together.run({ video, sound, speed: this.#speed, previewSeconds, start });
  }

  /** The recording waits for a picture that is not there yet. */
  #runAlone(video: HTMLVideoElement | undefined, sound: HTMLAudioElement | undefined): void {
    this.#together.rest(this.#sound, this.#speed);
    if (video) this.#start(video);
    if (sound && this.#isWaiting) sound.pause();
    else if (sound) this.#start(sound);
  }

  #readClock(): void {
    const [video, sound] = [this.#video, this.#sound];
    const soundSeconds = sound && this.#isDue(sound) ? sound.currentTime / this.#speed : undefined;
    if (this.#isStill()) this.#clock.followSound(soundSeconds);
    else if (video && this.#isDue(video))
      this.#clock.atSeconds = this.#clock.readPreviewSeconds(video.currentTime);
    else if (soundSeconds !== undefined)
      this.#clock.atSeconds = Math.max(this.getPlaybackTime().videoSeconds ?? 0, soundSeconds);
  }

  #isStill(): boolean {
    return this.#video !== undefined && !this.#video.error && this.#clock.place.stillSeconds > 0;
  }

  #start(element: HTMLMediaElement): void {
    if (!element.paused) return;
    element.play().catch((error: unknown) => {
      // Paused again before it could begin is no fault; what may not be played must not be waited for.
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.pause();
    });
  }

  #hold(): void {
    this.#video?.pause();
    this.#sound?.pause();
  }

  #end(): void {
    this.#clock.atSeconds = findTotalSeconds(this.getPlaybackTime());
    this.pause();
  }

  #isAnySeeking(): boolean {
    return this.#video?.seeking === true || this.#sound?.seeking === true;
  }

  /** Whether an element waits for the other one. */
  #isHeld(element: HTMLMediaElement): boolean {
    if (element === this.#video) return this.#isStill() || this.#together.isHeld('picture');
    return this.#isWaiting || this.#together.isHeld('sound');
  }

  /** Whether an element still has something to play at this position. */
  #isDue(element: HTMLMediaElement): boolean {
    const isPicture = element === this.#video;
    return hasMore(element, isPicture ? this.#clock.place.seconds : this.#clock.atSeconds * this.#speed);
  }

  #publish(): void {
    this.volumes.apply(this.#video, this.#sound, this.#clock.atSeconds);
    const soundSeconds = this.#measuredSeconds ?? readDuration(this.#sound);
    const videoSeconds = readDuration(this.#video);
    const next = {
      isPlaying: this.#isWanted,
      atSeconds: this.#clock.atSeconds,
      videoSeconds: videoSeconds === undefined ? undefined : this.#clock.sumSeconds(videoSeconds),
      soundSeconds: soundSeconds === undefined ? undefined : soundSeconds / this.#speed,
    };
    this.#board.report(next, this.#clock.place.seconds);
  }
}
