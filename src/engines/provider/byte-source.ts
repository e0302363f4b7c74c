type Bytes = Uint8Array;

/** Reads a body by as many bytes as are needed, in whatever pieces it comes. */
export class ByteSource {
  readonly #reader: ReadableStreamDefaultReader<Bytes>;
  #held: Bytes = new Uint8Array();

  constructor(body: ReadableStream<Bytes>) {
    this.#reader = body.getReader();
  }

  /** The next `count` bytes, which stay; fewer where the body ends before. */
  async peek(count: number): Promise<Bytes> {
    while (this.#held.length < count) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      this.#held = Buffer.concat([this.#held, value]);
    }
    return this.#held.subarray(0, count);
  }

  /** Takes bytes off that {@link peek} has shown. */
  skip(count: number): void {
    this.#held = this.#held.subarray(count);
  }

  /** All that is left, as it comes. Whoever stops listening closes the connection. */
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

  /** Closes the connection; nothing happens when the body is at its end. */
  cancel(): void {
    this.#reader.cancel().catch(() => undefined);
  }
}
