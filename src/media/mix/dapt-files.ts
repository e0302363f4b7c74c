import { nameDaptSound } from '#shared/dapt/write-dapt.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import type { PlainSound } from '../sound/plain-sound.ts';
import { writeWav } from '../sound/write-wav.ts';
import { streamZip } from './editors-files.ts';

/**
 * Makes a zip of a description: its DAPT file, and a WAV for each line at `nameDaptSound`.
 * @param dapt name and text of the file
 * @param lines of the description, in order; read one by one
 */
export function zipDaptFiles(
  dapt: { readonly name: string; readonly input: string },
  lines: AsyncIterable<{ readonly sound: PlainSound }>,
  marks?: Marks,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  async function* makeDaptFiles() {
    yield dapt;
    let count = 0;
    for await (const { sound } of lines)
      yield { name: nameDaptSound(count++), input: writeWav(sound, marks) };
  }
  return streamZip(makeDaptFiles());
}
