import { expect, test } from 'vitest';
import { z } from 'zod';
import { personalDataSchema } from '#shared/api/personal-data.ts';
import { exportedColumns } from './exported-columns.ts';

/** All fields of the exported file, such as `profile.email`, with their schemas. */
function listFields(): [string, z.ZodType][] {
  return Object.entries(personalDataSchema.shape).flatMap(([part, schema]) => {
    const one =
      schema instanceof z.ZodArray
        ? schema.element
        : schema instanceof z.ZodNullable
          ? schema.unwrap()
          : schema;
    return one instanceof z.ZodObject
      ? Object.entries(one.shape).map(([field, of]): [string, z.ZodType] => [
          `${part}.${field}`,
          of as z.ZodType,
        ])
      : [];
  });
}

const places = Object.values(exportedColumns)
  .flatMap(columns => Object.values(columns))
  .filter(place => typeof place === 'string' && /^\w+\.\w+$/u.test(place));

test('every field of the export is one database column, except the computed plan', () => {
  const fields = listFields().map(([name]) => name);
  expect([...places, 'account.plan'].sort()).toEqual(fields.sort());
});

test('no field of the export is optional, so that no column can be forgotten', () => {
  for (const [name, schema] of listFields())
    expect(schema.safeParse(undefined).success, `${name} may be missing`).toBe(false);
});

test('every column left out of the export has a reason', () => {
  for (const [table, columns] of Object.entries(exportedColumns))
    for (const [column, place] of Object.entries(columns))
      if (typeof place === 'object') expect(place.leftOut, `${table}.${column}`).toMatch(/\.$/u);
});
