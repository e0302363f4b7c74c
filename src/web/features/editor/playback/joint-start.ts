/** More than this is no habit of a browser but a machine that was busy once. */
const mostLagSeconds = 0.3;
/** Until both run evenly: what has a sound stands for a moment while the device is opened. */
const settleMs = 200;

/**
 * Starts a picture and a recording at the same time. Started at once, a recording runs some 80 ms behind a picture that has
 * no sound of its own, and with one that has (measured in Chromium). By how much is learned from each start, and who is quicker
 * waits at the next.
 */
export class JointStart {
  /** By how much the recording runs later than the picture when both are started at once; negative when earlier. */
  #lagSeconds = 0;
  #beganMs: number | undefined;

  /** Both stand, and are to go on. */
  begin(nowMs: number): void {
    this.#beganMs ??= nowMs;
  }

  /** They were stopped, or sent elsewhere: nothing is learned from that start. */
  forget(): void {
    this.#beganMs = undefined;
  }

  /** Whether the picture has waited long enough for the recording. */
  isPictureDue(nowMs: number): boolean {
    return nowMs >= (this.#beganMs ?? 0) + this.#lagSeconds * 1000;
  }

  /** Whether the recording has waited long enough for the picture. */
  isSoundDue(nowMs: number): boolean {
    return nowMs >= (this.#beganMs ?? 0) - this.#lagSeconds * 1000;
  }

  /**
   * Called with each frame while both are played.
   * @param aheadSeconds by how much the recording is ahead; negative when it is behind
   * @returns whether both run evenly by now, so that they can be kept in step
   */
  settle(aheadSeconds: number, nowMs: number): boolean {
    if (this.#beganMs === undefined) return true;
    if (nowMs < this.#beganMs + Math.abs(this.#lagSeconds) * 1000 + settleMs) return false;
    this.#beganMs = undefined;
    const lagSeconds = this.#lagSeconds - aheadSeconds;
    this.#lagSeconds = Math.max(-mostLagSeconds, Math.min(lagSeconds, mostLagSeconds));
    return true;
  }
}
