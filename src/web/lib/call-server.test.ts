import { expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { readProblem } from './call-server.ts';

test('a failed answer gives the server’s own sentence', () => {
  const problem = readProblem('{"error":{"code":"video_too_long","message":"This video is too long."}}');
  expect(problem).toMatchObject({ code: 'video_too_long', message: 'This video is too long.' });
});

test('an answer that is no problem of ours still gives a sentence', () => {
  for (const body of ['', '<html>Bad gateway</html>', '{"error":"x"}', 'null'])
    expect(readProblem(body).message).toBe(t(pageMessages.answerUnknown));
});
