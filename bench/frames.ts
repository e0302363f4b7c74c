import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseCuePoints } from '#media/frames/plan-pictures.ts';
import { createFrameReader } from '#server/decoding/frame-reader.ts';
import type { BenchRow } from './bench-row.ts';
import { makeBenchClip } from './make-clips.ts';
import { hasFfmpeg, median, timeMs } from './measure.ts';

const runs = 7;
const peerRuns = 3;
const never = new AbortController().signal;
const anyone = { asker: 'anyone', signal: never };

interface Times {
  readonly oneMinute: number;
  readonly twoMinutes: number;
  readonly sixtyMinutes: number;
}

/** Ten frames as JPEG from a warm pool, beside what peers do with FFmpeg's command line. Milliseconds, medians. */
export async function benchFrames(): Promise<BenchRow[]> {
  const ours = await measureOurs();
  const peers = hasFfmpeg() ? await measurePeers(await makeBenchClip(2)) : undefined;
  const onePass = peers && peers.onePass / ours.twoMinutes;
  const tenCalls = peers && peers.tenCalls / ours.twoMinutes;
  const growth = ours.sixtyMinutes / ours.oneMinute;
  return [
    {
      what: 'Ten frames of a 2-minute 1080p clip, against one pass of `ffmpeg -vf fps=10/120`',
      figure: `${ours.twoMinutes.toFixed()} ms`,
      ...(onePass && { ratio: `${onePass.toFixed(1)} × faster (${peers.onePass.toFixed()} ms)` }),
      goal: '15 × faster',
      isMet: onePass === undefined ? undefined : onePass >= 15,
    },
    {
      what: 'The same, against ten calls of `ffmpeg -ss T -frames:v 1`',
      figure: `${ours.twoMinutes.toFixed()} ms`,
      ...(tenCalls && { ratio: `${tenCalls.toFixed(1)} × faster (${peers.tenCalls.toFixed()} ms)` }),
      goal: '8 × faster',
      isMet: tenCalls === undefined ? undefined : tenCalls >= 8,
    },
    {
      what: 'Ten frames of a 60-minute clip, against a 1-minute clip of the same coding',
      figure: `${ours.sixtyMinutes.toFixed()} ms`,
      ratio: `${growth.toFixed(2)} × the time (${ours.oneMinute.toFixed()} ms)`,
      goal: 'at most 2 × the time',
      isMet: growth <= 2,
    },
  ];
}

async function measureOurs(): Promise<Times> {
  const paths = [await makeBenchClip(1), await makeBenchClip(2), await makeBenchClip(60)] as const;
  const reader = createFrameReader({ maxSeconds: 14_400 });
  try {
    const medians: number[] = [];
    for (const path of paths) {
      const times: number[] = [];
      await reader.readFrames(path, anyone);
      for (let run = 0; run < runs; run++) times.push(await timeMs(() => reader.readFrames(path, anyone)));
      medians.push(median(times));
    }
    const [oneMinute = 0, twoMinutes = 0, sixtyMinutes = 0] = medians;
    return { oneMinute, twoMinutes, sixtyMinutes };
  } finally {
    await reader.close();
  }
}

async function measurePeers(path: string): Promise<{ onePass: number; tenCalls: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'benshi-bench-'));
  const ffmpeg = (...options: string[]) =>
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...options], { cwd: folder });
  const onePass = () => ffmpeg('-i', path, '-vf', 'fps=10/120', '%d.jpg');
  const tenCalls = () => {
    for (const momentMs of chooseCuePoints(120_000)) {
      ffmpeg('-ss', String(momentMs / 1000), '-i', path, '-frames:v', '1', `${momentMs}.jpg`);
    }
  };
  try {
    const times = { onePass: [] as number[], tenCalls: [] as number[] };
    for (let run = 0; run < peerRuns; run++) {
      times.onePass.push(await timeMs(onePass));
      times.tenCalls.push(await timeMs(tenCalls));
    }
    return { onePass: median(times.onePass), tenCalls: median(times.tenCalls) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
