import { makeZip } from 'client-zip';
import { nameDaptSound } from '#shared/dapt/write-dapt.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import type { PlainSound } from '../sound/plain-sound.ts';
import { writeWav } from '../sound/write-wav.ts';

/**
 * Makes a zip of a description: its DAPT file, and a WAV for each line at `nameDaptSound`.
 * @param dapt name and text of the file
 * @param lines of the description, in order; read one by one
 */
export async function* zipDaptFiles(
  dapt: { readonly name: string; readonly input: string },
  lines: AsyncIterable<{ readonly sound: PlainSound }>,
  marks?: Marks,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  async function* makeDaptFiles() {
    const lastModified = new Date();
    yield { ...dapt, lastModified };
    let count = 0;
    for await (const { sound } of lines)
      yield { name: nameDaptSound(count++), input: writeWav(sound, marks), lastModified };
  }
  yield* streamZip(makeDaptFiles());
}

/** @returns the pieces of an archive of stored files, in order */
export async function* streamZip(
  files: Parameters<typeof makeZip>[0],
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = makeZip(files).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      yield next.value as Uint8Array<ArrayBuffer>;
  } finally {
    // Cancelling rejects the reading of lines, which is of no interest.
    await reader.cancel().catch(() => {});
  }
}
