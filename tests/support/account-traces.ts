import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Queries } from '#server/database/database.ts';
import {
  accounts,
  apiTokens,
  comments,
  projects,
  projectVersions,
  pronunciations,
  providerCosts,
  shares,
  stripePurchases,
} from '#server/database/schema.ts';
import { addPremiumMember } from '#server/plans/plans.ts';
import { toColumns } from '#server/projects/document-worker.ts';
import { type PersonalData, personalDataSchema } from '#shared/api/privacy.ts';
import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { createProject } from '#shared/narration/project.ts';
import { type AccountClient, createAccountClient, type Person } from './account-client.ts';
import { type AccountServer, startAccountServer } from './account-server.ts';
import { makeContactForm, postContactForm } from './contact-form.ts';
import { signInWithGoogle } from './google-popup.ts';
import { findLink, type MailServer, startMailServer } from './mail-server.ts';
import { makeTitledClip } from './make-titled-clip.ts';
import { type AllTables, readAllTables, withDatabase } from './read-all-tables.ts';
import { makeVideoForm, postJson } from './requests.ts';
import type { Environment } from './start-server.ts';
import { startTokenReceiver, type TokenReceiver } from './token-receiver.ts';

/** A server with personal data in every table, and the servers that it sends data to. */
export interface TraceServer {
  readonly environment: Environment;
  readonly server: AccountServer;
  readonly mailServer: MailServer;
  readonly receiver: TokenReceiver;
  close(): Promise<void>;
}

export async function startTraceServer(environment: Environment): Promise<TraceServer> {
  const mailServer = await startMailServer();
  const receiver = await startTokenReceiver();
  const server = await startAccountServer({
    ...environment,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'benshi@example.org',
    AUTH_TOKEN_SYNC_URL: receiver.url,
    AUTH_TOKEN_SYNC_MAX_AGE: '3600',
  });
  return {
    environment,
    server,
    mailServer,
    receiver,
    async close() {
      await server.close();
      await receiver.close();
      await mailServer.close();
    },
  };
}

export function makeNamedPerson(name: string): Person {
  const id = randomUUID().slice(0, 8);
  return { name: `${name} ${id}`, email: `${name}-${id}@example.org`, password: 'a loom of numbers 1843' };
}

export async function register({ server }: TraceServer, person: Person): Promise<AccountClient> {
  const client = createAccountClient(server.url);
  expect((await client.signUp(person)).status).toBe(200);
  return client;
}

export async function registerAndVerify(at: TraceServer, person: Person): Promise<AccountClient> {
  const client = await register(at, person);
  const link = findLink(await at.mailServer.waitForMail(person.email, t(mailMessages.verificationSubject)));
  await client.get(link.pathname + link.search);
  return client;
}

export async function registerWithGoogle(
  { server }: TraceServer,
  { email, name }: Person,
): Promise<AccountClient> {
  server.provider.signInAs({ sub: `sub of ${email}`, email, emailVerified: true, name });
  const client = createAccountClient(server.url);
  expect(await signInWithGoogle(client, server.url)).not.toHaveProperty('error');
  return client;
}

/** Makes addresses premium by hand and by a purchase. */
export function makePremium({ server, environment }: TraceServer, ...people: Person[]): Promise<void> {
  return server.whileStopped(() =>
    withDatabase(environment, async queries => {
      for (const { email } of people) {
        await addPremiumMember(queries, email, 'test');
        await queries
          .insert(stripePurchases)
          .values({ id: `sub_${email}`, email, paidAt: new Date(), status: 'active', statusAt: new Date() });
      }
    }),
  );
}

export function storeCostsAndWork({ server, environment }: TraceServer, ...people: Person[]): Promise<void> {
  return server.whileStopped(() =>
    withDatabase(environment, async queries => {
      for (const { email } of people) {
        const [person] = await queries
          .select({ uid: accounts.id })
          .from(accounts)
          .where(eq(accounts.email, email));
        if (!person) continue;
        await queries.insert(providerCosts).values(makeCosts(person.uid));
        await storeWork(queries, person.uid);
      }
    }),
  );
}

/** A project with all that belongs to it, a token and a job. */
async function storeWork(queries: Queries, uid: string): Promise<void> {
  const project = createProject('Holiday');
  const ofProject = { uid, projectId: project.id };
  const ofNarration = { ...ofProject, narrationId: 'first' };
  const { document } = toColumns(project);
  await queries
    .insert(projects)
    .values({ uid, id: project.id, document, revision: 2, title: 'Holiday', sizeBytes: 9 });
  await queries.insert(projectVersions).values({ ...ofProject, document, revision: 1 });
  await queries
    .insert(shares)
    .values({ ...ofNarration, key: uid, name: 'For Eve', endsAt: new Date('2100-01-01') });
  await queries.insert(comments).values({ ...ofNarration, author: 'Eve', message: 'Fine.' });
  await queries.insert(apiTokens).values({ uid, key: uid, name: 'CI', scopes: ['narrate'] });
  await queries.insert(pronunciations).values({ uid, language: 'German', term: 'Eve', say: 'Ihf' });
}

/** A row of this month. */
export function makeCosts(uid: string): typeof providerCosts.$inferInsert {
  const now = new Date();
  return {
    uid,
    month: `${now.toISOString().slice(0, 7)}-01`,
    step: 'speech',
    provider: 'a.example',
    model: 'a-voice',
    calls: 3,
    unpricedCalls: 0,
    textTokensIn: 1,
    textTokensOut: 2,
    soundTokensIn: 3,
    soundTokensOut: 4,
    characters: 500,
    soundMilliseconds: 61_500,
    nanodollars: 1_234_567_891,
    latestWork: randomUUID(),
    latestAt: now,
    latestNanodollars: 1_000_000,
    latestCalls: 1,
    latestUnpricedCalls: 0,
  };
}

/** Sends the contact form and feedback, which need no sign-in. */
export async function sendMessages({ server }: TraceServer, { name, email }: Person): Promise<void> {
  const form = makeContactForm({ from_name: name, guest_email: email.toUpperCase() });
  expect((await postContactForm(server.url, form)).status).toBe(200);
  const feedback = { rating: 4, message: `Good, says ${name}.`, email };
  expect((await postJson(`${server.url}/api/feedback`, feedback)).status).toBe(201);
}

/** Uses every function that stores data. Mails and tokens stay queued, because deliveries are refused. */
export async function createTraces(at: TraceServer, client: AccountClient, person: Person): Promise<void> {
  const clip = await makeTitledClip({ seconds: 1 });
  const form = makeVideoForm(clip, `Write to ${person.email}`);
  expect((await client.postForm('/create_script', form)).status).toBe(200);
  await createAccountClient(at.server.url).signIn(person);
  await client.post('/api/auth/sign-in/email', { email: person.email, password: 'a wrong one' });
  await sendMessages(at, person);
  await client.post('/api/auth/request-password-reset', { email: person.email });
  await expect.poll(async () => (await readExport(client)).mailedLinks.length).toBe(1);
}

/** From now on mails and tokens stay queued. */
export function refuseDeliveries({ mailServer, receiver }: TraceServer): void {
  mailServer.refuseNext(1_000_000);
  receiver.refuseNext(1_000_000);
}

export async function readExport(client: AccountClient): Promise<PersonalData> {
  const answer = await client.get('/api/account/export');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="benshi-account.json"');
  return personalDataSchema.strict().parse(await answer.json());
}

export function readStoredTables({ server, environment }: TraceServer): Promise<AllTables> {
  return server.whileStopped(() => readAllTables(environment));
}
