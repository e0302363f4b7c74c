// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fitLineSchema } from '#shared/api/fit.ts';
import { reportMessages } from '#shared/messages/description-report.ts';
import { t } from '#shared/messages/message.ts';
import { parseTimedScript } from '#shared/narration/timed-text.ts';
import { writeDescriptionReport } from '#shared/report/description-report.ts';
import { fromSentGaps } from '#shared/script/gaps.ts';
import { planDescription } from '#shared/script/plan-lines.ts';
import { drawTitle, titleSize } from '../support/draw-title.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeVideoForm, postJson } from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

const durationSeconds = 32;
const titles = ['THE LAND', 'A LATE TEA', 'ALL HATED', 'THE END'];
/** Speech from 10 to 16 and from 23 to 25. */
const gaps: [number, number][] = [
  [0, 10],
  [16, 23],
  [25, 32],
];

let server: TestServer;
let cookie: string;
let clip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  server = await startTestServer();
  cookie = await signUpForCookie(server.url);
  const painted = await Promise.all(titles.map(words => drawTitle(words)));
  clip = await makeClip({
    ...titleSize,
    seconds: durationSeconds,
    framesPerSecond: 2,
    picture: at =>
      painted[Math.floor((at / durationSeconds) * titles.length + 1e-6)] as Uint8Array<ArrayBuffer>,
  });
});
afterAll(() => server[Symbol.asyncDispose]());

test('without a key a description is written in the gaps, spoken, placed, and reported', async () => {
  const form = makeVideoForm(clip);
  for (const [name, value] of Object.entries({
    timing: 'cues',
    description: 'standard',
    gaps: JSON.stringify(gaps),
  }))
    form.set(name, value);
  const created = await fetch(`${server.url}/create_script`, {
    method: 'POST',
    body: form,
    headers: { cookie },
  });
  const { script } = await created.json();
  const { cues } = parseTimedScript(script);
  expect(cues.map(({ text }) => text).join(' ')).toContain('THE LAND');
  expect(cues.map(({ text }) => text).join(' ')).toContain('THE END');
  for (const { startSeconds } of cues)
    expect(gaps.some(([from, until]) => startSeconds >= from && startSeconds < until)).toBe(true);

  const asked = {
    script,
    durationSeconds,
    voice: 'nova',
    language: 'English',
    description: 'standard',
    gaps,
  };
  const answer = await postJson(`${server.url}/api/fit`, asked, { headers: { cookie } });
  const fitted = (await answer.text()).trimEnd().split('\n');
  const lines = fitted.flatMap(line => {
    const parsed = fitLineSchema.parse(JSON.parse(line));
    return 'line' in parsed ? [parsed.line] : [];
  });
  expect(lines).toHaveLength(cues.length);

  const spans = fromSentGaps(gaps);
  const spoken = lines.sort((one, other) => one.index - other.index);
  const plan = planDescription(spoken, { kind: 'standard', gaps: spans, durationSeconds });
  expect(plan.lines.length).toBeGreaterThan(1);
  for (const { startSeconds, endSeconds } of plan.lines)
    expect(gaps.some(([from, until]) => startSeconds >= from && endSeconds <= until)).toBe(true);
  const report = writeDescriptionReport({ kind: 'standard', durationSeconds, gaps: spans, plan });
  expect(report).toContain('THE LAND');
  expect(report).toContain(t(reportMessages.criteria));
  expect(report).toContain(`${t(reportMessages.described)}: `);
});
