import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Certificate } from './make-certificate.ts';

export interface MailServer {
  /** `SMTP_URL` */
  readonly url: string;
  /** All accepted mails, the oldest first. */
  readonly mails: readonly Email[];
  /** The newest unread mail to an address whose subject contains a text; waits for it. */
  waitForMail(to: string, subject: string): Promise<Email>;
  /** Refuses this many mails temporarily, as a busy server does. */
  refuseNext(count: number): void;
  /** Called with each mail before it is accepted; the acceptance waits for the promise. */
  beforeTaking(act: (mail: Email) => Promise<void>): void;
  /** Ends abruptly, as in a power failure; accepted mails are kept. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

export interface MailServerOptions {
  readonly port?: number;
  /** The accepted login; any when left out. */
  readonly user?: { readonly name: string; readonly password: string };
  /** With one it offers STARTTLS. */
  readonly certificate?: Certificate;
}

/** A real local mail server that keeps its mails. */
export async function startMailServer({
  port = 0,
  user,
  certificate,
}: MailServerOptions = {}): Promise<MailServer> {
  const mails: Email[] = [];
  const given = new Set<Email>();
  const waiting: (() => void)[] = [];
  let refusals = 0;
  let act: (mail: Email) => Promise<void> = async () => {};

  async function take(raw: Buffer): Promise<void> {
    if (refusals > 0) {
      refusals -= 1;
      throw Object.assign(new Error('Too busy, please come again'), { responseCode: 451 });
    }
    const mail = await PostalMime.parse(raw);
    await act(mail);
    mails.push(mail);
    for (const wake of waiting.splice(0)) wake();
  }

  const server = new SMTPServer({
    authOptional: user === undefined,
    disabledCommands: certificate ? [] : ['STARTTLS'],
    ...certificate,
    onAuth({ username, password }, _session, callback) {
      const isRight = !user || (username === user.name && password === user.password);
      callback(isRight ? null : new Error('Wrong user or password'), { user: username });
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => take(Buffer.concat(chunks)).then(() => callback(), callback));
    },
  });
  // Some tests kill its clients.
  server.on('error', () => {});
  const sockets = new Set<Socket>();
  server.server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: taken } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${taken}`,
    mails,
    async waitForMail(to, subject) {
      for (;;) {
        const mail = mails.findLast(
          each => !given.has(each) && each.to?.[0]?.address === to && each.subject?.includes(subject),
        );
        if (mail) {
          given.add(mail);
          return mail;
        }
        await new Promise<void>(resolve => waiting.push(resolve));
      }
    },
    refuseNext(count) {
      refusals = count;
    },
    beforeTaking(next) {
      act = next;
    },
    crash() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}

export function findLink({ text = '' }: Email): URL {
  const link = /https?:\/\/\S+/u.exec(text)?.[0];
  if (!link) throw new Error(`There is no link in: ${text}`);
  return new URL(link);
}
