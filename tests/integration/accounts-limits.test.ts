// @module-tag long
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Engines } from '#engines/ports.ts';
import { authProblemSchema } from '#shared/api/account.ts';
import { describeWait } from '#shared/describe-values.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { premiumVoices } from '#shared/voices.ts';
import {
  type AccountClient,
  createAccountClient,
  makePerson,
  type Person,
} from '../support/account-client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeAnalysisForm, makeVideoForm, postJson } from '../support/requests.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

const wrong = 'not the right pass phrase';
/** Trusts this machine as a proxy, so that tests can come from any address. */
const behindProxy = { TRUST_PROXY: '127.0.0.1,::1' };

function readOutbox({ dataDir }: InnerServer): string[] {
  const outbox = join(dataDir, 'outbox');
  const names = readdirSync(outbox).filter(name => name.endsWith('.eml'));
  return names.map(name => readFileSync(join(outbox, name), 'utf8'));
}

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let server: InnerServer;
  let ada: Person;
  beforeEach(async () => {
    place = await makePlace();
    ada = makePerson();
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    place.remove();
  });

  async function start(environment: Record<string, string> = {}, engines?: Engines): Promise<InnerServer> {
    server = await startTestServer({
      environment: { ...place.environment, ...environment },
      ...(engines && { engines }),
    });
    return server;
  }

  const at = (address: string) => createAccountClient(server.url, address);
  const statuses = (answers: readonly Response[]) => answers.map(answer => answer.status);

  async function guess(client: AccountClient, times: number, person: Person = ada): Promise<number[]> {
    const answers: Response[] = [];
    for (let count = 0; count < times; count += 1)
      answers.push(await client.signIn({ ...person, password: wrong }));
    return statuses(answers);
  }

  describe('signing in', () => {
    test('is allowed five times in 15 minutes, and the refusal says how long to wait', async () => {
      await start();
      const person = createAccountClient(server.url);
      await person.signUp(ada);
      await person.signOut();
      expect(await guess(person, 5)).toEqual([401, 401, 401, 401, 401]);
      const refused = await person.signIn(ada);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
      expect(authProblemSchema.parse(await refused.json())).toEqual({
        code: 'RATE_LIMITED',
        message: t(limitErrors.attemptsWithLink, { wait: describeWait(900) }),
        key: limitErrors.attemptsWithLink.key,
        values: { wait: describeWait(900) },
      });
    });

    test('counts concurrent attempts exactly', { tags: 'long' }, async () => {
      await start();
      const person = createAccountClient(server.url);
      await person.signUp(ada);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => person.signIn({ ...ada, password: wrong })),
      );
      expect(statuses(answers).filter(status => status === 401)).toHaveLength(5);
    });

    test('resets its count after the right password', { tags: 'long' }, async () => {
      await start();
      const person = createAccountClient(server.url);
      await person.signUp(ada);
      for (let round = 0; round < 3; round += 1) {
        expect(await guess(person, 4)).toEqual([401, 401, 401, 401]);
        expect((await person.signIn(ada)).status).toBe(200);
      }
    });

    test('cannot be tried more often with a forged address', async () => {
      await start();
      const answers: Response[] = [];
      for (let count = 0; count < 7; count += 1)
        answers.push(await at(`192.0.2.${count}`).signIn({ ...ada, password: wrong }));
      expect(statuses(answers)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    });

    test("is allowed ten times an account from all addresses; the eleventh mails a link, and the owner's known address works", {
      tags: 'long',
    }, async () => {
      await start(behindProxy);
      await at('198.51.100.1').signUp(ada);
      expect((await at('198.51.100.1').signIn(ada)).status).toBe(200);
      const answers: Response[] = [];
      for (let count = 0; count < 15; count += 1)
        answers.push(await at(`192.0.2.${count}`).signIn({ ...ada, password: wrong }));
      expect(statuses(answers)).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
      await expect
        .poll(() => readOutbox(server).filter(mail => mail.includes(t(mailMessages.lockoutSubject))))
        .toHaveLength(1);
      expect((await at('203.0.113.9').signIn(ada)).status).toBe(429);
      expect((await at('198.51.100.1').signIn(ada)).status).toBe(200);
    });

    test('is allowed thirty times an address, over all accounts', { tags: 'long' }, async () => {
      await start();
      const answers: Response[] = [];
      for (let count = 0; count < 35; count += 1)
        answers.push(await createAccountClient(server.url).signIn({ ...makePerson(), password: wrong }));
      expect(statuses(answers).filter(status => status === 401)).toHaveLength(30);
    });

    test('has the same limits for an unknown account', async () => {
      await start();
      expect(await guess(createAccountClient(server.url), 6)).toEqual([401, 401, 401, 401, 401, 429]);
    });
  });

  test('an address registers five times an hour; weak passwords do not count', async () => {
    await start();
    const person = createAccountClient(server.url);
    for (let count = 0; count < 6; count += 1)
      expect((await person.signUp({ ...ada, password: 'short' })).status).toBe(400);
    for (let count = 0; count < 5; count += 1)
      expect((await createAccountClient(server.url).signUp(makePerson())).status).toBe(200);
    const refused = await person.signUp(ada);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  });

  describe('a narration', () => {
    let provider: OpenAiStandIn;
    let video: Uint8Array<ArrayBuffer>;
    beforeEach(async () => {
      provider = await startOpenAiStandIn();
      video = new Uint8Array(await makeTitledClip({ seconds: 1 }));
    });
    afterEach(() => provider.close());

    const engines = () => createTestEngines(provider.baseUrl);
    const narrate = (client: AccountClient) => client.postForm('/create_script', makeVideoForm(video));
    function speak(client: AccountClient, voice: string): Promise<Response> {
      const form = new FormData();
      form.set('script', 'A dog runs.');
      form.set('voice', voice);
      return client.postForm('/convert_to_voice', form);
    }

    test('requires signing in', async () => {
      await start({}, engines());
      const nobody = createAccountClient(server.url);
      for (const answer of [await narrate(nobody), await speak(nobody, 'nova')])
        expect([answer.status, await answer.json()]).toEqual([
          401,
          {
            error: expect.objectContaining({ code: 'unauthorized', message: t(errorMessages.unauthorized) }),
          },
        ]);
      await nobody.signUp(ada);
      for (const answer of [await narrate(nobody), await speak(nobody, 'nova')])
        expect([answer.status, (await answer.bytes()).length > 0]).toEqual([200, true]);
      await nobody.signOut();
      expect((await narrate(nobody)).status).toBe(401);
      expect(provider.requests.filter(({ call }) => call === 'vision')).toHaveLength(1);
    });

    test('is spoken by a premium voice for the premium plan only', async () => {
      await start({ PREMIUM_EMAILS: ada.email }, engines());
      const person = createAccountClient(server.url);
      await person.signUp(ada);
      expect(premiumVoices).toHaveLength(41);
      const answer = await speak(person, 'Doubting Thomas');
      expect([answer.status, await answer.json()]).toEqual([
        403,
        {
          error: expect.objectContaining({
            code: 'forbidden',
            message: t(narrationErrors.premiumVoice, { voice: 'Doubting Thomas' }),
          }),
        },
      ]);
      expect((await speak(person, 'Somebody')).status).toBe(400);
    });

    test('counts for the account on all devices, and the answer has the number left', async () => {
      await start({ ...behindProxy, STANDARD_NARRATIONS_PER_DAY: '2' }, engines());
      const home = at('198.51.100.1');
      const away = at('198.51.100.2');
      await home.signUp(ada);
      await away.signIn(ada);
      const headers = (answer: Response) =>
        ['limit', 'remaining', 'reset'].map(name => Number(answer.headers.get(`x-ratelimit-${name}`)));

      const first = await narrate(home);
      expect([first.status, ...headers(first)]).toEqual([200, 2, 1, expect.any(Number)]);
      expect(headers(first)[2]).toBeLessThanOrEqual(24 * 3600);
      expect(await (await away.get('/api/me')).json()).toMatchObject({
        narrations: { limit: 2, remaining: 1 },
      });
      // A failure of the provider is given back.
      provider.next('vision', refusals.serverError);
      expect((await narrate(away)).status).toBe(503);
      expect((await narrate(away)).status).toBe(200);
      const last = await narrate(home);
      expect([last.status, ...headers(last)]).toEqual([429, 2, 0, expect.any(Number)]);

      const other = at('198.51.100.1');
      await other.signUp(makePerson());
      expect((await narrate(other)).status).toBe(200);
    });

    test('of concurrent requests starts exactly as often as is left', async () => {
      await start({ STANDARD_NARRATIONS_PER_DAY: '3' }, engines());
      const person = createAccountClient(server.url);
      await person.signUp(ada);
      const answers = await Promise.all(Array.from({ length: 12 }, () => narrate(person)));
      expect(statuses(answers).filter(status => status === 200)).toHaveLength(3);
      expect(provider.requests.filter(({ call }) => call === 'vision')).toHaveLength(3);
    });

    test('of a visitor returns the number left, too', async () => {
      await start({ FREE_NARRATIONS_PER_DAY: '5' }, engines());
      const form = await makeAnalysisForm();
      const analysis = await fetch(`${server.url}/api/free/analysis`, { method: 'POST', body: form });
      expect(analysis.headers.get('x-ratelimit-remaining')).toBe('4');
      const script = await postJson(`${server.url}/api/free/script`, {
        analysis: 'A dog.',
        prompt: 'Tell it',
        language: 'English',
        durationSeconds: 5,
      });
      expect(script.headers.get('x-ratelimit-limit')).toBe('10');
    });
  });
});
