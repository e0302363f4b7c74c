// @module-tag long
import { expect, test } from 'vitest';
import { sendMadeRequests } from '../support/send-made-requests.ts';

test('five hundred random requests each get an error sentence, and disclose nothing', async () => {
  const report = await sendMadeRequests(500, 20_261_125);
  expect(report).toMatchObject({ serverIsAlive: true, temporaryFiles: [] });
  // Otherwise all were refused early and tested nothing.
  expect(report.successes.size).toBeGreaterThan(10);
  expect([...report.statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 401, 404, 405]));
});
