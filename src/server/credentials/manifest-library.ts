import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync } from '@contentauth/c2pa-wasm';

interface SyncBlob {
  readonly size: number;
  slice(start: number, end: number): SyncBlob;
  read(): ArrayBuffer;
}

/** The library reads by this class of browsers' workers. */
class BlobReader {
  readAsArrayBuffer(blob: SyncBlob): ArrayBuffer {
    return blob.read();
  }
}

/** Loads the library (9 MB) into this process or thread. */
export function loadManifestLibrary(): void {
  Object.assign(globalThis, { FileReaderSync: BlobReader });
  const wasm = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
  initSync({ module: readFileSync(wasm) });
}

export function toBlob(bytes: Uint8Array): Blob {
  const blob: SyncBlob = {
    size: bytes.length,
    slice: (start, end) => toBlob(bytes.subarray(start, end)) as unknown as SyncBlob,
    read: () => Uint8Array.from(bytes).buffer,
  };
  return blob as unknown as Blob;
}

/** A file for the library, which reads only what it needs. Closed at the end of its scope. */
export function openBlob(path: string): Disposable & { readonly blob: Blob } {
  const file = openSync(path, 'r');
  const cut = (from: number, to: number): SyncBlob => ({
    size: to - from,
    slice: (start, end) => cut(from + start, Math.min(from + end, to)),
    read() {
      const bytes = new Uint8Array(to - from);
      for (let at = 0; at < bytes.length; ) {
        const count = readSync(file, bytes, at, bytes.length - at, from + at);
        if (count === 0) break;
        at += count;
      }
      return bytes.buffer;
    },
  });
  const blob = cut(0, fstatSync(file).size) as unknown as Blob;
  return { blob, [Symbol.dispose]: () => closeSync(file) };
}
