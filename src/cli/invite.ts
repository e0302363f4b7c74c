import { z } from 'zod';
import { readConfig } from '#server/config/config.ts';
import { readSetupKey } from '#server/setup/setup-access.ts';
import { problemSchema } from '#shared/api/problem.ts';
import { invitationSchema, setupHeader } from '#shared/api/setup.ts';
import { invitationSeconds } from '#shared/defaults.ts';
import { describeDuration } from '#shared/describe-values.ts';
import { CodedError } from '#shared/errors.ts';
import { refuse } from './narrate/report-status.ts';
import { runCommand } from './run-command.ts';

const usage = `Invites somebody to a server with SIGN_UP=off, and prints the link. The server must run, with the same
settings. With SMTP_URL it mails a link, too, which also confirms the address:

  npm run invite -- ada@example.org`;

process.exitCode = await runCommand(async ([email, ...rest], _folder, signal) => {
  refuse(email === undefined || rest.length > 0, usage);
  refuse(!z.email().safeParse(email).success, `${email} is not an email address.`);
  const config = readConfig(process.env);
  const key = await readSetupKey(config, config.authSecret);
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[config.host] ?? config.host;
  const server = `http://${host}:${config.port}`;
  const answer = await fetch(`${server}/api/setup/invitations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [setupHeader]: key },
    body: JSON.stringify({ email }),
    signal,
  }).catch(cause => {
    throw new CodedError('unavailable', {
      message: `No server answers at ${server}. Start it, and set PORT and DATA_DIR as it has them.`,
      cause,
    });
  });
  const body: unknown = await answer.json();
  const problem = problemSchema.safeParse(body);
  if (problem.success) throw new CodedError('forbidden', { message: problem.data.error.message });
  const { url, isMailed } = invitationSchema.parse(body);
  const time = describeDuration(invitationSeconds);
  console.log(
    url
      ? `${email} may create an account within ${time}, once:\n\n  ${url}\n`
      : `${email} already has an account.`,
  );
  if (isMailed) console.log('The server mails such a link, which also confirms the address.');
  return true;
});
