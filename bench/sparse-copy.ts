import { statSync } from 'node:fs';
import { FilePathSource } from 'mediabunny';
import { openVideo } from '#media/container/open-video.ts';
import { makeSparseCopy } from '#media/frames/sparse-copy.ts';
import type { BenchRow } from './bench-row.ts';
import { makeBenchClip } from './make-clips.ts';
import { median, timeMs } from './measure.ts';

const runs = 7;

/** The sparse copy of a clip of more than 100 MB, opening the file included. Medians. */
export async function benchSparseCopy(): Promise<BenchRow[]> {
  const path = await makeBenchClip(5);
  const totalBytes = statSync(path).size;
  let copyBytes = 0;
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    times.push(
      await timeMs(async () => {
        const video = await openVideo(new FilePathSource(path), { maxSeconds: 14_400 });
        copyBytes = (await makeSparseCopy(video, new AbortController().signal)).length;
        video.close();
      }),
    );
  }
  const ms = median(times);
  const part = copyBytes / totalBytes;
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return [
    {
      what: `Sparse copy of a 5-minute clip of ${megabytes(totalBytes)} MB: bytes`,
      figure: `${megabytes(copyBytes)} MB (${(part * 100).toFixed(2)} %)`,
      goal: 'at most 2 %',
      isMet: part <= 0.02,
    },
    {
      what: 'The same: time',
      figure: `${ms.toFixed()} ms`,
      goal: 'under 300 ms',
      isMet: ms < 300,
    },
  ];
}
