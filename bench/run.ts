import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { benchCutSound } from './cut-sound.ts';
import { benchEditor } from './editor.ts';
import { benchFrames } from './frames.ts';
import { benchHostileWork } from './hostile-work.ts';
import { benchLargeProjects } from './large-projects.ts';
import type { BenchRow } from './measure.ts';
import { benchNarratedVideo } from './narrated-video.ts';
import { benchNarrationCost } from './narration-cost.ts';
import { benchNewCut } from './new-cut.ts';
import { benchOverload } from './overload.ts';
import { benchPageSize } from './page-size.ts';
import { benchProjectList } from './project-list.ts';
import { benchSpeech } from './speech.ts';
import { benchSpeechGaps } from './speech-gaps.ts';
import { benchStart } from './start.ts';
import { benchTimedLines } from './timed-lines.ts';
import { benchTranslation } from './translation.ts';
import { benchUpload } from './upload.ts';
import { benchVoiceList } from './voice-list.ts';

/** By name, in the order in which they run. */
const benches: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  'page-size': benchPageSize,
  start: benchStart,
  frames: benchFrames,
  speech: benchSpeech,
  'timed-lines': benchTimedLines,
  'speech-gaps': benchSpeechGaps,
  'cut-sound': benchCutSound,
  'new-cut': benchNewCut,
  'narrated-video': benchNarratedVideo,
  editor: benchEditor,
  'voice-list': benchVoiceList,
  'narration-cost': benchNarrationCost,
  translation: benchTranslation,
  overload: benchOverload,
  'project-list': benchProjectList,
  'hostile-work': benchHostileWork,
  'large-projects': benchLargeProjects,
  upload: benchUpload,
};

/**
 * Runs all measurements, or the named ones (`npm run bench -- narrated-video`), and prints the table. With `--write`
 * its rows replace those of the same name in the table of docs/performance.md.
 */
const path = 'docs/performance.md';
const today = new Date().toISOString().slice(0, 10);
const named = process.argv.slice(2).filter(word => !word.startsWith('--'));
const unknown = named.filter(name => !(name in benches));
if (unknown.length > 0)
  throw new Error(`Nothing measures ${unknown.join(', ')}: ${Object.keys(benches).join(', ')}.`);

const rows: string[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.error(`${name} …`);
  rows.push(...(await bench()).map(printRow));
}
console.log(rows.join('\n'));
console.log(
  `${cpus().length} cores of ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB of memory, Node ${process.version}`,
);
if (process.argv.includes('--write')) writeFileSync(path, replaceRows(readFileSync(path, 'utf8')));

function printRow({ what, figure, ratio = '', goal, isMet }: BenchRow): string {
  const met = isMet === undefined ? 'not measured' : isMet ? 'yes' : 'no';
  return `| ${what} | ${figure} | ${ratio} | ${goal} | ${met} | ${today} |`;
}

/** The page with rows of the same name replaced; new rows go at the end of its first table. */
function replaceRows(page: string): string {
  const lines = page.split('\n');
  for (const row of rows) {
    const [what] = row.split(' | ', 1);
    const old = lines.findIndex(line => line.startsWith(`${what} | `));
    const start = lines.findIndex(line => line.startsWith('|'));
    const length = lines.slice(start).findIndex(line => !line.startsWith('|'));
    if (old < 0) lines.splice(start + length, 0, row);
    else lines[old] = row;
  }
  return lines.join('\n');
}
