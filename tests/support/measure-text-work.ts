import { parentPort, workerData } from 'node:worker_threads';
import { eventLoopWork, type TextWork, workerWork } from './text-work.ts';
import { makeTextsOfAllScripts, type Recipe, writeText } from './worst-texts.ts';

/** The thread's task. */
export interface TextSearch {
  readonly seed: number;
  readonly textsOfEachScript: number;
  /** All texts are tried at this length, the worst ones then at full length. */
  readonly firstCharacters: number;
  /** How many of the worst are tried at full length. */
  readonly finalists: number;
}

/** Messages: what it starts, so that a hang can be named, and finally its results. */
export type SearchMessage = { readonly begins: string } | { readonly found: readonly WorstTime[] };

/** The worst text found for a piece of work. */
export interface WorstTime {
  readonly work: string;
  readonly recipe: Recipe;
  readonly characters: number;
  readonly ms: number;
  /** Time for an eighth of the text. */
  readonly msOfAnEighth: number;
  /** False for work in its own threads. */
  readonly isOnEventLoop: boolean;
}

const fullCharacters = { eventLoop: 100_000, worker: 12_500 } as const;
/** Slower work is repeated up to this often; the best counts. */
const goodMs = 15;
const maxRuns = 5;
/** More than this need not be measured. */
const tooLongMs = 1000;
/** The delay of a thread's reported processor time. */
const threadTimeDelayMs = 4;
/** This many of the slowest texts run again, to exclude other load. */
const doubtful = 10;

/** The processor time of one run. */
function timeOnce(work: TextWork, text: string): number {
  const before = process.threadCpuUsage();
  const startedAt = performance.now();
  work(text);
  const passedMs = performance.now() - startedAt;
  if (passedMs < goodMs) return passedMs;
  const { user, system } = process.threadCpuUsage(before);
  return Math.min(passedMs, (user + system) / 1000 + threadTimeDelayMs);
}

function measure(work: TextWork, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 1; run <= maxRuns; run++) {
    best = Math.min(best, timeOnce(work, text));
    if (best < goodMs || best > tooLongMs) break;
  }
  return best;
}

function findWorstTexts(work: TextWork, recipes: readonly Recipe[], search: TextSearch): readonly Recipe[] {
  const time = (recipe: Recipe) => timeOnce(work, writeText(recipe, search.firstCharacters));
  const byTime = (one: { ms: number }, other: { ms: number }) => other.ms - one.ms;
  return recipes
    .map(recipe => ({ recipe, ms: time(recipe) }))
    .toSorted(byTime)
    .slice(0, search.finalists + doubtful)
    .map(({ recipe, ms }) => ({ recipe, ms: Math.min(ms, time(recipe)) }))
    .toSorted(byTime)
    .slice(0, search.finalists)
    .map(({ recipe }) => recipe);
}

/** Increases the length in steps, some below the product's own limits, and stops where it is slow. */
function climb(work: TextWork, recipe: Recipe, maxCharacters: number) {
  const times: number[] = [];
  let worst = { characters: 0, ms: 0, msOfAnEighth: 0 };
  for (const part of [64, 32, 16, 8, 4, 2, 1]) {
    const characters = Math.floor(maxCharacters / part);
    const ms = measure(work, writeText(recipe, characters));
    times.push(ms);
    if (ms >= worst.ms) worst = { characters, ms, msOfAnEighth: times.at(-4) ?? ms / 8 };
    if (ms > tooLongMs) break;
  }
  return worst;
}

function search(wanted: TextSearch): WorstTime[] {
  const recipes = makeTextsOfAllScripts(wanted.seed, wanted.textsOfEachScript);
  const findWorst = (name: string, work: TextWork, isOnEventLoop: boolean): WorstTime[] => {
    report({ begins: name });
    const maxCharacters = isOnEventLoop ? fullCharacters.eventLoop : fullCharacters.worker;
    return findWorstTexts(work, recipes, wanted)
      .map(recipe => ({ work: name, recipe, isOnEventLoop, ...climb(work, recipe, maxCharacters) }))
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, 1);
  };
  return [
    ...Object.entries(eventLoopWork).flatMap(([name, work]) => findWorst(name, work, true)),
    ...Object.entries(workerWork).flatMap(([name, work]) => findWorst(name, work, false)),
  ];
}

function report(news: SearchMessage): void {
  parentPort?.postMessage(news);
}

if (parentPort) report({ found: search(workerData as TextSearch) });
