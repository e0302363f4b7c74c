import { expect, test } from 'vitest';
import { sendMadeRequests } from '../support/send-made-requests.ts';

const count = Number(process.env.BENSHI_REQUESTS ?? 20_000);
/** Random, or the seed of an earlier run, which its output names. */
const seed = Number(process.env.BENSHI_REQUEST_SEED ?? Math.floor(Math.random() * 1_000_000_000));

test('random requests each get an error sentence, and disclose nothing', {
  timeout: 14_400_000,
}, async () => {
  console.info(`${count} requests, BENSHI_REQUEST_SEED=${seed}`);
  const report = await sendMadeRequests(count, seed);
  console.info(`statuses ${JSON.stringify(Object.fromEntries(report.statuses))}`);
  const reached = report.describedCalls.filter(call => report.successes.has(call));
  console.info(`answered with success: ${reached.length} of ${report.describedCalls.length} calls`);
  expect(report).toMatchObject({ serverIsAlive: true, temporaryFiles: [] });
  expect(reached.length).toBeGreaterThan(20);
  expect([...report.statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405]));
});
