import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { createOfflineEyes } from '#server/decoding/offline-eyes.ts';
import { listChildren, waitUntil } from '../tests/support/child-processes.ts';
import { measureTreeMemory } from '../tests/support/linux-process.ts';
import type { BenchRow } from './bench-row.ts';
import { median, timeMs } from './measure.ts';

const rounds = 5;
const goals = { firstMs: 5000, warmMs: 3000, memoryMebibytes: 350 } as const;
const pictures = { count: 10, width: 1280, height: 720 } as const;
const idleMs = 1000;

/** What the offline engine's eyes take for the ten pictures of a video, with their models still to be loaded and after that. */
export async function benchOfflineEyes(): Promise<BenchRow[]> {
  const jpegs = await Promise.all(Array.from({ length: pictures.count }, (_, at) => paintPicture(at)));
  const eyes = createOfflineEyes({ textLanguages: ['eng'], workers: 1, limits: { idleMs } });
  const others = new Set(listChildren());
  const findChild = () => listChildren().find(pid => !others.has(pid));
  try {
    const look = () => eyes.observe(jpegs, { asker: 'bench', signal: AbortSignal.timeout(60_000) });
    const firstMs = await timeMs(look);
    const warmMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) warmMs.push(await timeMs(look));
    // In a round of its own: to look at processes takes a processor, too.
    let most = 0;
    const watch = setInterval(() => {
      const child = findChild();
      if (child !== undefined) most = Math.max(most, measureTreeMemory(child));
    }, 100);
    await look();
    clearInterval(watch);
    await Promise.race([waitUntil(() => findChild() === undefined), setTimeout(10_000)]);
    return [
      row('ten pictures of 720p, offline, models still to be loaded', firstMs, goals.firstMs),
      row('the same, models loaded', median(warmMs), goals.warmMs),
      ...(process.platform === 'linux' ? [describeMemory(most, findChild() === undefined)] : []),
    ];
  } finally {
    await eyes.close();
  }
}

function row(what: string, ms: number, goalMs: number): BenchRow {
  return {
    what,
    figure: `${ms.toFixed(0)} ms`,
    goal: `at most ${goalMs / 1000} s`,
    isMet: ms <= goalMs,
  };
}

function describeMemory(most: number, isGone: boolean): BenchRow {
  const mebibytes = most / 1024 ** 2;
  return {
    what: 'memory of the process that recognises and reads, at work and at rest',
    figure: `${mebibytes.toFixed(0)} MB, ${isGone ? 'then none' : 'and it stays'}`,
    goal: `at most ${goals.memoryMebibytes} MB, then none`,
    isMet: mebibytes <= goals.memoryMebibytes && isGone,
  };
}

/** A picture with much in it: shapes of many colours, and two lines of print. */
async function paintPicture(at: number): Promise<Uint8Array> {
  const { width, height } = pictures;
  const shapes = Array.from({ length: 120 }, (_, shape) => {
    const seed = (shape + 1) * (at + 3) * 7919;
    const colour = `hsl(${seed % 360} ${30 + (seed % 60)}% ${30 + (seed % 45)}%)`;
    return `<ellipse cx="${seed % width}" cy="${(seed >> 3) % height}" rx="${10 + (seed % 70)}" ry="${10 + ((seed >> 2) % 50)}" fill="${colour}"/>`;
  });
  const print = `<rect x="100" y="80" width="900" height="190" fill="#fff"/><g font-family="sans-serif" font-weight="bold" fill="#222"><text x="130" y="165" font-size="72">Chapter ${at + 1}</text><text x="130" y="235" font-size="44">What was seen on the way</text></g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}${print}</svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 50 }).toBuffer());
}
