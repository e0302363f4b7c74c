import { describe, test } from 'vitest';

/** A row's arguments: its values, when it is a list of them. */
type Values<Row> = Row extends readonly [...infer List] ? List : [row: Row];

/** Defines a test or a group of them for each row, named as by `test.each`. */
type DefineEach<Row> = (title: string, run: (...values: Values<Row>) => unknown) => void;

/**
 * Like `test.each`, for similar rows: `npm test` runs those that `isQuick` chooses, the others are tagged long. Object
 * rows are identified by their fields, lists by their first values.
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
