import { expect, test } from 'vitest';
import { z } from 'zod';
import { personalDataSchema } from '#shared/api/personal-data.ts';
import { exportedColumns } from './exported-columns.ts';

/** Every field in the file a person takes along, such as `profile.email`, with its schema. */
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

test('every field of the file is one column of the database, but for the plan, which is worked out', () => {
  const fields = listFields().map(([name]) => name);
  expect([...places, 'account.plan'].sort()).toEqual(fields.sort());
});

test('no field of the file may be missing, so that a column cannot be forgotten where the file is written', () => {
  for (const [name, schema] of listFields())
    expect(schema.safeParse(undefined).success, `${name} may be missing`).toBe(false);
});

test('whatever is left out of the file has a reason', () => {
  for (const [table, columns] of Object.entries(exportedColumns))
    for (const [column, place] of Object.entries(columns))
      if (typeof place === 'object') expect(place.leftOut, `${table}.${column}`).toMatch(/\.$/u);
});
