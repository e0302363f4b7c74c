import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { BenchRow } from './bench-row.ts';
import { benchEstimate } from './estimate.ts';
import { benchFirstSight } from './first-sight.ts';
import { benchFit } from './fit.ts';
import { benchFrames } from './frames.ts';
import { benchNarratedVideo } from './narrated-video.ts';
import { benchNarrationCost } from './narration-cost.ts';
import { benchOfflineEyes } from './offline-eyes.ts';
import { benchOverload } from './overload.ts';
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
import { benchTreeMemory } from './tree-memory.ts';
import { benchUploadMemory } from './upload-memory.ts';
import { benchUploadSpeed } from './upload-speed.ts';
import { benchVoiceSamples } from './voice-samples.ts';
import { benchWebProcesses } from './web-processes.ts';
import { benchWorkbench } from './workbench.ts';

/** By the names under which they are asked for; in this order. */
const benches: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  frames: benchFrames,
  'sparse-copy': benchSparseCopy,
  'timed-moments': benchTimedMoments,
  'speech-gaps': benchSpeechGaps,
  'narrated-video': benchNarratedVideo,
  'narration-cost': benchNarrationCost,
  overload: benchOverload,
  'web-processes': benchWebProcesses,
  'tree-memory': benchTreeMemory,
  'offline-eyes': benchOfflineEyes,
  'things-said': benchThingsSaid,
  'print-read': benchPrintRead,
  speech: benchSpeech,
  estimate: benchEstimate,
  fit: benchFit,
  workbench: benchWorkbench,
  'text-work': benchTextWork,
  'upload-memory': benchUploadMemory,
  'upload-speed': benchUploadSpeed,
  'session-check': benchSessionCheck,
  'voice-samples': benchVoiceSamples,
  'premium-speech': benchPremiumSpeech,
  'realtime-speech': benchRealtimeSpeech,
  'page-size': benchPageSize,
  'first-sight': benchFirstSight,
};

/**
 * Runs every measurement in turn, or those that are named (`npm run bench -- narrated-video`), and prints the table. With `--write`
 * docs/performance.md is written; where some are named, all other rows stay in it as they were measured before.
 */
const path = 'docs/performance.md';
const today = new Date().toISOString().slice(0, 10);
const named = process.argv.slice(2).filter(word => !word.startsWith('--'));
const unknown = named.filter(name => !(name in benches));
if (unknown.length > 0)
  throw new Error(`Nothing measures ${unknown.join(', ')}: ${Object.keys(benches).join(', ')}.`);

const measured: string[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.error(`${name} …`);
  measured.push(...(await bench()).map(printRow));
}
console.log(printTable(measured));
if (process.argv.includes('--write'))
  writeFileSync(path, printPage(named.length > 0 ? replaceRows(measured) : measured));

function printRow(row: BenchRow): string {
  return `| ${row.what} | ${row.figure} | ${row.ratio ?? ''} | ${row.goal} | ${toWord(row.isMet)} | ${today} |`;
}

function printTable(rows: readonly string[]): string {
  return [
    '| what | measured | against the peer, same run | goal | met | on |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The rows of the page with these in place of those of the same name; new ones at the end. */
function replaceRows(rows: readonly string[]): string[] {
  const written = readFileSync(path, 'utf8').split('\n');
  const first = written.findIndex(line => line.startsWith('|---')) + 1;
  const all = new Map<string, string>();
  for (const row of [...written.slice(first).filter(line => line.startsWith('| ')), ...rows])
    all.set(row.split(' | ')[0] as string, row);
  return [...all.values()];
}

function toWord(isMet: boolean | undefined): string {
  if (isMet === undefined) return 'not measured';
  return isMet ? 'yes' : 'no';
}

function printPage(rows: readonly string[]): string {
  const processor = `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unnamed processor'}`;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB of memory`;
  return `# Performance

What the product costs, as \`npm run bench -- --write\` printed it.

Machine: ${processor}, ${memory}, Node ${process.version}${describePeer()}. Medians; ratios are to the peers' way in
the same run, because figures from a shared machine vary from run to run.

${printTable(rows)}
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
