/** Single floats that become more: four bytes each, where an array of numbers takes eight, and twice that while it grows. */
export class FloatColumn {
  #kept = new Float32Array(4096);
  #count = 0;

  push(value: number): void {
    if (this.#count === this.#kept.length) this.#grow();
    this.#kept[this.#count++] = value;
  }

  /** What was pushed; valid until more is. */
  get values(): Float32Array {
    return this.#kept.subarray(0, this.#count);
  }

  #grow(): void {
    const larger = new Float32Array(this.#kept.length * 2);
    larger.set(this.#kept);
    this.#kept = larger;
  }
}
