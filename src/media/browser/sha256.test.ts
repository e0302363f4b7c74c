import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Sha256 } from './sha256.ts';

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 100_001])(
  'the hash of %i bytes in pieces is that of the whole',
  length => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) ^ (at >> 3));
    const hasher = new Sha256();
    for (let at = 0; at < length; at += 37) hasher.update(bytes.subarray(at, at + 37));
    expect(Buffer.from(hasher.digest()).toString('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
  },
);
