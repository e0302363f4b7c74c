import { mailMessages } from '#shared/messages/mails.ts';
import { t } from '#shared/messages/message.ts';
import { type AccountClient, createAccountClient, makePerson } from './account-client.ts';
import { findLink, type MailServer } from './mail-server.ts';
import { type Environment, type InnerServer, startTestServer } from './start-server.ts';

/** A real server with mail, and a signed-in person with the premium plan. */
export async function startServerForPremium(
  mailServer: MailServer,
  environment: Environment = {},
): Promise<{ server: InnerServer; person: AccountClient }> {
  const registered = makePerson();
  const server = await startTestServer({
    environment: {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Benshi <benshi@example.org>',
      PREMIUM_EMAILS: registered.email,
      PREMIUM_NARRATIONS_PER_DAY: '100000',
      ...environment,
    },
  });
  const person = createAccountClient(server.url);
  await person.signUp(registered);
  const link = findLink(await mailServer.waitForMail(registered.email, t(mailMessages.verificationSubject)));
  await person.get(link.pathname + link.search);
  return { server, person };
}

/** The form of `POST /convert_to_voice`. */
export function makeSpeechForm(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
