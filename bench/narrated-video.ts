import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './bench-row.ts';
import { makeBenchClip, makeBenchVoice } from './make-clips.ts';
import { hasFfmpeg, timeMs } from './measure.ts';
import type { ChildReport } from './narrate-in-child.ts';
import { benchNarratedVideoInPage } from './narrated-video-page.ts';
import { duckingGraph } from './peers/ducking-graph.ts';

const folder = fileURLToPath(new URL('../.cache/bench/', import.meta.url));
const out = `${folder}narrated.mp4`;
const longMinutes = 60;
const shortMinutes = 10;
const goals = { times: 60, megabytes: 300 } as const;

/** How fast a video gets its narration, and how much memory that takes, in Node and in the page. */
export async function benchNarratedVideo(): Promise<BenchRow[]> {
  try {
    return [...(await benchInNode()), ...(await benchNarratedVideoInPage())];
  } finally {
    rmSync(out, { force: true });
  }
}

async function benchInNode(): Promise<BenchRow[]> {
  const long = await measureInNode(longMinutes);
  const short = await measureInNode(shortMinutes);
  const speed = (longMinutes * 60_000) / long.ms;
  const peerMs = hasFfmpeg() ? await measurePeer() : undefined;
  return [
    {
      what: `a narrated video of ${longMinutes} minutes in 1080p, Node`,
      figure: `${Math.round(speed)} × real time`,
      goal: `at least ${goals.times} ×`,
      isMet: speed >= goals.times,
    },
    ...[long, short].map(({ mostMegabytes }, index) => ({
      what: `its memory, all that the process holds, for ${[longMinutes, shortMinutes][index]} minutes`,
      figure: `${Math.round(mostMegabytes)} MB`,
      goal: `at most ${goals.megabytes} MB`,
      isMet: mostMegabytes <= goals.megabytes,
    })),
    {
      what: `the same of ${shortMinutes} minutes, against \`ffmpeg\` with \`sidechaincompress\` and \`-c:v copy\``,
      figure: `${(short.ms / 1000).toFixed(1)} s`,
      ...(peerMs !== undefined && { ratio: `${(short.ms / peerMs).toFixed(2)} × its time` }),
      goal: 'less than its time',
      isMet: peerMs === undefined ? undefined : short.ms < peerMs,
    },
  ];
}

async function measureInNode(minutes: number): Promise<ChildReport> {
  const child = fileURLToPath(new URL('./narrate-in-child.ts', import.meta.url));
  const files = [await makeBenchClip(minutes, { hasSound: true }), await makeBenchVoice(minutes), out];
  const report = execFileSync(process.execPath, [...readNarrateFlags(), child, ...files], {
    encoding: 'utf8',
  });
  return JSON.parse(report) as ChildReport;
}

/** How `npm run narrate` starts Node. */
function readNarrateFlags(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { narrate: string } };
  return scripts.narrate.split(' ').filter(word => word.startsWith('--'));
}

async function measurePeer(): Promise<number> {
  const inputs = [
    '-i',
    await makeBenchClip(shortMinutes, { hasSound: true }),
    '-i',
    await makeBenchVoice(shortMinutes),
  ];
  return timeMs(() =>
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...inputs, ...duckingGraph, out]),
  );
}
