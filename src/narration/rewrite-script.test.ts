import { describe, expect, test } from 'vitest';
import type { RewriteRequest, ScriptEngine } from '#engines/ports.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { type RewritingRequest, rewriteScript } from './rewrite-script.ts';

const never = new AbortController().signal;
const script = 'A dog comes into the garden. It looks around. It finds a ball. It runs to the sea.';
const asked: RewritingRequest = {
  script,
  change: 'shorten',
  language: 'English',
  durationSeconds: 5,
  spokenSeconds: 10,
};

/** A script engine that records its requests and returns a text. */
function createWriter(text: string) {
  const requests: RewriteRequest[] = [];
  const engine: ScriptEngine = {
    provider: { name: 'a.example', isOffline: false },
    model: 'pen',
    canExpand: true,
    async *writeScript() {},
    async *rewriteScript(request) {
      requests.push(request);
      yield text;
    },
    async *writeTimedScript() {},
    async *shortenLines() {},
  };
  return { engine, requests };
}

const rewrite = (engine: ScriptEngine, changes: Partial<RewritingRequest> = {}) =>
  Array.fromAsync(rewriteScript(engine, { ...asked, ...changes }, never));

describe('a script that is too long', () => {
  test('is rewritten by the script engine, for the duration of the recording', async () => {
    const { engine, requests } = createWriter('“A dog runs to the sea.”');
    const lines = await rewrite(engine, { prompt: 'Tell it' });
    expect(lines).toEqual([
      { stage: 'writing the script' },
      { delta: '“A dog runs to the sea.”' },
      { script: 'A dog runs to the sea.', writer: { provider: 'a.example', model: 'pen' } },
    ]);
    expect(requests).toEqual([
      expect.objectContaining({
        script,
        prompt: 'Tell it',
        change: 'shorten',
        available: { unit: 'words', count: 8 },
      }),
    ]);
  });

  test('whose target is longer than one call can write loses sentences, without a request', async () => {
    const { engine, requests } = createWriter('No.');
    const long = script.repeat(60).replaceAll('.It', '. It').replaceAll('.A', '. A');
    const lines = await rewrite(engine, { script: long, durationSeconds: 400, spokenSeconds: 410 });
    const last = lines.at(-1);
    expect(requests).toEqual([]);
    const words = last && 'script' in last ? last.script.split(' ').length : 0;
    expect(words).toBeGreaterThan(0.9 * long.split(' ').length);
    expect(words).toBeLessThan(long.split(' ').length);
  });

  test('of one sentence cannot be shortened, and is refused without a request', async () => {
    const { engine, requests } = createWriter('No.');
    await expect(rewrite(engine, { script: 'A dog runs on and on.' })).rejects.toMatchObject({
      code: 'bad_request',
    });
    expect(requests).toEqual([]);
  });
});

describe('a script that is too short', () => {
  const long = { change: 'lengthen', durationSeconds: 20 } as const;

  test('is rewritten by the script engine', async () => {
    const { engine, requests } = createWriter(`${script} And it swims.`);
    expect((await rewrite(engine, long)).at(-1)).toMatchObject({ script: `${script} And it swims.` });
    expect(requests[0]).toMatchObject({ change: 'lengthen', available: { unit: 'words', count: 34 } });
  });

  test('is lengthened to no more than one call can write', async () => {
    const { engine, requests } = createWriter(`${script} And it swims.`);
    await rewrite(engine, { ...long, durationSeconds: 3600 });
    expect(requests[0]?.available).toEqual({ unit: 'words', count: 675 });
  });

  test('stays unchanged without a script engine, and the notice says why', async () => {
    const { engine, requests } = createWriter('No.');
    await expect(rewrite({ ...engine, canExpand: false }, long)).rejects.toMatchObject({
      code: 'bad_request',
      message: t(narrationMessages.cannotLengthen),
    });
    expect(requests).toEqual([]);
  });
});

test.each(['shorten', 'lengthen'] as const)(
  'an unchanged answer counts as failure to %s it',
  async change => {
    const { engine } = createWriter(script);
    const durationSeconds = change === 'shorten' ? 5 : 20;
    await expect(rewrite(engine, { change, durationSeconds })).rejects.toMatchObject({
      code: 'provider_garbage',
    });
  },
);

test.each([
  ['shorten', 20],
  ['lengthen', 5],
] as const)('no request is made to %s a script that fits', async (change, durationSeconds) => {
  const { engine, requests } = createWriter('No.');
  await expect(rewrite(engine, { change, durationSeconds })).rejects.toMatchObject({ code: 'conflict' });
  expect(requests).toEqual([]);
});
