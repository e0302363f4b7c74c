import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { printProject } from '../narration/open-project.ts';
import { createLine, createNarration, createProject } from '../narration/project.ts';
import { writeSarif } from './write-sarif.ts';

// From https://github.com/oasis-tcs/sarif-spec, sarif-2.1/schema.
const schemaFile = new URL('../../../tests/support/sarif-schema-2.1.0.json', import.meta.url);

async function findFaults(sarif: unknown) {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  // Ajv knows no draft 4, of which the schema takes nothing but its name.
  const { $schema: _, id: __, ...schema } = JSON.parse(await readFile(schemaFile, 'utf8'));
  const isValid = ajv.compile(schema);
  isValid(sarif);
  return isValid.errors ?? [];
}

const lines = [
  createLine({ startMs: 1000, text: 'A man “sees” her.' }),
  createLine({ startMs: 4000, text: 'We saw a street.', accepted: ['no-we'] }),
];
const narration = createNarration({ style: 'description-standard', language: 'English', lines });
const text = printProject({ ...createProject('Holiday'), narrations: [narration] });
const observations = [
  {
    id: 'seen',
    momentsMs: [60_000],
    text: '1:00 | text: "The harbour" 96 %',
    kind: 'print',
    source: { provider: 'offline' },
  },
] as const;
const described = { lines, language: 'English', observations } as const;

test('findings are SARIF 2.1.0, by the schema of OASIS', async () => {
  for (const file of [undefined, { name: 'été 1.benshi.json', text }]) {
    const sarif = JSON.parse(writeSarif(described, file));
    expect(await findFaults(sarif)).toEqual([]);
    sarif.runs[0].results[0].level = 'loud';
    expect(await findFaults(sarif)).not.toEqual([]);
  }
});

test('each finding names its line, the row of the project file, and whether a person accepted it', () => {
  const file = { name: 'holiday.benshi.json', text };
  const [{ results, invocations, artifacts }] = JSON.parse(writeSarif(described, file)).runs;
  const row = text.split('\n').findIndex(each => each.includes(lines[1]?.id ?? '')) + 1;
  const place = { artifactLocation: { uri: 'holiday.benshi.json', index: 0 } };
  const ofLine = [
    {
      physicalLocation: { ...place, region: { startLine: row } },
      logicalLocations: [{ name: 'Line 2', kind: 'element' }],
    },
  ];
  expect(artifacts).toEqual([{ location: { uri: 'holiday.benshi.json' } }]);
  expect(results).toMatchObject([
    { ruleId: 'present-tense', level: 'warning', locations: ofLine, properties: { startMs: 4000 } },
    { ruleId: 'no-we', suppressions: [{ kind: 'inSource', status: 'accepted' }] },
    { ruleId: 'print-read', locations: [{ physicalLocation: place }], properties: { startMs: 60_000 } },
  ]);
  expect(results[0]).not.toHaveProperty('suppressions');
  expect(invocations[0].toolExecutionNotifications[0].message.text).toMatch(/not checked/);
});
