import { execFileSync } from 'node:child_process';
import { createFrameReader } from '#server/decoding/frame-reader.ts';
import { makeBenchClip } from './make-clips.ts';
import { type BenchRow, hasFfmpeg, makeFolder, median, timeRounds } from './measure.ts';

const goalTimesFaster = 15;

/** Ten frames as JPEG from a warm pool, against FFmpeg's command line. */
export async function benchFrames(): Promise<BenchRow[]> {
  const path = await makeBenchClip(2);
  const reader = createFrameReader({ maxSeconds: 14_400 });
  const read = () =>
    reader.readFrames(path, { requester: 'anyone', signal: new AbortController().signal }).then(() => {});
  await using folder = await makeFolder();
  const runFfmpeg = () =>
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', path, '-vf', 'fps=10/120', '%d.jpg'], {
      cwd: folder.path,
    });
  try {
    await read();
    const ms = median(await timeRounds(7, read));
    const ffmpegMs = hasFfmpeg() ? median(await timeRounds(3, runFfmpeg)) : undefined;
    const times = ffmpegMs && ffmpegMs / ms;
    return [
      {
        what: 'ten frames of a 2-minute 1080p clip, against one pass of `ffmpeg -vf fps=10/120`',
        figure: `${ms.toFixed()} ms`,
        ...(times && { ratio: `${times.toFixed(1)} × faster (${ffmpegMs.toFixed()} ms)` }),
        goal: `${goalTimesFaster} × faster`,
        isMet: times === undefined ? undefined : times >= goalTimesFaster,
      },
    ];
  } finally {
    await reader.close();
  }
}
