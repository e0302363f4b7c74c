import { usualFrameRate } from '../container/frame-rate.ts';
import { writeWav } from '../sound/write-wav.ts';
import { writeEdl, writeOtio } from './editors-lists.ts';
import { createLinePlacer, type EditorsLine, type PlacedLine } from './place-lines.ts';
import type { ArchivedFile } from './write-zip.ts';

/**
 * Makes the files by which a narration is laid into an editor: a WAV for each line, named by its time, and the list of where
 * each lies, as OpenTimelineIO and as CMX 3600.
 * @param lines in the order of their times
 * @param frameRate of the video, as `findFrameRate` tells it
 */
export async function* makeEditorsFiles(
  lines: AsyncIterable<EditorsLine>,
  durationSeconds: number,
  frameRate = usualFrameRate,
): AsyncGenerator<ArchivedFile, void, undefined> {
  const placer = createLinePlacer(frameRate);
  const all: PlacedLine[] = [];
  for await (const line of lines) {
    const { placed, sound } = placer.place(line);
    all.push(placed);
    yield { name: placed.name, bytes: writeWav(sound) };
  }
  const encoder = new TextEncoder();
  yield { name: 'narration.otio', bytes: encoder.encode(writeOtio(all, durationSeconds, frameRate)) };
  yield { name: 'narration.edl', bytes: encoder.encode(writeEdl(all, frameRate)) };
}
