import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '#engines/provider/written-text.ts';
import { sourceSchema } from '#shared/api/fields.ts';
import { badRequest } from '../narrate/report-status.ts';

export const tasks = ['timed', 'narrate', 'describe', 'translate'] as const;
export type Task = (typeof tasks)[number];

/** So many, or so many of so many. */
const amountSchema = z.object({ count: z.number(), of: z.number().optional() });
type Amount = z.infer<typeof amountSchema>;

const runSchema = z.object({
  video: z.string(),
  task: z.enum(tasks),
  /** Why it failed; then it has no text. */
  failure: z.string().optional(),
  text: z.string().optional(),
  /** Who looked and wrote. */
  makers: z.array(sourceSchema.optional()).default([]),
  metrics: z.record(z.string(), amountSchema.optional()).default({}),
});
export type Run = z.infer<typeof runSchema>;

const version = 1;
const settings = { prompt: z.string(), language: z.string(), into: z.string() };
const resultsSchema = z.object({ evaluation: z.literal(version), ...settings, runs: z.array(runSchema) });

export function printResults(results: Omit<z.infer<typeof resultsSchema>, 'evaluation'>): string {
  return `${JSON.stringify({ evaluation: version, ...results }, undefined, 2)}\n`;
}

/** @throws CodedError `bad_request` with a sentence for a file that is missing, damaged or newer */
export async function readResults(path: string) {
  const text = await readFile(path, 'utf8').catch(cause => {
    throw badRequest(`${path} cannot be read: ${cause.code}.`, cause);
  });
  const content = parseJson(text);
  const newer = z.object({ evaluation: z.number().gt(version) });
  if (newer.safeParse(content).success)
    throw badRequest(`${path} was saved by a newer version of Benshi: update this one.`);
  const { data, error } = resultsSchema.safeParse(content);
  if (!data) throw badRequest(`${path} is damaged, or was not saved by npm run evaluate.`, error);
  return data;
}

/** Runs of the same video and task, which alone can be compared. */
export function pairRuns(now: readonly Run[], before: readonly Run[]): (readonly [now: Run, before: Run])[] {
  return now.flatMap(run => {
    const same = before.find(({ video, task }) => video === run.video && task === run.task);
    return same && !same.failure && !run.failure ? [[run, same] as const] : [];
  });
}

/** Undefined if it is not known of all. */
function addUp(runs: readonly Run[], name: string): Amount | undefined {
  const amounts = runs.flatMap(({ metrics }) => metrics[name] ?? []);
  const sum = (key: keyof Amount) => amounts.reduce((total, amount) => total + (amount[key] ?? 0), 0);
  if (amounts.length < runs.length) return undefined;
  return { count: sum('count'), of: amounts[0]?.of === undefined ? undefined : sum('of') };
}

/** Of these more is better; of all others but the moments less is. */
const good = ['lines within their length', 'people named the same', 'numbers and names kept'];
/** Smaller differences come by chance: of shares, and relative to an amount. */
const tolerance = { share: 0.02, amount: 0.05 } as const;

export function compareAmounts(name: string, now: Amount, before: Amount): string {
  const [value = 0, other = 0] = [now, before].map(({ count, of }) => count / Math.max(1, of ?? 1));
  const least = now.of === undefined ? tolerance.amount * Math.max(value, other) : tolerance.share;
  if (Math.abs(value - other) <= least) return 'same';
  if (name === 'moments used') return value > other ? 'more' : 'fewer';
  return value > other === good.includes(name) ? 'better' : 'worse';
}

function printAmount(amount: Amount | undefined): string {
  const { count, of } = amount ?? {};
  if (of !== undefined) return `${count} of ${of}`;
  return count?.toLocaleString('en', { maximumFractionDigits: 4 }) ?? 'unknown';
}

/** With the versions of their prompts. */
function printMakers(runs: readonly Run[], side: number): string {
  const makers = runs.flatMap(run => run.makers).map(maker => [maker?.provider, maker?.model, maker?.prompt]);
  const named = new Set(makers.map(names => names.filter(Boolean).join(' ')));
  return `${side === 0 ? 'this run' : 'against'}: ${[...named].join('; ')}`;
}

function printRow(...cells: readonly string[]): string {
  return cells
    .map((cell, at) => cell.padEnd(at === 0 ? 32 : 16))
    .join('')
    .trimEnd();
}

/** A table of each task, over all its videos; with another run, over the videos of both. */
export function printTable(runs: readonly Run[], other?: readonly Run[]): string {
  const all = other ? pairRuns(runs, other) : runs.filter(run => !run.failure).map(run => [run] as const);
  const tables = tasks.flatMap(task => {
    const pairs = all.filter(([run]) => run.task === task);
    if (pairs.length === 0) return [];
    const sides = (other ? [0, 1] : [0]).map(side => pairs.flatMap(pair => pair[side] ?? []));
    const names = new Set(pairs.flat().flatMap(({ metrics }) => Object.keys(metrics)));
    const rows = [...names].map(name => {
      const [now, before] = sides.map(side => addUp(side, name));
      if (!other) return printRow(name, printAmount(now));
      return printRow(
        name,
        printAmount(now),
        printAmount(before),
        now && before ? compareAmounts(name, now, before) : '',
      );
    });
    const heading = printRow(`${task}, videos: ${pairs.length}`, 'this run', other ? 'against' : '');
    return [heading, ...rows, ...sides.map(printMakers)].join('\n');
  });
  return tables.join('\n\n');
}
