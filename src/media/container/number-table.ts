/** Numbers of 32 bits as an MP4 has them: four bytes each, the highest first. An array of numbers takes up to ten times as much. */
export class NumberTable {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @param value from -2^31 to 2^32 - 1; what is below 0 is written as its complement of two */
  push(...values: readonly number[]): void {
    for (const value of values) {
      if (this.#count * 4 === this.#bytes.length) this.#grow();
      this.#view.setUint32(this.#count * 4, value);
      this.#count++;
    }
  }

  /** What was pushed; valid until more is. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#count * 4);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

/** A table in which what is the same again is only counted: pairs of how often, and what. */
export class RunTable {
  readonly #table = new NumberTable();
  #value = 0;
  #times = 0;

  push(times: number, value: number): void {
    if (times === 0) return;
    if (value === this.#value) this.#times += times;
    else {
      this.#flush();
      this.#value = value;
      this.#times = times;
    }
  }

  /** How many pairs there are, and then the pairs. */
  finish(): NumberTable {
    this.#flush();
    return this.#table;
  }

  #flush(): void {
    if (this.#times > 0) this.#table.push(this.#times, this.#value);
    this.#times = 0;
  }
}
