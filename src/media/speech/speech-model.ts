let fetchFile: (() => Promise<Uint8Array>) | undefined;
let file: Promise<Uint8Array> | undefined;

/**
 * Says where the file of the voice detector comes from on this platform: what opens videos does it.
 * @param fetch reads the 2.3 MB of it
 */
export function registerSpeechModel(fetch: () => Promise<Uint8Array>): void {
  fetchFile = fetch;
}

/** The file of the voice detector, fetched with the first use. What could not be fetched is tried again at the next. */
export function loadSpeechModel(): Promise<Uint8Array> {
  if (!fetchFile) throw new Error('The voice detector was not registered.');
  file ??= fetchFile().catch((error: unknown) => {
    file = undefined;
    throw error;
  });
  return file;
}
