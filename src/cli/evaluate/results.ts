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
  text: z.string(),
  /** Who looked and wrote. */
  makers: z.array(sourceSchema.optional()),
  metrics: z.record(z.string(), amountSchema.optional()),
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
  if (z.object({ evaluation: z.number().gt(version) }).safeParse(content).success)
    throw badRequest(`${path} was saved by a newer version of Benshi: update this one.`);
  const { data, error } = resultsSchema.safeParse(content);
  if (!data) throw badRequest(`${path} is damaged, or was not saved by npm run evaluate.`, error);
  return data;
}

/** Runs of the same video and task, which alone can be compared. */
export function pairRuns(runs: readonly Run[], before: readonly Run[]): (readonly [now: Run, before: Run])[] {
  return runs.flatMap(run => {
    const same = before.find(({ video, task }) => video === run.video && task === run.task);
    return same ? [[run, same] as const] : [];
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
function printMakers(runs: readonly Run[]): string {
  const makers = runs.flatMap(run => run.makers).map(maker => [maker?.provider, maker?.model, maker?.prompt]);
  return [...new Set(makers.map(names => names.filter(Boolean).join(' ')))].join('; ');
}

/** A table of each task, over all its videos; with another run, over the videos of both. */
export function printTable(runs: readonly Run[], before?: readonly Run[]): string {
  const all: (readonly [now: Run, before?: Run])[] = before
    ? pairRuns(runs, before)
    : runs.map(run => [run] as const);
  const titles = before ? ['this run', 'against'] : ['this run'];
  const tables = [...Map.groupBy(all, ([run]) => run.task)].map(([task, pairs]) => {
    const sides = titles.map((_, side) => pairs.flatMap(pair => pair[side] ?? []));
    const names = new Set(pairs.flatMap(([{ metrics }]) => Object.keys(metrics)));
    const rows = [...names].map(name => {
      const [now, other] = sides.map(side => addUp(side, name));
      const verdict = now && other ? compareAmounts(name, now, other) : '';
      return [name, printAmount(now), ...(before ? [printAmount(other), verdict] : [])];
    });
    const table = [[`${task}, videos: ${pairs.length}`, ...titles], ...rows].map(cells =>
      cells
        .map((cell, at) => cell.padEnd(at === 0 ? 32 : 16))
        .join('')
        .trimEnd(),
    );
    return [...table, ...sides.map((side, at) => `${titles[at]}: ${printMakers(side)}`)].join('\n');
  });
  return tables.join('\n\n');
}
