import { readFileSync } from 'node:fs';

/** A figure and its labels. */
export interface Figure {
  readonly kind: string;
  readonly labels: readonly string[];
  /** The values of a label, where they are a list. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

type Figures = ReadonlyMap<string, Figure>;

const doc = new URL('../../docs/http-api.md', import.meta.url);

/** The figures that docs/http-api.md lists, by their names. */
export function readListedFigures(): Figures {
  const rows = readFileSync(doc, 'utf8').matchAll(/^\| (`benshi_[^|]+) \| ([^|]+) \| ([^|]*)\|$/gmu);
  return new Map(
    [...rows].flatMap(([, names = '', told = '', by = '']) => {
      const kind = /^\w+?(?=s?\b)/u.exec(told)?.[0] ?? '';
      const labels = findCodes(by.replaceAll(/\([^)]*\)/gu, ''));
      const values = Object.fromEntries(
        [...by.matchAll(/`(\w+)` \(([^)]*)\)/gu)].map(([, label = '', list = '']) => [
          label,
          findCodes(list),
        ]),
      );
      return findCodes(names).map(name => [name, { kind, labels, values }] as const);
    }),
  );
}

function findCodes(text: string): string[] {
  return [...text.matchAll(/`(\w+)`/gu)].map(([, code = '']) => code);
}

/** The figures that a server tells, with the labels that it tells at the moment. */
export async function readToldFigures(url: string): Promise<Figures> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const kinds = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gmu)];
  return new Map(
    kinds.map(([, name = '', kind = '']) => {
      const samples = text.matchAll(new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{(.*)\\} `, 'gmu'));
      const labels = [...samples].flatMap(([, told = '']) =>
        [...told.matchAll(/(\w+)="/gu)].map(([, label = '']) => label),
      );
      return [name, { kind, labels: [...new Set(labels)], values: {} }] as const;
    }),
  );
}

/** A figure by the name that an expression gives it: each part of a histogram has its own. */
export function findFigure(figures: Figures, name: string): Figure | undefined {
  const [, base = '', part = ''] = /^(.*)_(bucket|sum|count)$/u.exec(name) ?? [];
  const whole = figures.get(base);
  if (whole?.kind !== 'histogram') return figures.get(name);
  return part === 'bucket' ? { ...whole, labels: [...whole.labels, 'le'] } : whole;
}
