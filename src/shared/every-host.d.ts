/**
 * The globals that `src/shared` and `src/media` may use: browsers and Node all have them, and nobody else's types tell
 * only those. They are compiled with this file instead of the declarations of the DOM or of Node (tsconfig.every-host.json),
 * so that a `document` or a `process` there is an error. What is missing here and is in every host is added when it is
 * needed, no more of it than is used; tsconfig.json compiles the same files with the hosts' own declarations.
 */

// Who hangs up cancels work, in the page as on the server.
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
declare const AbortSignal: {
  any(signals: Iterable<AbortSignal>): AbortSignal;
};
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

// What they return differs between the hosts, and is only ever given back.
declare function setInterval(callback: () => void, ms: number): unknown;
declare function clearInterval(timer: unknown): void;
// Milliseconds on a clock that only goes forward.
declare const performance: { now(): number };

// Addresses, and texts as bytes.
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

// What mediabunny writes an mp3 or a video into.
declare class WritableStream<Chunk> {
  constructor(sink: { write(chunk: Chunk): void | Promise<void> });
}
