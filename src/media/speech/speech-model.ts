let fetchFile: (() => Promise<Uint8Array>) | undefined;
let file: Promise<Uint8Array> | undefined;

/** Called by the code that opens videos. @param fetch reads its 2.3 MB */
export function registerSpeechModel(fetch: () => Promise<Uint8Array>): void {
  fetchFile = fetch;
}

/** The speech detection model, loaded on first use. A failure is retried at the next use. */
export function loadSpeechModel(): Promise<Uint8Array> {
  if (!fetchFile) throw new Error('The voice detector was not registered.');
  file ??= fetchFile().catch((error: unknown) => {
    file = undefined;
    throw error;
  });
  return file;
}
