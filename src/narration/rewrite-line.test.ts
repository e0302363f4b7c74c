import { expect, test } from 'vitest';
import type { LineRewriteRequest, ScriptEngine } from '#engines/ports.ts';
import type { RewriteLineRequest } from '#shared/api/rewrite.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { rewriteLine } from './rewrite-script.ts';

const signal = new AbortController().signal;
const text = 'The fox looks up from the grass and sees the old farmer on the road.';
const asked: RewriteLineRequest = { text, wish: 'funnier', language: 'English' };

/** Rewrites a line with an engine that answers this. */
async function rewriteTo(answer: string, changes: Partial<RewriteLineRequest> = {}) {
  const requests: LineRewriteRequest[] = [];
  const engine: ScriptEngine = {
    provider: { name: 'a.example', isOffline: false },
    model: 'pen',
    canExpand: true,
    async *writeScript() {},
    async *rewriteScript() {},
    async *writeTimedScript() {},
    async *shortenLines() {},
    async *rewriteLine(request) {
      requests.push(request);
      yield answer;
    },
  };
  return { rewritten: await rewriteLine(engine, { ...asked, ...changes }, signal), request: requests[0] };
}

test('the new line is tidy: one line, without quotation marks around it', async () => {
  const { rewritten } = await rewriteTo('“The fox looks up.\nOh no, the farmer again.”');
  expect(rewritten).toBe('The fox looks up. Oh no, the farmer again.');
});

test('the available time is asked for as words, and without one any length will do', async () => {
  expect((await rewriteTo('The fox looks up.', { availableSeconds: 10 })).request?.available).toEqual({
    unit: 'words',
    count: 22,
  });
  expect((await rewriteTo('The fox looks up.')).request?.available).toBeUndefined();
});

test.each([
  ['nothing', ' '],
  ['the same line', `"${text}" `],
  ['another language', 'Der Fuchs schaut aus dem Gras auf und sieht den alten Bauern auf der Straße.'],
  ['more than a line may hold', 'The fox looks up. '.repeat(120)],
])('an answer of %s is an error', async (_, answer) => {
  await expect(rewriteTo(answer)).rejects.toMatchObject({
    code: 'provider_garbage',
    message: t(narrationMessages.lineNotRewritten),
  });
});
