import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartedProduct } from '../support/start-product.ts';
import type { Answers } from './answers.ts';
import { drawGraph } from './draw-graph.ts';
import { listRestPoints, measureGrowthPerHour } from './growth.ts';
import { measureProduct, type Sample } from './sample.ts';
import type { Timetable } from './timetable.ts';

/** What was seen of a run, on the screen and in its folder: `samples.csv`, `summary.json`, `soak.svg`. */
export interface SoakRecord {
  sample(): Promise<void>;
  /** @param graphFile where the graph is kept, too */
  finish(endedBy: string, graphFile: string | undefined): Promise<void>;
}

interface RecordParts {
  readonly product: StartedProduct;
  readonly answers: Answers;
  readonly timetable: Timetable;
  readonly folder: string;
  readonly seed: number;
}

/** Memory may grow so much in an hour after the first ten minutes. */
const mostMegabytesPerHour = 2;
const settledSeconds = 600;

/** What is compared at rest, with how much of it more an hour is none. */
const judged: readonly (readonly [name: string, read: (sample: Sample) => number, mostPerHour: number])[] = [
  ['memory in MB', ({ allocatedMb }) => allocatedMb, mostMegabytesPerHour],
  ['descriptors', ({ descriptors }) => descriptors, 1],
  ['temporary files', ({ temporaryFiles }) => temporaryFiles, 0],
  ['children', ({ children }) => children, 0],
];

export function createRecord({ product, answers, timetable, folder, seed }: RecordParts): SoakRecord {
  const samples: Sample[] = [];
  const csv = join(folder, 'samples.csv');
  console.log(`seed ${seed}, ${folder}`);

  function keep(sample: Sample): void {
    if (samples.length === 0) writeFileSync(csv, `${Object.keys(sample).join(',')}\n`);
    samples.push(sample);
    const values = Object.values(sample).map(value => (typeof value === 'number' ? round(value) : value));
    appendFileSync(csv, `${values.join(',')}\n`);
    console.log(describe(sample));
  }

  return {
    async sample() {
      const { seconds, phase } = timetable.now();
      const measured = await measureProduct(product);
      const [broken, good, refused, failed] = answers.countsByClass();
      const unexpected = answers.unexpectedCount;
      keep({ seconds, phase, ...measured, broken, good, refused, failed, unexpected });
    },
    async finish(endedBy, graphFile) {
      const findings = judge(samples, timetable, answers);
      if (endedBy !== 'the clock') findings.faults.push(`ended by ${endedBy}`);
      const summary = { seed, endedBy, ...findings, answers: Object.fromEntries([...answers.counts].sort()) };
      writeFileSync(join(folder, 'summary.json'), `${JSON.stringify(summary, undefined, 2)}\n`);
      const graph = drawGraph(samples, { growth: findings.growthPerHour['memory in MB'] ?? Number.NaN });
      for (const file of [join(folder, 'soak.svg'), ...(graphFile ? [graphFile] : [])])
        writeFileSync(file, graph);
      console.log(JSON.stringify(findings, undefined, 2));
      process.exitCode = findings.faults.length === 0 ? 0 : 1;
    },
  };
}

function judge(samples: readonly Sample[], { roundSeconds }: Timetable, answers: Answers) {
  // A short run is judged as a whole; it shows that the program works and hardly more.
  const fromSeconds = roundSeconds < settledSeconds ? 0 : settledSeconds;
  const faults: string[] = [];
  const growthPerHour: Record<string, number> = {};
  const atRest: Record<string, readonly number[]> = {};
  for (const [name, read, mostPerHour] of judged) {
    const points = listRestPoints(samples, read, fromSeconds);
    const growth = measureGrowthPerHour(points);
    growthPerHour[name] = round(growth);
    atRest[name] = points.map(({ value }) => round(value));
    if (!(growth <= mostPerHour)) faults.push(`${name}: ${round(growth)} more an hour`);
  }
  if (answers.unexpectedCount > 0) faults.push(`${answers.unexpectedCount} answers that nobody expected`);
  const hours = (samples.at(-1)?.seconds ?? 0) / 3600;
  return { hours: round(hours), faults, growthPerHour, atRest, unexpected: answers.unexpected };
}

function describe(sample: Sample): string {
  const { seconds, phase, serverMb, childrenMb, heapUsedMb, externalMb, descriptors, children } = sample;
  const figures = [
    `${Math.round(seconds)} s ${phase}`,
    `server ${Math.round(serverMb)} MB (heap ${Math.round(heapUsedMb)}, outside ${Math.round(externalMb)})`,
    `${children} children ${Math.round(childrenMb)} MB`,
    `allocated ${Math.round(sample.allocatedMb)} MB`,
    `${descriptors} descriptors`,
    `${sample.temporaryFiles} files`,
    `loop ${Math.round(sample.loopP99Ms)} ms, at most ${Math.round(sample.loopMaxMs)}`,
    `database ${Math.round(sample.databaseMb)} MB`,
    `processor ${Math.round(sample.processorSeconds)} s`,
    `answers ${sample.good} good, ${sample.refused} refused, ${sample.failed} failed, ${sample.broken} broken`,
    `${sample.unexpected} unexpected`,
  ];
  return figures.join(', ');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
