// @module-tag long
import { expect, test } from 'vitest';
import { sendMadeRequests } from '../support/send-made-requests.ts';

test('five hundred requests that nobody would make are answered with a sentence each, and give nothing away', async () => {
  const report = await sendMadeRequests(500, 20_261_125);
  expect(report).toMatchObject({ serverIsAlive: true, temporaryFiles: [] });
  // Else they were refused at the door and reached nothing.
  expect(report.successes.size).toBeGreaterThan(10);
  expect([...report.statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 401, 404, 405]));
});
