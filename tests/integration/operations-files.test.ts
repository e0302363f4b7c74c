import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes } from '#shared/errors.ts';
import { type Figure, findFigure, readListedFigures, readToldFigures } from '../support/known-figures.ts';
import { type Panel, readAlertRules, readDashboard } from '../support/operations-files.ts';
import { type Matcher, readExpression } from '../support/read-expression.ts';
import type { InnerServer } from '../support/start-server.ts';
import { startWorkedServer } from '../support/worked-server.ts';

let server: InnerServer;
let told: ReadonlyMap<string, Figure>;
const listed = readListedFigures();

beforeAll(async () => {
  server = await startWorkedServer();
  told = await readToldFigures(server.url);
});
afterAll(() => server[Symbol.asyncDispose]());

/** What Prometheus adds to each figure, and its own figure of whom it asked. */
const added = ['job', 'instance'];
const up: Figure = { kind: 'gauge', labels: [], values: {} };

/** Told only of models that end; which ones do is for its maker to say. */
const silent = ['benshi_model_ends_in_days', 'benshi_queue_jobs'];

const rules = readAlertRules();
const { panels, schemaVersion, templating } = readDashboard();
const shown = panels.filter(({ type }) => type !== 'row');

test('what the page of calls lists is what a server tells, with the labels that it has', () => {
  const ours = [...told.keys()].filter(name => name.startsWith('benshi_'));
  expect([...listed.keys()].toSorted()).toEqual(ours.toSorted());
  for (const [name, { kind, labels }] of listed) {
    expect(kind, name).toBe(told.get(name)?.kind);
    if (!silent.includes(name)) expect(withoutBounds(told.get(name)), name).toEqual([...labels].toSorted());
  }
});

function withoutBounds(figure: Figure | undefined): string[] | undefined {
  return figure?.labels.filter(label => label !== 'le').toSorted();
}

/** Everything in an expression that no server tells. */
function findUnknown(expression: string): string[] {
  const { selectors, grouping } = readExpression(expression);
  const found = selectors.map(({ metric }) => (metric === 'up' ? up : (listedOrTold(metric) ?? metric)));
  const labels = new Set([...added, ...found.flatMap(each => (typeof each === 'string' ? [] : each.labels))]);
  return [
    ...found.filter(each => typeof each === 'string'),
    ...grouping.filter(label => !labels.has(label)),
    ...selectors
      .flatMap(({ matchers }, at) => {
        const figure = found[at];
        return typeof figure === 'object' ? matchers.filter(each => !canMatch(figure, each)) : [];
      })
      .map(({ label, value }) => `${label}="${value}"`),
  ];
}

function listedOrTold(metric: string): Figure | undefined {
  return findFigure(listed, metric) ?? findFigure(told, metric);
}

/** Whether a label is there, and has a value as is asked for. */
function canMatch({ labels, values }: Figure, { label, operator, value }: Matcher): boolean {
  if (added.includes(label)) return true;
  if (!labels.includes(label)) return false;
  const known = label === 'outcome' ? ['ok', 'cancelled', ...errorCodes] : values[label];
  if (!known) return true;
  const wanted = operator.endsWith('~') ? value.split('|') : [value];
  return wanted.every(each => known.some(name => new RegExp(`^(?:${each})$`, 'u').test(name)));
}

describe('the alerts', () => {
  test.each(rules.map(rule => [rule.alert, rule] as const))(
    '%s asks for figures that are told',
    (_, rule) => {
      expect(findUnknown(rule.expr)).toEqual([]);
    },
  );

  test.each(rules.map(rule => [rule.alert, rule] as const))(
    '%s says in sentences what is the matter and what to do, and where to read on',
    (_, { expr, labels, annotations: { summary, description, read } }) => {
      expect(['warning', 'critical']).toContain(labels.severity);
      expect(summary).toMatch(/^\S.*\.$/u);
      expect(description.split('. ').length).toBeGreaterThan(1);
      const [file = '', heading = ''] = read.split('#');
      expect(listHeadings(file)).toContain(heading);
      const { selectors, grouping } = readExpression(expr);
      const carried = grouping.length > 0 ? grouping : [...added, ...findLabels(selectors[0]?.metric ?? '')];
      for (const [, label = ''] of `${summary}${description}`.matchAll(/\$labels\.(\w+)/gu))
        expect(carried).toContain(label);
    },
  );

  test('each is named by the page that says how to watch', () => {
    const rows = readFileSync('docs/self-hosting.md', 'utf8').matchAll(/^\| `([A-Z]\w+)` \|/gmu);
    expect([...rows].map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert));
  });
});

function findLabels(metric: string): readonly string[] {
  return listedOrTold(metric)?.labels ?? [];
}

/** The headings of a page, as links name them. */
function listHeadings(file: string): string[] {
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gmu)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the dashboard', () => {
  test('takes its figures from a data source that is chosen when it is opened', () => {
    // Of Grafana 12 and 13; older ones are brought up to date by Grafana itself, newer ones it would not know.
    expect(schemaVersion).toBe(42);
    expect(templating.list.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'datasource: datasource',
      'job: query',
      'instance: query',
    ]);
    const source = { type: 'prometheus', uid: expect.stringMatching(/^\$\{datasource\}$/u) };
    for (const { datasource, targets = [] } of shown)
      for (const each of [datasource, ...targets.map(target => target.datasource)])
        expect(each).toEqual(source);
  });

  test('shows every figure of our own', () => {
    const asked = shown.flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) => readExpression(expr).selectors.map(({ metric }) => metric)),
    );
    const used = new Set(asked.flatMap(metric => [metric, metric.replace(/_(?:bucket|sum|count)$/u, '')]));
    expect([...listed.keys()].filter(name => !used.has(name))).toEqual([]);
  });

  test.each(shown.map(panel => [panel.title, panel] as const))(
    '%s has a title, a sentence, a unit, and figures that are told',
    (title, { description, fieldConfig, targets = [] }) => {
      expect(title).toMatch(/^\S/u);
      expect(description).toMatch(/\.$/u);
      expect(fieldConfig?.defaults.unit).toMatch(/^\w/u);
      expect(targets.length).toBeGreaterThan(0);
      for (const { expr, legendFormat } of targets) {
        expect(findUnknown(expr)).toEqual([]);
        expect(expr).toMatch(/job=~"\$job", instance=~"\$instance"/u);
        const { selectors, grouping } = readExpression(expr);
        const carried = new Set([...added, ...grouping, ...findLabels(selectors[0]?.metric ?? '')]);
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/gu))
          expect([...carried]).toContain(label);
      }
    },
  );

  test('no panel lies over another, or beyond the edge, and each has an id of its own', () => {
    for (const [at, one] of panels.entries()) {
      expect(one.gridPos.x + one.gridPos.w).toBeLessThanOrEqual(24);
      expect(
        panels
          .slice(at + 1)
          .filter(other => lieOver(one, other))
          .map(({ title }) => title),
      ).toEqual([]);
    }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

function lieOver({ gridPos: one }: Panel, { gridPos: other }: Panel): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  );
}

describe('what is not told is found', () => {
  test.each([
    ['a figure', 'sum(rate(benshi_provider_callz_total[5m]))', 'benshi_provider_callz_total'],
    ['a part that only a histogram has', 'benshi_database_up_count', 'benshi_database_up_count'],
    ['a label to group by', 'sum by (pools) (benshi_pool_tasks)', 'pools'],
    ['a label to choose by', 'benshi_pool_tasks{pools="eyes"}', 'pools="eyes"'],
    ['a value', 'benshi_pool_tasks{pool=~"eyes|ears"}', 'pool="eyes|ears"'],
    ['a code', 'benshi_provider_calls_total{outcome="provider_tired"}', 'outcome="provider_tired"'],
  ])('%s', (_, expression, unknown) => {
    expect(findUnknown(expression)).toEqual([unknown]);
  });
});
