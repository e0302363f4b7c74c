import { describe, test } from 'vitest';

/** What a function gets of a row: its values, when it is a list of them. */
type Values<Row> = Row extends readonly [...infer List] ? List : [row: Row];

/** Defines a test or a group of them for each row, named as `test.each` names them. */
type DefineEach<Row> = (title: string, run: (...values: Values<Row>) => unknown) => void;

/**
 * Like `test.each`, for rows that show much the same: `npm test` runs those that `isQuick` chooses, and the others are tagged as
 * long. Rows that are objects are told apart by their fields, lists by their first values.
 */
export function testRows<const Row>(
  rows: readonly Row[],
  isQuick: (row: Row, index: number) => boolean,
): DefineEach<Row> {
  return (title, run) => {
    test.each([...rows.filter(isQuick)])(title, run as never);
    test.each([...rows.filter((row, index) => !isQuick(row, index))])(title, { tags: 'long' }, run as never);
  };
}

/** {@link testRows} for `describe.each`. */
export function describeRows<const Row>(
  rows: readonly Row[],
  isQuick: (row: Row, index: number) => boolean,
): DefineEach<Row> {
  return (title, run) => {
    describe.each([...rows.filter(isQuick)])(title, run as never);
    describe.each([...rows.filter((row, index) => !isQuick(row, index))])(
      title,
      { tags: 'long' },
      run as never,
    );
  };
}
