import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fingerprint } from './fingerprint.ts';
import { packFingerprint, unpackFingerprint } from './pack-fingerprint.ts';

function makeFingerprint(durationMs: number, pictureRate: number, hasSound: boolean, seed = 1): Fingerprint {
  const seconds = Math.ceil(durationMs / 1000);
  const sounds = hasSound ? Math.ceil((durationMs / 1000) * 8) : 0;
  let state = seed;
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return state >>> 0;
  };
  const bytes = (length: number) => Uint8Array.from({ length }, next);
  return {
    durationMs,
    pictureRate,
    pictures: Uint32Array.from({ length: 2 * seconds * pictureRate }, next),
    details: bytes(seconds * pictureRate),
    cuts: bytes(seconds),
    sound: bytes(sounds),
    loudness: bytes(hasSound ? seconds : 0),
  };
}

const made = fc
  .tuple(fc.integer({ min: 1, max: 90_000 }), fc.boolean(), fc.integer())
  .map(([durationMs, hasSound, seed]) => makeFingerprint(durationMs, 1, hasSound, seed));

test('A document gives back the fingerprint that was put into it', () => {
  fc.assert(
    fc.property(made, fingerprint => {
      expect(unpackFingerprint(packFingerprint(fingerprint))).toEqual(fingerprint);
    }),
  );
});

test('Of several pictures a second the document keeps the first', () => {
  const dense = makeFingerprint(2500, 4, true);
  const kept = unpackFingerprint(packFingerprint(dense));
  expect(kept).toMatchObject({ durationMs: 2500, pictureRate: 1, cuts: dense.cuts, sound: dense.sound });
  expect([...(kept?.details ?? [])]).toEqual([0, 4, 8].map(at => dense.details[at]));
  expect([...(kept?.pictures ?? [])]).toEqual([0, 1, 8, 9, 16, 17].map(at => dense.pictures[at]));
});

test('A fingerprint with a letter that was changed, added or lost is recognised as damaged', () => {
  const changes = fc.tuple(made, fc.nat(), fc.constantFrom('A', 'z', '=', ' ', 'é', ''), fc.boolean());
  fc.assert(
    fc.property(changes, ([fingerprint, place, letter, isAdded]) => {
      const packed = packFingerprint(fingerprint);
      const at = place % packed.length;
      const changed = packed.slice(0, at) + letter + packed.slice(isAdded ? at : at + 1);
      if (changed !== packed) expect(unpackFingerprint(changed)).toBeUndefined();
    }),
  );
});

test('A fingerprint that breaks off, or is something else, is recognised as damaged', () => {
  const packed = packFingerprint(makeFingerprint(8000, 1, true));
  for (let length = 0; length < packed.length; length++)
    expect(unpackFingerprint(packed.slice(0, length))).toBeUndefined();
  for (const other of ['not base64', '{}', packed.repeat(2)])
    expect(unpackFingerprint(other)).toBeUndefined();
});

test('A fingerprint of a newer version is left alone', () => {
  const bytes = Uint8Array.from(atob(packFingerprint(makeFingerprint(3000, 1, true))), letter =>
    letter.charCodeAt(0),
  );
  bytes[0] = 2;
  expect(unpackFingerprint(btoa(String.fromCharCode(...bytes)))).toBeUndefined();
});

test('An hour takes less than a hundred kilobytes', () => {
  expect(packFingerprint(makeFingerprint(3_600_000, 1, true)).length).toBeLessThan(100_000);
});
