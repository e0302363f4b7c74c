import { expect, test } from 'vitest';
import { JointStart } from './joint-start.ts';

/** Starts two players that need this long before they run. @returns by how much the recording is ahead then */
function start(joint: JointStart, needMs: { picture: number; sound: number }): number {
  joint.begin(0);
  const reported = { picture: Number.NaN, sound: Number.NaN };
  for (let nowMs = 0; ; nowMs++) {
    if (joint.isPictureDue(nowMs)) reported.picture ||= nowMs + 1;
    if (joint.isSoundDue(nowMs)) reported.sound ||= nowMs + 1;
    const aheadMs = reported.picture + needMs.picture - (reported.sound + needMs.sound);
    if (joint.settle(aheadMs / 1000, nowMs)) return aheadMs;
  }
}

test.each([
  { picture: 10, sound: 90 },
  { picture: 120, sound: 40 },
  { picture: 50, sound: 50 },
])('who is quicker waits from the second start on: %o', needMs => {
  const joint = new JointStart();
  expect(start(joint, needMs)).toBe(needMs.picture - needMs.sound);
  expect(Math.abs(start(joint, needMs))).toBeLessThanOrEqual(1);
  expect(Math.abs(start(joint, needMs))).toBeLessThanOrEqual(1);
});

test('nobody waits longer for the other than a browser could need', () => {
  const joint = new JointStart();
  start(joint, { picture: 0, sound: 5000 });
  joint.begin(0);
  expect(joint.isSoundDue(0)).toBe(true);
  expect(joint.isPictureDue(0)).toBe(false);
  expect(joint.isPictureDue(300)).toBe(true);
});

test('from a start that was broken off nothing is learned', () => {
  const joint = new JointStart();
  joint.begin(0);
  joint.forget();
  expect(joint.settle(-0.2, 10_000)).toBe(true);
  joint.begin(0);
  expect(joint.isPictureDue(0)).toBe(true);
});
