/**
 * The globals that `src/shared` and `src/media` may use: those that both browsers and Node have. These folders are compiled with this file
 * instead of the declarations of the DOM or Node (tsconfig.every-host.json), so that a `document` or `process` in them is an error. Add
 * missing globals that every host has when needed; tsconfig.json compiles the same files with the hosts' own declarations.
 */

// Cancellation, in the page and on the server.
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(
    type: 'abort',
    listener: () => void,
    options?: { once?: boolean; signal?: AbortSignal },
  ): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare const AbortSignal: { any(signals: Iterable<AbortSignal>): AbortSignal };
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

// Their return types differ between hosts; values are only passed back.
declare function setInterval(callback: () => void, ms: number): unknown;
declare function clearInterval(timer: unknown): void;
// Milliseconds of a monotonic clock.
declare const performance: { now(): number };

// Random ids.
declare const crypto: { getRandomValues(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> };

// URLs, and text encodings.
declare class URL {
  constructor(url: string);
  static canParse(url: string): boolean;
  readonly hostname: string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(encoding?: string, options?: { fatal?: boolean });
  decode(bytes: Uint8Array): string;
}

// Base64 of bytes, each a character.
declare function btoa(binary: string): string;
declare function atob(base64: string): string;

// A file, whose pieces are read as they are needed.
declare class Blob {
  constructor(pieces: readonly (Blob | Uint8Array<ArrayBuffer>)[]);
  readonly size: number;
  slice(start: number, end?: number): Blob;
  arrayBuffer(): Promise<ArrayBuffer>;
}

// The target into which mediabunny writes an mp3 or a video.
declare class WritableStream<Chunk> {
  constructor(sink: { write(chunk: Chunk): void | Promise<void> });
}

// Compressed subtitles.
declare class DecompressionStream {
  constructor(format: 'deflate');
  readonly writable: {
    getWriter(): { write(bytes: Uint8Array): Promise<void>; close(): Promise<void> };
  };
  readonly readable: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
      cancel(): Promise<void>;
    };
  };
}
