import { planMusicGain } from '#media/mix/music.ts';
import { usualVoiceLufs } from '#media/mix/prepare-recording.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { HeardMusic } from '../model/music.ts';

/** A player that is this far off begins anew; less is not noticed in music. */
const toleratedSeconds = 0.3;

export class MusicOutput {
  #audio: HTMLAudioElement | undefined;
  #url: string | undefined;
  #music: HeardMusic | undefined;
  #readGain: (seconds: number) => number = () => 0;

  /**
   * @param spans of the voice, in order
   * @param totalSeconds of the preview
   */
  set(music: HeardMusic | undefined, spans: readonly TimeSpan[], totalSeconds: number): void {
    if (music?.file !== this.#music?.file) {
      this.close();
      if (music) {
        this.#url = URL.createObjectURL(music.file);
        this.#audio = new Audio(this.#url);
      }
    }
    this.#music = music;
    if (!music) return;
    const all = [...spans, ...music.speech].toSorted((one, other) => one.startSeconds - other.startSeconds);
    const planned = planMusicGain(music, all, totalSeconds);
    // Heard voices are about as loud as voices are mixed.
    const gain = 10 ** ((usualVoiceLufs + 10 * Math.log10(2) + music.levelDb - music.lufs) / 20);
    this.#readGain = seconds => gain * planned(seconds);
  }

  /**
   * Called with each frame.
   * @param isMoving the preview runs
   * @param readGain of a mix that is to be exported, instead of the usual one
   */
  follow(atSeconds: number, isMoving: boolean, readGain = this.#readGain): void {
    const [audio, music] = [this.#audio, this.#music];
    if (!audio || !music) return;
    const volume = Math.min(1, readGain(atSeconds));
    if (!isMoving || volume === 0) {
      audio.pause();
      return;
    }
    audio.volume = volume;
    const wantedSeconds = (atSeconds - music.fromSeconds) % music.seconds;
    if (Math.abs(audio.currentTime - wantedSeconds) > toleratedSeconds) audio.currentTime = wantedSeconds;
    // Where the browser refuses, the music is silent.
    if (audio.paused) audio.play().catch(() => {});
  }

  close(): void {
    this.#audio?.pause();
    this.#audio = undefined;
    if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
  }
}
