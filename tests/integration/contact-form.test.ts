import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { contactMessages, feedback, mails } from '#server/database/schema.ts';
import { formErrors } from '#shared/messages/form-errors.ts';
import { t } from '#shared/messages/message.ts';
import { type ContactForm, makeContactForm, postContactForm } from '../support/contact-form.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { waitUntilAllSent } from '../support/queued-work.ts';
import { postJson } from '../support/requests.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

/** All headers of our mails. User input adds none. */
const headersOfMail = [
  'auto-submitted',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
];

describeOnBothDatabases(makePlace => {
  let place: Awaited<ReturnType<typeof makePlace>>;
  let mailServer: MailServer;
  let server: InnerServer;
  /** Accepted messages that are not a robot's; the database must hold exactly these. */
  const acknowledged: string[] = [];

  beforeAll(async () => {
    place = await makePlace();
    mailServer = await startMailServer();
    server = await startTestServer({
      environment: {
        ...place.environment,
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'Benshi <benshi@example.org>',
        CONTACT_TO: 'team@example.org',
        TRUST_PROXY: '127.0.0.1',
      },
    });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await mailServer.close();
    place.remove();
    expect(server.logged.join('\n')).not.toMatch(/example\.org|Ada|Hello/u);
  });

  async function send(form: ContactForm, options?: Parameters<typeof postContactForm>[2]) {
    const answer = await postContactForm(server.url, form, options);
    if (answer.status === 200 && !form.topic) acknowledged.push(form.message ?? '');
    return answer;
  }

  async function sendAndReceive(form: ContactForm): Promise<Email> {
    const answer = await send(form);
    expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
    return mailServer.waitForMail('team@example.org', `Contact form: ${form.from_name}`);
  }

  test('a message is acknowledged and mailed to the company', async () => {
    const form = makeContactForm();
    const mail = await sendAndReceive(form);
    expect(mail.from).toEqual({ name: 'Benshi', address: 'benshi@example.org' });
    expect(mail.to).toEqual([{ name: '', address: 'team@example.org' }]);
    expect(mail.replyTo).toEqual([{ name: form.from_name, address: 'ada@example.org' }]);
    expect(mail.text).toContain(form.message);
    expect(mail.text).toContain(`${form.from_name} <ada@example.org> wrote`);
    expect(mail.headers.map(({ key }) => key).sort()).toEqual(headersOfMail);
  });

  test('a message with HTML arrives as typed, as plain text', async () => {
    const message = `<script>alert(1)</script>\n<img src=x onerror="alert(2)"> & <b>bold</b>`;
    const mail = await sendAndReceive(makeContactForm({ message }));
    expect(mail.html).toBeUndefined();
    expect(mail.attachments).toEqual([]);
    expect(mail.text).toContain(message);
  });

  test('text that looks like mail headers stays in the body', async () => {
    const message = '.\r\n\r\n.\r\nBcc: all@example.net\r\nSubject: Money\r\n\r\nHello';
    const mail = await sendAndReceive(makeContactForm({ message }));
    acknowledged.splice(acknowledged.indexOf(message), 1, message.replaceAll('\r\n', '\n'));
    expect(mail.headers.map(({ key }) => key).sort()).toEqual(headersOfMail);
    expect(mail.to).toEqual([{ name: '', address: 'team@example.org' }]);
    expect(mail.text).toContain(message.replaceAll('\r\n', '\n'));
  });

  test.each([['"Ada" <root@example.net>, Eve'], ['Ada, Bob; Eve: team'], ['渡辺 綾 🎞️']])(
    'a name such as %s stays a name',
    async name => {
      const mail = await sendAndReceive(makeContactForm({ from_name: name }));
      expect(mail.replyTo).toEqual([{ name, address: 'ada@example.org' }]);
      expect(mail.subject).toBe(`Contact form: ${name}`);
      expect(mail.headers.map(({ key }) => key).sort()).toEqual(headersOfMail);
    },
  );

  test.each([
    ['a direction override', 'Ada\u202egnp.exe <b>', 'Adagnp.exe <b>'],
    ['isolated directions', '\u2067Ada\u2069 \u200fLovelace\u200e', 'Ada Lovelace'],
    ['nothing to see in it', 'A\u200bd\u200da\ufeff', 'Ada'],
  ])('of a name with %s only the visible characters are shown', async (_title, from_name, name) => {
    const form = makeContactForm({ from_name });
    expect((await send(form)).status).toBe(200);
    const mail = await mailServer.waitForMail('team@example.org', `Contact form: ${name}`);
    expect(mail.replyTo).toEqual([{ name, address: 'ada@example.org' }]);
    expect(mail.subject).toBe(`Contact form: ${name}`);
  });

  test('an encoded-word name is not decoded', async () => {
    const form = makeContactForm({ from_name: 'Ada =?utf-8?q?=0D=0ABcc:_all=40example.net?=' });
    expect((await send(form)).status).toBe(200);
    const mail = await mailServer.waitForMail('team@example.org', 'Contact form: Ada = ?utf-8');
    expect(mail.replyTo?.[0]).toEqual({
      name: 'Ada = ?utf-8?q?=0D=0ABcc:_all=40example.net?=',
      address: 'ada@example.org',
    });
    expect(mail.headers.map(({ key }) => key).sort()).toEqual(headersOfMail);
  });

  test.each([
    ['in the domain', 'ada@münchen.example', 'ada@münchen.example'],
    ['everywhere', '用户@例子.广告', '用户@例子.广告'],
  ])('an international address %s can be replied to', async (_where, guest_email, expected) => {
    const mail = await sendAndReceive(makeContactForm({ guest_email }));
    const [to] = mail.replyTo ?? [];
    const [local, domain] = to?.address?.split('@') ?? [];
    expect(`${local}@${new URL(`http://${domain}`).hostname}`).toBe(
      `${expected.split('@')[0]}@${new URL(`http://${expected.split('@')[1]}`).hostname}`,
    );
    expect(mail.text).toContain(`<${guest_email}>`);
  });

  test('NUL and lone surrogates are removed, the rest arrives', async () => {
    const form = makeContactForm({ message: 'a\u0000b' });
    const mail = await sendAndReceive(form);
    acknowledged.splice(acknowledged.indexOf('a\u0000b'), 1, 'ab');
    expect(mail.text).toContain('\nab\n');
  });

  test('the form of an older SDK, without lib_version and trap field, is accepted', async () => {
    await sendAndReceive(makeContactForm({ lib_version: undefined, topic: undefined }));
  });

  test('the form of our own page is accepted, by its Origin', async () => {
    const headers = { origin: `http://localhost:${server.port}` };
    expect((await send(makeContactForm(), { headers })).status).toBe(200);
  });

  test('a robot that fills in the trap field gets OK, and nothing is stored or mailed', async () => {
    const form = makeContactForm({ topic: 'https://spam.example', guest_email: 'not even an address' });
    const answer = await send(form);
    expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
  });

  test('feedback is mailed, with the reply address', async () => {
    const post = (body: object) => postJson(`${server.url}/api/feedback`, body);
    expect((await post({ rating: 4, message: 'Good <b>voices</b>.', email: 'zoë@例子.广告' })).status).toBe(
      201,
    );
    const mail = await mailServer.waitForMail('team@example.org', 'Feedback: 4 of 5');
    expect(mail.text).toContain('Rating: 4 of 5\n\nGood <b>voices</b>.');
    expect(mail.replyTo).toEqual([{ name: '', address: 'zoë@例子.广告' }]);
    expect(mail.html).toBeUndefined();

    expect((await post({ message: 'Nobody to answer.' })).status).toBe(201);
    const anonymous = await mailServer.waitForMail('team@example.org', 'Feedback: no rating');
    expect(anonymous.replyTo).toBeUndefined();
    expect(anonymous.from).toEqual({ name: 'Benshi', address: 'benshi@example.org' });

    const wrong = await post({ message: 'Hello', email: 'a@x.example\nBcc: b@y.example' });
    expect([wrong.status, (await wrong.json()).error.message]).toEqual([
      400,
      t(formErrors.badOptionalAddress),
    ]);
  });

  test('in the end the database has each acknowledged message, mailed once, without its text', async () => {
    await expect.poll(() => mailServer.mails.length).toBeGreaterThanOrEqual(acknowledged.length + 2);
    await waitUntilAllSent(server.url);
    await server.stop(5000);
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = place.environment;
    const database = await openDatabase({ databaseUrl, dataDir });
    const kept = await database.queries.select().from(contactMessages);
    const opinions = await database.queries.select().from(feedback);
    const sent = await database.queries.select().from(mails);
    await database.close();

    expect(kept.map(({ message }) => message).sort()).toEqual(acknowledged.sort());
    expect(new Set(opinions.map(({ rating, email }) => `${rating} ${email}`))).toEqual(
      new Set(['4 zoë@例子.广告', 'null null']),
    );
    expect(sent).toHaveLength(kept.length + opinions.length);
    for (const mail of sent)
      expect(mail).toMatchObject({
        sentAt: expect.any(Date),
        recipient: 'team@example.org',
        subject: '',
        body: '',
        replyToName: null,
        replyToAddress: null,
      });
    const ids = mailServer.mails.map(({ messageId }) => messageId);
    expect(ids.sort()).toEqual(sent.map(({ id }) => `<${id}@example.org>`).sort());
  });
});

describe('without CONTACT_TO', () => {
  test("messages go to the sender's address", async () => {
    const mailServer = await startMailServer();
    await using server = await startTestServer({
      environment: { SMTP_URL: mailServer.url, MAIL_FROM: 'Benshi <desk@example.org>' },
    });
    const form = makeContactForm();
    expect((await postContactForm(server.url, form)).status).toBe(200);
    const mail = await mailServer.waitForMail('desk@example.org', 'Contact form');
    expect(mail.replyTo?.[0]?.address).toBe('ada@example.org');
    await mailServer.close();
  });

  test('an ID set to none is never accepted', async () => {
    await using server = await startTestServer({ environment: { EMAILJS_SERVICE_ID: 'none' } });
    const answer = await postContactForm(server.url, makeContactForm({ service_id: 'none' }));
    expect([answer.status, await answer.text()]).toEqual([400, t(formErrors.unknownServiceId)]);
  });
});
