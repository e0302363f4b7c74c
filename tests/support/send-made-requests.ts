import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { type AccountClient, createAccountClient, makePerson, type Person } from './account-client.ts';
import { breakBytes } from './broken-http.ts';
import { exchangeBytes } from './exchange-bytes.ts';
import { judgeAnswer } from './judge-answer.ts';
import { type Asker, type CallDescription, type MadeRequest, makeRequests } from './made-requests.ts';
import { findLink, type MailServer, startMailServer } from './mail-server.ts';
import { makeMediaCorpus } from './media-corpus.ts';
import { startOpenAiStandIn } from './openai-stand-in.ts';
import { makeJpeg } from './requests.ts';
import { signUpForCookie } from './sign-up.ts';
import { startServerProcess } from './start-server.ts';

export interface MadeRequestsReport {
  /** How often each status came; 0 for an unanswered broken request. */
  readonly statuses: ReadonlyMap<number, number>;
  /** How often each call succeeded, by method and path. */
  readonly successes: ReadonlyMap<string, number>;
  readonly describedCalls: readonly string[];
  readonly temporaryFiles: readonly string[];
  readonly serverIsAlive: boolean;
}

const batch = 25;
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/u, '');

/**
 * Sends requests of all kinds to a real server, as a visitor and with both plans.
 * @throws with the seed, for an unacceptable answer
 */
export async function sendMadeRequests(count: number, seed: number): Promise<MadeRequestsReport> {
  const provider = await startOpenAiStandIn();
  const mailServer = await startMailServer();
  const buyer = makePerson();
  await using server = await startServerProcess({
    TRUST_PROXY: '127.0.0.1',
    OPENAI_API_KEY: 'a-key-of-the-stand-in',
    OPENAI_BASE_URL: provider.baseUrl,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Benshi <benshi@example.org>',
    PREMIUM_EMAILS: buyer.email,
    STRIPE_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
  });
  const statuses = new Map<number, number>();
  const successes = new Map<string, number>();
  try {
    const description = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as CallDescription;
    const files = { jpeg: await makeJpeg(), videos: (await makeMediaCorpus()).slice(0, 4) };
    const cookies: Record<Asker, string> = {
      nobody: '',
      person: await signUpForCookie(server.url),
      premium: await buyPremium(server.url, buyer, mailServer),
      leaving: await signUpForCookie(server.url),
    };
    const places = [root, server.dataDir];

    const send = async (made: MadeRequest, change: ((bytes: Buffer) => Buffer) | undefined, at: number) => {
      const bytes = writeRequest(made, cookies[made.asker], `10.66.${at % 200}.${at % 251}`);
      const isBroken = change !== undefined || !isWellFramed(made);
      const answer = await exchangeBytes(server.port, change?.(bytes) ?? bytes, {
        isHead: made.method === 'HEAD',
        endsAfterwards: isBroken,
      });
      const status = answer?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const path = readPath(made.target);
      const called = `${made.method} ${path}`;
      if (status >= 200 && status < 300) successes.set(called, (successes.get(called) ?? 0) + 1);
      return judgeAnswer(answer, { path, method: made.method, isBroken }, places);
    };

    let sent = 0;
    const broken = fc.oneof(
      { weight: 12, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: breakBytes },
    );
    const one = fc.tuple(makeRequests(description, files), broken);
    const property = fc.asyncProperty(
      fc.array(one, { minLength: 1, maxLength: batch, size: 'max' }),
      async requests => {
        const verdicts = requests.map(([made, change]) =>
          send(made, change, sent++).then(
            fault => fault && `${made.method} ${made.target.slice(0, 300)}: ${fault}`,
          ),
        );
        // Frees its recorded requests.
        if (sent % 1000 < batch) provider.reset();
        const faults = (await Promise.all(verdicts)).filter(fault => fault !== undefined);
        if (faults.length > 0) throw new Error(faults.join('\n'));
      },
    );
    while (sent < count) {
      const round = { seed: seed + sent, numRuns: Math.ceil((count - sent) / batch) };
      // The faulty request is named; shrinking would take thousands of requests more.
      const { failed, errorInstance } = await fc.check(property, { ...round, endOnFailure: true });
      if (failed) throw new Error(`seed ${round.seed}: ${errorInstance}`);
    }
    return {
      statuses,
      successes,
      describedCalls: listCalls(description),
      temporaryFiles: server.listTemporaryFiles(),
      serverIsAlive: server.process.exitCode === null && server.process.signalCode === null,
    };
  } finally {
    await mailServer.crash();
    await provider.close();
  }
}

async function buyPremium(url: string, buyer: Person, mailServer: MailServer): Promise<string> {
  const client = createAccountClient(url);
  await client.signUp(buyer);
  const link = findLink(await mailServer.waitForMail(buyer.email, t(mailMessages.verificationSubject)));
  await client.get(link.pathname + link.search);
  return joinCookies(client);
}

function writeRequest(made: MadeRequest, cookie: string, address: string): Buffer {
  const names = new Set(made.headers.map(([name]) => name));
  const usual = { host: 'localhost', connection: 'close', 'x-forwarded-for': address, cookie };
  const lines = [
    `${made.method} ${made.target} HTTP/1.1`,
    ...Object.entries(usual).flatMap(([name, value]) =>
      value === '' || names.has(name) ? [] : [`${name}: ${value}`],
    ),
    ...made.headers.map(([name, value]) => `${name}: ${value}`),
    ...(made.body ? [`content-length: ${made.body.length}`] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return made.body ? Buffer.concat([head, made.body]) : head;
}

/** Invalid bytes in a target, and an `Upgrade`, have no defined result. */
function isWellFramed({ method, target, headers }: MadeRequest): boolean {
  return /^[!-~]+$/u.test(target) && method !== 'CONNECT' && !headers.some(([name]) => name === 'upgrade');
}

/** As the server parses it. */
function readPath(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/]*/u, '').split(/[?#]/u);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function joinCookies({ cookies }: AccountClient): string {
  return [...cookies].map(pair => pair.join('=')).join('; ');
}

function listCalls({ paths }: CallDescription): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  );
}
