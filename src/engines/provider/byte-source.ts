type Bytes = Uint8Array;

/** Reads a given number of bytes from a body with chunks of any size. */
export class ByteSource {
  readonly #reader: ReadableStreamDefaultReader<Bytes>;
  #held: Bytes = new Uint8Array();

  constructor(body: ReadableStream<Bytes>) {
    this.#reader = body.getReader();
  }

  /** Returns the next `count` bytes without consuming them; fewer at the end of the body. */
  async peek(count: number): Promise<Bytes> {
    while (this.#held.length < count) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      this.#held = Buffer.concat([this.#held, value]);
    }
    return this.#held.subarray(0, count);
  }

  /** Consumes bytes that {@link peek} returned. */
  skip(count: number): void {
    this.#held = this.#held.subarray(count);
  }

  /** All remaining chunks. Stopping early closes the connection. */
  async *rest(): AsyncGenerator<Bytes, void, undefined> {
    try {
      const held = this.#held;
      this.#held = new Uint8Array();
      if (held.length > 0) yield held;
      for (let next = await this.#reader.read(); !next.done; next = await this.#reader.read())
        yield next.value;
    } finally {
      this.cancel();
    }
  }

  /** Closes the connection; no effect at the end of the body. */
  cancel(): void {
    this.#reader.cancel().catch(() => undefined);
  }
}
