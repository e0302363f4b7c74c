import { expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { readProblem } from './call-server.ts';

test('a failed response gives the server’s message', () => {
  const problem = readProblem('{"error":{"code":"video_too_long","message":"This video is too long."}}');
  expect(problem).toMatchObject({ code: 'video_too_long', message: 'This video is too long.' });
});

test('a response in an unknown format still gives a message', () => {
  for (const body of ['', '<html>Bad gateway</html>', '{"error":"x"}', 'null'])
    expect(readProblem(body).message).toBe(t(pageMessages.answerUnknown));
});
