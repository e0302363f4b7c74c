import type { Marks } from '#shared/marks/provenance.ts';
import { markMp3 } from '../marks/id3.ts';

/** An mp3 that says how it was made: the marks that it came with are replaced, its sound stays. */
export async function markRecording(mp3: Blob, marks: Marks): Promise<Blob> {
  async function* readWhole() {
    yield new Uint8Array(await mp3.arrayBuffer());
  }
  const pieces: BlobPart[] = [];
  for await (const piece of markMp3(readWhole(), marks)) pieces.push(Uint8Array.from(piece));
  return new Blob(pieces, { type: 'audio/mpeg' });
}
