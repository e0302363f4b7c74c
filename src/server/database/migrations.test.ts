import { readdirSync, readFileSync } from 'node:fs';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { schema } from './database.ts';

type Snapshot = ReturnType<typeof generateDrizzleJson>;

const folder = new URL('./migrations/', import.meta.url);
const migrations = readdirSync(folder)
  .filter(name => name.endsWith('.sql'))
  .sort();

/** The tables after the last migration, as written by drizzle-kit. */
function readLastSnapshot(): Snapshot {
  const names = readdirSync(new URL('./meta/', folder)).filter(name => name.endsWith('_snapshot.json'));
  return JSON.parse(readFileSync(new URL(`./meta/${names.sort().at(-1)}`, folder), 'utf8')) as Snapshot;
}

test('the migrations create the tables of the schema (else run drizzle-kit generate --name what-changed)', async () => {
  const missing = await generateMigration(readLastSnapshot(), generateDrizzleJson(schema));
  expect(missing).toEqual([]);
});

test.each(migrations)('%s works on tables that contain rows', name => {
  const statements = readFileSync(new URL(name, folder), 'utf8').split(';');
  const needsValues = statements.filter(
    statement =>
      /\bADD COLUMN\b/iu.test(statement) &&
      /\bNOT NULL\b/iu.test(statement) &&
      !/\bDEFAULT\b/iu.test(statement),
  );
  expect(needsValues).toEqual([]);
});
