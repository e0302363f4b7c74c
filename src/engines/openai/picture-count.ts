/** So many pictures are sent in one request, the most first: all of a video, or as many as a context of 4,096 tokens holds, or one. */
export const pictureSteps = [10, 3, 1] as const;

/** How many pictures a model of a server takes at once, as far as is known. */
export class PictureCount {
  #most: number = pictureSteps[0];

  get most(): number {
    return this.#most;
  }

  set most(count: number) {
    this.#most = count;
  }

  /**
   * Remembers that a request of so many was too many.
   * @param atMost what the server says that it takes, where it says so
   * @returns false where fewer cannot be sent
   */
  lower(count: number, atMost = count - 1): boolean {
    const next = pictureSteps.find(step => step < count && step <= atMost);
    if (next === undefined) return false;
    this.#most = Math.min(this.#most, next);
    return true;
  }

  /** Forgets it: whoever runs the server is told to mend it, and may have done so the next time. */
  forget(): void {
    this.#most = pictureSteps[0];
  }
}
