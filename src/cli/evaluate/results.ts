import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '#engines/provider/written-text.ts';
import { languageNames } from '#shared/languages.ts';
import { badRequest } from '../narrate/report-status.ts';

export const tasks = ['timed', 'narrate', 'describe', 'translate'] as const;

/** So many, or so many of so many. */
const amountSchema = z.object({ count: z.number(), of: z.number().optional() });
export type Amount = z.infer<typeof amountSchema>;

const runSchema = z.object({
  video: z.string(),
  task: z.enum(tasks),
  text: z.string(),
  /** Who looked and who wrote, with the versions of the prompts. */
  makers: z.array(z.string()),
  metrics: z.record(z.string(), amountSchema.optional()),
});
export type Run = z.infer<typeof runSchema>;

const language = z.enum(languageNames);
/** `into` is the language of the translation. */
const askedSchema = z.object({ prompt: z.string(), language, into: language });
export type Asked = z.infer<typeof askedSchema>;

const version = 1;
const resultsSchema = askedSchema.extend({ evaluation: z.literal(version), runs: z.array(runSchema) });

export function printResults(results: Asked & { readonly runs: readonly Run[] }): string {
  return `${JSON.stringify({ evaluation: version, ...results }, undefined, 2)}\n`;
}

/** @throws CodedError `bad_request` with a sentence for a file that is missing, damaged or newer */
export async function readResults(path: string) {
  const text = await readFile(path, 'utf8').catch(cause => {
    throw badRequest(`${path} cannot be read: ${cause.code}.`, cause);
  });
  const content = parseJson(text) as { readonly evaluation?: unknown } | null | undefined;
  if (Number(content?.evaluation) > version)
    throw badRequest(`${path} was saved by a newer version of Benshi: update this one.`);
  const { data, error } = resultsSchema.safeParse(content);
  if (!data) throw badRequest(`${path} is damaged, or was not saved by npm run evaluate.`, error);
  return data;
}

/** Runs of the same video and task, which alone can be compared. */
export function pairRuns(runs: readonly Run[], before: readonly Run[]): (readonly [now: Run, before: Run])[] {
  const isSame = (one: Run, other: Run) => one.video === other.video && one.task === other.task;
  return runs.flatMap(run => before.filter(each => isSame(each, run)).map(other => [run, other] as const));
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

export function compareAmounts(name: string, now: Amount | undefined, before: Amount | undefined): string {
  if (!now || !before) return '';
  const [value = 0, other = 0] = [now, before].map(({ count, of }) => count / Math.max(1, of ?? 1));
  const least = now.of === undefined ? tolerance.amount * Math.max(value, other) : tolerance.share;
  if (Math.abs(value - other) <= least) return 'same';
  if (name === 'moments used') return value > other ? 'more' : 'fewer';
  return value > other === good.includes(name) ? 'better' : 'worse';
}

function printAmount({ count, of }: Partial<Amount> = {}): string {
  if (of !== undefined) return `${count} of ${of}`;
  return count?.toLocaleString('en', { maximumFractionDigits: 4 }) ?? 'unknown';
}

/** A table of each task, over all its videos; with another run, over the videos of both. */
export function printTable(runs: readonly Run[], before?: readonly Run[]): string {
  const titles = before ? ['this run', 'against'] : ['this run'];
  const pairs: (readonly [now: Run, before?: Run])[] = before
    ? pairRuns(runs, before)
    : runs.map(run => [run]);
  const tables = [...Map.groupBy(pairs, ([run]) => run.task)].map(([task, ofTask]) => {
    const sides = titles.map((_, side) => ofTask.flatMap(pair => pair[side] ?? []));
    const names = new Set(ofTask.flatMap(([{ metrics }]) => Object.keys(metrics)));
    const rows = [...names].map(name => {
      const amounts = sides.map(side => addUp(side, name));
      return [name, ...amounts.map(printAmount), compareAmounts(name, amounts[0], amounts[1])];
    });
    const table = [[`${task}, videos: ${ofTask.length}`, ...titles], ...rows].map(([name = '', ...cells]) =>
      [name.padEnd(32), ...cells.map(cell => cell.padEnd(16))].join('').trimEnd(),
    );
    const listMakers = (side: readonly Run[]) => [...new Set(side.flatMap(run => run.makers))].join('; ');
    const makers = sides.map((side, at) => `${titles[at]}: ${listMakers(side)}`);
    return [...table, ...makers].join('\n');
  });
  return tables.join('\n\n');
}
