// @module-tag long

import { afterEach, expect, test } from 'vitest';
import { problemSchema } from '#shared/api/problem.ts';
import { describeWait } from '#shared/describe-values.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { t } from '#shared/messages/message.ts';
import { makeUndecodedForm, postFormFrom } from '../support/ask-from.ts';
import { makeEndlessMatroska } from '../support/endless-videos.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeVideoForm } from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

const [mal, ada] = ['127.0.0.2', '127.0.0.3'];
let server: InnerServer;

/** Enough for a good video in a new child process. The endless one uses up any budget. */
const endlessUsesUp = {
  decodingLimits: { openingSeconds: 2 },
  decodingBudget: { most: 1300, windowSeconds: 3600 },
};

/** Children run at low priority: on a busy machine they take long. */
const busyMachine = { timeout: 300_000 };

afterEach(() => server[Symbol.asyncDispose]());

test('a visitor does not wait for all files of another who sent many', busyMachine, async () => {
  server = await startTestServer({ decodingLimits: { openingSeconds: 1 } });
  const url = `${server.url}/api/free/analysis`;
  const endless = await makeEndlessMatroska();
  const clip = await makeClip();
  const ended: string[] = [];
  const attack = Array.from({ length: 8 }, () =>
    postFormFrom(mal, url, makeUndecodedForm(endless)).then(({ status }) => ended.push(`Mal ${status}`)),
  );
  await Promise.race(attack);
  // One of Mal's files is done, one is being read, six wait.
  const visit = postFormFrom(ada, url, makeUndecodedForm(clip)).then(({ status }) =>
    ended.push(`Ada ${status}`),
  );
  await Promise.all([...attack, visit]);
  expect(ended.toSorted()).toEqual(['Ada 200', ...attack.map(() => 'Mal 422')]);
  // A child process may start as slowly as some of his files are read. Without turns she would come after at
  // least seven: two are read at a time.
  expect(ended.indexOf('Ada 200')).toBeLessThan(7);
});

test(
  'a client over the decoding budget is told when to return; others are unaffected',
  busyMachine,
  async () => {
    server = await startTestServer(endlessUsesUp);
    const url = `${server.url}/api/free/analysis`;
    const endless = await makeEndlessMatroska();
    const clip = await makeClip();
    const first = await postFormFrom(mal, url, makeUndecodedForm(endless));
    expect(first.status).toBe(422);
    const second = await postFormFrom(mal, url, makeUndecodedForm(clip));
    expect(second.status).toBe(429);
    const waitSeconds = Number(second.headers['retry-after']);
    expect(waitSeconds).toBeGreaterThan(3000);
    const { error } = problemSchema.parse(JSON.parse(second.body));
    expect(error).toMatchObject({
      code: 'rate_limited',
      message: t(limitErrors.decoding, { wait: describeWait(waitSeconds) }),
    });
    // Neither used up a narration: that is another budget.
    expect(second.headers['x-ratelimit-remaining']).toBe(first.headers['x-ratelimit-remaining']);
    expect((await postFormFrom(ada, url, makeUndecodedForm(clip))).status).toBe(200);
  },
);

test('an account has its own budget', busyMachine, async () => {
  server = await startTestServer(endlessUsesUp);
  const headers = { cookie: await signUpForCookie(server.url) };
  const send = (video: Uint8Array<ArrayBuffer>) =>
    fetch(`${server.url}/create_script`, { method: 'POST', body: makeVideoForm(video), headers });
  const clip = await makeClip();
  expect((await send(await makeEndlessMatroska())).status).toBe(422);
  expect((await send(clip)).status).toBe(429);
  const visit = postFormFrom('127.0.0.1', `${server.url}/api/free/analysis`, makeUndecodedForm(clip));
  expect((await visit).status).toBe(200);
});
