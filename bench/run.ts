import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { BenchRow } from './bench-row.ts';
import { benchEstimate } from './estimate.ts';
import { benchFirstSight } from './first-sight.ts';
import { benchFit } from './fit.ts';
import { benchFrames } from './frames.ts';
import { benchNarratedVideo } from './narrated-video.ts';
import { benchOfflineEyes } from './offline-eyes.ts';
import { benchPageSize } from './page-size.ts';
import { benchPremiumSpeech } from './premium-speech.ts';
import { benchPrintRead } from './print-read.ts';
import { benchRealtimeSpeech } from './realtime-speech.ts';
import { benchSessionCheck } from './session-check.ts';
import { benchSparseCopy } from './sparse-copy.ts';
import { benchSpeech } from './speech.ts';
import { benchSpeechGaps } from './speech-gaps.ts';
import { benchTextWork } from './text-work.ts';
import { benchThingsSaid } from './things-said.ts';
import { benchTimedMoments } from './timed-moments.ts';
import { benchUploadMemory } from './upload-memory.ts';
import { benchVoiceSamples } from './voice-samples.ts';
import { benchWorkbench } from './workbench.ts';

/** Runs every measurement in turn, prints the table, and writes docs/performance.md when asked with `--write`. */
const rows: BenchRow[] = [];
for (const bench of [
  benchFrames,
  benchSparseCopy,
  benchTimedMoments,
  benchSpeechGaps,
  benchNarratedVideo,
  benchOfflineEyes,
  benchThingsSaid,
  benchPrintRead,
  benchSpeech,
  benchEstimate,
  benchFit,
  benchWorkbench,
  benchTextWork,
  benchUploadMemory,
  benchSessionCheck,
  benchVoiceSamples,
  benchPremiumSpeech,
  benchRealtimeSpeech,
  benchPageSize,
  benchFirstSight,
]) {
  console.error(`${bench.name} …`);
  rows.push(...(await bench()));
}

const table = [
  '| what | measured | against the peer, same run | goal | met |',
  '|---|---|---|---|---|',
  ...rows.map(
    row => `| ${row.what} | ${row.figure} | ${row.ratio ?? ''} | ${row.goal} | ${toWord(row.isMet)} |`,
  ),
].join('\n');
console.log(table);
if (process.argv.includes('--write')) writeFileSync('docs/performance.md', page());

function toWord(isMet: boolean | undefined): string {
  if (isMet === undefined) return 'not measured';
  return isMet ? 'yes' : 'no';
}

function page(): string {
  const processor = `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unnamed processor'}`;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB of memory`;
  return `# Performance

What the product costs, as \`npm run bench -- --write\` printed it on ${new Date().toISOString().slice(0, 10)}.

Machine: ${processor}, ${memory}, Node ${process.version}${describePeer()}. Medians; ratios are to the peers' way in
the same run, because figures from a shared machine vary from run to run.

${table}
`;
}

function describePeer(): string {
  try {
    const version = execFileSync('ffmpeg', ['-version'], { encoding: 'utf8' }).split(' ')[2];
    return `, ffmpeg ${version}`;
  } catch {
    return '; no ffmpeg, so nothing stands beside the figures';
  }
}
