import { expect, test } from 'vitest';
import { describeByteLimit } from './upload-limits.ts';

test.each([
  [5_000_000, '5 MB'],
  [5 * 1024 ** 2, '5 MB'],
  [2 * 1024 ** 3, '2 GB'],
  [2_000_000_000, '2 GB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [2_500_000_000, '2.5 GB'],
  [1_234_567, '1.23 MB'],
  [999_999_999, '999.99 MB'],
  [512 * 1024, '512 kB'],
  [2000, '2 kB'],
  [999, '999 bytes'],
])('%i bytes are shown as %s', (bytes, said) => {
  expect(describeByteLimit(bytes)).toBe(said);
});
